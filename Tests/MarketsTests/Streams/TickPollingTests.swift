import DecimalArithmetic
import Platform
import ProviderKit
import Synchronization
import TestSupport
import Testing

@testable import Markets

@Suite("Polled ticks", .quick, .endsHang, .virtualTime)
struct TickPollingTests {
    @Test("A market that is over is not asked for again, even before the feed handles its end")
    func over() async throws {
        let (asked, log) = try await poll(times: 3, isLast: { $0.symbol == "USD" }) { _, _ in nil }
        #expect(asked == [["SEK", "USD"], ["SEK"], ["SEK"]])
        #expect(log.ticks == ["SEK 1", "USD 1", "SEK 1", "SEK 1"])
    }

    @Test("A symbol without an answer is reported once, and again after it had one")
    func missed() async throws {
        let failure = ProviderFailure("x", .status(503, words: nil))
        let (asked, log) = try await poll(times: 5) { poll, symbol in
            symbol.bare == "USD" && [2, 3, 5].contains(poll) ? failure : nil
        }
        #expect(asked == Array(repeating: ["SEK", "USD"], count: 5))
        #expect(log.ticks.count { $0 == "USD 1" } == 2)
        #expect(try log.events.dropFirst() == [.missed(Symbol("USD"), failure), .missed(Symbol("USD"), failure)])
    }

    /// Polls SEK and USD, and returns the symbols of each poll. `failure` is that of a symbol in a poll, from 1 on.
    private func poll(
        times: Int, isLast: @escaping @Sendable (Quote) -> Bool = { _ in false },
        failure: @escaping @Sendable (_ poll: Int, _ symbol: Symbol) -> ProviderFailure?
    ) async throws -> (asked: [[String]], log: TickLog) {
        let clock = try #require(VirtualTime.current)
        let asked = Mutex<[[String]]>([])
        let source = TickSource.polling(
            "x", every: .seconds(60), in: CurrencyChoice(.usd), time: clock.source,
            quotes: { symbols, _ in
                let poll = asked.withLock { asked in
                    asked.append(symbols.map(\.bare))
                    return asked.count
                }
                return symbols.map { symbol in
                    if let failure = failure(poll, symbol) { return .failure(failure) }
                    var quote = Quote(
                        time: Timestamp(seconds: 0), symbol: symbol.bare, currency: .usd, provider: "x")
                    quote.price = Number("1")
                    return .success(quote)
                }
            }, isLast: isLast)
        let subscriptions = TickSubscriptions(
            try await source.markets([Symbol("SEK"), Symbol("USD")], .usd).map { try $0.get() })
        let log = TickLog()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await source.run(subscriptions, log) }
            for _ in 1..<times {
                try await expectEventually("a pause") { clock.pauses == [.seconds(60)] }
                await clock.pass(.seconds(60))
            }
            try await expectEventually("a pause") { clock.pauses == [.seconds(60)] }
            group.cancelAll()
        }
        return (asked.withLock { $0 }, log)
    }
}
