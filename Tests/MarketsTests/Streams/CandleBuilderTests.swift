import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

@Suite("Candles of ticks", .quick)
struct CandleBuilderTests {
    @Test(
        "A span begins at a multiple of itself in UTC, a week on a Monday, before 1970 too",
        arguments: [
            ("1m", "2024-03-01T12:00:59.9Z", "2024-03-01T12:00:00Z"), ("1m", "2024-03-01T12:00:00Z", ""),
            ("5m", "2024-03-01T12:04:59Z", "2024-03-01T12:00:00Z"),
            ("15m", "2024-03-01T12:59:59Z", "2024-03-01T12:45:00Z"),
            ("1h", "2024-03-01T12:59:59Z", "2024-03-01T12:00:00Z"),
            ("4h", "2024-03-01T15:59:59Z", "2024-03-01T12:00:00Z"),
            ("1d", "2024-02-29T23:59:59Z", "2024-02-29T00:00:00Z"),
            ("1w", "2024-03-01T12:00:00Z", "2024-02-26T00:00:00Z"), ("1w", "2024-02-26T00:00:00Z", ""),
            ("1w", "2024-02-25T23:59:59Z", "2024-02-19T00:00:00Z"),
            ("1w", "1970-01-01T00:00:00Z", "1969-12-29T00:00:00Z"),
            ("1d", "1969-12-31T23:59:59Z", "1969-12-31T00:00:00Z"),
        ])
    func starts(width: String, time: String, start: String) throws {
        let width = try #require(CandleWidth(rawValue: width))
        let moment = try #require(Timestamp(rfc3339: time))
        #expect(Timestamp(seconds: width.start(of: moment)).description == (start.isEmpty ? time : start))
    }

    @Test("A candle has the first, highest, lowest and last price of its span; the next span's first tick gives it")
    func prices() throws {
        var builder = CandleBuilder(.minute)
        for (price, second) in [("10", 0), ("12", 1), ("9", 2), ("11", 59)] {
            #expect(take(&builder, .made("BTC"), price, Int64(second)) == nil)
        }
        let candle = try #require(take(&builder, .made("BTC"), "20", 60))
        #expect(text(candle) == "BTC 0 10 12 9 11")
        #expect(candle.volume == nil)
        #expect(builder.takeUnfinished().map(\.candle).map(text) == ["BTC 60 20 20 20 20"])
        #expect(builder.takeUnfinished().isEmpty)
    }

    @Test("An empty span gives no candle; a tick of a span that is over is late and left out")
    func gaps() {
        var builder = CandleBuilder(.minute)
        let market = TickMarket.made("BTC")
        _ = take(&builder, market, "10", 0)
        #expect(take(&builder, market, "11", 600).map(text) == "BTC 0 10 10 10 10")
        #expect(take(&builder, market, "99", 30) == nil)
        #expect(builder.late == 1)
        #expect(builder.takeFinished(elapsed: .seconds(659)).isEmpty)
        #expect(builder.takeFinished(elapsed: .seconds(661), grace: 2).isEmpty)
        #expect(builder.takeFinished(elapsed: .seconds(660)).map(\.candle).map(text) == ["BTC 600 11 11 11 11"])
        #expect(take(&builder, market, "12", 601) == nil)
        #expect(builder.late == 2)
        #expect(take(&builder, market, "12", 700) == nil)
        #expect(builder.takeUnfinished().map(\.candle).map(text) == ["BTC 660 12 12 12 12"])
    }

    @Test("Each market has candles of its own, in the order of their first ticks")
    func markets() {
        var builder = CandleBuilder(.hour)
        let (first, second) = (TickMarket.made("ETH"), TickMarket.made("BTC"))
        _ = take(&builder, first, "1", 5)
        _ = take(&builder, second, "2", 6)
        _ = take(&builder, first, "3", 7)
        #expect(builder.candle(of: second).map(text) == "BTC 0 2 2 2 2")
        #expect(builder.takeUnfinished().map(\.candle).map(text) == ["ETH 0 1 3 1 3", "BTC 0 2 2 2 2"])
    }

    @Test("a market that arrives again, by another path or after it was away, continues its candle")
    func toldAnew() {
        var builder = CandleBuilder(.hour)
        _ = take(&builder, .made("BTC", .sek, via: "USD→SEK ecb"), "1", 5)
        _ = take(&builder, .made("BTC", .sek, via: "USD→SEK frankfurter"), "3", 6)
        _ = take(&builder, .made("BTC", .eur), "9", 6)
        #expect(builder.takeUnfinished().map(\.candle).map(text) == ["BTC 0 1 3 1 3", "BTC 0 9 9 9 9"])
    }

    @Test("A tick without a price is none")
    func noPrice() {
        var builder = CandleBuilder(.minute)
        #expect(withTick(of: .made("BTC"), [.open: "1"]) { builder.take($0) { .zero } } == false)
        #expect(builder.takeUnfinished().isEmpty)
    }

    @Test("A span is over by the ticks' own time, however far the machine's clock is from it")
    func clock() {
        var builder = CandleBuilder(.minute)
        #expect(builder.takeFinished(elapsed: .seconds(1_000_000)).isEmpty)
        _ = take(&builder, .made("BTC"), "10", 90, elapsed: .seconds(5))
        #expect(builder.takeFinished(elapsed: .seconds(34)).isEmpty)
        #expect(builder.takeFinished(elapsed: .seconds(35)).map(\.candle).map(text) == ["BTC 60 10 10 10 10"])
        #expect(take(&builder, .made("BTC"), "11", 130, elapsed: .seconds(45)) == nil)
        #expect(builder.takeFinished(elapsed: .seconds(94)).isEmpty)
        #expect(builder.late == 0)
    }

    @Test("Time that was set back begins a new candle; what is late by less is left out")
    func setBack() {
        var builder = CandleBuilder(.minute)
        let market = TickMarket.made("BTC")
        _ = take(&builder, market, "10", 7200)
        #expect(take(&builder, market, "99", 6600) == nil)
        #expect(builder.late == 1)
        #expect(take(&builder, market, "11", 6599).map(text) == "BTC 7200 10 10 10 10")
        #expect(take(&builder, market, "12", 6600).map(text) == "BTC 6540 11 11 11 11")
        #expect(builder.takeFinished(elapsed: .seconds(6659)).isEmpty)
        #expect(builder.takeFinished(elapsed: .seconds(6660)).map(\.candle).map(text) == ["BTC 6600 12 12 12 12"])
        #expect(builder.late == 1)
    }

    @Test("a candle is complete if its market had a tick before it and nothing came between them and its end")
    func complete() {
        var builder = CandleBuilder(.minute)
        let (bitcoin, ether) = (TickMarket.made("BTC"), TickMarket.made("ETH"))
        func finish(_ market: TickMarket, _ second: Int64) -> Bool? {
            take(&builder, market, "10", second)?.complete
        }
        #expect(finish(bitcoin, 0) == nil)
        #expect(finish(ether, 1) == nil)
        #expect(finish(bitcoin, 60) == false)
        #expect(finish(ether, 60) == false)
        builder.interrupt("another")
        builder.interrupt(bitcoin.provider, market: ether.name)
        #expect(finish(bitcoin, 121) == true)
        #expect(finish(ether, 121) == false)
        // A gap over the end of a span leaves out both.
        builder.interrupt(bitcoin.provider)
        #expect(finish(bitcoin, 190) == false)
        #expect(finish(ether, 179) == nil)
        #expect(finish(ether, 180) == false)
        #expect(finish(bitcoin, 240) == false)
        #expect(finish(bitcoin, 300) == true)
        // Time that was set back.
        #expect(finish(ether, -7200) == false)
        #expect(finish(ether, -7140) == false)
        #expect(builder.takeUnfinished().map(\.candle.complete) == [false, false])
    }

    @Test("after a gap the spans are named of which nothing was seen; not those in which the market was not wanted")
    func missed() {
        var builder = CandleBuilder(.minute)
        let market = TickMarket.made("BTC")
        func missed(_ second: Int64, price: String = "10") -> ClosedRange<Int64>? {
            withTick(of: market, [.price: price], at: second) {
                builder.take($0) { .seconds(second) } ? builder.missed : nil
            }
        }
        #expect(missed(0) == nil)
        // No tick came, but the stream was seen.
        #expect(missed(200) == nil)
        builder.interrupt(market.provider)
        #expect(missed(500) == 240...420)
        builder.interrupt("another")
        #expect(missed(700) == nil)
        builder.interrupt()
        // The candle was taken before the stream came back.
        #expect(builder.takeFinished(elapsed: .seconds(800)).count == 1)
        #expect(missed(780) == 720...720)
        builder.interrupt()
        #expect(missed(840) == nil)
        builder.interrupt()
        // The last trade of the time before, which shows that there was none since.
        #expect(missed(839) == nil)
        #expect(missed(1100) == nil)
        builder.leave(market)
        #expect(missed(1500) == nil)
        #expect(missed(1560) == nil)
        builder.interrupt()
        // Time that was set back.
        #expect(missed(-7200) == nil)
    }

    @Test("a candle that no tick ends waits until its provider was heard after its end, or for so long")
    func heard() {
        for (heard, moment, complete) in [(120, 122, true), (119, 122, nil), (119, 152, false)]
            as [(Int64, Int64, Bool?)]
        {
            var builder = CandleBuilder(.minute)
            _ = take(&builder, .made("BTC"), "10", 59)
            _ = take(&builder, .made("BTC"), "11", 61)
            let taken = builder.takeFinished(
                elapsed: .seconds(moment), grace: 2, patience: 30, lastHeard: { _ in .seconds(heard) })
            #expect(taken.map(\.candle.complete) == (complete.map { [$0] } ?? []))
        }
        // One that began before the first tick waits for nothing.
        var builder = CandleBuilder(.minute)
        _ = take(&builder, .made("BTC"), "10", 59)
        #expect(builder.takeFinished(elapsed: .seconds(60), patience: 30).map(\.candle.complete) == [false])
    }

    /// Comes at the moment it is of, unless said.
    private func take(
        _ builder: inout CandleBuilder, _ market: TickMarket, _ price: String, _ second: Int64,
        elapsed: Duration? = nil
    ) -> Candle? {
        withTick(of: market, [.price: price], at: second) {
            builder.take($0) { elapsed ?? .seconds(second) } ? builder.finished : nil
        }
    }

    private func text(_ candle: Candle) -> String {
        let prices = [candle.open, candle.high, candle.low, candle.close].map { $0?.description ?? "-" }
        return "\(candle.symbol) \(candle.time.seconds) \(prices.joined(separator: " "))"
    }
}
