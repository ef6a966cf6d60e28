public import Platform

/// A question for the rates of past days.
public struct RatePeriod: Sendable, Hashable {
    /// The first day.
    public var from: Timestamp
    /// The last day.
    public var to: Timestamp
    /// The currencies between which rates are needed; empty for all. A provider may send rates of others, too.
    public var currencies: Set<Currency>

    /// Creates a question. Each parameter sets the property of the same name.
    public init(from: Timestamp, to: Timestamp, currencies: Set<Currency>) {
        self.from = from
        self.to = to
        self.currencies = currencies
    }
}
