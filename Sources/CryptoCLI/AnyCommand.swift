import CommandLineKit

/// A command whose request type is erased: parses arguments and runs.
struct AnyCommand: Sendable {
    let info: CommandInfo
    let run: @Sendable ([String], Environment) async throws(Failure) -> ExitStatus

    init<Request: Sendable>(
        _ command: Command<Request>, common: any WritableKeyPath<Request, CommonOptions> & Sendable,
        run: @escaping @Sendable (Request, Environment) async throws(Failure) -> ExitStatus
    ) {
        info = command.info
        self.run = { (arguments, environment) throws(Failure) in
            switch try Self.parse(command, common, arguments, environment) {
            case .run(let request, _): return try await run(request, environment)
            case .help(let length):
                return try CryptoTool.page(CryptoTool.help.text(of: command.info, length), environment)
            case .version: return try CryptoTool.page("crypto \(CryptoTool.version)\n", environment)
            }
        }
    }

    /// Parses twice, since an option of the command line may name the config file.
    private static func parse<Request>(
        _ command: Command<Request>, _ common: any WritableKeyPath<Request, CommonOptions> & Sendable,
        _ arguments: [String], _ environment: Environment
    ) throws(Failure) -> ParseOutcome<Request> {
        let outcome = try parse(command, common, arguments, environment, settings: [], isWhole: false)
        guard case .run(let request, _) = outcome else { return outcome }
        // Reading a file can block without end, for example a pipe without a writer.
        environment.armWatchdog(request[keyPath: common].timeLimit(isStream: false))
        let settings = try ConfigFile(request[keyPath: common], environment)?.settings(for: command.info)
        return try parse(command, common, arguments, environment, settings: settings ?? [], isWhole: true)
    }

    /// Parses once, and stores the origins of the values in the request.
    private static func parse<Request>(
        _ command: Command<Request>, _ common: any WritableKeyPath<Request, CommonOptions> & Sendable,
        _ arguments: [String], _ environment: Environment, settings: [Setting], isWhole: Bool
    ) throws(Failure) -> ParseOutcome<Request> {
        let parser = CommandParser(command, tool: "crypto", siblings: CryptoTool.info.commands)
        do throws(UsageError) {
            let outcome = try parser.parse(
                arguments, variables: environment.variables, settings: settings, isWhole: isWhole)
            guard case .run(var request, let origins) = outcome else { return outcome }
            request[keyPath: common].origins = origins
            return .run(request, origins: origins)
        } catch {
            throw Failure(error)
        }
    }
}
