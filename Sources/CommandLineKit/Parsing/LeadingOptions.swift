/// The options before the name of a command. It only finds where they end; the command parses them.
struct LeadingOptions {
    /// The number of arguments that are options or their values.
    private(set) var count = 0
    /// The first option that is not one of every command: its name with dashes, and as it was typed, with its value.
    private(set) var stray: (spelling: String, text: String)?

    init(_ arguments: [String], _ commands: [CommandInfo]) {
        while count < arguments.count, arguments[count].hasPrefix("-"), arguments[count] != "-" {
            let argument = arguments[count]
            let (spellings, valued) = Self.split(argument, commands)
            let next = arguments.dropFirst(count + 1).first
            let hasValue = valued && next.map { !$0.mayBeOption } ?? false
            if stray == nil, let spelling = spellings.first(where: { !Self.isOfEvery($0, commands) }) {
                stray = (spelling, hasValue ? "\(argument) \(next ?? "")" : argument)
            }
            count += hasValue ? 2 : 1
        }
    }

    /// Returns the options in an argument, and whether the last one takes its value from the next argument.
    static func split(_ argument: String, _ commands: [CommandInfo]) -> (spellings: [String], valued: Bool) {
        guard !argument.hasPrefix("--") else {
            let (name, value) = argument.nameAndValue
            let option = option("--\(name)", commands)
            return (["--\(name)"], value == nil && option.map { !$0.isSwitch } ?? false)
        }
        var spellings: [String] = []
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            spellings.append("-\(letter)")
            guard let option = option("-\(letter)", commands) else { return (spellings, false) }
            if !option.isSwitch { return (spellings, letters.isEmpty) }
        }
        return (spellings, false)
    }

    /// Whether it is an option of every command, or is listed as one.
    static func isOfEvery(_ spelling: String, _ commands: [CommandInfo]) -> Bool {
        let options = commands.map { $0.option(spelled: spelling) }
        return options.contains { $0?.section == .common } || options.allSatisfy { $0 != nil && $0 == options[0] }
    }

    /// Returns the option of a name with its dashes, of the first command that has it.
    static func option(_ spelling: String, _ commands: [CommandInfo]) -> OptionInfo? {
        commands.lazy.compactMap { $0.option(spelled: spelling) }.first
    }
}

extension CommandInfo {
    /// Returns the option of a long or short name with its dashes, or of the `--no-` form of a switch.
    func option(spelled spelling: String) -> OptionInfo? {
        if spelling.hasPrefix("--") {
            let name = String(spelling.dropFirst(2))
            return options.first { $0.name == name } ?? options.first { $0.negations.contains(name) }
        }
        let letters = spelling.dropFirst()
        guard spelling.first == "-", letters.count == 1 else { return nil }
        return options.first { $0.short == letters.first }
    }
}
