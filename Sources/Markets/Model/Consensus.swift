package import DecimalArithmetic

/// The exact median of the prices of several providers, without outliers.
///
/// Outliers are found by the median absolute deviation (MAD), which tolerates that up to half of the sources are wrong.
/// A price is an outlier if 0.6745 × |price − median| ÷ MAD is above 3.5, the modified z-score of B. Iglewicz and
/// D. Hoaglin, How to Detect and Handle Outliers, ASQC 1993. A price within half a percent of the median is never an
/// outlier: if most prices are equal, the MAD is 0, and every other price would be one.
package struct Consensus: Sendable, Equatable {
    /// One provider's price.
    package struct Source: Sendable, Equatable {
        /// The name of the provider.
        package var provider: String
        /// The price. All prices are in the same currency.
        package var price: ExactDecimal

        /// Creates the price of a provider. Each parameter sets the property of the same name.
        package init(_ provider: String, _ price: ExactDecimal) {
            self.provider = provider
            self.price = price
        }
    }

    /// The median of the prices that agree; for an even number of prices the mean of the two in the middle.
    package let median: ExactDecimal
    /// The prices that agree, in the order given.
    package let sources: [Source]
    /// The outliers, in the order given.
    package let outliers: [Source]
    /// The largest distance of an agreeing price from the median, in percent of the median.
    package let deviationPercent: ExactDecimal

    /// Computes the consensus of prices; nil if there are none, or if a result is out of range.
    ///
    /// - Parameter given: The prices, all in the same currency.
    package init?(_ given: [Source]) {
        do {
            guard let first = try Self.median(given.map(\.price)) else { return nil }
            let distances = try given.map { try ($0.price - first).magnitude }
            guard let deviation = try Self.median(distances) else { return nil }
            let isOutlier = try distances.map { distance in
                try distance * 6745 > deviation * 35_000 && distance * 200 > first.magnitude
            }
            sources = zip(given, isOutlier).filter { !$1 }.map(\.0)
            outliers = zip(given, isOutlier).filter(\.1).map(\.0)
            guard let median = try Self.median(sources.map(\.price)) else { return nil }
            self.median = median
            let largest = try sources.map { try ($0.price - median).magnitude }.max() ?? 0
            deviationPercent =
                largest.isZero ? 0 : try largest.percentage(of: median.magnitude)
        } catch {
            return nil
        }
    }

    /// Returns the middle of the numbers, or the mean of the two in the middle; nil without numbers.
    package static func median(_ numbers: [ExactDecimal]) throws(ArithmeticError) -> ExactDecimal? {
        let sorted = numbers.sorted()
        let middle = sorted.count / 2
        guard sorted.indices.contains(middle) else { return nil }
        guard sorted.count.isMultiple(of: 2) else { return sorted[middle] }
        return try (sorted[middle - 1] + sorted[middle]).divided(by: 2)
    }
}
