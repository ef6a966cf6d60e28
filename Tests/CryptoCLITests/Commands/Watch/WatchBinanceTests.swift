import CryptoCLI
import TestSupport
import Testing

@Suite("watch: binance's streams", .quick, .endsHang)
struct WatchBinanceTests {
    private static let all = #"{"method":"SUBSCRIBE","params":["!miniTicker@arr"],"id":1}"#
    private static let one = #"{"method":"SUBSCRIBE","params":["btcusdt@ticker"],"id":1}"#
    private static let fields = "--csv --no-header --fields symbol,price"
    /// Markets with names that are in no recording.
    private static let others = (0..<199).map { "X\($0)USDT" }

    private static func list(_ markets: [String]) -> Exchange {
        .get(
            BinanceAnswers.path,
            answer: .json("[" + markets.map { BinanceAnswers.row($0) }.joined(separator: ",") + "]"))
    }

    private static func mini(_ market: String, _ price: String) -> String {
        #"{"e":"24hrMiniTicker","E":1709294400000,"s":"\#(market)","c":"\#(price)","o":"1","h":"9","l":"1","v":"1","q":"1"}"#
    }

    private static func array(_ rows: [String]) -> String {
        #"{"stream":"!miniTicker@arr","data":[\#(rows.joined(separator: ","))]}"#
    }

    private static func tick(_ price: String) -> String {
        #"{"stream":"btcusdt@ticker","data":{"e":"24hrTicker","s":"BTCUSDT","c":"\#(price)","o":"4"}}"#
    }

    @Test(
        "--top of more than 200 takes recorded rows from the stream of all markets; unlisted ones are ignored",
        .needsRecordings)
    func top() async throws {
        let recorded = try Recordings.lines("binance/wscat-miniTicker-combined-20250606.ndjson")
        let rows = recorded.map { String($0.split(separator: #""data":"#, maxSplits: 1)[1].dropLast()) }
        let script: WebSocketScript = { peer in
            try peer.expectText(Self.all)
            try peer.send(texts: [
                #"{"result":null,"id":1}"#, Self.array([]), Self.array([rows[2], rows[0]]), Self.array([rows[1]]),
                Self.array([Self.mini("X0USDT", "0.50")]),
            ])
            try peer.expectClose(1000)
        }
        let markets = ["BTCUSDT", "ATOMUSDT"] + Self.others
        let run = try await withLiveWatch(
            "--top 201 -c USDT -p binance --count 3 \(Self.fields),open,time,volume",
            [Self.list(markets), .webSocket("/stream", script: script)]
        ) { _, _ in }
        #expect(run.status == .success)
        #expect(
            run.outputLines == [
                "BTC,102492.27,105121.06,2025-06-06T04:14:26.025Z,2472261593.1982179",
                "ATOM,4.159,4.312,2025-06-06T04:14:27.518Z,7928978.87419", "X0,0.5,1,2024-03-01T12:00:00Z,1",
            ])
        let notice = "crypto: binance: the price of BTC dates from 2025-06-06T04:14:26.025Z, 1 year ahead of this"
        #expect(run.errors == notice + " machine's clock\n")
    }

    @Test("what the list adds ticks without another message, what it removes no longer does; once a minute")
    func keepsStep() async throws {
        let markets = ["BTCUSDT", "ATOMUSDT"] + Self.others
        let changed = ["BTCUSDT", "NEWUSDT"] + Self.others
        let (minutes, isOver) = (StepGate(open: 0), StepGate(open: 0))
        let script: WebSocketScript = { peer in
            try peer.expectText(Self.all)
            try peer.send(text: Self.array((markets + changed).map { Self.mini($0, "0.5") }))
            var (price, passed) = (1, 0)
            while !isOver.isOpen(0) {
                if minutes.isOpen(passed) {
                    try peer.passMinute()
                    passed += 1
                }
                let rows = ["BTCUSDT", "X0USDT", "NEWUSDT"].map { Self.mini($0, "\(price)") }
                try peer.send(text: Self.array(rows))
                price += 1
                try peer.wait(.milliseconds(1))
            }
            try peer.send(text: Self.array([Self.mini("BTCUSDT", "1000000")]))
            // The next message is the end's: nothing was subscribed or unsubscribed.
            try peer.expectClose(1000)
        }
        let run = try await withLiveWatch(
            // However slow the machine is, no REST request is sent for a market without a tick.
            "--top 201 -c USDT -p binance --timeout 1h --until price==1000000 \(Self.fields)",
            [
                Self.list(markets), Self.list(changed), Self.list(changed.filter { $0 != "X0USDT" }),
                .webSocket("/stream", script: script),
            ]
        ) { watch, server in
            await watch.clock.pass(.seconds(1))
            let requests = { server.requests.count { $0.path == BinanceAnswers.path } }
            let last = { watch.console.output.split(separator: "\r\n").suffix(4).map { $0.prefix { $0 != "," } } }
            try await expectEventually("BTC and X0") { last() == ["BTC", "X0", "BTC", "X0"] }
            #expect(requests() == 1)
            minutes.open(1)
            await watch.clock.pass(.seconds(61))
            try await expectEventually("NEW beside them") { Set(last()) == ["BTC", "X0", "NEW"] }
            #expect(requests() == 2)
            minutes.open(2)
            await watch.clock.pass(.seconds(61))
            try await expectEventually("X0 no more") { Set(last()) == ["BTC", "NEW"] }
            isOver.open(1)
        }
        #expect(run.status == .success)
        #expect(run.errors.isEmpty)
        let symbols = run.outputLines.map { $0.prefix { $0 != "," } }
        let isListed = symbols.drop { $0 != "NEW" }.split(separator: "BTC")
        #expect(isListed.allSatisfy { $0.contains("NEW") }, "an added coin was lost")
    }

    @Test(
        "a connection that ends after its 24 hours is opened again after the first short pause, and without further messages",
        arguments: [nil, 1000, 1001] as [UInt16?])
    func day(code: UInt16?) async throws {
        let flap: WebSocketScript = { peer in
            try peer.expectText(Self.one)
            try peer.send(text: Self.tick("1"))
            try peer.drop()
        }
        let long: WebSocketScript = { peer in
            try peer.expectText(Self.one)
            try peer.send(text: Self.tick("2"))
            // A ping is a sign of life, also where no market ticks.
            for minute in 0..<(24 * 60 * 2) {
                let payload = Array("\(minute)".utf8)
                try peer.send(.ping(payload))
                try peer.expectPong(payload)
                try peer.wait(.seconds(30))
            }
            try peer.send(text: Self.tick("3"))
            guard let code else { try peer.drop() }
            try peer.close(code)
        }
        let again: WebSocketScript = { peer in
            try peer.expectText(Self.one)
            try peer.send(text: Self.tick("4"))
            try peer.expectClose(1000)
        }
        let scripts = [flap, flap, flap, long, again].map { Exchange.webSocket("/stream", script: $0) }
        let run = try await withLiveWatch("BTC -c USDT -p binance --count 6 \(Self.fields)", scripts) { _, _ in }
        #expect(run.status == .success)
        #expect(run.outputLines == ["BTC,1", "BTC,1", "BTC,1", "BTC,2", "BTC,3", "BTC,4"])
        let words = code.map { " with code \($0)" } ?? ""
        #expect(
            run.errorLines.suffix(2) == [
                "crypto: binance: closed the stream\(words); connecting again in 0.2 s",
                "crypto: binance: back after a gap of 0.2 s",
            ])
    }
}
