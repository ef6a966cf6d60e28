package import DecimalArithmetic
package import Platform

/// A split of a stock's shares, or a dividend on them.
package struct StockEvent: Sendable, Hashable {
    /// What happens.
    package enum Kind: String, Sendable, CaseIterable {
        /// An amount is paid on each share.
        case dividend
        /// Shares become more of them, or fewer.
        case split
    }

    /// The first moment, in UTC, of the day from which shares are traded without the dividend, or after the split.
    package var time: Timestamp
    /// The ticker in capitals.
    package var symbol: String
    /// What happens.
    package var kind: Kind
    /// Of a dividend the amount on a share in the currency of the exchange, corrected for later splits; of a split the
    /// number of shares that one becomes: 4 for 4:1, 0.1 for 1:10.
    package var value: Number
    /// Of a split the shares that `oldShares` become, exactly as sent: 4 for 4:1.
    package var newShares: Number?
    /// Of a split the shares that become `newShares`: 1 for 4:1.
    package var oldShares: Number?
    /// The name of the provider.
    package var provider: String
    /// Whether it is from an old answer.
    package var stale = false

    /// Creates an event. Each parameter sets the property of the same name.
    package init(
        time: Timestamp, symbol: String, kind: Kind, value: Number, newShares: Number? = nil, oldShares: Number? = nil,
        provider: String
    ) {
        (self.time, self.symbol, self.kind, self.value) = (time, symbol, kind, value)
        (self.newShares, self.oldShares, self.provider) = (newShares, oldShares, provider)
    }
}
