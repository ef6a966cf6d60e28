import Platform
import TestSupport
import Testing
import Transport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Properties of a whole process. Each test runs in its own process.
@Suite("WebSocket: properties of the process", .quick)
struct WebSocketProcessTests {
    private static let settings = HTTPConfiguration(timeout: .seconds(60), userAgent: "crypto/test")

    /// Ends the process when a server sends a different text.
    private static func require(_ text: String, from request: WebSocketRequest) async throws {
        let messages = try await client(request, settings) { $0.readToEnd().messages }
        precondition(messages == [.text(text)], "\(messages)")
    }

    @Test("The proxy of the environment tunnels plain ws too, except for NO_PROXY and a key for the local machine")
    func proxy() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer([
                .request("CONNECT", "crypto.invalid:80", answer: .raw("HTTP/1.1 200 OK\r\n\r\n", then: .keepAlive)),
                .webSocket("/x", headers: ["Host": "crypto.invalid"]) { try $0.send(text: "through") },
                .webSocket("/y", times: 2) { try $0.send(text: "direct") },
                .request("CONNECT", "crypto.invalid:80", answer: .status(403)),
            ])
            setenv("http_proxy", server.url, 1)
            let proxied = WebSocketRequest(base: "ws://crypto.invalid", path: "/x")
            try await WebSocketProcessTests.require("through", from: proxied)
            let secret = Secret.header(name: "X-Key", value: "abcdef")
            let direct = WebSocketRequest(base: server.webSocketURL, path: "/y", secret: secret)
            try await WebSocketProcessTests.require("direct", from: direct)
            let refused = try await openingFailure(proxied, WebSocketProcessTests.settings)
            guard case .unreachable(.proxy) = refused?.reason else { fatalError("\(String(describing: refused))") }
            setenv("NO_PROXY", "127.0.0.1", 1)
            let excepted = WebSocketRequest(base: server.webSocketURL, path: "/y")
            try await WebSocketProcessTests.require("direct", from: excepted)
            server.stop()
        }
    }

    /// The peak memory of this process, in KiB. getrusage(2) would include the parent's memory from before exec.
    private static func peakMemory() -> Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if text.hasPrefix("VmHWM:") { return Int(text.filter(\.isNumber)) ?? 0 }
        }
        return 0
    }

    @Test("The memory for an endless message is bounded by the limit and the buffer that collects it", .needsLinux)
    func boundedMemory() async {
        await #expect(processExitsWith: .success) {
            let flood: WebSocketScript = { peer in
                let fragment = [UInt8](repeating: 0x20, count: 1 << 20)
                try peer.send(ServerFrame(opcode: 1, payload: fragment, isFinal: false))
                let bytes = ServerFrame(opcode: 0, payload: fragment, isFinal: false).bytes
                while true { try peer.send(bytes: bytes) }
            }
            let server = try LoopbackServer([.webSocket(script: flood)])
            let failure = try await client(server, WebSocketProcessTests.settings) { $0.readToEnd().failure }
            precondition(failure == .tooLarge(limit: 16 << 20))
            server.stop()
            let mebibytes = WebSocketProcessTests.peakMemory() >> 10
            precondition(mebibytes > 0)
            precondition(mebibytes < 160, "\(mebibytes) MiB")
        }
    }

    @Test(
        "Exit is clean, whatever TLS frees, and does not wait for a thread that loads libcurl, connects or receives",
        .needsTLS)
    func exits() async throws {
        let exchanges = [
            Exchange.get("/silent", times: .any, answer: .never),
            .webSocket("/busy", times: .any) { peer in while true { try peer.send(texts: ["a", "b", "c"]) } },
        ]
        try await withLoopbackServer(exchanges) { server in
            try await withTLSFront(of: server) { front in
                for path in ["/silent"] + Array(repeating: "/busy", count: 9) {
                    await #expect(processExitsWith: .exitCode(7)) {
                        [
                            plain = server.webSocketURL + path as String,
                            tls = "wss://127.0.0.1:\(front.port)\(path)" as String, bundle = front.caFile as String
                        ] in
                        WebSocketProcessTests.listen(to: plain, nil)
                        WebSocketProcessTests.listen(to: tls, bundle)
                        usleep(.random(in: 0...100_000))
                        exit(7)
                    }
                }
            }
        }
    }

    /// Receives on its own thread for as long as the process runs.
    private static func listen(to url: String, _ bundle: String?) {
        Task {
            await WorkerThread.result {
                var configuration = settings
                configuration.trust = Trust(bundle: bundle)
                guard let request = WebSocketRequest(url: url), let wake = try? WakeSignal(),
                    let socket = try? WebSocketConnection.open(request, configuration, wake: wake)
                else { return }
                while (try? socket.receive(timeout: .seconds(60)) { _, _ in }) != nil {}
            }
        }
    }
}
