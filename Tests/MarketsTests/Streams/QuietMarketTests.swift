import DecimalArithmetic
import Markets
import Platform
import ProviderKit
import Synchronization
import TestSupport
import Testing

@Suite("A market that becomes quiet beside others", .quick, .virtualTime)
struct QuietMarketTests {
    /// What the exchange says when it is asked, and how often it was.
    private final class Exchange: Sendable {
        private let state = Mutex((price: "1.5", age: Int64(0), asked: [String]()))
        var asked: [String] { state.withLock(\.asked) }

        func set(_ price: String, age: Int64 = 0) { state.withLock { ($0.price, $0.age) = (price, age) } }

        func quotes(_ symbols: [Symbol], _ choice: CurrencyChoice) -> [Result<Quote, ProviderFailure>] {
            state.withLock { state in
                symbols.map { symbol in
                    state.asked.append(symbol.bare)
                    let now = VirtualTime.current?.source.now() ?? Timestamp(seconds: 0)
                    var quote = Quote(
                        time: now.advanced(bySeconds: -state.age), symbol: symbol.bare, currency: choice.currency,
                        provider: "only")
                    quote.price = Number(state.price)
                    return .success(quote)
                }
            }
        }
    }

    /// Runs a feed whose BTC has three ticks in 20 seconds, and its ETH one every five seconds as long as `body` asks.
    private func quiet(
        _ exchange: Exchange,
        _ body: (RunningFeed, StreamDouble, _ pass: (Int) async throws -> Void) async throws -> Void
    ) async throws {
        let only = StreamDouble("only")
        try await running([only], ["BTC", "ETH"], quotes: { exchange.quotes($0, $1) }) { run in
            try await run.until { only.opened == 1 }
            let pass = { (seconds: Int) async throws in
                for _ in 0..<seconds / 5 {
                    only.play(.tick("ETH-USD", "2"))
                    await run.clock.pass(.seconds(5))
                }
            }
            for _ in 0..<3 {
                only.play(.tick("BTC-USD", "1.50"))
                try await pass(10)
            }
            try await body(run, only, pass)
            // The market that speaks is never asked for.
            #expect(!exchange.asked.contains("ETH"))
        }
    }

    @Test("It is asked for once; where the exchange has another price and no tick comes, ticks are missing")
    func missing() async throws {
        let exchange = Exchange()
        exchange.set("1.6")
        try await quiet(exchange) { run, only, pass in
            try await pass(45)
            #expect(exchange.asked.isEmpty)
            try await pass(30)
            #expect(exchange.asked == ["BTC"] && run.quiet == ["BTC BTC-USD 20.0 seconds"])
            try await pass(600)
            #expect(exchange.asked == ["BTC"] && run.quiet.count == 1)
            let silences = run.feed.silences.map { "\($0.market.symbol) \($0.silence ?? .zero)" }
            #expect(silences == ["BTC 685.0 seconds", "ETH 5.0 seconds"])
            only.play(.tick("BTC-USD", "1.7"))
            // Its usual pause is longer now, by the mean of all: 235 seconds.
            try await pass(700)
            #expect(exchange.asked.count == 1)
            try await pass(10)
            #expect(exchange.asked.count == 2)
        }
    }

    @Test(
        "The same price, and one from before the last tick, mean that nothing happened",
        arguments: [("1.5", 0), ("1.6", 3600)])
    func rests(price: String, age: Int64) async throws {
        let exchange = Exchange()
        exchange.set(price, age: age)
        try await quiet(exchange) { run, _, pass in
            try await pass(600)
            #expect(exchange.asked == ["BTC"] && run.quiet.isEmpty)
        }
    }

    @Test("A tick that comes a moment after the answer is not missing")
    func late() async throws {
        let exchange = Exchange()
        exchange.set("1.6")
        try await quiet(exchange) { run, only, pass in
            for _ in 0..<100 where exchange.asked.isEmpty {
                only.play(.tick("ETH-USD", "2"))
                await run.clock.pass(.seconds(1))
            }
            only.play(.tick("BTC-USD", "1.6"))
            try await pass(20)
            #expect(exchange.asked == ["BTC"] && run.quiet.isEmpty)
        }
    }
}
