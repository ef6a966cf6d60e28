/// Values of quotes that some providers send only on request, as part of the same response.
public struct QuoteExtras: OptionSet, Sendable {
    /// One bit for each value.
    public let rawValue: Int

    /// The changes of the last hour and of the last 7 days.
    public static let changes = QuoteExtras(rawValue: 1)
    /// The prices of the last 7 days.
    public static let trend = QuoteExtras(rawValue: 2)
    /// The session of a stock's exchange, and the newest trade before the market opens or after it closed.
    public static let session = QuoteExtras(rawValue: 4)

    /// Creates a set from its bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }
}
