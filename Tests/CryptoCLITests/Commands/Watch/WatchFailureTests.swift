import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: failures", .quick, .endsHang, .virtualTime)
struct WatchFailureTests {
    private static let tick: WebSocketScript = { peer in
        try peer.send(text: StreamFrames.coinbase("BTC-USD", "5"))
        try peer.waitUntilClientLeaves()
    }

    @Test("a server that accepts and stays silent is left after --timeout")
    func silentServer() async throws {
        try await withLoopbackServer([.get("/", answer: .never)]) { server in
            let run = await runTool(
                "watch BTC --provider coinbase --timeout 300ms --retries 0", server.streams(of: "coinbase")
            )
            expectFailure(run, .tryLater, says: "no answer from 127.0.0.1")
        }
    }

    @Test("a server that closes at once is tried as often as --retries allows, without haste; then 69")
    func closesAtOnce() async throws {
        let close: WebSocketScript = { peer in try peer.close(1013) }
        let run = try await runWatch("BTC --retries 2", [close, close, close])
        expectFailure(run, .unavailable, says: "coinbase: closed the stream with code 1013")
        #expect(run.elapsed >= .milliseconds(700))
    }

    @Test("a reset in the middle of a frame, a broken frame and a message without end cost a gap, not the stream")
    func midStream() async throws {
        let frame = StreamFrames.coinbase("BTC-USD", "5")
        let scripts: [WebSocketScript] = [
            { peer in
                try peer.send(text: frame)
                try peer.send(bytes: [0x81, 126, 1, 0, 0x7B])
                try peer.drop()
            },
            { peer in
                try peer.send(text: frame)
                try peer.send(bytes: [0xC1, 1, 0x7B])
                try peer.waitUntilClientLeaves()
            },
            { peer in
                try peer.send(text: frame)
                try peer.send(bytes: [0x81, 127, 0, 0, 0, 0, 0x40, 0, 0, 0])
                try peer.waitUntilClientLeaves()
            }, Self.tick,
        ]
        let run = try await runWatch("BTC --count 4 --fields price --csv --no-header", scripts)
        #expect(run.status == .success)
        #expect(run.outputLines == ["5", "5", "5", "5"])
        #expect(run.errorLines.filter { $0.contains("back after a gap of") }.count == 3)
    }
}
