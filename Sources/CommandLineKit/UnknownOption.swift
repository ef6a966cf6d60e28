/// What to say of an option that a command does not have.
struct UnknownOption {
    let table: OptionTable
    let tool: String
    let command: CommandInfo
    let siblings: [CommandInfo]

    /// The spelling is what was typed, with its dashes and without a value.
    func error(long name: String, spelling: String) -> UsageError {
        let problem = "unknown option \(spelling.inQuotes)"
        let owners = siblings.filter { owner in
            owner.name != command.name && owner.options.contains { $0.name == name }
        }
        guard owners.isEmpty || table[name] != nil else {
            let names = owners.map { "'\(tool) \($0.name)'" }.joined(separator: ", ")
            return UsageError(
                .unknownOption(spelling), problem: "\(problem) for '\(command.name)'; it belongs to \(names)")
        }
        let meant = table[name] == nil ? table.suggestion(for: name) : name
        return UsageError(
            .unknownOption(spelling), problem: problem + (meant == nil ? seeHelp : ""),
            suggestion: meant.map { "--\($0)" })
    }

    /// The argument is the whole of what was typed, `-limit` perhaps, where one more dash was meant.
    func error(short letter: Character, in argument: String) -> UsageError {
        let name = String(argument.drop { $0 == "-" }.prefix { $0 != "=" })
        let meant = name.count > 1 && table[name] != nil ? "--\(name)" : caseTwin(of: letter)
        let spelling = "-\(letter)"
        let place = argument == spelling ? "" : " in \(argument.inQuotes)"
        return UsageError(
            .unknownOption(spelling),
            problem: "unknown option \(spelling.inQuotes)\(place)" + (meant == nil ? seeHelp : ""), suggestion: meant)
    }

    private var seeHelp: String { "; see '\(tool) \(command.name) --help'" }

    private func caseTwin(of letter: Character) -> String? {
        let twin = letter.isUppercase ? letter.lowercased() : letter.uppercased()
        return twin.first.flatMap { table[$0] == nil ? nil : "-\($0)" }
    }
}
