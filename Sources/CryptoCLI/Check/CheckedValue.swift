import AirQuality
import DecimalArithmetic
import Markets
import Platform

extension Provider {
    /// The kind of asset that `--provider check` asks for: every provider of the job has one. Nil for air.
    func checkedKind(for job: ProviderJob) -> AssetKind? {
        guard !job.isOfAir else { return nil }
        if job == .rates { return .fiat }
        return kinds.count == 1 ? kinds[0] : .coin
    }
}

extension AssetKind {
    /// The symbol that `--provider check` asks for; nil where it needs none.
    var checkedSymbol: Symbol? {
        switch self {
        case .coin: try? Symbol("BTC")
        case .stock: try? Symbol("stock:AAPL")
        // USD Coin.
        case .token: try? Symbol("eth:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48")
        case .index: try? Symbol(MarketFigure.fearGreed.symbol)
        case .fiat, .future: nil
        }
    }
}

/// What a provider answered to the question of `--provider check`.
struct CheckedValue: Sendable {
    /// The price in US dollars, or in a coin that is kept at one; nil for a price in something else, and for air.
    var price: Number?
    /// The time of the value.
    let time: Timestamp
    /// The time of the answer, by the provider's clock.
    let now: Timestamp
    /// The age in hours beyond which such data are stale.
    let hours: Int

    /// The age in whole seconds; negative if the time is ahead of this machine's clock.
    var age: Int64 { time.age(at: now) }

    /// Why the age is not accepted; nil if it is.
    var fault: AgeFault? { AgeFault(age: age, hours: hours) }
}

extension [Number] {
    /// The distance of a price from the median of these others, in percent of it; nil without others. Of two in the
    /// middle the nearer one counts: of three providers, one that is wrong does not make the other two differ.
    func deviation(of price: Number) -> ExactDecimal? {
        let sorted = map(\.value).sorted()
        guard !sorted.isEmpty else { return nil }
        let middle = Set([(sorted.count - 1) / 2, sorted.count / 2]).map { sorted[$0] }
        let distances = middle.compactMap { median in
            try? (price.value - median).magnitude.percentage(of: median.magnitude)
        }
        return distances.min()
    }
}
