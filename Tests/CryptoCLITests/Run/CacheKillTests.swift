import Platform
import TestSupport
import Testing
import Transport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Kept answers of processes that are killed", .needsBuiltProduct("crypto"), .endsHang)
struct CacheKillTests {
    /// The price of bitcoin in each currency.
    private static let prices = ["usd": "67024.5", "eur": "61000.25", "gbp": "52345.75", "jpy": "9999999"]

    /// An answer of many writes, with the price of its currency.
    private static func body(_ currency: String) -> String {
        let padding = #","about":"\#(String(repeating: currency, count: 100_000))""#
        return "[" + CoinGeckoAnswers.row("bitcoin", "btc", price: prices[currency], more: padding) + "]"
    }

    private static func arguments(_ currency: String) -> [String] {
        [
            "price", "BTC", "-p", "coingecko", "--currency", currency, "--fields", "price", "--csv", "--no-header",
            "--timeout", "60s",
        ]
    }

    @Test("No answer is torn or wrong, and no lock is left", .quick)
    func killed() async throws { try await expectSound(after: .seconds(2), processes: 20) }

    @Test("No answer is torn or wrong, and no lock is left, in a minute of kills", .long)
    func killedForLong() async throws { try await expectSound(after: .seconds(60), processes: 100) }

    /// Starts and kills so many processes at once for so long, and looks at what they leave.
    private func expectSound(after time: Duration, processes: Int) async throws {
        let bodies = Self.prices.keys.reduce(into: [:]) { $0[$1] = Self.body($1) }
        let answer = Answer.making { .json(bodies[$0.parameter("vs_currency") ?? ""] ?? "[]") }
        try await withTemporaryDirectory { home in
            try await withLoopbackServer([.get(CoinGeckoAnswers.path, times: .any, answer: answer)]) { server in
                let variables = server.variables(for: "coingecko").merging(["XDG_CACHE_HOME": home.path]) { $1 }
                let counts = try await Self.runAndKill(processes, variables, for: time)
                // Otherwise the test has shown nothing.
                #expect(counts.answered > 0)
                #expect(counts.killed > 0)
                try Self.expectSound(home.path("crypto"), bodies.values.map { Array($0.utf8) })
                let requests = server.requests.count
                #expect(requests > 0)
                for (currency, price) in Self.prices {
                    // A lock of a killed process would end it at the default deadline.
                    let outcome = try await runBuilt(Self.arguments(currency), variables)
                    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
                    #expect(outcome.outputText == price + "\r\n")
                }
            }
        }
    }

    /// Starts processes at once, again and again, and kills most of them after a random time.
    private static func runAndKill(
        _ processes: Int, _ variables: [String: String], for time: Duration
    ) async throws -> (answered: Int, killed: Int) {
        let end = TimeSource.live.elapsed() + time
        return try await withThrowingTaskGroup(of: (answered: Int, killed: Int).self) { group in
            for _ in 0..<processes {
                group.addTask {
                    var counts = (answered: 0, killed: 0)
                    while TimeSource.live.elapsed() < end {
                        if try await runOrKill(variables) { counts.answered += 1 } else { counts.killed += 1 }
                    }
                    return counts
                }
            }
            return try await group.reduce((0, 0)) { ($0.0 + $1.answered, $0.1 + $1.killed) }
        }
    }

    /// Starts a process, and kills it after a random time in three of four cases. Returns whether it answered.
    private static func runOrKill(_ variables: [String: String]) async throws -> Bool {
        let tool = try #require(Executables.builtProduct("crypto"))
        let (currency, price) = try #require(prices.randomElement())
        let refresh = Bool.random() ? ["--refresh"] : []
        let isKilled = Int.random(in: 0..<4) > 0
        let life = isKilled ? Duration.milliseconds(1 << Int.random(in: 3...12)) : .seconds(60)
        let outcome = try await ToolProcess.run(
            tool, arguments(currency) + refresh + ["--deadline", "90s"], environment: variables, timeout: life)
        let answer = outcome.outputText
        if outcome.status == .timedOut, isKilled {
            #expect(answer.isEmpty || answer == price + "\r\n")
            return false
        }
        #expect(outcome.status == .exited(0), "\(outcome.errorText)")
        #expect(answer == price + "\r\n")
        return true
    }

    /// Expects that each file is an answer of the server or counts as none, and that none is locked.
    private static func expectSound(_ directory: String, _ bodies: [[UInt8]]) throws {
        let names = Files.names(in: directory).filter { $0.count == 64 }
        #expect(!names.isEmpty)
        for name in names {
            let bytes = try Files.bytes("\(directory)/\(name)")
            if let answer = CachedAnswer(encoded: bytes) {
                #expect(bodies.contains(answer.body))
            } else {
                // A file that was made for the lock.
                #expect(bytes.isEmpty)
            }
            let file = open("\(directory)/\(name)", O_RDONLY | O_CLOEXEC)
            defer { close(file) }
            #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
        }
    }
}
