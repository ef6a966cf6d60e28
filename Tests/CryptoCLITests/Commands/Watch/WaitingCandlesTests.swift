import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

@testable import CryptoCLI

@Suite("Candles that wait for those of the exchange", .quick)
struct WaitingCandlesTests {
    private static let market = TickMarket(name: "BTC-USD", symbol: "BTC", currency: .usd, provider: "coinbase")

    /// A list with a candle of the minute 0 that was seen in part.
    private func waiting() throws -> WaitingCandles {
        var waiting = try #require(WaitingCandles(Self.market, .minute))
        waiting.add(candle(0, complete: false), isAsked: true, at: 60)
        return waiting
    }

    private func question(_ waiting: inout WaitingCandles, at time: Int64) throws -> HistoryQuery {
        let query = waiting.question(at: time)
        return try #require(query)
    }

    private func candle(_ start: Int64, _ price: Int = 1, complete: Bool = true, _ currency: Currency = .usd) -> Candle
    {
        let price = Number(ExactDecimal(price))
        var candle = Candle(
            time: Timestamp(seconds: start), symbol: "XBT", open: price, high: price, low: price, close: price,
            currency: currency, provider: "coinbase")
        candle.complete = complete
        return candle
    }

    private func text(_ candles: [Candle]) -> [String] {
        candles.map { "\($0.time.seconds) \($0.close) \($0.complete)" }
    }

    @Test("the exchange is asked five seconds after the end, and after growing pauses, until two widths have passed")
    func pauses() throws {
        var waiting = try waiting()
        var asked: [Int64] = []
        for time in Int64(60)..<180 {
            #expect(waiting.take(at: time).isEmpty)
            guard let query = waiting.question(at: time) else { continue }
            #expect(waiting.next == nil && waiting.question(at: time) == nil)
            asked.append(time)
            // None of these is the candle.
            waiting.take(
                [candle(0, complete: false), candle(0, 1, complete: true, .eur), candle(-60)], of: query, at: time)
        }
        #expect(asked == [65, 70, 80, 100, 140])
        #expect(text(waiting.take(at: 180)) == ["0 1 false"])
        #expect(waiting.isEmpty)
    }

    @Test("an answer takes the place of what was seen; later candles wait for it, and no pause is shorter than asked")
    func answer() throws {
        var waiting = try waiting()
        waiting.add(candle(60, 2), isAsked: true, at: 120)
        waiting.add(candle(120, 3, complete: false), isAsked: true, at: 180)
        #expect(waiting.limit == 180)
        let first = try question(&waiting, at: 150)
        #expect(first.symbol == (try Symbol("BTC/USD")) && first.from.seconds == 0 && first.to.seconds == 0)
        waiting.take([], of: first, at: 150, pause: 20)
        #expect(waiting.next == 170)
        let second = try question(&waiting, at: 170)
        waiting.take([candle(0, 9)], of: second, at: 171)
        let candles = waiting.take(at: 171)
        #expect(text(candles) == ["0 9 true", "60 2 true"])
        #expect(candles.first?.symbol == "BTC")
        #expect(waiting.next == 185)
    }

    @Test("spans of a gap without a trade have no candle, which is known once there is a later one, or too late")
    func gap() throws {
        var waiting = try #require(WaitingCandles(Self.market, .minute))
        waiting.add(60...240, at: 301)
        waiting.add(candle(300, 5, complete: false), isAsked: true, at: 360)
        let query = try question(&waiting, at: 305)
        #expect(query.from.seconds == 60 && query.to.seconds == 240)
        waiting.take([candle(60, 2), candle(180, 3)], of: query, at: 305)
        var late = waiting
        #expect(waiting.take(at: 365).isEmpty)
        let whole = try question(&waiting, at: 365)
        #expect(whole.from.seconds == 60 && whole.to.seconds == 300)
        waiting.take([candle(60, 2), candle(180, 3), candle(300, 6)], of: whole, at: 365)
        #expect(text(waiting.take(at: 365)) == ["60 2 true", "180 3 true", "300 6 true"])
        #expect(text(late.take(at: 420)) == ["60 2 true", "180 3 true"])
        #expect(text(late.take(at: .max)) == ["300 5 false"])
    }

    @Test("after a long gap the last 700 candles are asked for")
    func longGap() throws {
        var waiting = try #require(WaitingCandles(Self.market, .minute))
        waiting.add(0...60 * 9_999, at: 600_000)
        let query = try question(&waiting, at: 600_005)
        #expect(query.from.seconds == 60 * 9_300 && query.to.seconds == 60 * 9_999)
    }

    @Test("nothing waits after a refusal, or for a time that was set back")
    func refused() throws {
        var refused = try waiting()
        let query = try question(&refused, at: 65)
        refused.giveUp(query.from.seconds...query.to.seconds)
        #expect(text(refused.take(at: 66)) == ["0 1 false"])
        var late = try waiting()
        #expect(text(late.take(at: -7200)) == ["0 1 false"])
        var both = try waiting()
        both.add(candle(-3600, 2, complete: false), isAsked: true, at: -3540)
        #expect(text(both.take(at: -3540)) == ["0 1 false"])
        #expect(both.limit == -3420)
    }

    @Test("a market is not asked for if the provider's candles are of another one")
    func index() {
        let index = TickMarket(name: "BTC_1", of: Self.market.quote, hasCandles: false)
        #expect(WaitingCandles(index, .minute) == nil)
    }
}
