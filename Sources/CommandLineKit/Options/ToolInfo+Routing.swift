/// What the arguments after the program's name request.
package enum Route: Equatable, Sendable {
    /// There are no arguments.
    case nothing
    case command(String, arguments: [String])
    /// The help of a command; nil for that of the tool.
    case help(command: String?, HelpLength)
    /// How help works: `help help`.
    case helpOfHelp
    /// The version, and with details what the program was built from and with.
    case version(isDetailed: Bool)
    /// A man page, a shell's completions or the catalog, by name.
    case generate(String)
}

extension Route {
    /// Creates the route of arguments that request the version and nothing else; nil for others. It needs no table of a
    /// command: making those takes longer than starting the program.
    package init?(versionAlone arguments: [String]) {
        guard arguments.allSatisfy({ Self.split($0).allSatisfy((Self.versionOptions + Self.verboseOptions).contains) }),
            let route = Self.version(of: arguments[...])
        else { return nil }
        self = route
    }

    /// Creates the route of arguments that request the help of the tool and nothing else; nil for others. It needs no
    /// table of a command either.
    package init?(helpAlone arguments: [String]) {
        switch arguments {
        case []: self = .nothing
        case ["help"], ["--help"]: self = .help(command: nil, .long)
        case ["-h"]: self = .help(command: nil, .short)
        default: return nil
        }
    }

    private static let versionOptions = ["-V", "--version"]
    private static let verboseOptions = ["-v", "--verbose"]

    /// Returns the version if one of the options requests it.
    fileprivate static func version(of options: ArraySlice<String>) -> Route? {
        let options = options.flatMap(split)
        guard options.contains(where: versionOptions.contains) else { return nil }
        return .version(isDetailed: options.contains(where: verboseOptions.contains))
    }

    /// Returns `-V` and `-v` for `-Vv`; any other argument as it is.
    private static func split(_ argument: String) -> [String] {
        let letters = argument.dropFirst()
        let isGroup = argument.hasPrefix("-") && letters.count > 1 && letters.allSatisfy { $0 == "V" || $0 == "v" }
        return isGroup ? letters.map { "-\($0)" } : [argument]
    }
}

extension ToolInfo {
    /// Returns what the arguments after the program's name request. Throws `UsageError`.
    package func route(_ arguments: [String]) throws(UsageError) -> Route {
        guard let first = arguments.first else { return .nothing }
        if first == "help" { return try helpRoute(arguments.dropFirst()) }
        if first.hasPrefix("-") && first != "-" { return try optionRoute(arguments) }
        let rest = Array(arguments.dropFirst())
        return .command(try command(named: first, arguments: rest).name, arguments: rest)
    }

    private func helpRoute(_ rest: ArraySlice<String>) throws(UsageError) -> Route {
        var length = HelpLength.long
        var names: [String] = []
        for argument in rest {
            switch argument {
            case "-h": length = .short
            case "--help", "--": break
            case _ where argument.hasPrefix("-") && argument.count > 1:
                throw UsageError(
                    "unknown option \(argument.inQuotes) for 'help'; see '\(name) help help'")
            default: names.append(argument)
            }
        }
        guard names.count <= 1 else { throw .unexpectedOperands(Array(names.dropFirst())) }
        guard let name = names.first else { return .help(command: nil, length) }
        if name == "help" { return .helpOfHelp }
        return .help(command: try command(named: name).name, length)
    }

    /// Handles options before a command. Those of every command are passed on to the command.
    private func optionRoute(_ arguments: [String]) throws(UsageError) -> Route {
        if let generate = try generateRoute(arguments) { return generate }
        let (count, stray) = commands.leadingOptions(of: arguments)
        let rest = arguments[count...]
        let isKnown = rest.first.map { name in name == "help" || commands.contains { $0.name == name } } ?? false
        if !isKnown, rest.isEmpty || stray != nil {
            let options = arguments.prefix { $0 != "--" }
            if let help = options.first(where: { $0 == "-h" || $0 == "--help" }) {
                return .help(command: nil, help == "-h" ? .short : .long)
            }
            if let version = Route.version(of: options) { return version }
        }
        if let stray { throw misplaced(stray, command: isKnown ? rest.first : nil) }
        guard let name = rest.first else {
            let example = commands.first.map {
                "\(self.name) \(([$0.name] + arguments).joined(separator: " "))".inQuotes
            }
            throw UsageError(
                "missing command\(example.map { ", as in \($0)" } ?? ""); the commands are "
                    + commands.map(\.name).joined(separator: ", "))
        }
        if name == "help" { return try helpRoute(rest.dropFirst()) }
        return .command(
            try command(named: name, arguments: Array(rest.dropFirst())).name,
            arguments: Array(arguments[..<count] + rest.dropFirst()))
    }

    private func generateRoute(_ arguments: [String]) throws(UsageError) -> Route? {
        let first = arguments[0]
        if first == Self.generate.longForm {
            guard arguments.count > 1 else { throw .missingValue(Self.generate) }
            guard arguments.count == 2 else { throw .unexpectedOperands(Array(arguments[2...])) }
            return .generate(arguments[1])
        }
        guard first.hasPrefix(Self.generate.longForm + "=") else { return nil }
        guard arguments.count == 1 else { throw .unexpectedOperands(Array(arguments[1...])) }
        return .generate(String(first.dropFirst(Self.generate.longForm.count + 1)))
    }

    /// Returns the error for an option that may not stand before a command. `command` is the name of the command that
    /// follows, if there is one.
    private func misplaced(_ stray: (spelling: String, text: String), command name: String?) -> UsageError {
        let owners = commands.filter { $0.option(spelled: stray.spelling) != nil }
        let given = name.flatMap { name in commands.first { $0.name == name } }
        guard let owner = owners.first(where: { $0.name == given?.name }) ?? owners.first else {
            let name = String(stray.spelling.drop { $0 == "-" })
            let substitutes = Set((given.map { [$0] } ?? commands).map { $0.substitute(for: stray.spelling) })
            if substitutes.count == 1, case let substitute?? = substitutes.first {
                return UsageError("unknown option \(stray.spelling.inQuotes) before a command; \(substitute)")
            }
            let names = given?.options.map(\.name) ?? ["help", "version", "generate"]
            let meant = Suggestion.nearest(to: name, in: names).map { "--\($0)" }
            return UsageError(
                "unknown option \(stray.spelling.inQuotes) before a command"
                    + (meant == nil ? "; see '\(self.name) --help'" : ""),
                suggestion: meant)
        }
        if let given, owner.name != given.name {
            let table = OptionTable(given.options)
            return UnknownOption(table: table, tool: self.name, command: { given }, siblings: { commands })
                .error(spelling: stray.spelling, in: stray.text)
        }
        return UsageError(
            "\(stray.spelling.inQuotes) goes after the command, as in "
                + "\("\(self.name) \(owner.name) \(stray.text)".inQuotes)")
    }
}
