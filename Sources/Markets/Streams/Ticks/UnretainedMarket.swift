/// A market of a tick, without counting a reference.
///
/// Valid only as long as something else, such as a table of markets, holds the market.
@safe
package struct UnretainedMarket {
    private let object: Unmanaged<TickMarket>

    /// Creates a reference to a market, which must be held as long as the reference is used.
    @inline(__always)
    package init(_ market: TickMarket) {
        unsafe object = .passUnretained(market)
    }

    /// The market.
    package var market: TickMarket {
        @inline(__always) get { unsafe object.takeUnretainedValue() }
    }

    /// The identity of the market.
    package var id: ObjectIdentifier {
        @inline(__always) get { unsafe unsafeBitCast(object, to: ObjectIdentifier.self) }
    }
}
