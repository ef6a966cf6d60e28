import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch --gaps: rows for the times in which ticks may be missing", .quick, .endsHang, .virtualTime)
struct WatchGapTests {
    private static let columns = "--gaps --csv --no-header --fields event,time,symbol,price,from,seconds,symbols,reason"

    private static func tick(_ price: String) -> String { StreamFrames.coinbase("BTC-USD", price) }

    private static func serve(_ prices: String..., end: @escaping WebSocketScript) -> WebSocketScript {
        { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            for price in prices { try peer.send([.text(tick(price)), .ping()]) }
            for _ in prices { try peer.expectPong() }
            try end(peer)
        }
    }

    @Test("the row of a gap stands between the ticks, from the last message before it to the first after it")
    func times() async throws {
        let feed = TextFeed()
        let last = Exchange.webSocket { peer in
            try peer.send([.text(Self.tick("6")), .ping()])
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            try peer.expectPong()
            try peer.expectClose(1000)
        }
        let run = try await withSteppedWatch("BTC \(Self.columns) --count 3", [feed.exchange, last]) { watch, _ in
            try await feed.send(Self.tick("5"))
            feed.end()
            for pause in [10_000, 500] { await watch.pass(.milliseconds(pause)) }
        }
        #expect(run.status == .success)
        #expect(
            run.outputLines == [
                "tick,2024-03-01T12:00:00.5Z,BTC,5,,,,",
                "gap,2024-03-01T12:00:10.500000Z,,,2024-03-01T12:00:00.000000Z,10.5,BTC,silent",
                "tick,2024-03-01T12:00:00.5Z,BTC,6,,,,",
            ])
    }

    @Test("a gap at the end of a run lasts until that, and has its row too")
    func last() async throws {
        let run = try await runWatch(
            "BTC --for 1s --gaps --csv --no-header --fields event,price,reason",
            [Self.serve("1") { try $0.drop() }, Self.serve { try $0.waitUntilClientLeaves() }])
        #expect(run.outputLines == ["tick,1,", "gap,,closed 1006"], "\(run.errors)")
    }

    @Test("with --interval the row of a gap stands between the ticks before and after it")
    func interval() async throws {
        let run = try await runWatch(
            "BTC --count 3 --interval 1s --gaps --csv --no-header --fields event,price",
            [Self.serve("1") { try $0.drop() }, Self.serve("2", "3") { try $0.waitUntilClientLeaves() }])
        #expect(run.outputLines == ["tick,1", "gap,", "tick,3"], "\(run.errors)")
    }

    @Test("trades that Coinbase's heartbeats count, but whose tickers do not come within two seconds, are lost")
    func lost() async throws {
        func message(_ price: String, trade: Int, sequence: Int) -> String {
            #"{"type":"ticker","sequence":\#(sequence),"product_id":"BTC-USD","price":"\#(price)","#
                + #""time":"2024-03-01T12:00:00Z","trade_id":\#(trade)}"#
        }
        func heartbeat(_ trade: Int) -> String {
            #"{"type":"heartbeat","last_trade_id":\#(trade),"product_id":"BTC-USD","sequence":99}"#
        }
        let feed = TextFeed()
        let fields = "event,price,sequence,from,time,seconds,symbols,reason,missed"
        let run = try await withSteppedWatch(
            "BTC --count 4 --gaps --csv --no-header --fields \(fields)", [feed.exchange]
        ) { watch, _ in
            try await feed.send(message("5", trade: 10, sequence: 50))
            // Sent again: neither a row nor a loss.
            try await feed.send(message("5", trade: 10, sequence: 50))
            // Several trades of one order have one ticker.
            try await feed.send(message("6", trade: 14, sequence: 70))
            try await feed.send(heartbeat(17))
            await watch.clock.pass(.seconds(1))
            try await feed.send(heartbeat(17))
            await watch.clock.pass(.seconds(1))
            try await feed.send(heartbeat(18))
            try await feed.send(message("7", trade: 18, sequence: 80))
            feed.end()
        }
        #expect(
            run.outputLines == [
                "tick,5,50,,2024-03-01T12:00:00Z,,,,", "tick,6,70,,2024-03-01T12:00:00Z,,,,",
                "gap,,,2024-03-01T12:00:00.000000Z,2024-03-01T12:00:02.000000Z,2,BTC,lost,3",
                "tick,7,80,,2024-03-01T12:00:00Z,,,,",
            ])
        #expect(run.errors.contains("coinbase: 3 trades of BTC between 2024-03-01T12:00:00"), "\(run.errors)")
    }

    @Test("a market whose ticks stop while another's go on has a gap of its own, if its exchange has another price")
    func quietMarket() async throws {
        let feed = TextFeed()
        let send = { (name: String, price: String) in try await feed.send(StreamFrames.coinbase(name, price)) }
        let newer = Answer.json(#"{"price":"7","time":"2024-03-01T12:01:00Z","trade_id":9}"#)
        let run = try await withSteppedWatch(
            "BTC ETH --count 4 --if symbol=='BTC'||event=='gap' \(Self.columns)",
            [feed.exchange] + CoinbaseAnswers.quote(of: "BTC-USD", ticker: newer)
        ) { watch, _ in
            for second in 0..<100 {
                if second.isMultiple(of: 10), second <= 10 { try await send("BTC-USD", "\(second + 1)") }
                if second.isMultiple(of: 5) { try await send("ETH-USD", "1") }
                await watch.clock.pass(.seconds(1))
            }
            try await send("BTC-USD", "8")
            feed.end()
        }
        #expect(
            run.outputLines.map { $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst(2) } == [
                ["BTC", "1", "", "", "", ""], ["BTC", "11", "", "", "", ""],
                ["", "", "2024-03-01T12:00:10.000000Z", "90", "BTC", "silent"], ["BTC", "8", "", "", "", ""],
            ])
        #expect(
            run.errors.contains(
                "coinbase: no tick of BTC since 2024-03-01T12:00:10.000000Z, though its price has changed; ticks are missing"
            ),
            "\(run.errors)")
        #expect(!run.errors.contains("ETH"))
    }
}
