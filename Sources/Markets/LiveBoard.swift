public import DecimalArithmetic

/// A list that a socket keeps live: the rules by which a refreshed list and single updates meet what is shown.
///
/// The rules are those of the app that lists the top coins (REQUIREMENTS W2–W5).
public struct LiveBoard: Sendable {
    /// An asset on the board.
    public struct Entry: Sendable, Equatable {
        /// The quote, its price and open by the socket where it told any, else as first loaded.
        public fileprivate(set) var quote: Quote
    }

    /// What a refreshed list changes.
    public struct Changes: Sendable, Equatable {
        /// What is new on the board, to be subscribed to.
        public var added: [Quote]
        /// What is gone, to be unsubscribed from.
        public var removed: [Quote]
    }

    /// An empty list for a board that is not empty: invalid data, not a removal of all.
    public struct EmptyList: Error, Equatable {}

    /// What makes two quotes of the same asset: all four together.
    private struct Identity: Hashable {
        let id: String?
        let symbol: String
        let name: String?
        let market: String?

        init(_ quote: Quote) {
            (id, symbol, name, market) = (quote.id, quote.symbol, quote.name, quote.market)
        }
    }

    /// All entries, in the order they came.
    public private(set) var entries: [Entry] = []

    /// An empty board.
    public init() {}

    /// Takes a refreshed list.
    ///
    /// A board that is empty takes all; a shorter one appends what is new; a longer one removes what is missing; one as
    /// long as the list appends what is new and removes nothing. Order is kept, and what stays keeps its price and open.
    public mutating func refresh(_ list: [Quote]) throws(EmptyList) -> Changes {
        guard !list.isEmpty || entries.isEmpty else { throw EmptyList() }
        guard entries.count > list.count else { return append(list) }
        let listed = Set(list.map(Identity.init))
        let removed = entries.map(\.quote).filter { !listed.contains(Identity($0)) }
        entries.removeAll { !listed.contains(Identity($0.quote)) }
        return Changes(added: [], removed: removed)
    }

    private mutating func append(_ list: [Quote]) -> Changes {
        var known = Set(entries.map { Identity($0.quote) })
        let added = list.filter { known.insert(Identity($0)).inserted }
        entries += added.map(Entry.init)
        return Changes(added: added, removed: [])
    }

    /// Takes a socket's update of a symbol; false, and nothing is changed, where the symbol is not on the board.
    ///
    /// Without an open above 0 the one held stands. Of several assets of one symbol the first is meant.
    @discardableResult
    public mutating func update(_ symbol: String, price: Number, open: Number? = nil) -> Bool {
        guard let index = entries.firstIndex(where: { $0.quote.symbol == symbol }) else { return false }
        entries[index].quote.price = price
        let sent = open.flatMap { $0.value > ExactDecimal(0) ? $0 : nil }
        entries[index].quote.setChange(fromOpen: sent ?? entries[index].quote.open)
        return true
    }
}
