/// The whole tool without its requests: what its first argument may be.
package struct ToolInfo: Equatable, Sendable {
    /// The program's name.
    package let name: String
    /// One sentence.
    package let overview: String
    /// Paragraphs with an empty line between them, for the long help and the man page.
    package let discussion: String
    /// In the order pages list them.
    package let commands: [CommandInfo]
    /// A few command lines for the first help one sees.
    package let examples: [Example]

    /// A tool with those commands.
    package init(
        name: String, overview: String, discussion: String = "", commands: [CommandInfo], examples: [Example]
    ) {
        self.name = name
        self.overview = overview
        self.discussion = discussion
        self.commands = commands
        self.examples = examples
    }

    /// The command of that name.
    ///
    /// The error for one that does not exist suggests another, or tells them all.
    package func command(named name: String) throws(UsageError) -> CommandInfo {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let typed = name.lowercased()
        let synonym = commands.first { $0.synonyms.contains(typed) }?.name
        let suggestion = synonym ?? Suggestion.nearest(to: name, in: commands.map(\.name) + ["help"])
        let all = suggestion == nil ? "; the commands are \(commands.map(\.name).joined(separator: ", "))" : ""
        throw UsageError(
            .unknownCommand(name), problem: "unknown command \(name.inQuotes)\(all)", suggestion: suggestion)
    }

    /// Where the arguments after the program's name lead.
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

    /// No option but these stands before a command.
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
            problem: "\(spelling.inQuotes) stands after the command, as in '\(self.name) \(owner.name) \(spelling)'")
    }

    /// `--generate`, the one option of the tool itself besides help and version.
    package static let generate: OptionInfo = {
        var info = OptionInfo(
            name: "generate", valueName: "name", help: "Write a man page or a shell's completions to stdout.")
        info.isCommandLineOnly = true
        return info
    }()
}

/// Where the arguments after the program's name lead.
package enum Route: Equatable, Sendable {
    /// No argument at all.
    case nothing
    case command(String, arguments: [String])
    /// Of the command, or of the tool.
    case help(command: String?, HelpLength)
    case version
    /// A page or a shell's completions, by name.
    case generate(String)
}
