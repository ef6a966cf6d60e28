import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch --candles: which of them were seen whole", .quick, .endsHang, .virtualTime)
struct WatchCandleTests {
    /// A connection with ticks at these times, which breaks if another follows.
    private static func connection(_ times: [String], breaks: Bool = false) -> WebSocketScript {
        { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            for (index, time) in times.enumerated() {
                let tick = StreamFrames.coinbase("BTC-USD", "\(index + 1)", time: "2024-03-01T\(time)Z")
                try peer.send([.text(tick), .ping()])
            }
            for _ in times { try peer.expectPong() }
            if breaks { try peer.drop() } else { try peer.waitUntilClientLeaves() }
        }
    }

    /// A start ten seconds before the end of a minute, a gap within 12:01, and an end within 12:03.
    private static let connections = [
        connection(["11:59:50", "12:00:30", "12:01:05"], breaks: true),
        connection(["12:01:40", "12:02:05", "12:03:01"]),
    ]

    @Test("what began before the stream, has a gap, or was not over at the end is marked, if the exchange has none")
    func marked() async throws {
        let run = try await runWatch(
            "BTC --candles 1m --count 5 --for 2s --fields time,complete --csv --no-header", Self.connections,
            candles: .json("[]"))
        #expect(run.status == .success, "\(run.errors)")
        #expect(
            run.outputLines == [
                "2024-03-01T11:59:00Z,false", "2024-03-01T12:00:00Z,true", "2024-03-01T12:01:00Z,false",
                "2024-03-01T12:02:00Z,true", "2024-03-01T12:03:00Z,false",
            ])
    }

    @Test("--append leaves out what was not seen whole, also if nothing is left")
    func appended() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("candles.csv")
            let fields = "time,symbol,close,provider,currency,width"
            let arguments = "BTC --candles 1m --for 2s --fields \(fields) --append \(path)"
            let run = try await runWatch(arguments, Self.connections, candles: .json("[]"))
            #expect(run.status == .success && run.output.isEmpty, "\(run.errors)")
            let text = String(decoding: try Files.bytes(path), as: UTF8.self)
            #expect(
                text.split(whereSeparator: \.isNewline) == [
                    Substring(fields), "2024-03-01T12:00:00Z,BTC,2,coinbase,USD,1m",
                    "2024-03-01T12:02:00Z,BTC,2,coinbase,USD,1m",
                ])
            let other = directory.path("none.csv")
            let none = try await runWatch(
                "BTC --candles 1m --for 1s --append \(other)", [Self.connection(["11:59:50", "12:00:30"])],
                candles: .json("[]"))
            #expect(none.status == .tryLater)
            #expect(none.errors == "crypto: no whole candle came in the time of --for\n")
            #expect(!Files.exists(other))
        }
    }

    /// Answers nothing but a close frame, because the clock does not move while the client waits for that answer.
    private static func saysNothing(_ peer: WebSocketPeer) throws {
        while let frame = try peer.receive(), frame.opcode != 8 {}
    }

    @Test("a candle during which the connection fell silent is not whole, though its end passed before that was known")
    func silent() async throws {
        let tick: @Sendable (String) -> String = {
            StreamFrames.coinbase("BTC-USD", "1", time: "2024-03-01T\($0)Z")
        }
        let first = Exchange.webSocket { peer in
            try peer.send([.text(tick("12:00:50")), .text(tick("12:01:55")), .ping()])
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            try peer.expectPong()
            try Self.saysNothing(peer)
        }
        // The next connection, if one is opened before the last row is printed.
        let next = Exchange.webSocket(times: .any) { peer in try Self.saysNothing(peer) }
        // It refuses to say more about the candles.
        let refusal = Answer.status(404, body: #"{"message":"NotFound"}"#)
        let candles = Exchange.get("/products/BTC-USD/candles", times: .any, answer: refusal)
        let run = try await withSteppedWatch(
            "BTC --candles 1m --count 2 --fields time,complete --csv --no-header", [candles, first, next]
        ) { watch, _ in
            watch.clock.setWallClock(ahead: 3600)
            await watch.expectLines("2024-03-01T12:00:00Z,false")
            await watch.expectPause(.seconds(10))
            // The minute ends after five seconds, and the silence is found out after ten. Later ones only end pauses.
            try await watch.step(upTo: .seconds(60), until: "the silence is found out") {
                watch.console.output.contains("12:01:00Z")
            }
        }
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.outputLines == ["2024-03-01T12:00:00Z,false", "2024-03-01T12:01:00Z,false"])
    }
}
