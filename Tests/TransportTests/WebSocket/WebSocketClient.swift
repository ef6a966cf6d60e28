import Platform
import TestSupport
import Testing
import Transport

/// A message as tests compare it.
enum Message: Equatable, Sendable {
    case text(String)
    case binary([UInt8])

    init(_ kind: WebSocketMessageKind, _ bytes: UnsafeBufferPointer<UInt8>) {
        self = kind == .text ? .text(String(decoding: bytes, as: UTF8.self)) : .binary(Array(bytes))
    }
}

extension WebSocketConnection {
    /// The messages of the next batch that has any. Fails when none comes within a minute.
    func nextMessages() throws -> [Message] {
        var messages: [Message] = []
        while messages.isEmpty {
            let event = try receive(timeout: .seconds(60)) { messages.append(Message($0, $1)) }
            guard case .messages = event else { throw Unexpected(event: event) }
        }
        return messages
    }

    /// All messages until the connection ends, and how it ended.
    func readToEnd() -> (messages: [Message], failure: WebSocketFailure?) {
        var messages: [Message] = []
        do throws(WebSocketFailure) {
            while case .messages = try receive(timeout: .seconds(60), { messages.append(Message($0, $1)) }) {}
            return (messages, nil)
        } catch {
            return (messages, error)
        }
    }

    struct Unexpected: Error {
        let event: Event
    }
}

/// Opens a WebSocket on its own thread and runs blocking calls on it there.
func client<Value: Sendable>(
    _ server: LoopbackServer, _ configuration: HTTPConfiguration = configuration(),
    body: @escaping @Sendable (WebSocketConnection) throws -> Value
) async throws -> Value {
    try await client(WebSocketRequest(base: server.webSocketURL), configuration, body: body)
}

/// Does the same with a request.
func client<Value: Sendable>(
    _ request: WebSocketRequest, _ configuration: HTTPConfiguration = configuration(),
    body: @escaping @Sendable (WebSocketConnection) throws -> Value
) async throws -> Value {
    try await WorkerThread.result {
        Result { try body(WebSocketConnection.open(request, configuration, wake: WakeSignal())) }
    }.get()
}

/// The error of opening a WebSocket at a server with this single answer. The test fails when it opens.
func openingFailure(
    _ answer: Answer, _ configuration: HTTPConfiguration = configuration(),
    sourceLocation: SourceLocation = #_sourceLocation
) async throws -> WebSocketFailure {
    let exchange = Exchange.get("/", answer: answer, sourceLocation: sourceLocation)
    return try await withLoopbackServer([exchange], sourceLocation: sourceLocation) { server in
        let failure = try await openingFailure(WebSocketRequest(base: server.webSocketURL), configuration)
        return try #require(failure, sourceLocation: sourceLocation)
    }
}

/// The error of opening a WebSocket with a request; nil when it opens.
func openingFailure(
    _ request: WebSocketRequest, _ configuration: HTTPConfiguration = configuration()
) async throws -> WebSocketFailure? {
    do {
        try await client(request, configuration) { $0.close() }
        return nil
    } catch let failure as WebSocketFailure {
        return failure
    }
}

extension Answer {
    /// A WebSocket with a 101 that is sent byte by byte, with a pause before every byte but the first.
    static func slowWebSocket(every pause: Duration, _ script: @escaping WebSocketScript) -> Answer {
        .making { request in
            let head = Answer.webSocketHead(for: request) ?? []
            let play = Step.takeOver { try WebSocketPeer($0, request).play(script) }
            return .script([.trickle(head, size: 1, every: pause), play], then: .close)
        }
    }

    /// A 101 with these headers in place of those that the request requires.
    static func switching(_ headers: [(String, String)]) -> Answer {
        .raw(Answer.head(101, reason: nil, headers: headers, length: nil), then: .keepAlive)
    }
}
