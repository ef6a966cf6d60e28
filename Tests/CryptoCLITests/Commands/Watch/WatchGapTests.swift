import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch --gaps: rows for the times in which ticks may be missing", .quick, .endsHang)
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
            for pause in [10_000, 500] { try await watch.pass(.milliseconds(pause)) }
        }
        #expect(run.status == .success)
        #expect(
            run.outputLines == [
                "tick,2024-03-01T12:00:00.5Z,BTC,5,,,,",
                // This clock shows whole seconds.
                "gap,2024-03-01T12:00:10.000000Z,,,2024-03-01T11:59:59.500000Z,10.5,BTC,silent",
                "tick,2024-03-01T12:00:00.5Z,BTC,6,,,,",
            ])
    }

    @Test("the reason is the code of the close frame, or 1006 without one")
    func reasons() async throws {
        let run = try await runWatch(
            "BTC --count 5 --gaps --csv --no-header --fields event,price,symbols,reason,missed",
            [
                Self.serve("1") { try $0.close(1012, reason: "restart") }, Self.serve("2") { try $0.drop() },
                Self.serve("3") { try $0.waitUntilClientLeaves() },
            ])
        #expect(run.status == .success)
        #expect(
            run.outputLines == [
                "tick,1,,,", "gap,,BTC,closed 1012,", "tick,2,,,", "gap,,BTC,closed 1006,", "tick,3,,,",
            ])
    }

    @Test("in jsonl a row has every field; what a gap does not have is null, in the default columns of csv too")
    func everyField() async throws {
        let scripts = [Self.serve("1") { try $0.drop() }, Self.serve("2") { try $0.waitUntilClientLeaves() }]
        let run = try await runWatch("BTC --count 2 --gaps", scripts)
        let gap = try #require(run.outputLines.last)
        #expect(gap.hasPrefix(#"{"time":"20"#))
        #expect(gap.contains(#""symbol":null,"id":null,"name":null,"kind":null,"market":null,"price":null,"#))
        #expect(gap.contains(#""currency":null,"#) && gap.contains(#""provider":"coinbase","age":null,"stale":null,"#))
        #expect(gap.contains(#""event":"gap","from":"20"#) && gap.hasSuffix(#""reason":"closed 1006","missed":null}"#))
        let table = try await runWatch("BTC --count 2 --gaps --csv", scripts)
        #expect(
            table.outputLines.first
                == "event,time,symbol,price,currency,change_percent,provider,from,seconds,symbols,reason,missed")
        let last = try #require(table.outputLines.last)
        #expect(last.hasPrefix("gap,20") && last.contains(",,,,,coinbase,20") && last.hasSuffix(",BTC,closed 1006,"))
    }

    @Test("a gap at the end of a run lasts until that, and has its row too")
    func last() async throws {
        let run = try await runWatch(
            "BTC --for 1s --gaps --csv --no-header --fields event,price,reason",
            [Self.serve("1") { try $0.drop() }, Self.serve { try $0.waitUntilClientLeaves() }])
        #expect(run.outputLines == ["tick,1,", "gap,,closed 1006"], "\(run.errors)")
    }

    @Test("conditions see nulls in it, so that --if leaves it out unless it asks for it; --until and --exec see it")
    func conditions() async throws {
        let scripts = [Self.serve("1", "2") { try $0.drop() }, Self.serve("3") { try $0.waitUntilClientLeaves() }]
        let fields = "--gaps --csv --no-header --fields event,price --if"
        func lines(_ condition: String, _ count: Int) async throws -> [String] {
            let words = ["watch", "BTC", "--provider", "coinbase", "--count", "\(count)"]
            return try await withWebSocketServer(scripts) { server in
                await runTool(
                    words + fields.split(separator: " ").map(String.init) + [condition],
                    server.streams(of: "coinbase"), time: .live, random: 0)
            }.outputLines
        }
        #expect(try await lines("price > 1", 2) == ["tick,2", "tick,3"])
        #expect(try await lines("event == 'gap' || price > 2", 2) == ["gap,", "tick,3"])
        let until = try await withWebSocketServer(scripts) { server in
            await runTool(
                ["watch", "BTC", "--provider", "coinbase", "--gaps", "--csv", "--no-header", "--fields", "event,price"]
                    + ["--until", "event == 'gap'"], server.streams(of: "coinbase"), time: .live, random: 0)
        }
        #expect(until.status == .success && until.outputLines == ["tick,1", "tick,2", "gap,"])
    }

    @Test("--strict ends a stream with 75 at its first gap, after its row")
    func strict() async throws {
        let run = try await runWatch(
            "BTC --strict --gaps --csv --no-header --fields event,price,reason", [Self.serve("1") { try $0.drop() }])
        #expect(run.status == .tryLater)
        #expect(run.outputLines == ["tick,1,", "gap,,closed 1006"])
        #expect(run.errorLines.last == "crypto: the stream ends at its first gap, as --strict asks")
        let plain = try await runWatch(
            "BTC --strict --count 2 --csv --no-header --fields price",
            [Self.serve("1") { try $0.drop() }, Self.serve("2") { try $0.waitUntilClientLeaves() }])
        #expect(plain.status == .success && plain.outputLines == ["1", "2"])
    }

    @Test("with --interval the row of a gap stands between the ticks before and after it")
    func interval() async throws {
        let run = try await runWatch(
            "BTC --count 3 --interval 1s --gaps --csv --no-header --fields event,price",
            [Self.serve("1") { try $0.drop() }, Self.serve("2", "3") { try $0.waitUntilClientLeaves() }])
        #expect(run.outputLines == ["tick,1", "gap,", "tick,3"], "\(run.errors)")
    }

    @Test("rows of holdings have gaps between them, and say how their ticks came")
    func holdings() async throws {
        let scripts = [Self.serve("1") { try $0.drop() }, Self.serve("2") { try $0.waitUntilClientLeaves() }]
        try await withTemporaryDirectory { home in
            try home.write("BTC 3\n", to: "crypto/favorites")
            let run = try await withWebSocketServer(scripts) { server in
                let words = "watch --holdings -p coinbase --count 3 --gaps --csv --no-header --fields"
                return await runTool(
                    words.split(separator: " ").map(String.init) + ["event,value,connection,direction,reason"],
                    server.streams(of: "coinbase").merging(["XDG_CONFIG_HOME": home.path]) { $1 }, time: .live,
                    random: 0)
            }
            #expect(run.outputLines == ["tick,3,1,,", "gap,,,,closed 1006", "tick,6,2,up,"], "\(run.errors)")
        }
    }

    @Test("a poll that fails is a gap until the next one")
    func polled() async throws {
        let rows = Exchange.get(CoinGeckoAnswers.path, answer: .json("[\(CoinGeckoAnswers.bitcoin)]"))
        let run = try await withLiveWatch(
            "BTC -p coingecko --count 3 --gaps --csv --no-header --fields event,price,symbols,reason",
            [rows, .get(CoinGeckoAnswers.path, answer: .status(503)), rows]
        ) { watch, _ in
            try await watch.expectOutput("tick,67024.5,,\r\n")
            try await watch.clock.pass()
        }
        #expect(run.outputLines == ["tick,67024.5,,", "gap,,BTC,refused", "tick,67024.5,,"], "\(run.errors)")
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
            watch.clock.advance(by: .seconds(1))
            try await feed.send(heartbeat(17))
            watch.clock.advance(by: .seconds(1))
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

    @Test(
        "rows of gaps are for formats that programs read, and a candle says itself what was not seen",
        arguments: [
            ("-f table", "--gaps: rows of gaps are for jsonl, json, csv and tsv, not for table; add '--format jsonl'"),
            ("--template {price}", "not for template; add '--format jsonl'"),
            ("--candles 1m", "the field complete of a candle says what was not seen"),
        ])
    func refused(option: String, says message: String) async throws {
        let words = "watch BTC --gaps \(option)".split(separator: " ").map(String.init)
        expectFailure(await runTool(words), .usage, says: message)
    }
}
