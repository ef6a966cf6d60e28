/// The options of a command, by all their names.
struct OptionTable {
    /// The meaning of a long name.
    struct Entry {
        let option: Int
        /// False for the `--no-` form of a switch.
        let isOn: Bool
    }

    let infos: [OptionInfo]
    private var byName: [String: Entry] = [:]
    private var byShort: [Character: Int] = [:]

    init(_ infos: [OptionInfo]) {
        self.infos = infos
        for (index, info) in infos.enumerated() {
            let earlier = byName.updateValue(Entry(option: index, isOn: true), forKey: info.name)
            precondition(earlier == nil, "two options are named --\(info.name)")
            guard let short = info.short else { continue }
            precondition(byShort.updateValue(index, forKey: short) == nil, "two options are named -\(short)")
        }
        for (index, info) in infos.enumerated() {
            if let target = info.shorthand?.option {
                let isValue = byName[target].map { !infos[$0.option].isSwitch } ?? false
                precondition(isValue, "--\(info.name) is short for no option with a value")
            }
            for name in info.negations where byName[name] == nil {
                byName[name] = Entry(option: index, isOn: false)
            }
        }
    }

    subscript(name: String) -> Entry? { byName[name] }

    subscript(short: Character) -> Int? { byShort[short] }

    /// Returns the long name, without dashes, of the option that was probably meant.
    func suggestion(for name: String) -> String? {
        let typed = name.lowercased()
        if let known = infos.first(where: { $0.synonyms.contains(typed) }) { return known.name }
        var names = infos.map(\.name)
        if typed.hasPrefix("no") { names += infos.flatMap(\.negations) }
        return Suggestion.nearest(to: typed, in: names)
    }
}
