/// Values of quotes that some providers send only on request, as part of the same response.
package struct QuoteExtras: OptionSet, Sendable {
    /// One bit for each value.
    package let rawValue: Int

    /// The changes of the last hour and of the last 7 days.
    package static let changes = QuoteExtras(rawValue: 1)
    /// The prices of the last 7 days.
    package static let trend = QuoteExtras(rawValue: 2)
    /// The session of a stock's exchange, and the newest trade before the market opens or after it closed.
    package static let session = QuoteExtras(rawValue: 4)

    /// Creates a set from its bits.
    ///
    /// - Parameter rawValue: The bits.
    package init(rawValue: Int) {
        self.rawValue = rawValue
    }
}
