import MarketProviders
import AirQuality
import CryptoCLI
import Markets
import Platform
import Rendering
import Synchronization
import TestFixtures
import TestSupport
import Testing
import Transport

/// The status of the tool; Swift Testing has another ExitStatus.
typealias ToolStatus = Platform.ExitStatus

/// The result of a run of the tool in this process.
struct ToolRun: Sendable {
    let status: ToolStatus
    let output: String
    /// stderr.
    let allErrors: String
    /// stderr, without `attributions`.
    let errors: String
    /// The lines on stderr with the attributions of providers that many tests ask.
    let attributions: [String]
    /// In virtual time, or in real time.
    let elapsed: Duration

    init(status: ToolStatus, output: String, errors: String, elapsed: Duration) {
        (self.status, self.output, self.elapsed, allErrors) = (status, output, elapsed, errors)
        (self.errors, attributions) = Self.withoutAttributions(errors)
    }

    /// Returns a text without the lines with attributions that many tests have, and these lines.
    static func withoutAttributions(_ errors: String) -> (rest: String, attributions: [String]) {
        let lines = errors.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let attributions = lines.filter(usual.contains)
        return (
            attributions.isEmpty ? errors : lines.filter { !usual.contains($0) }.joined(separator: "\n"), attributions
        )
    }

    private static let usual = Set(
        [Provider.coingecko, .cryptocompare, .ecb, .iex].map { "crypto: \($0.name): \($0.attribution ?? "")" }
            + ["crypto: open-meteo: \(Provider.openMeteo.attribution ?? "")"])

    /// stderr line by line.
    var errorLines: [String] {
        errors.split(separator: "\n").map(String.init)
    }

    /// stdout line by line, whatever ends the lines.
    var outputLines: [String] {
        output.split(whereSeparator: \.isNewline).map(String.init)
    }
}

/// Runs the tool in this process with a captured console. In virtual time it uses that clock and no sockets; otherwise
/// sockets, and a clock that shows 2024-03-01T12:00:00Z and whose pauses return at once. Answers are kept where the
/// variables name a directory for them.
///
/// A request to anything but this machine or a `.invalid` name fails the test and is not sent. `http` takes the place
/// of libcurl, where a test is not about the network.
func runTool(
    _ arguments: [String], _ variables: [String: String] = [:], columns: Int? = nil,
    time: TimeSource = testTime, random: Double = 1, console: TestConsole = TestConsole(),
    input: @escaping @Sendable () -> Result<[UInt8], SystemError.Failure> = { .success([]) },
    takeSignals: @escaping @Sendable (@escaping @Sendable (Signals.Kind) -> Void) -> Void = { _ in },
    http: HTTPClient? = nil, sourceLocation: SourceLocation = #_sourceLocation
) async -> ToolRun {
    var environment = Environment(
        variables: variables, console: console.console(columns: columns), time: time, random: { random },
        http: { guarded(http ?? .curl($0), sourceLocation) })
    environment.network = VirtualNetwork.current
    environment.readInput = input
    environment.usesCache = variables["XDG_CACHE_HOME"] != nil
    environment.takeSignals = takeSignals
    let clock = VirtualTime.current?.source ?? .live
    let start = clock.elapsed()
    let status = await CryptoTool.run(arguments, environment)
    let run = ToolRun(status: status, output: console.output, errors: console.errors, elapsed: clock.elapsed() - start)
    await run.expectSchema(arguments, environment, sourceLocation)
    return run
}

/// The clock of a run: that of virtual time, or one whose pauses return at once.
var testTime: TimeSource { VirtualTime.current?.source ?? TestClock().source }

extension ToolRun {
    /// Expects that an output in JSON is as the schema of the same command line says.
    fileprivate func expectSchema(
        _ arguments: [String], _ environment: Environment, _ sourceLocation: SourceLocation
    ) async {
        let isJSON = ["{\"", "[\n{", "[]\n"].contains(where: output.hasPrefix) && output.utf8.count < 100_000
        // These print something else, or write files.
        let others: Set = ["help", "--template", "--schema", "--no-schema", "--generate", "--record", "--replay"]
        guard isJSON, others.isDisjoint(with: arguments) else { return }
        let schema = await Self.schema(of: arguments, environment, sourceLocation)
        let problems = (try? schema.map { try SchemaCheck(output, against: $0).problems }) ?? ["no JSON"]
        #expect(problems == [], "\(output)", sourceLocation: sourceLocation)
    }

    /// The schemas of command lines that read no file, by their words and variables. Thousands of runs of a table of
    /// tests differ only in the answers.
    private static let schemas = Mutex<[[String]: AnswerTree]>([:])

    private static func schema(
        of arguments: [String], _ environment: Environment, _ sourceLocation: SourceLocation
    ) async -> AnswerTree? {
        let variables = environment.variables.filter { !$0.key.hasSuffix("_URL") }
        let isWithoutFiles = (variables.values + arguments).allSatisfy { !$0.contains("/") }
        let key = arguments + variables.map { "\($0.key)=\($0.value)" }.sorted()
        if isWithoutFiles, let schema = schemas.withLock({ $0[key] }) { return schema }
        var environment = environment
        let console = TestConsole()
        environment.console = console.console(columns: nil)
        let status = await CryptoTool.run(["--schema"] + arguments, environment)
        #expect(status == .success, "--schema: \(console.errors)", sourceLocation: sourceLocation)
        let schema = try? AnswerTree(console.output)
        if isWithoutFiles, let schema { schemas.withLock { $0[key] = schema } }
        return schema
    }
}

/// Like `runTool`, with a command line whose words are separated by spaces.
func runTool(
    _ line: String, _ variables: [String: String] = [:], columns: Int? = nil,
    time: TimeSource = testTime, sourceLocation: SourceLocation = #_sourceLocation
) async -> ToolRun {
    await runTool(
        line.split(separator: " ").map(String.init), variables, columns: columns, time: time,
        sourceLocation: sourceLocation)
}

private func guarded(_ live: HTTPClient, _ sourceLocation: SourceLocation) -> HTTPClient {
    HTTPClient { request async throws(TransportError) in
        let host = request.host
        let isHere = ["127.0.0.1:", "localhost:", "[::1]:"].contains(where: host.hasPrefix)
        guard isHere || host.hasSuffix(".invalid") || !request.base.hasPrefix("http") else {
            Issue.record("would ask \(request.redactedURL)", sourceLocation: sourceLocation)
            throw TransportError(host: host, reason: .unreachable(.dns))
        }
        return try await live.send(request)
    }
}

/// A console that captures the output, or fails to write it.
final class TestConsole: Sendable {
    private let written = Mutex<(output: [UInt8], errors: [UInt8])>(([], []))
    private let echo = Mutex(true)
    private let keys = Mutex<(@Sendable (Character) -> Void)?>(nil)
    private let failure: Failure?
    private let holdUp: @Sendable () -> Void
    private let size: Terminal.Size?
    private let background: @Sendable () -> ChartColor?

    /// Creates a console. With a failure every write to stdout fails; writes wait for `holdUp`. With a size stdout and
    /// stderr are a terminal, which says its background when it is asked.
    init(
        failing failure: Failure? = nil, size: Terminal.Size? = nil, holdUp: @escaping @Sendable () -> Void = {},
        background: @escaping @Sendable () -> ChartColor? = { nil }
    ) {
        self.failure = failure
        self.holdUp = holdUp
        (self.size, self.background) = (size, background)
    }

    /// stdout as UTF-8.
    var output: String { written.withLock { String(decoding: $0.output, as: UTF8.self) } }
    /// stderr as UTF-8.
    var errors: String { written.withLock { String(decoding: $0.errors, as: UTF8.self) } }

    /// Whether the terminal shows typed keys.
    var echoes: Bool {
        get { echo.withLock(\.self) }
        set { echo.withLock { $0 = newValue } }
    }

    /// Types keys. Returns false if they are not read.
    func type(_ typed: String) -> Bool {
        guard let take = keys.withLock(\.self) else { return false }
        for key in typed { take(key) }
        return true
    }

    /// The console for the tool.
    func console(columns: Int?) -> Console {
        var console = Console(
            write: { [self] (bytes) throws(Failure) in
                if let failure { throw failure }
                holdUp()
                written.withLock { $0.output += bytes }
            },
            complain: { [self] bytes in written.withLock { $0.errors += bytes } },
            columns: columns ?? size?.columns)
        console.size = { [size] in size }
        console.background = background
        console.noticeColumns = { [size] in size?.columns }
        console.silenceKeys = { [self] take in
            guard size != nil else { return nil }
            echoes = false
            keys.withLock { $0 = take }
            return { [self] in
                echoes = true
                keys.withLock { $0 = nil }
            }
        }
        return console
    }
}
