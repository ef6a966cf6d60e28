import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: what a price did in the last stretch of time", .quick, .endsHang)
struct WatchWindowTests {
    private static func script(_ ticks: [(product: String, price: String, time: String)]) -> WebSocketScript {
        { peer in
            try peer.send(
                texts: ticks.map {
                    StreamFrames.coinbase("\($0.product)-USD", $0.price, time: "2024-03-01T\($0.time)Z")
                })
            try peer.waitUntilClientLeaves()
        }
    }

    /// Prices of BTC over sixteen seconds.
    private static let rise = script([
        ("BTC", "100", "12:00:00"), ("BTC", "104", "12:00:05"), ("BTC", "105", "12:00:10"), ("BTC", "110", "12:00:16"),
    ])

    @Test("a template has the change, the highest, the lowest and the mean, empty until the time has passed")
    func template() async throws {
        let run = try await runWatch(
            #"BTC --count 4 --template {price}|{move(10s):.2}|{high(10s)}|{low(10s)}|{mean(10s)}|{move(1h):json}\n"#,
            [Self.rise])
        #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
        #expect(
            run.outputLines == [
                "100|||||null", "104|||||null", "105|5.00|104|100|102|null",
                "110|5.77|105|104|104.5|null",
            ])
    }

    @Test(
        "conditions see every tick, whatever --interval or --on-change keep back",
        arguments: [
            ("--if move(10s)>5 --count 1", ["110"]), ("--if high(10s)>=105&&mean(10s)<106 --count 1", ["110"]),
            // A break-out: the row itself is not in its window.
            ("--if price>high(10s) --count 1", ["105"]), ("--until high(10s)==105", ["100", "104", "105", "110"]),
            ("--until low(10s)>103", ["100", "104", "105", "110"]), ("--interval 1h --until move(10s)>5", ["110"]),
            ("--on-change 50 --until move(10000ms)>5.7", ["100", "110"]),
            ("--on-change 9 --until move(0.2m)>9", ["100", "110"]),
        ])
    func conditions(arguments: String, prices: [String]) async throws {
        let run = try await runWatch("BTC --fields price --csv --no-header \(arguments)", [Self.rise])
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.outputLines == prices)
    }

    @Test("each symbol has a window of its own")
    func symbols() async throws {
        let run = try await runWatch(
            #"BTC ETH --count 4 --template {symbol},{move(10s)};"#,
            [
                Self.script([
                    ("BTC", "100", "12:00:00"), ("ETH", "10", "12:00:04"), ("BTC", "107", "12:00:10"),
                    ("ETH", "9", "12:00:14"),
                ])
            ])
        #expect(run.output == "BTC,;ETH,;BTC,7;ETH,-10;", "\(run.errors)")
    }

    @Test("without a time of its own a tick counts when it arrives; a clock that is set back begins anew")
    func arrivals() async throws {
        let feed = TextFeed()
        let tick = { (price: String) in #"{"type":"ticker","product_id":"BTC-USD","price":"\#(price)"}"# }
        let run = try await withSteppedWatch(
            "BTC --count 6 --template {price},{move(1h)},{low(1h)};", [feed.exchange]
        ) { watch, _ in
            for (price, jump) in [("10", 0), ("9", 3599), ("12", 1), ("15", 3600), ("1", -3600)] {
                watch.clock.setWallClock(ahead: Int64(jump))
                try await feed.send(tick(price))
            }
            watch.clock.setWallClock(ahead: 3600)
            feed.end(with: tick("3"))
        }
        #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output == "10,,;9,,;12,20,9;15,25,12;1,,;3,200,1;")
    }

    @Test("after a gap the oldest price is the one before it")
    func gap() async throws {
        let first: WebSocketScript = { peer in
            for (price, time) in [("100", "12:00:00"), ("102", "12:00:11")] {
                try peer.send([.text(StreamFrames.coinbase("BTC-USD", price, time: "2024-03-01T\(time)Z")), .ping()])
            }
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            for _ in 0..<2 { try peer.expectPong() }
            try peer.drop()
        }
        let run = try await runWatch(
            #"BTC --count 3 -q --template {price},{move(10s)};"#, [first, Self.script([("BTC", "51", "12:30:00")])])
        #expect(run.output == "100,;102,2;51,-50;", "\(run.errors)")
    }

    @Test("--candles has windows of closes")
    func candles() async throws {
        let ticks = [
            ("100", "12:00:05"), ("300", "12:00:30"), ("101", "12:00:50"), ("50", "12:01:10"), ("102", "12:01:40"),
            ("104", "12:02:00"), ("200", "12:03:01"), ("106", "12:03:02"), ("1", "12:04:00"),
        ]
        let run = try await runWatch(
            #"BTC --candles 1m --count 4 --template {close},{move(2m):.2},{high(2m)},{low(2m)},{mean(2m):.2};"#,
            [Self.script(ticks.map { ("BTC", $0.0, $0.1) })], candles: .json("[]"))
        #expect(run.output == "101,,,,;102,,,,;104,2.97,102,101,101.50;106,3.92,104,102,103.00;", "\(run.errors)")
    }

    @Test("converted prices have windows of the converted price")
    func converted() async throws {
        let rates = Exchange.get(RatePath.frankfurter, times: .any, answer: latestRates(#""USD":1.25,"SEK":12.5"#))
        let feed = TextFeed()
        let run = try await withSteppedWatch(
            "BTC -c SEK --count 2 --template {price},{low(5s)};", [rates, feed.exchange],
            providers: "coinbase,frankfurter"
        ) { _, _ in
            try await feed.send(StreamFrames.coinbase("BTC-USD", "2", time: "2024-03-01T12:00:00Z"))
            feed.end(with: StreamFrames.coinbase("BTC-USD", "3", time: "2024-03-01T12:00:05Z"))
        }
        #expect(run.output == "20,;30,20;", "\(run.errors)")
    }

    @Test("--holdings has windows of the price")
    func holdings() async throws {
        try await withTemporaryDirectory { home in
            try home.write("BTC 2\n", to: "crypto/favorites")
            let run = try await withWebSocketServer([Self.rise]) { server in
                await runTool(
                    "watch --holdings -p coinbase --until move(10s)>5 --template {value},{move(10s):.1};",
                    server.streams(of: "coinbase").merging(["XDG_CONFIG_HOME": home.path]) { $1 }, time: .live)
            }
            #expect(run.status == .success && run.output == "200,;208,;210,5.0;220,5.8;", "\(run.output)\(run.errors)")
        }
    }

    @Test(
        "an error in a function has a caret under the place",
        arguments: [
            ("mov(5m) > 5", "unknown function 'mov'; did you mean 'move'?", 0),
            ("avg(5m) > 5", "unknown function 'avg'; write mean", 0),
            ("price(5m) > 5", "unknown function 'price'", 0), ("move > 5", "write move(10m) instead of move", 0),
            ("price > 1 && move(10x) > 5", "'10x' is not a time: a number with ms, s, m, h, d or w", 18),
            ("move( 10 min ) > 5", "'10 min' is not a time; write 10m", 6),
            ("high() > 5", "the value is empty", 5), ("low(0) > 5", "'0' is not a time above 0", 4),
            ("mean(-5m) > 5", "'-5m' is negative", 5), ("move(5w) > 5", "'5w' is more than 31 days", 5),
            ("move(10m > 5", "expected ')'", 8), ("move(", "expected ')'", 5),
            ("move(5m) > 'x'", "cannot compare number with text", 11), ("move(5m)", "expected a comparison", 8),
        ])
    func mistakes(text: String, words: String, place: Int) async {
        for option in ["--if", "--until"] {
            let run = await runTool(["watch", "BTC", "-p", "coinbase", option, text])
            expectFailure(run, .usage, says: words, caret: true)
            #expect(run.errorLines.last == "  " + String(repeating: " ", count: place) + "^", "\(run.errors)")
        }
    }

    @Test(
        "an error in a template has its place",
        arguments: [
            ("{price} {move(10m:.2}", "expected ')'", 17), ("{move(10m)x}", "expected '}'", 10),
            ("{avg(1h)}", "unknown function 'avg'; write mean", 1), ("{mean}", "write mean(10m) instead of mean", 1),
            ("{mean(40d)}", "'40d' is more than 31 days", 6), ("{mean(1h):s}", "a number is no time", 10),
        ])
    func templates(text: String, words: String, place: Int) async {
        let run = await runTool(["watch", "BTC", "-p", "coinbase", "--template", text])
        expectFailure(run, .usage, says: words, caret: true)
        #expect(run.errorLines.last == "  " + String(repeating: " ", count: place) + "^", "\(run.errors)")
    }

    @Test(
        "what does not stream has no functions, and says where they are",
        arguments: [["list"], ["price", "BTC"], ["convert", "1", "BTC", "SEK"], ["aqi"]])
    func elsewhere(command: [String]) async {
        for options in [["--if", "move(5m) > 5"], ["--template", "{move(5m)}"]] {
            let run = await runTool(command + options)
            expectFailure(
                run, .usage, says: "unknown function 'move'; 'crypto watch' and 'crypto aqi --watch' have it",
                caret: true)
        }
        expectFailure(
            await runTool(command + ["--if", "abs(5) > 5"]), .usage, says: "unknown function 'abs'", caret: true)
    }
}

@Suite("aqi --watch: what an index did in the last stretch of time", .quick, .endsHang)
struct AirWindowTests {
    /// Sends values of Delhi, an hour after one another, and one of Pune.
    private func run(_ values: [Int], _ arguments: String...) async throws -> ToolRun {
        let clock = TestClock()
        let script: WebSocketScript = { peer in
            for value in values {
                let rows = #"[{"city":"Delhi","aqi":\#(value)},{"city":"Pune","aqi":\#(value * 2)}]"#
                try peer.send([.text(rows), .ping()])
                try peer.expectPong()
                clock.advance(by: .seconds(3600))
            }
            try peer.expectClose(1000)
        }
        return try await withWebSocketServer([script]) { server in
            await runTool(
                ["aqi", "-p", "city-ws", "--watch"] + arguments, server.airVariables,
                time: TimeSource(
                    now: { clock.now }, elapsed: TimeSource.live.elapsed, sleep: TimeSource.live.sleep))
        }
    }

    @Test("conditions and templates have windows of the index of each city")
    func index() async throws {
        let template = "{city} {aqi} {move(2h)} {mean(2h):.1};"
        let run = try await run([100, 110, 90, 132], "--if", "aqi < 150", "--count", "4", "--template", template)
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == "Delhi 100  ;Delhi 110  ;Delhi 90 -10 105.0;Delhi 132 20 100.0;")
        let until = try await self.run(
            [100, 110, 90, 132], "--until", "move(2h) > 15", "--csv", "--fields", "city,aqi")
        #expect(until.status == .success && until.outputLines.last == "Delhi,132", "\(until.output)\(until.errors)")
    }
}

@Suite("the built tool: watch with windows", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct WatchWindowBuiltTests {
    /// Prices at these times, each drawn before the next comes.
    private static func prices(_ times: [String]) -> WebSocketScript {
        { peer in
            try peer.expectText("a subscription") { $0.contains("subscribe") }
            for (price, time) in zip(["100.5", "101.5", "111.25", "90.75"], times) {
                try peer.send(text: StreamFrames.coinbase("BTC-USD", price, time: "2024-03-01T\(time)Z"))
                // The picture is drawn ten times a second.
                try peer.wait(.milliseconds(250))
            }
            try peer.waitUntilClientLeaves()
        }
    }

    private static let seconds = prices(["12:00:10", "12:00:14", "12:00:18", "12:00:22"])
    private static let minutes = prices(["12:00:10", "12:01:14", "12:02:18", "12:03:22"])

    @Test("a table on a terminal shows what moved, of candles also by the unfinished one", arguments: [false, true])
    func picture(hasCandles: Bool) async throws {
        let options = hasCandles ? ["--candles", "1m", "--if", "move(2m) > 5"] : ["--if", "move(8s) > 5"]
        let outcome = try await runBuiltWatch(
            ["BTC", "--for", "2s"] + options, variables: ["LANG": "C.UTF-8", "TERM": "xterm-256color"],
            lists: hasCandles ? [.get("/products/BTC-USD/candles", times: .any, answer: .json("[]"))] : [],
            terminal: TerminalSize(columns: 100, rows: 24),
            scripts: { _ in [hasCandles ? Self.minutes : Self.seconds] })
        #expect(outcome.status == .exited(0))
        let text = outcome.outputText
        #expect(text.contains("111.25") && !text.contains("101.50") && !text.contains("100.50"), "\(text)")
    }

    @Test("--when starts its command when the change becomes large; there are no variables of functions")
    func command() async throws {
        let command = #"echo "$TICK_PRICE $(env | grep -c '^TICK_MOVE')""#
        let outcome = try await runBuiltWatch(
            ["BTC", "-f", "none", "--when", "move(8s) > 5", "--exec", command, "--until", "move(8s) < 0"],
            scripts: { _ in [Self.seconds] })
        #expect(outcome.status == .exited(0))
        #expect(outcome.errorText == "111.25 0\n")
    }
}
