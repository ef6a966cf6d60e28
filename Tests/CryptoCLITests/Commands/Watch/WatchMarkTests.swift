import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: fields that say how a tick came", .quick, .endsHang)
struct WatchMarkTests {
    private static func tick(_ price: String, _ time: String = "2024-03-01T12:00:00Z") -> String {
        StreamFrames.coinbase("BTC-USD", price, time: time)
    }

    @Test("received is one time for a batch, in microseconds; latency_ms is received − time, and may be below 0")
    func received() async throws {
        let clock = SteppingClock(start: Timestamp(seconds: 1_709_294_400, nanoseconds: 123_456_789, digits: 9))
        let run = try await runWatch(
            "BTC --count 3 --csv --no-header --fields price,received,latency_ms",
            [
                { peer in
                    try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
                    try peer.send([
                        .text(Self.tick("1", "2024-03-01T12:00:00Z")), .text(Self.tick("2", "2024-03-01T12:00:01.5Z")),
                        .text(#"{"type":"ticker","product_id":"BTC-USD","price":"3"}"#),
                    ])
                    try peer.expectClose(1000)
                }
            ], time: clock.source)
        // A provider that sends no time has no latency.
        #expect(
            run.outputLines == [
                "1,2024-03-01T12:00:00.123456Z,123.456", "2,2024-03-01T12:00:00.123456Z,-1376.544",
                "3,2024-03-01T12:00:00.123456Z,",
            ])
    }

    @Test("connection counts those of the run, sequence is the provider's number, and neither is shown unless named")
    func connections() async throws {
        let scripts: [WebSocketScript] = [
            { peer in
                try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
                try peer.send(texts: [Self.tick("1"), Self.tick("2")])
                try peer.drop()
            },
            { peer in
                try peer.send(text: Self.tick("3"))
                try peer.waitUntilClientLeaves()
            },
        ]
        let run = try await runWatch(
            "BTC --count 3 --json --fields price,sequence,connection", scripts)
        #expect(
            run.outputLines == [
                #"{"price":1,"sequence":1,"connection":1}"#, #"{"price":2,"sequence":1,"connection":1}"#,
                #"{"price":3,"sequence":1,"connection":2}"#,
            ])
        let plain = try await runWatch("BTC --count 3", scripts)
        for name in ["received", "latency_ms", "sequence", "connection", "direction"] {
            #expect(!plain.output.contains(name))
        }
        let held = try await runWatch(
            "BTC --count 1 --interval 1s --csv --no-header --fields price,connection", scripts)
        #expect(held.outputLines == ["3,2"])
    }

    @Test(
        "direction compares with the row before of the symbol, not with the tick before where rows are held back",
        arguments: [
            ("", [",1", "up,2", "flat,2.0", "down,1.5", "up,1.6"]), ("--on-change 40%", [",1", "up,2"]),
            ("--if direction=='down'", ["down,1.5"]),
        ])
    func direction(options: String, rows: [String]) async throws {
        let run = try await runWatch(
            "BTC --count \(rows.count) \(options) --template {direction},{price}\\n",
            [
                { peer in
                    try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
                    try peer.send(texts: ["1", "2", "\"2.0\"", "1.5", "1.6"].map { Self.tick($0) })
                    try peer.waitUntilClientLeaves()
                }
            ])
        #expect(run.outputLines == rows.map { $0.replacing("2.0", with: "2") })
    }

    @Test("a converted tick has them too, and so has one of holdings, and TICK_ variables of --exec")
    func others() async throws {
        let run = await runTool(
            "watch BTC -p sample --count 2 --csv --no-header --fields price,direction,currency --currency EUR")
        let last = try #require(run.outputLines.last)
        #expect(run.outputLines.count == 2 && (last.hasSuffix(",up,EUR") || last.hasSuffix(",down,EUR")), "\(last)")
    }

    @Test("--fields help lists them as fields that are not default")
    func listed() async {
        let run = await runTool("watch --fields help --csv")
        for name in ["received,time", "latency_ms,number", "sequence,number", "connection,integer", "direction,text"] {
            #expect(run.output.contains("\(name),false,"), "\(run.output)")
        }
    }
}
