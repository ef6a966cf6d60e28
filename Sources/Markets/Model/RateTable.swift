package import DecimalArithmetic
package import Platform

/// The exchange rates of one source at one time.
package struct RateTable: Sendable, Equatable {
    /// The currency that `rates` are relative to, as chosen by the source.
    package var base: Currency
    /// Units of each currency for one of `base`, all above 0, and 1 for `base` itself.
    package var rates: [Currency: ExactDecimal]
    /// The source's own date: midnight UTC if it is only a day, so that a weekend shows Friday's.
    package var time: Timestamp
    /// The dates of the rates that are not of `time`, as some are published less often than others.
    package var times: [Currency: Timestamp] = [:]
    /// The name of the provider.
    package var provider: String
    /// The invalid rates. They do not affect the others.
    package var dropped: DroppedRows
    /// True for an outdated response from the cache.
    package var stale = false
    /// True if the rates never change, as those of made-up data: then they are the rates of every other time too.
    package var isConstant = false
    /// When the source publishes new rates; nil if that is unknown.
    package var nextPublication: Timestamp?

    /// Creates a table. Each parameter sets the property of the same name; `base` is added to `rates`.
    package init(
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
