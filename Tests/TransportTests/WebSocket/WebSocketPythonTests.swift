import Platform
import TestSupport
import Testing
import Transport

/// The client against an independent implementation: Python's `websockets` (Debian's python3-websockets).
@Suite(
    "WebSocket: against python3's websockets",
    .enabled("needs python3 with its module websockets") { await PythonWebSockets.python.value != nil }, .quick)
struct WebSocketPythonTests {
    private func converse<Value: Sendable>(
        _ body: @escaping @Sendable (WebSocketConnection) throws -> Value
    ) async throws -> Value {
        let python = try #require(await PythonWebSockets.python.value)
        return try await withHelper(python) { try await client($0, configuration(), body: body) }
    }

    private func withHelper<Value>(
        _ python: String, _ body: (WebSocketRequest) async throws -> Value
    ) async throws -> Value {
        try await Turns.take {
            let helper = try await HelperServer(python, ["-c", PythonWebSockets.server])
            defer { helper.stop() }
            return try await body(WebSocketRequest(base: "ws://127.0.0.1:\(helper.port)"))
        }
    }

    /// Sends a request and returns the next message as its answer.
    private static func ask(_ question: String, _ socket: WebSocketConnection) throws -> Message? {
        try socket.send(text: question)
        return try socket.nextMessages().first
    }

    @Test("The server returns the client's text and bytes of every length encoding")
    func echo() async throws {
        let same = try await converse { socket in
            try [0, 1, 125, 126, 127, 65535, 65536, 1 << 20].map { count in
                let text = String(repeating: "é", count: count / 2) + String(repeating: "x", count: count % 2)
                let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
                let first = try Self.ask(text, socket)
                try bytes.withUnsafeBufferPointer { try socket.send(.binary, $0) }
                return try first == .text(text) && socket.nextMessages() == [.binary(bytes)]
            }
        }
        #expect(same == Array(repeating: true, count: 8))
    }

    @Test("The client accepts the server's fragments, its pings and a message of 16 MiB, and answers the pings")
    func forms() async throws {
        let answers = try await converse { socket in
            try ["!fragments", "!ping", "!large"].map { try Self.ask($0, socket) }
        }
        #expect(answers.dropLast() == [.text("κόσμε"), .text("ponged")])
        let isWhole = answers.last == .text(String(repeating: "x", count: 16 << 20))
        #expect(isWhole)
    }

    @Test("The client reads the server's close, and the server read the client's close of the connection before")
    func closes() async throws {
        let python = try #require(await PythonWebSockets.python.value)
        try await withHelper(python) { request in
            let failure = try await client(request) { socket in
                try socket.send(text: "!close")
                return socket.readToEnd().failure
            }
            #expect(failure == .closed(code: 3001, reason: "adiós"))
            try await client(request) { $0.close(code: 4002) }
            let codes = try await client(request) { try Self.ask("!codes", $0) }
            #expect(codes == .text("3001 4002"))
        }
    }
}

private enum PythonWebSockets {
    /// An interpreter that has the module: the one in PATH, or the one of the system.
    static let python = Task { () -> String? in
        for candidate in [Executables.inPath("python3"), "/usr/bin/python3"].compactMap({ $0 }) {
            let outcome = try? await ToolProcess.run(candidate, ["-c", "import websockets"])
            if outcome?.status == .exited(0) { return candidate }
        }
        return nil
    }

    /// Prints its port, executes messages that begin with `!`, and returns the others.
    static let server = #"""
        import asyncio, os, sys, threading
        import websockets

        async def answer(socket, message):
            if message == "!fragments":
                await socket.send(["κό", "", "σμ", "ε"])
            elif message == "!ping":
                await (await socket.ping(b"payload"))
                await socket.send("ponged")
            elif message == "!large":
                await socket.send("x" * (16 << 20))
            elif message == "!close":
                await socket.close(3001, "adiós")
            elif message == "!codes":
                # A connection's end is seen a moment after the client is gone, of two in either order.
                for _ in range(2): await ends.get()
                await socket.send(" ".join(sorted(codes)))
            else:
                await socket.send(message)

        codes = []

        async def serve(socket, *_):
            try:
                async for message in socket:
                    await answer(socket, message)
            finally:
                codes.append(str(socket.close_code))
                ends.put_nowait(None)

        async def main():
            global ends
            ends = asyncio.Queue()
            async with websockets.serve(serve, "127.0.0.1", 0, max_size=None) as server:
                print(server.sockets[0].getsockname()[1], flush=True)
                await asyncio.Future()

        def end_with_stdin():
            sys.stdin.buffer.read()
            os._exit(0)

        threading.Thread(target=end_with_stdin, daemon=True).start()
        asyncio.run(main())
        """#
}
