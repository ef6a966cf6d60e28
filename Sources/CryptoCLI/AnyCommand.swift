import CommandLineKit

/// A command of any request: parsed, then run.
struct AnyCommand: Sendable {
    let info: CommandInfo
    let run: @Sendable ([String], Environment) async throws(Failure) -> ExitStatus

    init<Request: Sendable>(
        _ command: Command<Request>, common: any KeyPath<Request, CommonOptions> & Sendable,
        run: @escaping @Sendable (Request, Environment) async throws(Failure) -> ExitStatus
    ) {
        info = command.info
        self.run = { (arguments, environment) throws(Failure) in
            let parser = CommandParser(command, tool: "crypto", siblings: CryptoTool.info.commands)
            switch try Self.parse(parser, common, arguments, environment) {
            case .run(let request): return try await run(request, environment)
            case .help(let length):
                return try CryptoTool.page(CryptoTool.help.text(of: command.info, length), environment)
            case .version: return try CryptoTool.page("crypto \(CryptoTool.version)\n", environment)
            }
        }
    }

    /// Parsed twice where there is a config file: its place is an option of the command line.
    private static func parse<Request>(
        _ parser: CommandParser<Request>, _ common: any KeyPath<Request, CommonOptions> & Sendable,
        _ arguments: [String], _ environment: Environment
    ) throws(Failure) -> ParseOutcome<Request> {
        let outcome = try parse(parser, arguments, environment, settings: [])
        guard case .run(let request) = outcome else { return outcome }
        // A file can keep its reader waiting for ever, as a pipe does that nobody writes to.
        environment.armWatchdog(request[keyPath: common].timeLimit(isStream: false))
        guard let config = try ConfigFile(request[keyPath: common], environment) else { return outcome }
        return try parse(parser, arguments, environment, settings: try config.settings(for: parser.info))
    }

    private static func parse<Request>(
        _ parser: CommandParser<Request>, _ arguments: [String], _ environment: Environment, settings: [Setting]
    ) throws(Failure) -> ParseOutcome<Request> {
        do throws(UsageError) {
            return try parser.parse(arguments, variables: environment.variables, settings: settings)
        } catch {
            throw Failure(error)
        }
    }
}
