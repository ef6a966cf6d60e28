/// The kinds of markets in a list.
package enum MarketChoice: String, Sendable, CaseIterable {
    /// All except futures: coins, and stocks if the provider has them.
    case spot
    /// Perpetual and dated futures.
    case futures
    /// Both.
    case all

    /// Returns whether a quote is of a market of this kind.
    ///
    /// - Parameter quote: The quote.
    /// - Returns: True if it is.
    package func includes(_ quote: Quote) -> Bool { includes(quote.kind) }

    /// Returns whether a market of a kind of asset is of this kind.
    package func includes(_ kind: AssetKind) -> Bool {
        switch self {
        case .spot: kind != .future
        case .futures: kind == .future
        case .all: true
        }
    }

    /// The single kinds of markets in this choice.
    package var parts: [MarketChoice] { self == .all ? [.spot, .futures] : [self] }
}
