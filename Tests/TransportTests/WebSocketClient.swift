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
    /// The messages of the next batch that has any; fails when none comes within a minute.
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

/// Opens a WebSocket on a thread of its own and runs blocking calls on it there.
func client<Value: Sendable>(
    _ server: LoopbackServer, _ configuration: HTTPConfiguration = configuration(),
    _ body: @escaping @Sendable (WebSocketConnection) throws -> Value
) async throws -> Value {
    try await client(WebSocketRequest(base: server.webSocketURL), configuration, body)
}

/// As above, with a request.
func client<Value: Sendable>(
    _ request: WebSocketRequest, _ configuration: HTTPConfiguration = configuration(),
    _ body: @escaping @Sendable (WebSocketConnection) throws -> Value
) async throws -> Value {
    try await WorkerThread.result {
        Result { try body(WebSocketConnection.open(request, configuration, wake: WakeSignal())) }
    }.get()
}
