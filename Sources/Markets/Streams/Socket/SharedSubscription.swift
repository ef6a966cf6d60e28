/// The markets of a stream that all come by one subscription: it is asked for once an opening, whatever is added, and what
/// is removed is left out here, since the others need it still (REQUIREMENTS W6).
struct SharedSubscription: Sendable {
    /// True once it was asked for: nothing that comes before counts.
    private(set) var isSent = false

    private let message: String
    private var markets = TickMarketTable()

    /// The subscription that this message asks for.
    init(_ message: String) {
        self.message = message
    }

    /// What to send for more markets.
    mutating func subscribe(to markets: [TickMarket]) -> [String] {
        self.markets.add(markets)
        guard !isSent, !markets.isEmpty else { return [] }
        isSent = true
        return [message]
    }

    /// What to send for fewer.
    mutating func unsubscribe(from markets: [TickMarket]) -> [String] {
        self.markets.remove(markets)
        return []
    }

    /// As for a tick of one of its markets, whose name must be there.
    @inline(__always)
    mutating func market(_ name: UnsafeBufferPointer<UInt8>) throws -> TickMarket? { try markets.market(name) }

    /// The market of a name, nil where nobody wants it.
    @inline(__always)
    mutating func find(_ name: UnsafeBufferPointer<UInt8>) -> TickMarket? { markets.find(name) }
}
