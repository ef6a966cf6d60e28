import Synchronization

/// What waits to be done by a feed's loop, in order.
///
/// Changes of symbols that follow one another are one message: of a symbol only the last counts, so that what waits never
/// takes more room than the symbols do.
final class FeedMailbox: Sendable {
    private let messages = Mutex<[TickFeed.Message]>([])
    private let signal: AsyncStream<Void>.Continuation
    /// Yields when there are messages, and ends with `finish`.
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

    /// All that has come since the last call.
    func take() -> [TickFeed.Message] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }

    /// Nothing more is to be done.
    func finish() { signal.finish() }
}

/// Which symbols' ticks are wanted from now on, and which no longer: of each symbol the last word.
public struct SymbolChanges: Sendable {
    private var wanted = KeyedList<Symbol, Bool>()

    /// No change.
    public init() {}

    /// The symbols to add, in the order in which they first came.
    public var added: [Symbol] { wanted.keys.filter { wanted[$0] == true } }
    /// The symbols to remove.
    public var removed: [Symbol] { wanted.keys.filter { wanted[$0] == false } }
    /// Whether nothing changes.
    public var isEmpty: Bool { wanted.isEmpty }

    /// Adds symbols.
    public mutating func add(_ symbols: [Symbol]) { for symbol in symbols { wanted[symbol] = true } }

    /// Removes symbols.
    public mutating func remove(_ symbols: [Symbol]) { for symbol in symbols { wanted[symbol] = false } }

    /// Takes what was said later.
    mutating func merge(_ later: SymbolChanges) {
        for symbol in later.wanted.keys { wanted[symbol] = later.wanted[symbol] }
    }
}
