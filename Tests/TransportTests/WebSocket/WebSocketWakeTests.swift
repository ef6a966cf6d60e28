import Platform
import TestSupport
import Testing
import Transport

@Suite("WebSocket: waits that another thread ends", .quick)
struct WebSocketWakeTests {
    /// Opens a WebSocket, wakes the opening as soon as the server has the request, and returns the failure.
    private func openAndWake(
        _ exchange: Exchange, isCancelled: @escaping @Sendable () -> Bool,
        _ body: @escaping @Sendable (WebSocketConnection) throws -> Void = { _ in }
    ) async throws -> WebSocketFailure? {
        try await withLoopbackServer([exchange]) { server in
            let wake = try WakeSignal()
            let request = WebSocketRequest(base: server.webSocketURL)
            async let end = WorkerThread.result {
                Result {
                    try body(WebSocketConnection.open(request, configuration(), wake: wake, isCancelled: isCancelled))
                }
            }
            try await expectEventually("the handshake comes") { !server.requests.isEmpty }
            wake.signal()
            do {
                try await end.get()
                return nil
            } catch let failure as WebSocketFailure {
                return failure
            }
        }
    }

    @Test("A wake with cancellation ends the opening at once")
    func cancelsOpening() async throws {
        let failure = try await openAndWake(.get("/", answer: .never)) { true }
        #expect(failure?.reason == .cancelled)
    }

    @Test("A signal raised before the opening ends it before anything is sent")
    func cancelledBefore() async throws {
        try await withLoopbackServer([]) { server in
            let wake = try WakeSignal()
            wake.signal()
            let request = WebSocketRequest(base: server.webSocketURL)
            let result = await WorkerThread.result {
                Result { _ = try WebSocketConnection.open(request, configuration(), wake: wake) }
            }
            #expect(throws: WebSocketFailure.transport(TransportError(host: request.host, reason: .cancelled))) {
                try result.get()
            }
        }
    }

    @Test("After a wake without cancellation during the opening, the first receive returns it")
    func keptWake() async throws {
        let exchange = Exchange.get(
            "/",
            answer: Answer.webSocket { try $0.expectText("open") }.delayed(by: .milliseconds(100)))
        let failure = try await openAndWake(exchange, isCancelled: { false }) { socket in
            #expect(try socket.receive(timeout: .seconds(60)) { _, _ in } == .woken)
            #expect(try socket.receive(timeout: .zero) { _, _ in } == .timedOut)
            try socket.send(text: "open")
        }
        #expect(failure == nil)
    }

    @Test("A wake ends a receive during silence and during a stream that never pauses", arguments: [true, false])
    func receiving(isBusy: Bool) async throws {
        let script: WebSocketScript = { peer in
            try peer.send(text: "open")
            while isBusy { try peer.send(texts: ["a", "b", "c"]) }
            try peer.waitUntilClientLeaves()
        }
        try await withWebSocketServer([script]) { server in
            let wake = try WakeSignal()
            let request = WebSocketRequest(base: server.webSocketURL)
            let (ready, readiness) = AsyncStream<Void>.makeStream()
            async let woken = WorkerThread.result {
                Result {
                    let socket = try WebSocketConnection.open(request, configuration(), wake: wake)
                    _ = try socket.nextMessages()
                    readiness.yield()
                    var event = WebSocketConnection.Event.messages(0)
                    while case .messages = event { event = try socket.receive(timeout: .seconds(60)) { _, _ in } }
                    return event
                }
            }
            for await _ in ready { break }
            wake.signal()
            #expect(try await woken.get() == .woken)
            #expect(!wake.clear())
        }
    }
}
