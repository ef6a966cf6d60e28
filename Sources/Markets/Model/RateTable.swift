public import DecimalArithmetic
public import Platform

/// What one source says that currencies are worth, all at one time.
public struct RateTable: Sendable, Equatable {
    /// The currency of which one unit is worth `rates`; the source chooses it.
    public var base: Currency
    /// Units of each currency for one of `base`, all above 0, and 1 for `base` itself.
    public var rates: [Currency: ExactDecimal]
    /// The source's own date: midnight UTC where it gives a day only, so that a weekend shows Friday's.
    public var time: Timestamp
    /// The name of the provider.
    public var provider: String
    /// The invalid rates. They do not affect the others.
    public var dropped: DroppedRows
    /// True for an outdated response from the cache.
    public var stale = false

    /// Creates a table. Each parameter sets the property of the same name; `base` is added to `rates`.
    public init(
        base: Currency, rates: [Currency: ExactDecimal], time: Timestamp, provider: String, dropped: DroppedRows = []
    ) {
        self.base = base
        self.rates = rates
        self.rates[base] = 1
        self.time = time
        self.provider = provider
        self.dropped = dropped
    }
}
