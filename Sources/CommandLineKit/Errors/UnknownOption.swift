/// Creates the error for an option that a command does not have.
struct UnknownOption {
    let table: OptionTable
    let tool: String
    let command: @Sendable () -> CommandInfo
    let siblings: @Sendable () -> [CommandInfo]

    /// Returns the error for an option by its name with dashes. `argument` is the whole typed text.
    func error(spelling: String, in argument: String) -> UsageError {
        guard !spelling.hasPrefix("--"), let letter = spelling.last else {
            return error(long: String(spelling.dropFirst(2)), spelling: spelling)
        }
        return error(short: letter, in: argument)
    }

    /// Returns the error for an option that has a substitute in this command, or that belongs to other commands; nil
    /// for any other.
    private func replaced(_ spelling: String) -> UsageError? {
        let command = command()
        let owners = siblings().filter { $0.name != command.name && $0.option(spelled: spelling) != nil }
        let option = owners.first?.option(spelled: spelling)
        let problem =
            "unknown option \(spelling.inQuotes)" + (option == nil ? "" : " for \(command.name.inQuotes)")
        if let substitute = option.flatMap({ command.substitutes[$0.name] }) ?? command.substitute(for: spelling) {
            return UsageError("\(problem); \(substitute)")
        }
        guard option != nil else { return nil }
        let all = owners.map { "'\(tool) \($0.name)'" }
        let names = (all.dropLast(2) + [all.suffix(2).joined(separator: " and ")]).joined(separator: ", ")
        return UsageError("\(problem); it belongs to \(names)")
    }

    /// Returns the error for a long option. `spelling` is the typed text with its dashes and without a value.
    func error(long name: String, spelling: String) -> UsageError {
        let problem = "unknown option \(spelling.inQuotes)"
        if table[name] == nil, let error = replaced("--\(name)") { return error }
        let meant = table[name] == nil ? table.suggestion(for: name) : name
        return UsageError(problem + (meant == nil ? seeHelp : ""), suggestion: meant.map { "--\($0)" })
    }

    /// Returns the error for a short option. `argument` is the whole typed text, for example `-limit` if a dash is
    /// missing.
    func error(short letter: Character, in argument: String) -> UsageError {
        let name = String(argument.drop { $0 == "-" }.prefix { $0 != "=" })
        let meant = name.count > 1 && table[name] != nil ? "--\(name)" : caseTwin(of: letter)
        let spelling = "-\(letter)"
        if meant == nil, let error = replaced(spelling) { return error }
        let place = argument == spelling ? "" : " in \(argument.inQuotes)"
        return UsageError(
            "unknown option \(spelling.inQuotes)\(place)" + (meant == nil ? seeHelp : ""), suggestion: meant)
    }

    private var seeHelp: String { "; see '\(tool) \(command().name) --help'" }

    private func caseTwin(of letter: Character) -> String? {
        let twin = letter.isUppercase ? letter.lowercased() : letter.uppercased()
        return twin.first.flatMap { table[$0] == nil ? nil : "-\($0)" }
    }
}
