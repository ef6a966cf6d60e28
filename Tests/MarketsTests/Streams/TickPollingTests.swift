import DecimalArithmetic
import Platform
import ProviderKit
import Synchronization
import TestSupport
import Testing

@testable import Markets

@Suite("Polled ticks", .timeLimit(.minutes(1)))
struct TickPollingTests {
    @Test("A market that is over is not asked for again, even before the feed handles its end")
    func over() async throws {
        let clock = SteppingClock()
        let asked = Mutex<[[String]]>([])
        let source = TickSource.polling(
            "x", every: .seconds(60), in: CurrencyChoice(.usd), time: clock.source,
            quotes: { symbols, _ in
                asked.withLock { $0.append(symbols.map(\.bare)) }
                return symbols.map { symbol in
                    var quote = Quote(
                        time: Timestamp(seconds: 0), symbol: symbol.bare, currency: .usd, provider: "x")
                    quote.price = Number("1")
                    return .success(quote)
                }
            }, isLast: { $0.symbol == "USD" })
        let subscriptions = TickSubscriptions(
            try await source.markets([Symbol("SEK"), Symbol("USD")], .usd).map { try $0.get() })
        let log = TickLog()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await source.run(subscriptions, log) }
            for _ in 1...2 {
                try await expectEventually("a pause") { clock.pauses == [.seconds(60)] }
                clock.advance(by: .seconds(60))
            }
            try await expectEventually("a pause") { clock.pauses == [.seconds(60)] }
            group.cancelAll()
        }
        #expect(asked.withLock { $0 } == [["SEK", "USD"], ["SEK"], ["SEK"]])
        #expect(log.ticks == ["SEK 1", "USD 1", "SEK 1", "SEK 1"])
    }
}
