import Synchronization
import TestSupport
import Testing

/// A stream whose messages a test sends one by one, each after the previous one was read.
final class TextFeed: Sendable {
    private struct State {
        var unsent: [String] = []
        var given = 0
        var read = 0
        var isOver = false
        var isDropped = false
    }

    private let state = Mutex(State())

    /// The stream: expects a subscription, sends the messages of the test, and at the end expects a close by the
    /// client.
    var exchange: Exchange {
        .webSocket { [self] peer in
            try peer.expectText("a subscription") { $0.contains("subscribe") }
            while let text = try next(peer) {
                // Both in one piece: the answer shows that the text was read.
                try peer.send([.text(text), .ping()])
                try peer.expectPong()
                state.withLock { $0.read += 1 }
            }
            if state.withLock(\.isDropped) { try peer.drop() }
            let last = state.withLock(\.unsent)
            try peer.send(texts: last)
            try peer.expectClose(1000)
        }
    }

    /// Sends a message and waits until it was read.
    func send(_ text: String) async throws {
        let number = state.withLock { state in
            state.unsent.append(text)
            state.given += 1
            return state.given
        }
        try await expectEventually("\(text) is read") { state.withLock(\.read) >= number }
    }

    /// Sends a last message, if there is one, after which the client closes.
    func end(with text: String? = nil) {
        state.withLock { state in
            state.unsent += [text].compactMap(\.self)
            state.isOver = true
        }
    }

    /// Ends the connection without a close.
    func drop() { state.withLock { ($0.isOver, $0.isDropped) = (true, true) } }

    /// The next message but the last; nil at the end.
    private func next(_ peer: WebSocketPeer) throws -> String? {
        try peer.wait { [self] in state.withLock { $0.isOver || !$0.unsent.isEmpty } }
        return state.withLock { $0.isOver ? nil : $0.unsent.removeFirst() }
    }
}
