/// The options of a command by every name they may be given.
struct OptionTable {
    /// What a long name stands for.
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
        for (index, info) in infos.enumerated() where info.isSwitch && !info.isBuiltIn {
            let off = Entry(option: index, isOn: false)
            byName["no-\(info.name)"] = byName["no-\(info.name)"] ?? off
            guard info.name.hasPrefix("no-") else { continue }
            let positive = String(info.name.dropFirst(3))
            byName[positive] = byName[positive] ?? off
        }
    }

    subscript(name: String) -> Entry? { byName[name] }

    subscript(short: Character) -> Int? { byShort[short] }

    /// The option's name that was probably meant, without dashes.
    func suggestion(for name: String) -> String? {
        let typed = name.lowercased()
        if let known = infos.first(where: { $0.synonyms.contains(typed) }) { return known.name }
        var names = infos.map(\.name)
        if typed.hasPrefix("no") { names += infos.filter { $0.isSwitch && !$0.isBuiltIn }.map { "no-\($0.name)" } }
        return Suggestion.nearest(to: typed, in: names)
    }
}

extension OptionInfo {
    /// `--help` and `--version`, which have no `--no-` form.
    var isBuiltIn: Bool { OptionInfo.builtIn.contains { $0.name == name } }
}
