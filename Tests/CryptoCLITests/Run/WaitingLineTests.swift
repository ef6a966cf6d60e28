import CryptoCLI
import Platform
import Synchronization
import TestSupport
import Testing
import Transport

@Suite("the line that says what a command waits for", .quick, .endsHang, .virtualTime)
struct WaitingLineTests {
    private static let line = "\rcrypto: waiting for coingecko…\u{1B}[K"
    private static let removal = "\r\u{1B}[K"
    private static let terminal = Terminal.Size(columns: 80, rows: 24)

    /// Runs `price BTC` against a provider that answers with a failure after `delay`.
    private func run(
        _ delay: Duration, _ options: [String] = [], _ variables: [String: String] = ["LANG": "C.UTF-8"],
        size: Terminal.Size? = terminal
    ) async throws -> (status: ToolStatus, console: TestConsole) {
        let console = TestConsole(size: size)
        let time = testTime
        let environment = Environment(
            variables: variables, console: console.console(columns: nil), time: time, random: { 0 },
            http: { _ in
                HTTPClient { request async throws(TransportError) in
                    try? await time.sleep(delay)
                    throw TransportError(host: request.host, reason: .timedOut(milliseconds: 10_000, of: .attempt))
                }
            })
        let status = await CryptoTool.run(
            ["price", "BTC", "-p", "coingecko", "--retries", "0"] + options, environment)
        return (status, console)
    }

    @Test("After a second it names the provider, and it is removed before the next line")
    func slow() async throws {
        let (status, console) = try await run(.seconds(3))
        #expect(status == .tryLater && console.output.isEmpty)
        #expect(console.errors.hasPrefix(Self.line + Self.removal + "crypto: coingecko: "), "\(console.errors)")
        #expect(console.errors.components(separatedBy: "\u{1B}[K") == 3)
    }

    /// Runs a command against providers that answer with a failure after three seconds.
    private func runOn(_ line: String, input: String = "") async throws -> (status: ToolStatus, errors: String) {
        let console = TestConsole(size: Self.terminal)
        let time = testTime
        let unread = Mutex(Array(input.utf8))
        var environment = Environment(
            variables: ["LANG": "C.UTF-8"], console: console.console(columns: nil), time: time, random: { 0 },
            http: { _ in
                HTTPClient { request async throws(TransportError) in
                    try? await time.sleep(.seconds(3))
                    throw TransportError(host: request.host, reason: .timedOut(milliseconds: 10_000, of: .attempt))
                }
            })
        environment.readInput = {
            .success(
                unread.withLock { bytes in
                    bytes.split(separator: 0).first.map {
                        bytes = []; return Array($0)
                    } ?? []
                })
        }
        return (await CryptoTool.run(line.split(separator: " ").map(String.init), environment), console.errors)
    }

    @Test(
        "In a pause between two attempts it says when the next one is",
        arguments: ["price BTC -p coingecko", "price BTC -p coingecko --consensus --min-sources 1"])
    func pause(line: String) async throws {
        let (status, errors) = try await runOn(line + " --retries 1")
        #expect(status == .tryLater)
        let pause = try #require(errors.firstRange(of: /\rcrypto: trying again in [0-9.]+ s…\u{1B}\[K/))
        #expect(errors[pause.upperBound...].hasPrefix(Self.line + Self.removal), "\(errors)")
    }

    @Test("convert - has it too, while a line of stdin waits for a provider")
    func convertLines() async throws {
        let (status, errors) = try await runOn("convert - BTC USD -p coingecko --retries 0", input: "1\n")
        #expect(status == .tryLater)
        #expect(errors.hasPrefix(Self.line + Self.removal), "\(errors)")
        #expect(errors.hasSuffix("\n") && !errors.hasSuffix("K\n"), "\(errors)")
    }

    @Test("It says when another process asks for the same answer")
    func otherProcess() async throws {
        try await withTemporaryDirectory { home in
            let console = TestConsole(size: Self.terminal)
            let clock = try #require(VirtualTime.current)
            let (asked, hasAsked) = AsyncStream.makeStream(of: Void.self)
            let (answered, mayAnswer) = AsyncStream.makeStream(of: Void.self)
            let http = HTTPClient { request async throws(TransportError) in
                hasAsked.finish()
                for await _ in answered {}
                throw TransportError(host: request.host, reason: .timedOut(milliseconds: 10_000, of: .attempt))
            }
            let variables = ["LANG": "C.UTF-8", "XDG_CACHE_HOME": home.path]
            let environment = {
                var environment = Environment(
                    variables: variables, console: TestConsole().console(columns: nil), time: testTime,
                    random: { 0 }, http: { _ in http })
                environment.usesCache = true
                return environment
            }()
            let arguments = ["price", "BTC", "-p", "coingecko", "--retries", "0"]
            async let first = CryptoTool.run(arguments, environment)
            for await _ in asked {}
            let other = {
                var other = environment
                other.console = console.console(columns: nil)
                return other
            }()
            async let second = CryptoTool.run(arguments, other)
            await clock.pass(.seconds(2))
            #expect(console.errors == "\rcrypto: waiting for another process that asks coingecko…\u{1B}[K")
            mayAnswer.finish()
            #expect(await first == .tryLater)
            #expect(await second == .tryLater)
            #expect(console.errors.contains(Self.removal))
        }
    }

    @Test("Without UTF-8 it is ASCII; it is cut at a narrow terminal")
    func narrow() async throws {
        let (_, ascii) = try await run(.seconds(3), [], ["LANG": "C"])
        #expect(ascii.errors.hasPrefix("\rcrypto: waiting for coingecko...\u{1B}[K"))
        let (_, narrow) = try await run(.seconds(3), size: Terminal.Size(columns: 21, rows: 24))
        #expect(narrow.errors.hasPrefix("\rcrypto: waiting for \u{1B}[K"), "\(narrow.errors)")
    }

    @Test(
        "It is not printed within a second, with --quiet, on a dumb terminal, or off one",
        arguments: [
            (.milliseconds(900), [], [:], terminal), (.seconds(3), ["--quiet"], [:], terminal),
            (.seconds(3), [], ["TERM": "dumb"], terminal), (.seconds(3), [], [:], nil),
        ] as [(Duration, [String], [String: String], Terminal.Size?)])
    func silent(
        _ delay: Duration, _ options: [String], _ variables: [String: String], _ size: Terminal.Size?
    ) async throws {
        let (_, console) = try await run(delay, options, variables, size: size)
        #expect(console.errors.hasPrefix("crypto: coingecko: ") && !console.errors.contains("\u{1B}"))
    }
}

extension String {
    /// The number of parts between the separators.
    fileprivate func components(separatedBy separator: String) -> Int { ranges(of: separator).count + 1 }
}
