import Markets
import Platform
import Synchronization
import TestSupport
import Testing
import Transport

@Suite("Rates of a long run")
struct RateRefreshTests {
    /// What a provider answers next, and how often it was asked.
    private final class Script: Sendable {
        private let state: Mutex<(answer: Result<RateTable, ProviderFailure>, count: Int)>

        init(_ answer: Result<RateTable, ProviderFailure>) {
            state = Mutex((answer, 0))
        }

        var count: Int { state.withLock { $0.count } }

        func answer(_ answer: Result<RateTable, ProviderFailure>) {
            state.withLock { $0.answer = answer }
        }

        func client(every interval: Duration = .seconds(300)) -> RateClient {
            RateClient(
                latest: { [self] () throws(ProviderFailure) in
                    let result = state.withLock { state in
                        state.count += 1
                        return state.answer
                    }
                    return try result.get()
                }, now: { TestClock().now }, refreshInterval: interval)
        }
    }

    private static func chain(_ clients: [(String, RateClient)], _ clock: TestClock) -> RateChain {
        RateChain(
            links: clients.map { RateChain.Link(name: $0.0, client: $0.1) }, retry: RetryPolicy(retries: 0),
            deadline: .none, time: clock.source, random: { 1 }, observe: { _ in })
    }

    private static let old = RateTable.of("EUR", "SEK=10", provider: "one")
    private static let new = RateTable.of("EUR", "SEK=11", provider: "one")
    private static let down = ProviderFailure("one", .status(404, words: nil))

    @Test("C2 rates are looked up at first and again after 5 minutes, and not between")
    func interval() async throws {
        let (script, clock) = (Script(.success(Self.old)), TestClock())
        let chain = Self.chain([("one", script.client())], clock)
        var rates = HeldRates()
        #expect(await rates.refresh(of: [], from: chain) == nil && script.count == 0)
        #expect(await rates.refresh(of: [.sek], from: chain)?.tables == [Self.old])
        script.answer(.success(Self.new))
        clock.advance(by: .seconds(299))
        #expect(await rates.refresh(of: [.sek], from: chain) == nil && script.count == 1)
        #expect(rates.tables == [Self.old])
        clock.advance(by: .seconds(1))
        #expect(await rates.refresh(of: [.sek], from: chain)?.tables == [Self.new])
        #expect(rates.tables == [Self.new] && script.count == 2)
    }

    @Test("C4 a failed refresh keeps the old rates, is told, and is not tried again at once")
    func failure() async throws {
        let (script, clock) = (Script(.success(Self.old)), TestClock())
        let chain = Self.chain([("one", script.client())], clock)
        var rates = HeldRates()
        _ = await rates.refresh(of: [.sek], from: chain)
        script.answer(.failure(Self.down))
        clock.advance(by: .seconds(300))
        let answer = try #require(await rates.refresh(of: [.sek], from: chain))
        #expect(answer.missing.map(\.failure) == [Self.down] && answer.tables.isEmpty)
        #expect(rates.tables == [Self.old])
        #expect(await rates.refresh(of: [.sek], from: chain) == nil && script.count == 2)
    }

    @Test("C4 another provider's table takes the place only of what it covers")
    func otherProvider() async throws {
        let clock = TestClock()
        let (one, two) = (Script(.success(.of("EUR", "SEK=10 AED=4", provider: "one"))), Script(.failure(Self.down)))
        let chain = Self.chain([("one", one.client()), ("two", two.client())], clock)
        var rates = HeldRates()
        let aed = try #require(Currency("AED"))
        _ = await rates.refresh(of: [.sek, aed], from: chain)
        one.answer(.failure(Self.down))
        two.answer(.success(.of("EUR", "SEK=12", provider: "two")))
        clock.advance(by: .seconds(300))
        _ = await rates.refresh(of: [.sek, aed], from: chain)
        #expect(rates.tables.map(\.provider) == ["two", "one"])
        two.answer(.success(.of("EUR", "SEK=12 AED=4.1", provider: "two")))
        clock.advance(by: .seconds(300))
        _ = await rates.refresh(of: [.sek, aed], from: chain)
        #expect(rates.tables.map(\.provider) == ["two"])
    }

    @Test("C5 a currency not yet asked for is asked for at once")
    func newCurrency() async throws {
        let (script, clock) = (Script(.success(.of("EUR", "SEK=10 DKK=7.5", provider: "one"))), TestClock())
        let chain = Self.chain([("one", script.client())], clock)
        var rates = HeldRates()
        _ = await rates.refresh(of: [.sek], from: chain)
        #expect(await rates.refresh(of: [try #require(Currency("DKK"))], from: chain) != nil && script.count == 2)
        #expect(await rates.refresh(of: [.eur, .sek], from: chain) != nil && script.count == 3)
        #expect(await rates.refresh(of: [.eur, .sek], from: chain) == nil)
    }

    @Test("X1 mock's rates come every 10 seconds")
    func mock() async throws {
        let clock = TestClock()
        let settings = ProviderSettings(http: .curl(HTTPConfiguration(userAgent: "test")), time: clock.source)
        let chain = Self.chain([("mock", MarketProvider.listed("mock").makeRates(settings))], clock)
        var rates = HeldRates()
        var times: [String] = []
        for _ in 0..<25 {
            if await rates.refresh(of: [.sek], from: chain) != nil { times += rates.tables.map(\.time.description) }
            clock.advance(by: .seconds(1))
        }
        #expect(times == ["2024-03-01T12:00:00Z", "2024-03-01T12:00:10Z", "2024-03-01T12:00:20Z"])
    }
}
