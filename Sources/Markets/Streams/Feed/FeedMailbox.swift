import Synchronization

/// The queue of messages to a feed's loop. News of changed wishes that follow each other are one message.
final class FeedMailbox: Sendable {
    private let messages = Mutex<[TickFeed.Message]>([])
    private let signal: AsyncStream<Void>.Continuation
    /// Yields if there are messages, and ends with `finish`.
    let arrivals: AsyncStream<Void>

    init() {
        (arrivals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func post(_ message: TickFeed.Message) {
        messages.withLock { messages in
            if case .changed = message, case .changed? = messages.last { return }
            messages.append(message)
        }
        signal.yield()
    }

    /// Returns the messages since the last call.
    func take() -> [TickFeed.Message] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }

    /// Ends the queue.
    func finish() { signal.finish() }
}
