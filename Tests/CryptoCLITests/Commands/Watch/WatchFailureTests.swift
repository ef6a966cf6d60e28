import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: failures", .quick, .endsHang)
struct WatchFailureTests {
    private static let tick: WebSocketScript = { peer in
        try peer.send(text: StreamFrames.coinbase("BTC-USD", "5"))
        try peer.waitUntilClientLeaves()
    }

    private static let kraken: WebSocketScript = { peer in
        try peer.expectText(#"{"method":"subscribe","params":{"channel":"ticker","symbol":["BTC/USD"]}}"#)
        try peer.send(text: #"{"channel":"ticker","data":[{"symbol":"BTC/USD","last":7.0}]}"#)
        try peer.waitUntilClientLeaves()
    }

    @Test(
        "a refused handshake has the code of its kind, after as many attempts as --retries allows",
        arguments: [
            (403, ToolStatus.unavailable, 1), (429, .tryLater, 3), (401, .noPermission, 1), (503, .unavailable, 3),
            (200, .invalidData, 1),
        ])
    func refused(code: Int, status: ToolStatus, attempts: Int) async throws {
        let exchange = Exchange.get("/", times: .exactly(attempts), answer: .status(code))
        try await withLoopbackServer([exchange]) { server in
            let run = await runTool(
                "watch BTC --provider coinbase --retries 2 --fields price", server.streams(of: "coinbase"), time: .live)
            expectFailure(run, status, says: "coinbase: ")
        }
    }

    @Test("a failed opening passes to the next provider at once, and is reported")
    func fallback() async throws {
        try await withLoopbackServer([.get("/", answer: .status(503)), .webSocket("/v2", script: Self.kraken)]) {
            server in
            let run = await runTool(
                "watch BTC --count 1 --fields price,provider --csv --no-header",
                server.streams(of: "coinbase", "kraken"), time: .live)
            #expect(run.status == .success)
            #expect(run.outputLines == ["7,kraken"])
            #expect(run.errorLines == ["crypto: coinbase: refused with status 503; trying kraken"])
        }
    }

    @Test("a tick of a fallback that is more than five times off the last known price of the coin is named with it")
    func distantFallback() async throws {
        try await withTemporaryDirectory { home in
            let exchanges: [Exchange] = [
                .get("/products/BTC-USD/ticker", answer: .json(#"{"price":"36"}"#)),
                .get("/products/BTC-USD/stats", answer: .json(#"{"open":"30","high":"40","low":"20"}"#)),
                .get("/", answer: .status(503)), .webSocket("/v2", script: Self.kraken),
            ]
            try await withLoopbackServer(exchanges) { server in
                let variables = server.streams(of: "coinbase", "kraken").merging(server.variables(for: "coinbase")) {
                    $1
                }
                .merging(["XDG_CACHE_HOME": home.path]) { $1 }
                let price = await runTool("price BTC -p coinbase --template {price}", variables, time: .live)
                #expect(price.output == "36", "\(price.errors)")
                let run = await runTool(
                    "watch BTC --count 1 --fields price,provider --csv --no-header", variables, time: .live)
                #expect(run.outputLines == ["7,kraken"], "\(run.errors)")
                let words = "crypto: kraken: BTC costs 7 USD, and the last price of coinbase was 36; the ticker may "
                #expect(run.errorLines.contains("\(words)name another coin there"), "\(run.errors)")
            }
        }
    }

    @Test("a wrong accept value is invalid data")
    func wrongAccept() async throws {
        let bytes =
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: bm90aGluZyBvZiB0aGUga2luZCE=\r\n\r\n"
        try await withLoopbackServer([.get("/", answer: .raw(Array(bytes.utf8)))]) { server in
            let run = await runTool("watch BTC --provider coinbase", server.streams(of: "coinbase"), time: .live)
            expectFailure(run, .invalidData, says: "wrong Sec-WebSocket-Accept")
        }
    }

    @Test("a server that accepts and stays silent is left after --timeout")
    func silentServer() async throws {
        try await withLoopbackServer([.get("/", answer: .never)]) { server in
            let run = await runTool(
                "watch BTC --provider coinbase --timeout 300ms --retries 0", server.streams(of: "coinbase"), time: .live
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

    @Test("--retries bounds the attempts of a running stream too, where it was given")
    func bounded() async throws {
        let drop: WebSocketScript = { peer in
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "5"))
            try peer.close(1001)
        }
        let close: WebSocketScript = { peer in try peer.close(1001) }
        let run = try await runWatch("BTC --retries 1 --fields price --csv --no-header", [drop, close])
        #expect(run.status == .unavailable)
        #expect(run.outputLines == ["5"])
    }

    @Test("--strict ends with the first symbol that is unknown")
    func strict() async throws {
        let run = try await runWatch(
            "BTC NOPE --strict",
            [
                { peer in
                    try peer.send(text: StreamFrames.coinbaseRefusal("NOPE-USD"))
                    try peer.waitUntilClientLeaves()
                }
            ])
        #expect(run.status == .unknownName)
    }
}
