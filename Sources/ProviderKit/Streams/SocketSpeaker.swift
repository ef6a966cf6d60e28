package import Transport

/// One side of the conversation on a connection: what a provider's protocol sends, and what is made of its messages.
///
/// All of it is used on the connection's thread.
package protocol SocketSpeaker {
    /// Returns the texts to send when the connection is open.
    func begin() -> [String]
    /// Records that the connection is open and the texts of `begin` are sent.
    func opened()
    /// Returns the texts to send after the connection's wake signal was raised.
    func changes() -> [String]
    /// Reads the complete messages in the connection's buffer.
    func read(_ connection: WebSocketConnection) -> SocketReading
    /// Records that a complete message arrived at a moment of the monotonic clock. It is called after `read`.
    func heard(at moment: Duration)
    /// Records that the connection has ended. It is called once, also if no connection was opened.
    func end()
}

extension SocketSpeaker {
    package func begin() -> [String] { [] }
    package func changes() -> [String] { [] }
    package func end() {}
}

/// The result of reading the messages that arrived together.
package struct SocketReading {
    /// True if a message or a control frame arrived complete. Bytes alone do not show that the provider is alive,
    /// because they could trickle in without end.
    var hasHeard = false
    /// The reason why the stream must end.
    var end: ProviderFailure.Reason?

    package init() {}

    /// Reads the complete messages in a connection's buffer, each by `read`, which returns a reason if the stream must
    /// end. Calls `drop` with the problem of a message for which `read` throws.
    package mutating func take(
        _ connection: WebSocketConnection,
        _ read: (UnsafeBufferPointer<UInt8>) throws -> ProviderFailure.Reason?, drop: (String) -> Void
    ) {
        // A failure of the connection is thrown again by its next call.
        let count = unsafe try? connection.readMessages { _, bytes in
            hasHeard = true
            guard end == nil else { return }
            do {
                end = unsafe try read(bytes)
            } catch {
                drop(Endpoint.problem(error))
            }
        }
        if count != nil { hasHeard = true }
    }
}
