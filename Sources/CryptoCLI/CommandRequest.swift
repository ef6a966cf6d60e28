import CommandLineKit
import Markets
import Platform

/// The arguments of a command, and what the command does with them.
protocol CommandRequest: Sendable {
    /// The name of the command.
    static var name: String { get }
    /// The summary, one sentence.
    static var overview: String { get }
    /// The table of the command's options and operands.
    static var command: Command<Self> { get }
    /// The views of its rows, the usual one first.
    static var views: [View] { get }
    /// The values of the options that every command has.
    var common: CommonOptions { get set }
    /// What its providers are asked for.
    var job: ProviderJob { get }
    /// What may choose a view, and whether it does. With `watch` its rows are a stream.
    var conditions: [String: Bool] { get }
    /// Runs the command.
    static func run(_ request: Self, _ environment: Environment) async throws(Failure) -> ExitStatus
}

extension CommandRequest {
    /// Made of the table of the command, which takes a part of a millisecond.
    static var info: CommandInfo { command.info }

    /// Returns the providers that can do its job.
    static func providers(in table: ProviderTable) -> [Provider] {
        ProviderChoice(for: command.make().job, in: table).providers
    }

    /// Returns the view of the request, if these conditions are true besides its own.
    func view(on others: [String: Bool] = [:]) -> View {
        Self.views.shown(with: conditions.merging(others) { $1 }.filter(\.value).map(\.key))
    }

    /// Parses arguments and runs the command.
    static func run(_ arguments: [String], _ environment: Environment) async throws(Failure) -> ExitStatus {
        let parser = CommandParser(command, tool: "crypto", siblings: CryptoTool.info.commands)
        let outcome = try translating(parser.read(arguments, variables: environment.variables)) {
            (error: UsageError) in
            Failure(error)
        }
        switch outcome {
        case .run(let given):
            let request = try request(of: given, parser.info, environment)
            if !request.common.quiet { environment.noticeMisspelledVariables(besidesThoseOf: parser.info) }
            return try await request.run(environment)
        case .help(let length):
            let help = CryptoTool.help(environment.console.columns)
            return try CryptoTool.page(help.text(of: parser.info, length), environment)
        case .version(let isDetailed):
            return try CryptoTool.page(CryptoTool.versionText(isDetailed: isDetailed, environment), environment)
        }
    }

    /// Runs the command with the record and the file for its rows that its options name.
    private func run(_ environment: Environment) async throws(Failure) -> ExitStatus {
        let environment = try environment.recorded(common)
        let file = try RowsFile(common, environment)
        var status: ExitStatus
        do throws(Failure) {
            let environment = file?.taking(rowsOf: environment) ?? environment
            if let help = try help(environment) {
                status = help
            } else if let names = common.checkedProviders {
                status = try await ProviderCheck(names, job, common, environment).run()
            } else {
                var request = self
                request.common.fieldList = view().listing
                status = try await Self.run(request, environment)
            }
        } catch {
            file?.discard()
            throw error
        }
        environment.noticeEmptyRecord(common)
        if let failure = environment.recordFailure(common) {
            environment.console.say(failure)
            if status == .success || status == .noMatch { status = failure.status }
        }
        try file?.finish(status)
        return status
    }

    /// Returns the request of the arguments and the variables, and of the config file that they name.
    private static func request(
        of given: GivenValues<Self>, _ info: @autoclosure () -> CommandInfo, _ environment: Environment
    ) throws(Failure) -> Self {
        var common = given.request.common
        common.origins = given.origins
        // Reading a file can block without end, for example a pipe without a writer.
        environment.armWatchdog(common.timeLimit(isStream: false))
        let settings = try ConfigFile(common, environment)?.settings(for: info())
        var (request, origins) = try translating(given.with(settings ?? [])) { (error: UsageError) in Failure(error) }
        request.common.origins = origins
        request.common.command = name
        return request
    }
}
