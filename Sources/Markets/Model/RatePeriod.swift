package import Platform

/// A question for the rates of past days.
package struct RatePeriod: Sendable, Hashable {
    /// The first day.
    package var from: Timestamp
    /// The last day.
    package var to: Timestamp
    /// The currencies between which rates are needed; empty for all. A provider may send rates of others, too.
    package var currencies: Set<Currency>

    /// Creates a question. Each parameter sets the property of the same name.
    package init(from: Timestamp, to: Timestamp, currencies: Set<Currency>) {
        self.from = from
        self.to = to
        self.currencies = currencies
    }
}

extension RatePeriod {
    /// The days with rates that candles between two times may need: from a week before the first, as holidays may be
    /// long. In the place of a currency that is a fixed multiple of another one there is that one; both, if the
    /// currency ended between the two times.
    package init(ofCandlesFrom from: Timestamp, to: Timestamp, _ currencies: Set<Currency>) {
        let day: Int64 = 86_400
        let needed = currencies.flatMap { [$0.lasting(at: from), $0.lasting(at: to)] }
        self.init(from: Timestamp(seconds: from.seconds / day * day - Self.lead), to: to, currencies: Set(needed))
    }

    /// How long before a day its rates may have been published, in seconds.
    static let lead: Int64 = 7 * 86_400

    /// Whether an answer for this period holds all that another one asks for.
    func covers(_ other: RatePeriod) -> Bool {
        from <= other.from && other.to <= to && other.currencies.isSubset(of: currencies)
    }
}
