/// The metadata of the whole tool, independent of its requests.
package struct ToolInfo: Equatable, Sendable {
    /// The program's name.
    package let name: String
    /// The summary, one sentence.
    package let overview: String
    /// Paragraphs separated by an empty line, for the long help and the man page.
    package let discussion: String
    /// The commands in the order pages list them.
    package let commands: [CommandInfo]
    /// Example command lines for the help and the man page of the tool.
    package let examples: [Example]

    /// Creates a tool with commands.
    package init(
        name: String, overview: String, discussion: String = "", commands: [CommandInfo], examples: [Example]
    ) {
        self.name = name
        self.overview = overview
        self.discussion = discussion
        self.commands = commands
        self.examples = examples
    }

    /// Returns the command with a name.
    ///
    /// Throws `UsageError` if it does not exist; the error suggests another command or lists all of them.
    package func command(named name: String) throws(UsageError) -> CommandInfo {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let typed = name.lowercased()
        let synonym = commands.first { $0.synonyms.contains(typed) }?.name
        let suggestion = synonym ?? Suggestion.nearest(to: name, in: commands.map(\.name) + ["help"])
        let all = suggestion == nil ? "; the commands are \(commands.map(\.name).joined(separator: ", "))" : ""
        throw UsageError(
            .unknownCommand(name), problem: "unknown command \(name.inQuotes)\(all)", suggestion: suggestion)
    }

    /// Returns what the arguments after the program's name request. Throws `UsageError`.
    package func route(_ arguments: [String]) throws(UsageError) -> Route {
        guard let first = arguments.first else { return .nothing }
        if first == "help" { return try helpRoute(arguments.dropFirst()) }
        if first.hasPrefix("-") && first != "-" { return try optionRoute(arguments) }
        return .command(try command(named: first).name, arguments: Array(arguments.dropFirst()))
    }

    private func helpRoute(_ rest: ArraySlice<String>) throws(UsageError) -> Route {
        var length = HelpLength.long
        var names: [String] = []
        for argument in rest {
            switch argument {
            case "-h": length = .short
            case "--help", "--": break
            default: names.append(argument)
            }
        }
        guard names.count <= 1 else { throw .unexpectedOperands(Array(names.dropFirst())) }
        guard let name = names.first else { return .help(command: nil, length) }
        return .help(command: try command(named: name).name, length)
    }

    /// Handles options before a command. Only these are allowed there.
    private func optionRoute(_ arguments: [String]) throws(UsageError) -> Route {
        let options = arguments.prefix { $0 != "--" }
        if let help = options.first(where: { $0 == "-h" || $0 == "--help" }) {
            return .help(command: nil, help == "-h" ? .short : .long)
        }
        if options.contains("-V") || options.contains("--version") { return .version }
        let first = arguments[0]
        if first == Self.generate.longForm {
            guard arguments.count > 1 else { throw .missingValue(Self.generate) }
            guard arguments.count == 2 else { throw .unexpectedOperands(Array(arguments[2...])) }
            return .generate(arguments[1])
        }
        if first.hasPrefix(Self.generate.longForm + "=") {
            guard arguments.count == 1 else { throw .unexpectedOperands(Array(arguments[1...])) }
            return .generate(String(first.dropFirst(Self.generate.longForm.count + 1)))
        }
        throw misplaced(first)
    }

    private func misplaced(_ argument: String) -> UsageError {
        let name = String(argument.drop { $0 == "-" }.prefix { $0 != "=" })
        let spelling = argument.hasPrefix("--") ? "--\(name)" : String(argument.prefix(2))
        let owner = commands.first { command in
            command.options.contains { spelling == $0.longForm || spelling == $0.short.map { "-\($0)" } }
        }
        guard let owner else {
            let meant = Suggestion.nearest(to: name, in: ["help", "version", "generate"]).map { "--\($0)" }
            return UsageError(
                .unknownOption(spelling), problem: "unknown option \(spelling.inQuotes) before a command",
                suggestion: meant)
        }
        return UsageError(
            .unknownOption(spelling),
            problem: "\(spelling.inQuotes) goes after the command, as in '\(self.name) \(owner.name) \(spelling)'")
    }

    /// `--generate`, the only option of the tool besides help and version.
    package static let generate: OptionInfo = {
        var info = OptionInfo(
            name: "generate", valueName: "name", help: "Write a man page or a shell's completions to stdout.")
        info.isCommandLineOnly = true
        return info
    }()
}

/// What the arguments after the program's name request.
package enum Route: Equatable, Sendable {
    /// There are no arguments.
    case nothing
    case command(String, arguments: [String])
    /// The help of a command; nil for that of the tool.
    case help(command: String?, HelpLength)
    case version
    /// A man page or a shell's completions, by name.
    case generate(String)
}
