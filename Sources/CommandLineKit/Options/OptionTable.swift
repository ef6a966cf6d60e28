/// The options of a command, by all their names.
struct OptionTable {
    let infos: [OptionInfo]

    init(_ infos: [OptionInfo]) {
        self.infos = infos
        assert(infos.areDistinct)
    }

    /// The meaning of a long name; `isOn` is false for the `--no-` form of a switch. A command line has few options, so
    /// that searching them is faster than making a dictionary of all.
    subscript(name: String) -> (option: Int, isOn: Bool)? {
        if let option = infos.firstIndex(where: { $0.name == name }) { return (option, true) }
        return infos.firstIndex { $0.negations.contains(name) }.map { ($0, false) }
    }

    subscript(short: Character) -> Int? { infos.firstIndex { $0.short == short } }

    /// Returns the long name, without dashes, of the option that was probably meant.
    func suggestion(for name: String) -> String? {
        let typed = name.lowercased()
        if let known = infos.first(where: { $0.synonyms.contains(typed) }) { return known.name }
        var names = infos.map(\.name)
        if typed.hasPrefix("no") { names += infos.flatMap(\.negations) }
        return Suggestion.nearest(to: typed, in: names)
    }
}

extension [OptionInfo] {
    /// Whether each name and letter is that of one option, and each shorthand is short for an option with a value.
    fileprivate var areDistinct: Bool {
        let letters = compactMap(\.short)
        return Set(map(\.name)).count == count && Set(letters).count == letters.count
            && compactMap(\.shorthand).allSatisfy { shorthand in
                contains { $0.name == shorthand.option && !$0.isSwitch }
            }
    }
}
