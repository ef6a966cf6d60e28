import CryptoCLI
import Synchronization
import TestSupport
import Testing

private let coingecko = CoinGeckoAnswers.path
private let coinmarketcap = CoinMarketCapAnswers.path
private let busy = Answer.status(503)
private let sound = CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", price: "67024.5"))
private let other = CoinMarketCapAnswers.rows(CoinMarketCapAnswers.row(1, "BTC"))

@Suite("Providers that failed are asked last", .quick)
struct AskedLastTests {
    /// What providers answer at the moment, by path; all others reset the connection.
    private final class Services: Sendable {
        let answers = Mutex<[String: Answer]>([:])

        var exchange: Exchange {
            .everything(.making { [self] request in answers.withLock { $0[request.path] } ?? .disconnect(.reset) })
        }
    }

    /// The default chain, a cache and a clock for several runs.
    private struct Setup: Sendable {
        let home: TemporaryDirectory
        let server: LoopbackServer
        let services: Services
        let clock = TestClock()

        func set(_ first: Answer?, _ second: Answer? = other) {
            services.answers.withLock { $0 = [coingecko: first, coinmarketcap: second].compactMapValues(\.self) }
        }

        func run(_ line: String = "price BTC", cache: String? = nil) async -> ToolRun {
            let rates = server.variables(for: "frankfurter", "ecb", "erapi", "currencyapi")
            let variables = server.variablesForDefaultChains.merging(rates) { $1 }
                .merging(["XDG_CACHE_HOME": cache ?? home.path]) { $1 }
            return await runTool(
                "\(line) --retries 0 --csv --no-header --fields provider", variables, time: clock.source)
        }

        /// Runs a line when what was kept of prices is old, and returns who was asked, in order, as far as known here.
        func asked(_ line: String = "price BTC", after seconds: Int = 70, cache: String? = nil) async -> [String] {
            clock.advance(by: .seconds(seconds))
            let count = server.requests.count
            _ = await run(line, cache: cache)
            let names = [coingecko: "coingecko", coinmarketcap: "coinmarketcap"]
            return server.requests.dropFirst(count).compactMap { names[$0.path] }
        }
    }

    private func withSetup(_ body: (Setup) async throws -> Void) async throws {
        try await withTemporaryDirectory { home in
            let services = Services()
            try await withLoopbackServer([services.exchange]) { server in
                try await body(Setup(home: home, server: server, services: services))
            }
        }
    }

    private static let both = ["coingecko", "coinmarketcap"]

    @Test(
        "One that was not reached, refused or broke its protocol is asked last for ten minutes, for the same job",
        arguments: [
            busy, .status(403), .status(451), .disconnect(.reset), .json("{"), .json("[5"), .json("<html>"),
        ])
    func marked(answer: Answer) async throws {
        try await withSetup { setup in
            setup.set(answer)
            #expect(await setup.asked() == Self.both)
            #expect(await setup.asked() == ["coinmarketcap"])
            setup.set(sound)
            #expect(await setup.asked("list") == ["coingecko"])
            #expect(await setup.asked(after: 459) == ["coinmarketcap"])
            #expect(await setup.asked(after: 1) == ["coingecko"])
        }
    }

    @Test("Being asked last, it is still asked for what no other one has")
    func stillAsked() async throws {
        try await withSetup { setup in
            setup.set(busy)
            #expect(await setup.asked() == Self.both)
            setup.set(sound, nil)
            #expect(await setup.asked() == Self.both.reversed())
            // It has answered, and the other one has not.
            setup.set(sound)
            #expect(await setup.asked() == ["coingecko"])
        }
    }

    @Test("Providers that are named are asked in that order, and --refresh asks all in theirs; an answer ends the mark")
    func named() async throws {
        try await withSetup { setup in
            setup.set(busy)
            #expect(await setup.asked() == Self.both)
            #expect(await setup.asked("price BTC -p coingecko,coinmarketcap") == Self.both)
            #expect(await setup.asked("price BTC --refresh") == Self.both)
            #expect(await setup.asked() == ["coinmarketcap"])
            setup.set(sound)
            #expect(await setup.asked("price BTC -p coingecko") == ["coingecko"])
            #expect(await setup.asked() == ["coingecko"])
        }
    }

    @Test("An id is asked of the first provider, also if that one failed")
    func ids() async throws {
        try await withSetup { setup in
            setup.set(busy)
            #expect(await setup.asked() == Self.both)
            #expect(await setup.asked("price id:bitcoin") == ["coingecko"])
        }
    }

    @Test("A machine without a network marks nobody, also if one has a kept answer")
    func offline() async throws {
        try await withSetup { setup in
            setup.set(nil, nil)
            #expect(await setup.run().status == .unavailable)
            setup.set(sound)
            #expect(await setup.asked() == ["coingecko"])
            #expect(await setup.asked("price BTC -p coinmarketcap") == ["coinmarketcap"])
            setup.set(nil, nil)
            #expect(await setup.asked(after: 14) == ["coingecko"])
            setup.set(sound)
            #expect(await setup.asked() == ["coingecko"])
        }
    }

    @Test(
        "What passes, is the user's to correct, or is about the symbol marks nobody",
        arguments: [.json("[]"), .status(400), .status(404), .status(401), .status(429)] as [Answer])
    func unmarked(answer: Answer) async throws {
        try await withSetup { setup in
            setup.set(answer)
            #expect(await setup.asked() == Self.both)
            setup.set(sound)
            // A limit of requests has a pause of its own, of a minute.
            #expect(await setup.asked(after: 61) == ["coingecko"])
        }
    }

    @Test("--verbose says who is asked last, for how long and why")
    func verbose() async throws {
        try await withSetup { setup in
            setup.set(busy)
            let line = "crypto: coingecko is asked last for"
            let first = await setup.run("price BTC -v")
            #expect(first.errorLines.contains("\(line) 600 s: refused with status 503"), "\(first.errors)")
            setup.clock.advance(by: .seconds(60))
            let next = await setup.run("price BTC -v")
            #expect(next.errorLines.contains("\(line) 540 s: refused with status 503"), "\(next.errors)")
            setup.clock.advance(by: .seconds(60))
            #expect(await !setup.run().errors.contains("asked last"))
        }
    }

    @Test("Without a directory for kept answers the order stays, and nothing fails")
    func noDirectory() async throws {
        try await withSetup { setup in
            try setup.home.write("", to: "file")
            setup.set(busy)
            for _ in 0..<2 { #expect(await setup.asked(cache: setup.home.path("file")) == Self.both) }
            #expect(await setup.run(cache: setup.home.path("file")).status == .success)
        }
    }
}

@Suite("Providers that failed are asked last by all processes", .needsBuiltProduct("crypto"), .endsHang)
struct AskedLastProcessTests {
    @Test("After the first run no one of some processes waits for a first provider that hangs", .quick)
    func some() async throws { try await expectNoWait(processes: 8) }

    @Test("After the first run no one of 64 processes waits for a first provider that hangs", .long)
    func many() async throws { try await expectNoWait(processes: 64) }

    private func expectNoWait(processes: Int) async throws {
        // Each process asks for a coin of its own, of which nothing is kept.
        let row = Answer.making { CoinMarketCapAnswers.rows(CoinMarketCapAnswers.row(1, $0.parameter("symbol") ?? "")) }
        let exchanges = [
            Exchange.get(coingecko, times: .any, answer: .never), .get(coinmarketcap, times: .any, answer: row),
        ]
        try await withTemporaryDirectory { home in
            try await withLoopbackServer(exchanges) { server in
                let variables = server.variablesForDefaultChains.merging(["XDG_CACHE_HOME": home.path]) { $1 }
                let run = { @Sendable (coin: String, options: [String]) in
                    try await runBuilt(
                        ["price", coin, "--fields", "symbol,provider", "--csv", "--no-header", "-q"] + options,
                        variables)
                }
                let first = try await run("BTC", ["--timeout", "2s"])
                #expect(first.outputText == "BTC,coinmarketcap\r\n", "\(first.errorText)")
                let coins = (0..<processes).map { "T\($0)" }
                let outcomes = try await withThrowingTaskGroup(of: ToolOutcome.self) { group in
                    // Beside other tests so many processes may need longer than an attempt by default.
                    let limits = ["--timeout", "60s", "--deadline", "100s"]
                    for coin in coins { group.addTask { try await run(coin, limits) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let odd = outcomes.filter { $0.status != .exited(0) || !$0.errorText.isEmpty }
                #expect(odd.isEmpty, "\(odd.count): \(odd.prefix(3).map { "\($0.status) \($0.errorText)" })")
                #expect(Set(outcomes.map(\.outputText)) == Set(coins.map { "\($0),coinmarketcap\r\n" }))
                #expect(server.requests.count { $0.path == coingecko } == 1)
            }
        }
    }
}
