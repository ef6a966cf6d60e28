@testable import MarketProviders
import DecimalArithmetic
import Platform
import TestSupport
import Testing
import Transport

@testable import Markets

private func source(
    _ name: String, _ clock: TimeSource, seed: UInt64 = 7, rate: Int = 10
) throws -> TickSource {
    let nobody = HTTPClient { request async throws(TransportError) in
        Issue.record("\(request.redactedURL) was asked")
        throw TransportError(host: request.host, reason: .cancelled)
    }
    let makeTicks = try #require(Provider.listed(name).makeTicks)
    return makeTicks(ProviderSettings(http: nobody, time: clock, seed: seed, rate: rate))
}

private func subscriptions(_ source: TickSource, _ symbols: String...) async throws -> TickSubscriptions {
    TickSubscriptions(try await source.markets(symbols.map { try Symbol($0) }, .sek).map { try $0.get() })
}

@Suite("sample's and mock's ticks", .quick, .virtualTime)
struct MadeTickTests {
    @Test(
        "their markets are those of their quotes, in their own currency; the failures too",
        arguments: ["sample", "mock"])
    func markets(name: String) async throws {
        let clock = TestClock()
        let source = try source(name, clock.source)
        let markets = await source.markets(try ["eth", "id:bitcoin", "BTC/EUR"].map { try Symbol($0) }, .sek)
        #expect(markets.map { $0.success?.symbol } == ["ETH", "BTC", "BTC"])
        #expect(markets.allSatisfy { $0.success?.currency == .usd && $0.success?.provider == name })
        let unknown = try ["nope", "stock:BTC", "id:BTC"].map { try Symbol($0) }
        let quotes = await Provider.listed(name).make(
            ProviderSettings(
                http: HTTPClient { _ async throws(TransportError) in
                    throw TransportError(host: "", reason: .cancelled)
                }, time: clock.source)
        ).quotes(unknown, CurrencyChoice(.usd))
        #expect(await source.markets(unknown, .usd).map(\.failure) == quotes.map(\.failure))
        #expect(quotes.map(\.failure) == unknown.map { ProviderFailure(name, .unknownSymbol($0)) })
    }

    @Test("a list's rows are the same markets, whatever currency they came in", arguments: ["sample", "mock"])
    func listed(name: String) async throws {
        let clock = TestClock()
        let quotes = try await MarketClient.fixed(coins: 1).top(limit: 1, in: .sek).quotes
        var bitcoin = quotes[0]
        bitcoin.symbol = "BTC"
        let markets = try source(name, clock.source).listed([bitcoin, quotes[0]])
        #expect(markets.map { "\($0.name) \($0.currency)" } == ["BTC USD"])
    }
}

// MARK: - sample

extension MadeTickTests {
    @Test("the sample plays ten ticks a symbol from its clock on, at once, the same every time, and is then over")
    func sample() async throws {
        var runs: [[[String: String]]] = []
        for start in [Int64(0), 1_900_000_000] {
            let clock = TestClock(start: Timestamp(seconds: start))
            let source = try source("sample", clock.source, seed: UInt64(start))
            let log = StreamLog()
            let wanted = try await subscriptions(source, "btc", "pepe")
            let failure = try await source.running(wanted, log) {
                try await expectEventually("its end") { log.events.count == 2 }
            }
            #expect(failure == nil && log.ticks.count == 20 && clock.pauses.isEmpty)
            #expect(log.events == [.opened(provider: "sample"), .over(markets: ["BTC", "PEPE"])])
            runs.append(log.ticks)
        }
        #expect(runs[0] == runs[1])
        let ticks = runs[0]
        #expect(ticks.map { $0["symbol"] } == (0..<10).flatMap { _ in ["BTC", "PEPE"] })
        #expect(ticks[0]["time"] == "2024-03-01T12:00:00Z" && ticks[19]["time"] == "2024-03-01T12:00:09Z")
        #expect(ticks[0]["price"] == "62440.63" && ticks[1]["price"] == "0.00000405")
        #expect(ticks[0]["open"] == "61168.06" && ticks[0]["market_cap"] == "1226576679928")
        #expect(Set(ticks.map { $0["price"] }).count > 15)
        for tick in ticks { expectPlausible(tick) }
    }

    @Test("the sample plays what is added while it runs, too")
    func sampleAdded() async throws {
        let source = try source("sample", TestClock().source)
        let (wanted, more) = (try await subscriptions(source, "btc"), try await subscriptions(source, "eth"))
        let log = StreamLog()
        try await source.running(wanted, log) {
            try await expectEventually("its end") { log.events.count == 2 }
            wanted.add(more.markets)
            try await expectEventually("the other's end") { log.events.count == 3 }
        }
        #expect(log.events.dropFirst() == [.over(markets: ["BTC"]), .over(markets: ["ETH"])])
        #expect(log.ticks.map { $0["symbol"] } == ["BTC", "ETH"].flatMap { [String](repeating: $0, count: 10) })
    }

    private func expectPlausible(_ tick: [String: String]) {
        let numbers = ["low", "price", "high"].map { tick[$0].flatMap { Number($0) } }
        guard let low = numbers[0], let price = numbers[1], let high = numbers[2] else {
            Issue.record("\(tick) lacks something")
            return
        }
        #expect(low > Number(0) && low <= price && price <= high)
        #expect(tick["change_percent"] != nil && tick["volume"] != nil && tick["market_cap"] != nil)
    }
}

// MARK: - mock

extension MadeTickTests {
    /// The first ticks of a mock with a clock that moves only by its own pauses.
    private func ticks(
        _ count: Int, _ symbols: [String], seed: UInt64 = 7, rate: Int = 10, start: Int64 = 1_709_294_400
    ) async throws -> (ticks: [[String: String]], pauses: [Duration]) {
        let clock = TestClock(start: Timestamp(seconds: start))
        let source = try source("mock", clock.source, seed: seed, rate: rate)
        let markets = await source.markets(try symbols.map { try Symbol($0) }, .usd).compactMap(\.success)
        let gate = CountGate(count: count, log: StreamLog())
        let end = await Task { await source.failure(TickSubscriptions(markets), gate) }.value
        #expect(end == nil)
        return (Array(gate.log.ticks.prefix(count)), clock.pauses)
    }

    @Test("the mock gives the same prices for a seed, whatever the clock and the rate, and others for another")
    func mockSeeds() async throws {
        let first = try await ticks(40, ["btc", "eth"])
        let later = try await ticks(40, ["btc", "eth"], rate: 100_000, start: 5)
        let other = try await ticks(40, ["btc", "eth"], seed: 8)
        func prices(_ ticks: [[String: String]]) -> [String?] { ticks.map { $0["price"] } }
        #expect(first.ticks.count == 40 && prices(first.ticks) == prices(later.ticks))
        #expect(zip(prices(first.ticks), prices(other.ticks)).filter { $0 == $1 }.count < 10)
        #expect(first.ticks.map { $0["symbol"] } == (0..<20).flatMap { _ in ["BTC", "ETH"] })
        for tick in first.ticks { expectPlausible(tick) }
    }

    @Test("a symbol's prices continue from its quote, and do not depend on the others")
    func mockAlone() async throws {
        let alone = try await ticks(20, ["eth"]).ticks
        let together = try await ticks(60, ["btc", "eth", "doge"]).ticks.filter { $0["symbol"] == "ETH" }
        #expect(alone.map { $0["price"] } == together.map { $0["price"] })
        let coin = try #require(SampleMarket.coins.first { $0.symbol == "ETH" })
        var walk = MockCoin(coin, seed: 7)
        let expected = (0..<20).map { _ in
            walk.step()
            return Number(walk.price).description
        }
        #expect(alone.map { $0["price"] } == expected)
    }

    @Test("the rate is over all symbols: the first tick at once, then one a tenth of a second", arguments: [1, 3])
    func mockRate(count: Int) async throws {
        let run = try await ticks(31, ["btc", "eth", "doge"].prefix(count).map(\.self))
        #expect(run.pauses.prefix(30) == ArraySlice([Duration](repeating: .milliseconds(100), count: 30)))
        #expect(run.ticks[0]["time"] == "2024-03-01T12:00:00Z" && run.ticks[30]["time"] == "2024-03-01T12:00:03Z")
    }

    @Test("at high rates many ticks come with one pause, and never too many in a second", arguments: [1000, 5000])
    func mockFast(rate: Int) async throws {
        let run = try await ticks(rate, ["btc"], rate: rate)
        #expect(run.ticks.count == rate)
        #expect(run.pauses.count <= 101 && run.pauses.prefix(50).allSatisfy { $0 == .milliseconds(10) })
    }

    @Test("the mock follows what is added and removed; a symbol that comes back continues where it was")
    func mockChanges() async throws {
        let clock = try #require(VirtualTime.current)
        let source = try source("mock", clock.source, rate: 1)
        let wanted = try await subscriptions(source, "btc")
        let more = try await subscriptions(source, "eth").markets
        let (log, bitcoin) = (StreamLog(), wanted.markets)
        try await source.running(wanted, log) {
            func step(_ count: Int) async throws {
                try await expectEventually("\(count) ticks") { log.ticks.count == count && clock.pauses.count == 1 }
                await clock.pass(.seconds(1))
            }
            try await step(1)
            try await expectEventually("2 ticks") { log.ticks.count == 2 && clock.pauses.count == 1 }
            wanted.add(more)
            wanted.remove(["BTC"])
            await clock.pass(.seconds(1))
            try await step(3)
            try await expectEventually("4 ticks") { log.ticks.count == 4 && clock.pauses.count == 1 }
            wanted.remove(["ETH"])
            wanted.add(bitcoin)
            await clock.pass(.seconds(1))
            try await expectEventually("5 ticks") { log.ticks.count == 5 && clock.pauses.count == 1 }
        }
        #expect(log.ticks.map { $0["symbol"] } == ["BTC", "BTC", "ETH", "ETH", "BTC"])
        let alone = try await ticks(3, ["btc"]).ticks.map { $0["price"] }
        #expect(log.ticks.filter { $0["symbol"] == "BTC" }.map { $0["price"] } == alone)
    }

    @Test("without a symbol the mock waits; what it was too late for by a second is left out")
    func mockLate() async throws {
        let clock = try #require(VirtualTime.current)
        let source = try source("mock", clock.source, rate: 2)
        let (wanted, log) = (TickSubscriptions(), StreamLog())
        let bitcoin = try await subscriptions(source, "btc").markets
        try await source.running(wanted, log) {
            try await expectEventually("a pause") { clock.pauses.count == 1 }
            await clock.pass(.seconds(3600))
            try await expectEventually("a pause") { clock.pauses.count == 1 }
            #expect(log.ticks.isEmpty)
            wanted.add(bitcoin)
            await clock.pass(.milliseconds(500))
            try await expectEventually("a tick") { log.ticks.count == 1 && clock.pauses.count == 1 }
        }
        #expect(log.ticks.count == 1)
    }
}

/// Forwards ticks, and cancels the current task after `count` of them.
private struct CountGate: TickReceiver {
    let count: Int
    let log: StreamLog

    func receive(_ ticks: ((inout Tick) -> Void) -> Void) {
        log.receive(ticks)
        if log.count >= count { withUnsafeCurrentTask { $0?.cancel() } }
    }
}
