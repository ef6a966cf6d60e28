import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: --poll and lines of stdin", .quick, .endsHang, .virtualTime)
struct WatchPollTests {
    private static let fields = "--fields symbol,price --csv --no-header"

    private static func rows(_ rows: String...) -> Exchange {
        .get(CoinGeckoAnswers.path, answer: .json("[" + rows.joined(separator: ",") + "]"))
    }

    @Test("prices come at the start, when a coin is added, and every interval; none is asked for in between")
    func poll() async throws {
        let (bitcoin, ethereum) = (CoinGeckoAnswers.bitcoin, CoinGeckoAnswers.ethereum)
        let exchanges = [
            Self.rows(bitcoin), Self.rows(bitcoin, ethereum), Self.rows(bitcoin, ethereum),
            Self.rows(bitcoin, ethereum),
        ]
        let run = try await withLiveWatch(
            "BTC - -p coingecko --poll 1m --count 7 \(Self.fields)", exchanges
        ) { watch, server in
            try await watch.expectOutput("BTC,67024.5\r\n")
            watch.input.type("add ETH\n")
            try await expectEventually("asked when added") { server.requests.count == 2 }
            for count in 3...4 {
                await watch.clock.expectPause(.seconds(60))
                #expect(server.requests.count == count - 1)
                await watch.clock.pass(.seconds(60))
                try await expectEventually("asked after a minute") {
                    server.requests.count == count
                }
            }
        }
        #expect(run.status == .success)
        #expect(
            run.outputLines == ["BTC,67024.5"]
                + Array(repeating: ["BTC,67024.5", "ETH,3434.92"], count: 3).flatMap { $0 })
        #expect(run.errors.isEmpty)
    }

    @Test("polled prices of the mock move")
    func mock() async {
        let run = await runTool("watch BTC -p mock --poll 1s --count 4 --fields price --csv --no-header")
        #expect(run.status == .success && run.outputLines.count == 4, "\(run.errors)")
        #expect(Set(run.outputLines).count > 1, "\(run.output)")
    }

    @Test("- takes lines: add and remove on the open connection; an invalid line is reported and is 65 at the end")
    func lines() async throws {
        let script: WebSocketScript = { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "1"))
            try peer.expectText(StreamFrames.coinbaseSubscription("ETH-USD", "SOL-USD"))
            try peer.send(text: StreamFrames.coinbase("ETH-USD", "2"))
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD", verb: "unsubscribe"))
            try peer.send(texts: [StreamFrames.coinbase("BTC-USD", "9"), StreamFrames.coinbase("ETH-USD", "3")])
            try peer.expectClose(1000)
        }
        let run = try await withLiveWatch(
            "- -p coinbase --count 3 \(Self.fields)", [.webSocket(script: script)]
        ) { watch, _ in
            watch.input.type("\n   \nadd btc\r\n")
            try await watch.expectOutput("BTC,1\r\n")
            watch.input.type("ad ETH\nadd\nadd €\u{1B}[2J\nadd ETH sol\n")
            try await watch.expectOutput("BTC,1\r\nETH,2\r\n")
            watch.input.type("remove BTC\n")
        }
        #expect(run.status == .invalidData)
        #expect(run.outputLines == ["BTC,1", "ETH,2", "ETH,3"])
        try #require(run.errorLines.count == 3, "\(run.errors)")
        #expect(run.errorLines[0] == "crypto: line 4: 'ad ETH' is not 'add SYMBOL' or 'remove SYMBOL'")
        #expect(!run.errors.contains("\u{1B}"))
    }

    @Test("a symbol that was unknown can be added again, with others beside it")
    func again() async throws {
        let script: WebSocketScript = { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD", "NOPE-USD"))
            try peer.send(text: StreamFrames.coinbaseRefusal("NOPE-USD"))
            try peer.expectText(StreamFrames.coinbaseSubscription("NOPE-USD", verb: "unsubscribe"))
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "1"))
            let text = try peer.expectText("ETH and NOPE") { $0.contains("ETH-USD") }
            guard text.contains("NOPE-USD") else { throw ScriptFailure(text) }
            try peer.send(text: StreamFrames.coinbase("ETH-USD", "2"))
            try peer.expectClose(1000)
        }
        let run = try await withLiveWatch(
            "BTC NOPE - -p coinbase --count 2 \(Self.fields)", [.webSocket(script: script)]
        ) { watch, _ in
            try await watch.expectNotice("unknown symbol 'NOPE'")
            // The tick after the unsubscription: until then NOPE is still subscribed, and would not be again.
            try await watch.expectOutput("BTC,1\r\n")
            watch.input.type("add ETH NOPE\n")
        }
        #expect(run.outputLines == ["BTC,1", "ETH,2"])
    }

    @Test("when stdin has ended the stream continues with what it has, and ends when nothing is left")
    func endOfInput() async throws {
        let script: WebSocketScript = { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "1"))
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD", verb: "unsubscribe"))
            try peer.expectClose(1000)
        }
        let run = try await withLiveWatch(
            "- -p coinbase \(Self.fields)", [.webSocket(script: script)]
        ) { watch, _ in
            watch.input.type("add BTC\n")
            try await watch.expectOutput("BTC,1\r\n")
            watch.input.type("remove BTC")
        }
        #expect(run.status == .success)
        #expect(run.errors.isEmpty)
    }

    @Test("an unknown symbol at binance is silent, so it is asked for by REST after --timeout: 66; the other continues")
    func silent() async throws {
        let script: WebSocketScript = { peer in
            try peer.expectText(#"{"method":"SUBSCRIBE","params":["nopeusdt@ticker","btcusdt@ticker"],"id":1}"#)
            try peer.send(text: Self.binance("BTCUSDT", "5"))
            try peer.expectText(#"{"method":"UNSUBSCRIBE","params":["nopeusdt@ticker"],"id":2}"#)
            try peer.send(text: Self.binance("BTCUSDT", "6"))
            try peer.expectClose(1000)
        }
        let run = try await withLiveWatch(
            "NOPE BTC -c USDT -p binance --timeout 300ms --count 2 \(Self.fields)",
            [
                .webSocket("/stream", script: script),
                .get(BinanceAnswers.path, times: .any, answer: BinanceAnswers.unknownSymbol),
            ]
        ) { _, _ in }
        #expect(run.status == .unknownName)
        #expect(run.outputLines == ["BTC,5", "BTC,6"])
        #expect(
            run.errorLines == [
                "crypto: unknown symbol 'NOPE' (asked: binance); 'crypto list --search nope -p binance' searches by name"
            ])
    }

    @Test("an unknown symbol that is added to binance's open stream is found out too")
    func silentLater() async throws {
        let script: WebSocketScript = { peer in
            try peer.expectText(#"{"method":"SUBSCRIBE","params":["btcusdt@ticker"],"id":1}"#)
            try peer.send(text: Self.binance("BTCUSDT", "5"))
            try peer.expectText(#"{"method":"SUBSCRIBE","params":["nopeusdt@ticker"],"id":2}"#)
            try peer.expectText(#"{"method":"UNSUBSCRIBE","params":["nopeusdt@ticker"],"id":3}"#)
            try peer.send(text: Self.binance("BTCUSDT", "6"))
            try peer.expectClose(1000)
        }
        let run = try await withLiveWatch(
            "BTC - -c USDT -p binance --timeout 300ms --count 2 \(Self.fields)",
            [
                .webSocket("/stream", script: script),
                .get(BinanceAnswers.path, times: .any, answer: BinanceAnswers.unknownSymbol),
            ]
        ) { watch, _ in
            try await watch.expectOutput("BTC,5\r\n")
            watch.input.type("add NOPE\n")
        }
        #expect(run.status == .unknownName)
        #expect(run.outputLines == ["BTC,5", "BTC,6"])
    }

    private static func binance(_ market: String, _ price: String) -> String {
        #"{"stream":"\#(market.lowercased())@ticker","data":{"e":"24hrTicker","s":"\#(market)","c":"\#(price)","o":"4"}}"#
    }

    @Test("a symbol that is removed leaves the table on a terminal, also if its provider has no names of markets")
    func leavesTable() async throws {
        try await withVirtualTime { clock in
            let (input, console) = (TypedInput(), TestConsole(size: Terminal.Size(columns: 80, rows: 24)))
            async let run = runTool(
                ["watch", "-", "-p", "mock", "--for", "20s"], ["LANG": "C.UTF-8"], time: clock.source, console: console,
                input: { input.read(in: clock) })
            input.type("add BTC\nadd ETH\n")
            await clock.pass(.seconds(5))
            let before = try #require(console.output.split(separator: "SYMBOL").last)
            #expect(before.contains("BTC") && before.contains("ETH") && before.contains("2 symbols"), "\(before)")
            input.type("remove BTC\n")
            await clock.pass(.seconds(5))
            input.end()
            let after = try #require(await run.output.split(separator: "SYMBOL").last)
            #expect(!after.contains("BTC") && after.contains("ETH") && after.contains("1 symbol"), "\(after)")
        }
    }
}
