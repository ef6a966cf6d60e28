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
    /// Who says so.
    public var provider: String
    /// Rates that made no sense and are left out; the others stand.
    public var dropped: DroppedRows
    /// True for a cached answer that stands in although it is old.
    public var stale = false

    /// A table; `base` is added to `rates`.
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
