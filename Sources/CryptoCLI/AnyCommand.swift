import CommandLineKit

/// The arguments of a command, and what the command does with them.
protocol CommandRequest: Sendable {
    /// The name of the command.
    static var name: String { get }
    /// The table of the command's options and operands.
    static var command: Command<Self> { get }
    /// The fields of its rows and its providers, for pages and completions.
    static var reference: CommandReference { get }
    /// The values of the options that every command has.
    var common: CommonOptions { get set }
    /// Runs the command.
    static func run(_ request: Self, _ environment: Environment) async throws(Failure) -> ExitStatus
}

/// A command whose request type is erased: parses arguments and runs.
struct AnyCommand: Sendable {
    let name: String
    /// Made of the table of the command, which takes a part of a millisecond.
    let info: @Sendable () -> CommandInfo
    let reference: @Sendable () -> CommandReference
    let run: @Sendable ([String], Environment) async throws(Failure) -> ExitStatus

    init<Request: CommandRequest>(_ type: Request.Type) {
        name = Request.name
        info = { Request.command.info }
        reference = { Request.reference }
        run = { (arguments, environment) throws(Failure) in
            switch try Self.parse(arguments, environment) as ParseOutcome<Request> {
            case .run(let request, _):
                if !request.common.quiet { environment.noticeMisspelledVariables(besidesThoseOf: Request.command.info) }
                return try await Self.run(request, environment)
            case .help(let length):
                let help = CryptoTool.help(environment.console.columns)
                return try CryptoTool.page(help.text(of: Request.command.info, length), environment)
            case .version(let isDetailed):
                return try CryptoTool.page(VersionPage.text(isDetailed: isDetailed, environment), environment)
            }
        }
    }

    /// Runs a command with the record and the file for its rows that its options name.
    private static func run<Request: CommandRequest>(
        _ request: Request, _ environment: Environment
    ) async throws(Failure) -> ExitStatus {
        let environment = try environment.recorded(request.common)
        let file = try RowsFile(request.common, environment)
        var status: ExitStatus
        do throws(Failure) {
            status = try await Request.run(request, file?.taking(rowsOf: environment) ?? environment)
        } catch {
            file?.discard()
            throw error
        }
        environment.noticeEmptyRecord(request.common)
        if let failure = environment.recordFailure(request.common) {
            environment.console.say(failure)
            if status == .success || status == .noMatch { status = failure.status }
        }
        try file?.finish(status)
        return status
    }

    /// Parses twice, since an option of the command line may name the config file.
    private static func parse<Request: CommandRequest>(
        _ arguments: [String], _ environment: Environment
    ) throws(Failure) -> ParseOutcome<Request> {
        let parser = CommandParser(Request.command, tool: "crypto", siblings: CryptoTool.info.commands)
        let outcome = try parse(arguments, parser, environment, settings: [], isWhole: false)
        guard case .run(let request, _) = outcome else { return outcome }
        // Reading a file can block without end, for example a pipe without a writer.
        environment.armWatchdog(request.common.timeLimit(isStream: false))
        let settings = try ConfigFile(request.common, environment)?.settings(for: Request.command.info)
        return try parse(arguments, parser, environment, settings: settings ?? [], isWhole: true)
    }

    /// Parses once, and stores the origins of the values in the request.
    private static func parse<Request: CommandRequest>(
        _ arguments: [String], _ parser: CommandParser<Request>, _ environment: Environment, settings: [Setting],
        isWhole: Bool
    ) throws(Failure) -> ParseOutcome<Request> {
        do throws(UsageError) {
            let outcome = try parser.parse(
                arguments, variables: environment.variables, settings: settings, isWhole: isWhole)
            guard case .run(var request, let origins) = outcome else { return outcome }
            request.common.origins = origins
            request.common.command = Request.name
            return .run(request, origins: origins)
        } catch {
            throw Failure(error)
        }
    }
}
