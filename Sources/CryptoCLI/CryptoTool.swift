import CommandLineKit
import Platform
import Rendering

/// The whole tool as a function from arguments and an environment to bytes and an exit status.
package enum CryptoTool {
    /// What `--version` prints.
    package static let version = "0.1.0"

    /// The program's name in the User-Agent header of requests.
    static let agent = "crypto/\(version)"

    /// All commands, in the order help shows them.
    static let commands: [any CommandRequest.Type] = [
        ListRequest.self, PriceRequest.self, ConvertRequest.self, WatchRequest.self, AirRequest.self,
    ]

    static let info = info(of: commands.map { $0.info })

    /// What the help of the tool shows.
    private static var outline: ToolInfo {
        info(
            of: commands.map { command in
                CommandInfo(name: command.name, overview: command.overview, options: CommonOptions.switches)
            })
    }

    /// Returns the metadata of the tool with these commands.
    static func info(of commands: [CommandInfo]) -> ToolInfo {
        ToolInfo(
            name: "crypto", overview: "Prices and air quality with their source, for terminals and scripts.",
            commands: commands,
            examples: examples(of: nil),
            subjects: [
                "fields":
                    "'crypto price --fields help' lists the fields of a command, and 'man crypto-fields' describes them",
                "providers":
                    "'crypto price --provider help' lists the providers of a command, and 'man crypto-providers' describes them",
                "recipes": "'man crypto-recipes' has them",
                "alert": #"'crypto watch BTC --until "price > 70000"' waits for a price"#,
                "config": "the file ~/.config/crypto/config has options, as 'man crypto' says",
                "man": "'man crypto' is the manual",
            ],
            substitutes: [
                "version": "crypto --version", "chart": "crypto price [BTC] --chart",
                "history": "crypto price [BTC] --history 30d", "search": "crypto list --search [bitcoin]",
                "favorites": "crypto list --favorites", "favourites": "crypto list --favorites",
                "portfolio": "crypto list --holdings", "holdings": "crypto list --holdings",
                "quote": "crypto price [BTC]",
                "rates": "crypto convert 1 [USD EUR]", "add": "crypto list --add [BTC]",
            ])
    }

    /// The command lines that draw charts, in quotes.
    static var chartLines: String {
        info.commands.filter { command in command.options.contains { $0.name == "chart" } }
            .map { "'crypto \($0.name) --chart'" }.joined(separator: " and ")
    }

    /// The names of the commands that have a format.
    static func commands(with format: OutputFormat) -> String {
        let names = info.commands.filter { command in
            command.options.contains { option in
                option.name == "format" && option.choices.contains { $0.name == format.rawValue }
            }
        }.map(\.name)
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    /// Runs a command line. `arguments` are without the program's name, as bytes that need not be UTF-8.
    package static func run(_ arguments: [[UInt8]], _ environment: Environment) async -> ExitStatus {
        var texts: [String] = []
        for (index, bytes) in arguments.enumerated() {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                let failure = Failure(.usage, "argument \(index + 1) is not valid UTF-8")
                environment.console.say(failure)
                return failure.status
            }
            texts.append(text)
        }
        return await run(texts, environment)
    }

    /// Runs a command line. `arguments` are without the program's name.
    package static func run(_ arguments: [String], _ environment: Environment) async -> ExitStatus {
        do throws(Failure) {
            return try await route(arguments, environment)
        } catch {
            if error.status != .brokenPipe { environment.console.say(error) }
            return error.status
        }
    }

    private static func route(_ arguments: [String], _ environment: Environment) async throws(Failure) -> ExitStatus {
        // The tables of the other commands are not needed then, which would take as long as a cached answer.
        if let name = arguments.first, let command = commands.first(where: { $0.name == name }) {
            return try await command.run(Array(arguments.dropFirst()), environment)
        }
        let route =
            if let alone = Route(versionAlone: arguments) ?? Route(helpAlone: arguments) {
                alone
            } else {
                try translating(info.route(arguments)) { (error: UsageError) in
                    Failure(noCommandIn: arguments) ?? Failure(error)
                }
            }
        switch route {
        case .nothing:
            let help = help(environment.console.noticeColumns())
            environment.console.complain(Array(help.text(of: outline, .short).utf8))
            return .usage
        case .version(let isDetailed):
            return try page(versionText(isDetailed: isDetailed, environment), environment)
        case .help(let name, let length):
            let help = help(environment.console.columns)
            let text = name.map { help.text(of: command(named: $0).info, length) } ?? help.text(of: outline, length)
            return try page(text, environment)
        case .helpOfHelp:
            return try page(help(environment.console.columns).textOfHelp(info), environment)
        case .generate(let name):
            return try page(try generated(name, environment), environment)
        case .command(let name, let arguments):
            return try await command(named: name).run(arguments, environment)
        }
    }
}

// MARK: - Help

extension CryptoTool {
    /// Returns the pages for a terminal of that many columns, which are at most 80 wide; nil if there is none.
    static func help(_ columns: Int? = nil) -> HelpPage {
        HelpPage(tool: "crypto", width: min(80, columns ?? 80))
    }

    static func page(_ text: String, _ environment: Environment) throws(Failure) -> ExitStatus {
        try environment.console.print(Array(text.utf8))
        return .success
    }

    /// Returns the command of a name that is in the list, as the name in every route is.
    private static func command(named name: String) -> any CommandRequest.Type {
        guard let command = commands.first(where: { $0.name == name }) else {
            preconditionFailure("a route to a command that is not in the list")
        }
        return command
    }
}
