package import Platform

/// A kind of asset.
public enum AssetKind: String, Sendable, Hashable, CaseIterable {
    /// A cryptocurrency.
    case coin
    /// A token that was asked for by its contract.
    case token
    /// A currency of ISO 4217.
    case fiat
    /// A stock, a fund or an index.
    case stock
    /// A perpetual or dated future.
    case future
    /// A figure of the market as a whole.
    case index
}

extension AssetKind {
    /// The age in days beyond which a price is stale: coins and tokens are traded at all hours, stocks not for up to
    /// four days around holidays, an index may have one value a day, and the rates of currencies may not be published
    /// for a week.
    package var daysUntilStale: Int {
        switch self {
        case .coin, .token, .future: 1
        case .stock: 4
        case .index: 2
        case .fiat: 7
        }
    }

    /// Returns the age of a price in whole seconds, which is negative if its time is ahead of this machine's clock. The
    /// rates of currencies are those of a day, and some banks publish them up to a day ahead.
    package func age(of time: Timestamp, at now: Timestamp) -> Int64 {
        let age = time.age(at: now)
        return self == .fiat && age >= -86_400 ? max(0, age) : age
    }

    /// Returns why a price of this age in seconds is stale; nil if it is not.
    package func fault(age: Int64) -> AgeFault? { AgeFault(age: age, hours: daysUntilStale * 24) }

    /// Whether a price of this age in seconds is stale.
    package func isStale(age: Int64) -> Bool { fault(age: age) != nil }
}
