/// Creates the error for an option that a command does not have.
struct UnknownOption {
    let table: OptionTable
    let tool: String
    let command: CommandInfo
    let siblings: [CommandInfo]

    /// Returns the error for an option by its name with dashes. `argument` is the whole typed text.
    func error(spelling: String, in argument: String) -> UsageError {
        guard !spelling.hasPrefix("--"), let letter = spelling.last else {
            return error(long: String(spelling.dropFirst(2)), spelling: spelling)
        }
        let owners = siblings.filter { $0.option(spelled: spelling) != nil }
        guard !owners.isEmpty else { return error(short: letter, in: argument) }
        return belonging(to: owners, "unknown option \(spelling.inQuotes)", spelling)
    }

    private func belonging(to owners: [CommandInfo], _ problem: String, _ spelling: String) -> UsageError {
        let all = owners.map { "'\(tool) \($0.name)'" }
        let names = (all.dropLast(2) + [all.suffix(2).joined(separator: " and ")]).joined(separator: ", ")
        return UsageError(
            .unknownOption(spelling), problem: "\(problem) for '\(command.name)'; it belongs to \(names)")
    }

    /// Returns the error for a long option. `spelling` is the typed text with its dashes and without a value.
    func error(long name: String, spelling: String) -> UsageError {
        let problem = "unknown option \(spelling.inQuotes)"
        let owners = siblings.filter { owner in
            owner.name != command.name && owner.options.contains { $0.name == name }
        }
        guard owners.isEmpty || table[name] != nil else {
            return belonging(to: owners, problem, spelling)
        }
        let meant = table[name] == nil ? table.suggestion(for: name) : name
        return UsageError(
            .unknownOption(spelling), problem: problem + (meant == nil ? seeHelp : ""),
            suggestion: meant.map { "--\($0)" })
    }

    /// Returns the error for a short option. `argument` is the whole typed text, for example `-limit` if a dash is
    /// missing.
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
