import Synchronization

/// The queue of messages to a feed's loop.
///
/// Consecutive changes of symbols are merged into one message with the last change of each symbol, so that the queue
/// never takes more memory than the symbols.
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
            if case .change(let changes) = message, case .change(var last)? = messages.last {
                messages.removeLast()
                last.merge(changes)
                messages.append(.change(last))
            } else {
                messages.append(message)
            }
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

/// Symbols to add and to remove. The last change of a symbol counts.
package struct SymbolChanges: Sendable {
    private var wanted = KeyedList<Symbol, Bool>()

    /// No change.
    package init() {}

    /// The symbols to add, in the order of their first change.
    package var added: [Symbol] { wanted.keys.filter { wanted[$0] == true } }
    /// The symbols to remove.
    package var removed: [Symbol] { wanted.keys.filter { wanted[$0] == false } }
    /// True without changes.
    package var isEmpty: Bool { wanted.isEmpty }

    /// Adds symbols.
    package mutating func add(_ symbols: [Symbol]) { for symbol in symbols { wanted[symbol] = true } }

    /// Removes symbols.
    package mutating func remove(_ symbols: [Symbol]) { for symbol in symbols { wanted[symbol] = false } }

    /// Adds later changes.
    mutating func merge(_ later: SymbolChanges) {
        for symbol in later.wanted.keys { wanted[symbol] = later.wanted[symbol] }
    }
}
