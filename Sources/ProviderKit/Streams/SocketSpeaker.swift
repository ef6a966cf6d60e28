package import Transport

/// One side of the conversation on a connection: what a provider's protocol sends, and what is made of its messages.
///
/// All of it is used on the connection's thread. It is a value with closures, so that generic code that reads messages
/// is specialized where it is made.
package struct SocketSpeaker {
    /// Returns the texts to send when the connection is open.
    let begin: () -> [String]
    /// Records that the connection is open and the texts of `begin` are sent.
    let opened: () -> Void
    /// Returns the texts to send after the connection's wake signal was raised.
    let changes: () -> [String]
    /// Reads the complete messages in the connection's buffer.
    let read: (WebSocketConnection) -> SocketReading
    /// Records that a complete message arrived at a moment of the monotonic clock. It is called after `read`.
    let heard: (Duration) -> Void
    /// Records that the connection has ended. It is called once, also if no connection was opened.
    let end: () -> Void
    /// Records that the stream is over, as that of a record can be.
    let over: () -> Void
    /// Records that the provider does not serve the subscription, and why. The connection is then closed.
    let unserved: (ProviderFailure.Reason) -> Void

    package init(
        begin: @escaping () -> [String] = { [] }, opened: @escaping () -> Void,
        changes: @escaping () -> [String] = { [] },
        read: @escaping (WebSocketConnection) -> SocketReading, heard: @escaping (Duration) -> Void,
        end: @escaping () -> Void = {}, over: @escaping () -> Void,
        unserved: @escaping (ProviderFailure.Reason) -> Void = { _ in }
    ) {
        (self.begin, self.opened, self.changes) = (begin, opened, changes)
        (self.read, self.heard, self.end, self.over, self.unserved) = (read, heard, end, over, unserved)
    }
}

/// The result of reading the messages that arrived together.
package struct SocketReading {
    /// True if a message or a control frame arrived complete. Bytes alone do not show that the provider is alive,
    /// because they could trickle in without end.
    package var hasHeard = false
    /// True if a message other than the answer to a ping arrived.
    package var hasNews = false
    /// True once data of the subscription arrived.
    package var isServed = false
    /// The reason why the stream must end.
    package var end: ProviderFailure.Reason?
    /// The reason why the provider does not serve the subscription.
    package var refusal: ProviderFailure.Reason?

    package init() {}
}
