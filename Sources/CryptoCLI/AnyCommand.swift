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
            var settings: [Setting] = []
            switch try Self.parse(parser, common, arguments, environment, &settings) {
            case .run(let request):
                do throws(Failure) {
                    return try await run(request, environment)
                } catch {
                    throw error.placed {
                        parser.origin(of: $0, arguments, variables: environment.variables, settings: settings)
                    }
                }
            case .help(let length):
                return try CryptoTool.page(CryptoTool.help.text(of: command.info, length), environment)
            case .version: return try CryptoTool.page("crypto \(CryptoTool.version)\n", environment)
            }
        }
    }

    /// Parsed twice where there is a config file: its place is an option of the command line. The file's lines for the
    /// command are left in `settings`.
    private static func parse<Request>(
        _ parser: CommandParser<Request>, _ common: any KeyPath<Request, CommonOptions> & Sendable,
        _ arguments: [String], _ environment: Environment, _ settings: inout [Setting]
    ) throws(Failure) -> ParseOutcome<Request> {
        let outcome = try parse(parser, arguments, environment, settings: [])
        guard case .run(let request) = outcome else { return outcome }
        // A file can keep its reader waiting for ever, as a pipe does that nobody writes to.
        environment.armWatchdog(request[keyPath: common].timeLimit(isStream: false))
        guard let config = try ConfigFile(request[keyPath: common], environment) else { return outcome }
        settings = try config.settings(for: parser.info)
        return try parse(parser, arguments, environment, settings: settings)
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
