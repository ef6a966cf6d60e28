import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: silent servers", .quick, .endsHang, .virtualTime)
struct WatchSilenceTests {
    private static let rows = "BTC --fields price --csv --no-header"

    private static func sendTick(_ peer: WebSocketPeer, _ price: String) throws {
        try peer.send([.text(StreamFrames.coinbase("BTC-USD", price)), .ping()])
        try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
        try peer.expectPong()
    }

    private static let lastTick = Exchange.webSocket { peer in
        try sendTick(peer, "6")
        try peer.expectClose(1000)
    }

    @Test("a stream that opens and stays silent is left in order after its time, and is 75 after the retries")
    func nothing() async throws {
        let opened = Counter()
        let silent = Exchange.webSocket(times: 2) { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            opened.add(1)
            try peer.expectClose(1000)
        }
        let run = try await withSteppedWatch("BTC --retries 1", [silent]) { watch, _ in
            for attempt in 1...2 {
                try await expectEventually("it is open") { opened.value == attempt }
                await watch.pass(.seconds(10))
                if attempt == 1 { await watch.pass(.milliseconds(500)) }
            }
        }
        expectFailure(run, .tryLater, says: "coinbase: no data for 10 s")
    }

    @Test("a running stream that falls silent is left and opened again; heartbeats keep one alive")
    func fallsSilent() async throws {
        let feed = TextFeed()
        let run = try await withSteppedWatch(
            "\(Self.rows) --count 2", [feed.exchange, Self.lastTick]
        ) { watch, server in
            try await feed.send(StreamFrames.coinbase("BTC-USD", "5"))
            try await watch.pass(.seconds(60), hearing: feed)
            #expect(watch.console.errors.isEmpty)
            feed.end()
            try await watch.letReconnect(to: server)
        }
        #expect(run.status == .success)
        #expect(run.output == "5\r\n6\r\n")
        #expect(run.errors.contains("coinbase: no data for 10 s; connecting again in 0.5 s"), "\(run.errors)")
    }

    @Test("the reported gap begins with the last message, a heartbeat too, not when its silence was found out")
    func gap() async throws {
        let feed = TextFeed()
        let run = try await withSteppedWatch("\(Self.rows) --count 2", [feed.exchange, Self.lastTick]) { watch, _ in
            try await feed.send(StreamFrames.coinbase("BTC-USD", "5"))
            await watch.expectPause(.seconds(10))
            await watch.clock.pass(.seconds(7))
            try await feed.send(StreamFrames.coinbaseHeartbeat)
            feed.end()
            for pause in [3000, 7000, 500] { await watch.pass(.milliseconds(pause)) }
        }
        #expect(run.status == .success)
        #expect(
            run.errorLines == [
                "crypto: coinbase: no data for 10 s; connecting again in 0.5 s",
                "crypto: coinbase: back after a gap of 10 s",
            ])
    }

    @Test("bytes that drip one a second make a row once they are whole, and are no sign of life while they are not")
    func drips() async throws {
        let (drops, sent) = (StepGate(open: 0), Counter())
        let first = Exchange.webSocket { peer in
            try Self.sendTick(peer, "5")
            let frame = ServerFrame.text(StreamFrames.coinbase("BTC-USD", "7")).bytes
            try peer.send(bytes: frame.dropLast(4))
            // Then a frame of which little ever comes.
            let drip = frame.suffix(4) + [0x81, 126, 0xFF, 0xFF] + [UInt8](repeating: 0x20, count: 5)
            for (index, byte) in drip.enumerated() {
                try peer.wait { drops.isOpen(index) }
                try peer.send(bytes: [byte])
                sent.add(1)
            }
            try peer.expectClose(1000)
        }
        let run = try await withSteppedWatch("\(Self.rows) --count 3", [first, Self.lastTick]) { watch, server in
            await watch.expectLines("5")
            for drop in 1...13 {
                await watch.clock.pass(.seconds(1))
                drops.open(drop)
                try await expectEventually("a byte is sent") { sent.value == drop }
                if drop < 4 { #expect(watch.console.output == "5\r\n") }
                if drop == 4 { await watch.expectLines("5", "7") }
            }
            try await watch.letReconnect(to: server)
        }
        #expect(run.status == .success)
        #expect(run.output == "5\r\n7\r\n6\r\n")
        #expect(run.errors.contains("coinbase: no data for 10 s; connecting again in 0.5 s"), "\(run.errors)")
        // From the last whole message on, and until the clock has been moved for the next connection.
        #expect(try run.errorLines.last?.wholeMatch(of: Regex(".* a gap of [1-4][0-9] s")) != nil, "\(run.errors)")
    }

    @Test("a handshake that drips is left after --timeout")
    func drippingHandshake() async throws {
        let head = Array("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n".utf8)
        let answer = Answer.script([.trickle(head, size: 1, every: .milliseconds(50)), .waitUntilClientLeaves])
        try await withLoopbackServer([.get("/", answer: answer)]) { server in
            let run = await runTool(
                "watch BTC --provider coinbase --timeout 300ms --retries 0", server.streams(of: "coinbase"))
            expectFailure(run, .tryLater, says: "no answer from 127.0.0.1")
        }
    }

    @Test("while stdout is blocked nothing is read, and that is no silence of the server")
    func heldUp() async throws {
        let (holding, sent, gate) = (Counter(), Counter(), StepGate(open: 0))
        let first = Exchange.webSocket { peer in
            try Self.sendTick(peer, "5")
            try peer.wait { holding.value > 0 }
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "6"))
            sent.add(1)
            try peer.expectClose(1000)
        }
        let time = try #require(VirtualTime.current)
        let console = TestConsole(holdUp: {
            holding.add(1)
            time.wait { gate.isOpen(0) }
        })
        let run = try await withSteppedWatch("\(Self.rows) --count 2", [first], console: console) { watch, _ in
            try await expectEventually("a write is held up, and there is more to read") { sent.value > 0 }
            for _ in 0..<5 { await watch.pass(.seconds(10)) }
            gate.open(1)
        }
        #expect(run.status == .success)
        #expect(run.output == "5\r\n6\r\n")
        #expect(run.errors.isEmpty, "\(run.errors)")
    }
}
