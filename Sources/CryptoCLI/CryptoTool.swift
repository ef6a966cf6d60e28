import CommandLineKit

/// The whole tool as a function: arguments and a world in, bytes and a status out.
package enum CryptoTool {
    /// What `--version` prints.
    package static let version = "0.1.0"

    /// What the program calls itself in requests.
    static let agent = "crypto/\(version)"

    /// THE list of commands, in the order help shows them.
    static let commands: [AnyCommand] = [
        AnyCommand(ListRequest.command, common: \.common, run: ListRequest.run),
        AnyCommand(PriceRequest.command, common: \.common, run: PriceRequest.run),
        AnyCommand(ConvertRequest.command, common: \.common, run: ConvertRequest.run),
        AnyCommand(WatchRequest.command, common: \.common, run: WatchRequest.run),
        AnyCommand(AirRequest.command, common: \.common, run: AirRequest.run),
    ]

    static let info = ToolInfo(
        name: "crypto", overview: "Prices and air quality with their source, for terminals and scripts.",
        commands: commands.map(\.info),
        examples: [
            Example("crypto list --provider sample --currency SEK", "the top coins in kronor, no network"),
            Example("crypto price BTC ETH", "two quotes, from the first provider that knows them"),
            Example("crypto price BTC --if 'price > 70000'", "a condition as exit status"),
        ])

    /// Runs a command line; arguments without the program's name, as the system gave them.
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

    /// Runs a command line; arguments without the program's name.
    package static func run(_ arguments: [String], _ environment: Environment) async -> ExitStatus {
        do throws(Failure) {
            return try await route(arguments, environment)
        } catch {
            if error.status != .brokenPipe { environment.console.say(error) }
            return error.status
        }
    }

    private static func route(_ arguments: [String], _ environment: Environment) async throws(Failure) -> ExitStatus {
        let route: Route
        do throws(UsageError) {
            route = try info.route(arguments)
        } catch {
            throw Failure(error)
        }
        switch route {
        case .nothing:
            environment.console.complain(Array(help.text(of: info, .short).utf8))
            return .usage
        case .version:
            return try page("crypto \(version)\n", environment)
        case .help(let name, let length):
            return try page(name.map { helpText(of: $0, length) } ?? help.text(of: info, length), environment)
        case .generate(let name):
            return try page(try generated(name), environment)
        case .command(let name, let arguments):
            return try await command(named: name).run(arguments, environment)
        }
    }
}

// MARK: - Help

extension CryptoTool {
    static let help = HelpPage(tool: "crypto")

    static func page(_ text: String, _ environment: Environment) throws(Failure) -> ExitStatus {
        try environment.console.print(Array(text.utf8))
        return .success
    }

    private static func helpText(of name: String, _ length: HelpLength) -> String {
        help.text(of: command(named: name).info, length)
    }

    /// Routes name only commands of the list.
    private static func command(named name: String) -> AnyCommand {
        guard let command = commands.first(where: { $0.info.name == name }) else {
            preconditionFailure("a route to a command that is not in the list")
        }
        return command
    }
}
