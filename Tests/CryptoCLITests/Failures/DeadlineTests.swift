import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Everything that a command may wait for. Name lookup is in `DeadNameServerTests`, the lock of an edit of favorites in
/// `FavoritesTests`; `BuiltToolTests` has a stderr that no process reads and a parent that blocked the signal of the
/// deadline.
@Suite("--deadline ends every wait", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct DeadlineTests {
    private static let price = ["price", "BTC", "-p", "coingecko", "--retries", "0"]
    private static let convert = ["convert", "1", "EUR", "USD", "-p", "fixer", "--retries", "0"]

    private func run(
        _ arguments: [String], _ variables: [String: String], deadline: String = "300ms",
        in shell: String = #"exec "$@""#,
        directory: TemporaryDirectory
    ) async throws -> ToolOutcome {
        // Nothing else ends the command before the test fails.
        let limits = ["--timeout", "60s", "--deadline", deadline]
        return try await runBuilt(arguments + limits, in: shell, directory: directory, variables)
    }

    /// Expects the end at the deadline: the status, and words on stderr.
    private func expectLate(
        _ outcome: ToolOutcome, _ status: Int32 = 75, says words: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(outcome.status == .exited(status), "\(outcome.errorText)", sourceLocation: sourceLocation)
        #expect(outcome.errorText.contains(words), "\(outcome.errorText)", sourceLocation: sourceLocation)
        // All other limits are 20 s or more.
        #expect(outcome.elapsed < .seconds(15), sourceLocation: sourceLocation)
    }

    private static func spaces(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: count) }

    /// What a server does, and the words on stderr.
    static let answers: [(name: String, answer: Answer, words: String)] = [
        ("headers", .never, "before the deadline"),
        (
            "half a header", .script([.send(Array("HTTP/1.1 200 O".utf8)), .waitUntilClientLeaves]),
            "before the deadline"
        ),
        ("body", .stalled(Array("[{}]".utf8), after: 2), "before the deadline"),
        ("body that is read while it arrives", .stalled(spaces(400_000), after: 350_000), "before the deadline"),
        ("body that is too large to be kept", .stalled(spaces(12_000_000), after: 11_000_000), "before the deadline"),
        (
            "one byte after another",
            .script([
                .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n".utf8)),
                .trickle(Array(repeating: 0x20, count: 9999), size: 1, every: .milliseconds(50)),
            ]), "before the deadline"
        ),
        ("redirects", .redirect(to: "/slow").delayed(by: .seconds(20)), "before the deadline"),
    ]

    @Test("A server that does not finish", arguments: answers.map(\.name))
    func server(name: String) async throws {
        let (_, answer, words) = try #require(Self.answers.first { $0.name == name })
        try await withTemporaryDirectory { home in
            try await withLoopbackServer([.everything(answer)]) { server in
                let outcome = try await runWithDeadline(ofMilliseconds: 300) {
                    try await run(Self.price, server.variables(for: "coingecko"), deadline: $0, directory: home)
                }
                expectLate(outcome, says: words)
            }
        }
    }

    @Test("A server that does not accept: connecting where its queue is full, and TLS", arguments: ["http", "https"])
    func connecting(scheme: String) async throws {
        try await withTemporaryDirectory { home in
            try await withDeafAddress(isFull: scheme == "http") { address in
                let variables = ["CRYPTO_COINGECKO_URL": "\(scheme)://\(address)"]
                let outcome = try await runWithDeadline(ofMilliseconds: 300) {
                    try await run(Self.price, variables, deadline: $0, directory: home)
                }
                expectLate(outcome, says: "before the deadline")
            }
        }
    }

    @Test("A provider after one that failed late, and a pause before another attempt")
    func chain() async throws {
        try await withTemporaryDirectory { home in
            let exchanges = [
                Exchange.get(CoinGeckoAnswers.path, answer: .status(500).delayed(by: .milliseconds(100))),
                .get("/v1/tickers", times: .any, answer: .never),
            ]
            try await withLoopbackServer(exchanges) { server in
                let fallback = ["price", "BTC", "-p", "coingecko,coinpaprika", "--retries", "0"]
                let variables = server.variables(for: "coingecko", "coinpaprika")
                expectLate(
                    try await run(fallback, variables, deadline: "1s", directory: home), says: "before the deadline")
            }
            try await withLoopbackServer([
                .get(CoinGeckoAnswers.path, answer: .status(503, headers: [("Retry-After", "20")]))
            ]) { server in
                let again = ["price", "BTC", "-p", "coingecko", "--retries", "9"]
                let outcome = try await run(again, server.variables(for: "coingecko"), deadline: "1s", directory: home)
                expectLate(outcome, 69, says: "refused with status 503")
            }
        }
    }

    @Test("Another process that asks for the same answer")
    func lock() async throws {
        try await withTemporaryDirectory { home in
            let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)
            try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: answer)]) { server in
                let variables = server.variables(for: "coingecko").merging(["XDG_CACHE_HOME": home.path]) { $1 }
                #expect(try await runBuilt(Self.price, variables).status == .exited(0))
                let entries = Files.names(in: home.path("crypto")).filter { $0.count == 64 }
                #expect(entries.count == 1)
                let file = open(home.path("crypto/\(entries.first ?? "")"), O_RDWR | O_CLOEXEC)
                defer { close(file) }
                try #require(flock(file, LOCK_EX | LOCK_NB) == 0)
                expectLate(
                    try await run(Self.price + ["--refresh"], variables, directory: home), says: "before the deadline")
            }
        }
    }

    @Test("A command for a key, which is ended with all its processes")
    func keyCommand() async throws {
        try await withTemporaryDirectory { home in
            let command = "sleep 60 & echo $! $$ >'\(home.path("pids"))'; wait"
            try home.write("fixer = !\(command)", to: "crypto/keys", mode: 0o600)
            let outcome = try await run(
                Self.convert, ["XDG_CONFIG_HOME": home.path], deadline: "1s", directory: home)
            expectLate(outcome, says: "crypto/keys:1: the command did not end before the deadline")
            let pids = String(decoding: try Files.bytes(home.path("pids")), as: UTF8.self).split { !$0.isNumber }
            #expect(pids.count == 2)
            for pid in pids.compactMap({ Int32($0) }) {
                try await expectEventually("\(pid) has ended") { !Files.isRunning(pid) }
            }
        }
    }

    /// Pipes that no process writes to, or reads from.
    static let pipes: [(name: String, arguments: [String], shell: String)] = [
        ("config", ["list", "-p", "sample", "--config", "pipe"], #"cd "$0" && mkfifo pipe && exec "$@""#),
        ("keys", convert, #"mkdir "$0/crypto" && mkfifo -m 600 "$0/crypto/keys" && exec "$@""#),
        (
            "favorites", ["price", "--favorites", "-p", "sample"],
            #"mkdir "$0/crypto" && mkfifo "$0/crypto/favorites" && exec "$@""#
        ),
        ("stdin", ["convert", "-", "BTC", "USD", "-p", "sample"], #"cd "$0" && mkfifo pipe && exec "$@" <>pipe"#),
        ("stdout", muchOutput, #"cd "$0" && mkfifo pipe && exec 3<>pipe && exec "$@" >pipe"#),
    ]

    @Test("A pipe in place of a file, and a reader that does not read", arguments: pipes.map(\.name))
    func pipe(name: String) async throws {
        let (_, arguments, shell) = try #require(Self.pipes.first { $0.name == name })
        try await withTemporaryDirectory { home in
            let outcome = try await run(arguments, ["XDG_CONFIG_HOME": home.path], in: shell, directory: home)
            expectLate(outcome, says: "the deadline passed while writing or waiting")
        }
    }
}
