public import DecimalArithmetic
public import Platform

/// The way from one asset to another, ready for any number of amounts.
///
/// An amount is multiplied by all numerators of the legs, divided by all denominators, and rounded once at the end.
public struct Conversion: Sendable, Hashable {
    /// One step: the rates of one source lead from one asset to the next.
    public struct Leg: Sendable, Hashable {
        /// What is given.
        public let from: Asset
        /// What is got.
        public let to: Asset
        /// Units of `to` for one of `from`, rounded half even to 20 digits; for showing, not for computing.
        public let rate: ExactDecimal
        /// Whose rate it is.
        public let provider: String
        /// When the rate was made, as its source says.
        public let time: Timestamp
        /// True where a cached answer stands in although it is old.
        public let stale: Bool
        /// The provider's own identifier of what the rate is a price of; nil for a table's.
        let id: String?
        /// What the source says that both are worth of one thing: `rate` is `numerator` ÷ `denominator`.
        let numerator: ExactDecimal
        let denominator: ExactDecimal
        /// The same when the provider's last 24 hours, or its UTC day, began; nil where nobody says.
        let opening: Opening?

        /// What both were worth of one thing.
        struct Opening: Hashable {
            let numerator: ExactDecimal
            let denominator: ExactDecimal
        }

        init(
            from: Asset, to: Asset, rate: ExactDecimal, provider: String, time: Timestamp, stale: Bool, id: String?,
            numerator: RateGraph.Member, denominator: RateGraph.Member
        ) {
            (self.from, self.to, self.rate, self.provider) = (from, to, rate, provider)
            (self.time, self.stale, self.id) = (time, stale, id)
            (self.numerator, self.denominator) = (numerator.amount, denominator.amount)
            if let new = numerator.opening, let old = denominator.opening {
                opening = Opening(numerator: new, denominator: old)
            } else {
                opening = nil
            }
        }

        /// True where it is older than 7 days (REQUIREMENTS C4), or is a cached answer that stands in although it is old.
        public func isStale(at now: Timestamp) -> Bool {
            stale || now.wholeSeconds(since: time) > Self.secondsUntilStale
        }

        private static let secondsUntilStale: Int64 = 7 * 86400
    }

    /// What amounts are given in.
    public let from: Asset
    /// What results are in.
    public let to: Asset
    /// The steps in order; none from an asset to itself.
    public let legs: [Leg]
    /// Units of `to` for one of `from`, rounded once, half to even, to 20 digits; 1 from an asset to itself.
    public let rate: ExactDecimal
    private let ratio: ExactRatio
    /// The way when the last 24 hours, or the UTC day, of the one provider of all legs began; nil where nobody says.
    private let openingRatio: ExactRatio?

    /// A way along legs, each beginning where the one before it ends; throws where the rate has no value.
    init(from: Asset, to: Asset, legs: [Leg]) throws(ArithmeticError) {
        self.from = from
        self.to = to
        self.legs = legs
        ratio = try ExactRatio(legs.map(\.numerator), over: legs.map(\.denominator))
        rate = try ratio.value()
        let openings = legs.compactMap(\.opening)
        let isOfOne = !legs.isEmpty && openings.count == legs.count && Set(legs.map(\.provider)).count == 1
        openingRatio =
            isOfOne ? try? ExactRatio(openings.map(\.numerator), over: openings.map(\.denominator)) : nil
    }

    /// What `amount` of `from` is in `to`: the amount itself where both are the same. Throws `overflow`.
    public func convert(_ amount: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        legs.isEmpty ? amount : try ratio.scaling(amount)
    }

    /// What `amount` of `from` was in `to` when the provider's last 24 hours, or its UTC day, began; nil where no rates of
    /// that time are known. Each provider begins at a time of its own, so that only its own rates are of it.
    func convertOpening(_ amount: ExactDecimal, of provider: String) throws(ArithmeticError) -> ExactDecimal? {
        guard let openingRatio, legs.first?.provider == provider else { return nil }
        return try openingRatio.scaling(amount)
    }

    /// The oldest leg's time; nil from an asset to itself.
    public var time: Timestamp? { legs.map(\.time).min() }

    /// Who is relied on, in the legs' order, each once.
    public var providers: [String] {
        legs.reduce(into: []) { names, leg in
            if !names.contains(leg.provider) { names.append(leg.provider) }
        }
    }

    /// The path in short: the assets, then who says so: `USDT→EUR→SEK binance+frankfurter`; nil from an asset to itself.
    public var via: String? {
        guard !legs.isEmpty else { return nil }
        let assets = [from.code] + legs.map(\.to.code)
        return assets.joined(separator: "→") + " " + providers.joined(separator: "+")
    }

    /// True where a leg is.
    public func isStale(at now: Timestamp) -> Bool {
        legs.contains { $0.isStale(at: now) }
    }

    /// The legs that are stale.
    public func staleLegs(at now: Timestamp) -> [Leg] {
        isStale(at: now) ? legs.filter { $0.isStale(at: now) } : []
    }
}

/// Why there is no conversion: facts only.
public enum ConversionFailure: Error, Sendable, Equatable {
    /// No known rate is of this asset.
    case unknown(Asset)
    /// There are rates of both, but no path between them.
    case noPath(from: Asset, to: Asset)
    /// The rate, or the result, is too large for any number here.
    case overflow(from: Asset, to: Asset)
}
