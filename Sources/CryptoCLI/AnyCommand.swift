import CommandLineKit

/// A command of any request: parsed, then run.
struct AnyCommand: Sendable {
    let info: CommandInfo
    let run: @Sendable ([String], Environment) async throws(Failure) -> ExitStatus

    init<Request: Sendable>(
        _ command: Command<Request>,
        run: @escaping @Sendable (Request, Environment) async throws(Failure) -> ExitStatus
    ) {
        info = command.info
        self.run = { (arguments, environment) throws(Failure) in
            let parser = CommandParser(command, tool: "crypto", siblings: CryptoTool.info.commands)
            switch try Self.parse(parser, arguments, environment) {
            case .run(let request): return try await run(request, environment)
            case .help(let length):
                return try CryptoTool.page(CryptoTool.help.text(of: command.info, length), environment)
            case .version: return try CryptoTool.page("crypto \(CryptoTool.version)\n", environment)
            }
        }
    }

    private static func parse<Request>(
        _ parser: CommandParser<Request>, _ arguments: [String], _ environment: Environment
    ) throws(Failure) -> ParseOutcome<Request> {
        do throws(UsageError) {
            return try parser.parse(arguments, variables: environment.variables)
        } catch {
            throw Failure(error)
        }
    }
}
