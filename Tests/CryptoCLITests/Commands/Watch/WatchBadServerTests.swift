import CryptoCLI
import TestSupport
import Testing

@Suite("watch: servers that behave badly", .quick, .endsHang)
struct WatchBadServerTests {
    private static let rows = "BTC --fields price --csv --no-header"

    /// A tick that surely arrives before what follows.
    private static func sendTick(_ peer: WebSocketPeer, _ price: String = "5") throws {
        try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
        try peer.send([.text(StreamFrames.coinbase("BTC-USD", price)), .ping()])
        try peer.expectPong()
    }

    private static let lastTick = Exchange.webSocket { peer in
        try sendTick(peer, "6")
        try peer.expectClose(1000)
    }

    /// What a server does after its first tick, and what is said of it.
    private struct Fault: CustomTestStringConvertible {
        let testDescription: String
        let says: String
        let script: WebSocketScript

        init(_ name: String, says words: String, _ script: @escaping WebSocketScript) {
            (testDescription, says, self.script) = (name, words, script)
        }
    }

    private static let faults = [
        Fault("reset in mid-frame", says: "closed the stream") { peer in
            try peer.send(bytes: [0x81, 126, 1, 0, 0x7B])
            try peer.reset()
        },
        Fault("ended in mid-frame", says: "closed the stream: in the middle of a message") { peer in
            try peer.send(bytes: [0x81, 126, 1, 0, 0x7B])
            try peer.drop()
        },
        Fault("ended between fragments", says: "closed the stream: in the middle of a message") { peer in
            try peer.send(ServerFrame(opcode: 1, payload: [0x7B], isFinal: false))
            try peer.drop()
        },
        Fault("a message of 1 GiB announced", says: "a message over 16 MiB") { peer in
            try peer.send(bytes: [0x81, 127, 0, 0, 0, 0, 0x40, 0, 0, 0])
            try peer.expectClose(1009)
        },
        Fault("a message of fragments without end", says: "a message over 16 MiB") { peer in
            let fragment = [UInt8](repeating: 0x20, count: 1 << 20)
            try peer.send(ServerFrame(opcode: 1, payload: fragment, isFinal: false))
            for _ in 0..<16 { try peer.send(ServerFrame(opcode: 0, payload: fragment, isFinal: false)) }
            try peer.expectClose(1009)
        },
        Fault("reserved bits", says: "a frame with reserved bits") { peer in
            try peer.send(bytes: [0xC1, 1, 0x7B])
            try peer.expectClose(1002)
        },
        Fault("text that is not UTF-8", says: "UTF-8") { peer in
            try peer.send(ServerFrame(opcode: 1, payload: [0x22, 0xC3, 0x28, 0x22]))
            try peer.expectClose(1007)
        },
        Fault("a close with a reason", says: "closed the stream with code 1012: restart") { peer in
            try peer.close(1012, reason: "restart")
        },
    ]

    @Test("a broken stream costs a pause and a gap, and each is reported; no row is half-written", arguments: faults)
    private func gap(_ fault: Fault) async throws {
        let exchanges = [
            Exchange.webSocket { peer in
                try Self.sendTick(peer)
                try fault.script(peer)
            }, Self.lastTick,
        ]
        let run = try await withSteppedWatch("\(Self.rows) --count 2", exchanges) { watch, server in
            await watch.expectPause(.milliseconds(500))
            #expect(server.connectionCount == 1)
            await watch.clock.pass(.milliseconds(500))
        }
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == "5\r\n6\r\n")
        #expect(run.errorLines.count == 2, "\(run.errors)")
        #expect(run.errors.contains(fault.says), "\(run.errors)")
        #expect(run.errors.contains("connecting again in 0.5 s"), "\(run.errors)")
        #expect(run.errors.contains("coinbase: back after a gap of 0.5 s"), "\(run.errors)")
    }

    @Test("a server that closes at once for ever is asked again after pauses that double to a minute, no sooner")
    func closesForEver() async throws {
        let pauses: [Duration] =
            [.milliseconds(500)] + [1, 2, 4, 8, 16, 32, 60, 60, 60].map { Duration.seconds($0) }
        let closing = Exchange.webSocket(times: .exactly(pauses.count - 1)) { peer in try peer.close(1013) }
        let first = Exchange.webSocket { peer in
            try Self.sendTick(peer)
            try peer.close(1001)
        }
        let run = try await withSteppedWatch(
            "\(Self.rows) --count 2", [first, closing, Self.lastTick]
        ) { watch, server in
            for (index, pause) in pauses.enumerated() {
                await watch.expectPause(pause)
                #expect(server.connectionCount == index + 1)
                await watch.clock.pass(pause)
            }
        }
        #expect(run.status == .success)
        #expect(run.output == "5\r\n6\r\n")
        #expect(run.errorLines.filter { $0.contains("connecting again in ") }.count == pauses.count)
        #expect(run.errorLines.last?.contains("back after a gap of ") == true, "\(run.errors)")
        #expect(run.errorLines.count == pauses.count + 1)
    }

    @Test(
        "a handshake that goes wrong in a running stream is tried again, after Retry-After where one is given",
        arguments: [
            (Answer.raw("SSH-2.0-OpenSSH_9.2\r\n"), "not HTTP", Duration.seconds(1)),
            (.raw("HTTP/1.1 101 Swi"), "closed the connection within the header", .seconds(1)),
            (.status(429, headers: [("Retry-After", "77")]), "too many requests", .seconds(77)),
            (.status(429, headers: [("Retry-After", "Fri, 01 Mar 2024 12:02:00 GMT")]), "too many", .seconds(120)),
        ])
    func handshake(answer: Answer, words: String, pause: Duration) async throws {
        let exchanges = [
            Exchange.webSocket { peer in
                try Self.sendTick(peer)
                try peer.drop()
            }, .get("/", answer: answer), Self.lastTick,
        ]
        let run = try await withSteppedWatch("\(Self.rows) --count 2", exchanges) { watch, server in
            await watch.pass(.milliseconds(500))
            // A date is that long after the beginning.
            let rest = words == "too many" ? pause - .milliseconds(500) : pause
            await watch.expectPause(rest)
            #expect(server.connectionCount == 2)
            await watch.clock.pass(rest)
        }
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == "5\r\n6\r\n")
        #expect(run.errorLines.count == 3 && run.errorLines[1].contains(words), "\(run.errors)")
    }

    @Test("before the first tick a 429 waits as its Retry-After says, as often as --retries allows, and is 75")
    func tooMany() async throws {
        let answer = Answer.status(429, headers: [("Retry-After", "33")])
        let run = try await withSteppedWatch(
            "BTC --retries 2", [.get("/", times: 3, answer: answer)]
        ) { watch, _ in
            for _ in 0..<2 { await watch.pass(.seconds(33)) }
        }
        expectFailure(run, .tryLater, says: "coinbase: too many requests; wait 33 s")
    }
}
