package import DecimalArithmetic
package import Platform

/// A path from one asset to another that converts any number of amounts.
///
/// An amount is multiplied by all numerators of the legs, divided by all denominators, and rounded once at the end.
package struct Conversion: Sendable, Hashable {
    /// One step of a path: the rates of one source lead from one asset to the next.
    package struct Leg: Sendable, Hashable {
        /// The asset that is converted.
        package let from: Asset
        /// The asset of the result.
        package let to: Asset
        /// Units of `to` for one of `from`, rounded half even to 20 digits; for showing, not for computing.
        package let rate: ExactDecimal
        /// The provider of the rate.
        package let provider: String
        /// The time of the rate at its source.
        package let time: Timestamp
        /// True if the rate is from an old answer of the cache.
        package let stale: Bool
        /// Why its age was not accepted, if it is one of `staleLegs`.
        package private(set) var ageFault: AgeFault?
        /// True if the rate never changes, as that of pence to pounds: no provider has it, and it has no age.
        package let isFixed: Bool
        /// The provider's own identifier of what the rate is a price of; nil for a table's.
        let id: String?
        /// The amounts of both assets that have the same value. `rate` is the quotient of the two amounts.
        let numerator: RateGraph.Member
        let denominator: RateGraph.Member

        /// Returns the leg with its `ageFault` if the rate is from an old answer of the cache, older than it should be
        /// (between currencies 7 days, as the price of a coin one day) or ahead of the clock; otherwise nil.
        fileprivate func asStale(at moment: Timestamp, isPast: Bool) -> Leg? {
            guard !isFixed else { return nil }
            var leg = self
            let age = strictest.age(of: time, at: moment)
            leg.ageFault = strictest.fault(age: isPast ? max(0, age) : age)
            return stale || leg.ageFault != nil ? leg : nil
        }

        /// The kind of the two whose prices are stale first.
        private var strictest: AssetKind { from.kind.daysUntilStale < to.kind.daysUntilStale ? from.kind : to.kind }
    }

    /// The asset that is converted.
    package let from: Asset
    /// The asset of the results.
    package let to: Asset
    /// The steps in order; none from an asset to itself.
    package let legs: [Leg]
    /// The name in place of a provider's for a rate that never changes.
    package static let ofNoProvider = "fixed"

    /// The providers of the rates, in the legs' order, each once; `ofNoProvider` alone if none of the rates changes.
    package let providers: [String]
    /// The path in short: the assets, then the providers, as in `USDT→EUR→SEK binance+frankfurter`; nil from an asset
    /// to itself.
    package let via: String?
    /// Units of `to` for one of `from`, rounded once, half to even, to 20 digits; 1 from an asset to itself.
    package let rate: ExactDecimal
    private let ratio: ExactRatio
    /// The ratio when the last 24 hours, or the UTC day, of the only provider of all legs began; nil if unknown.
    private let openingRatio: ExactRatio?

    /// Creates a path of legs, each beginning where the one before it ends. Throws if the rate has no value.
    init(from: Asset, to: Asset, legs: [Leg]) throws(ArithmeticError) {
        self.from = from
        self.to = to
        self.legs = legs
        let changing = legs.filter { !$0.isFixed }
        providers = (changing.isEmpty ? legs : changing).reduce(into: []) { names, leg in
            if !names.contains(leg.provider) { names.append(leg.provider) }
        }
        let assets = [from.code] + legs.map(\.to.code)
        via = legs.isEmpty ? nil : assets.joined(separator: "→") + " " + providers.joined(separator: "+")
        ratio = try ExactRatio(legs.map(\.numerator.amount), over: legs.map(\.denominator.amount))
        rate = try ratio.value()
        let (new, former) = (legs.compactMap(\.numerator.opening), legs.compactMap(\.denominator.opening))
        let isOfOne = new.count == legs.count && former.count == legs.count && providers.count == 1
        openingRatio = isOfOne ? try? ExactRatio(new, over: former) : nil
    }

    /// Converts an amount of `from` to `to`; returns the amount itself if both are the same. Throws `overflow`.
    ///
    /// - Parameter amount: The amount in the first asset.
    /// - Returns: The amount in the last asset.
    /// - Throws: `ArithmeticError.overflow`.
    package func convert(_ amount: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        legs.isEmpty ? amount : try ratio.scaling(amount)
    }

    /// Returns whether the rates of the time when a provider's last 24 hours, or its UTC day, began are known, by which
    /// an open is converted.
    ///
    /// - Parameter provider: The name of the provider.
    /// - Returns: True if they are.
    package func knowsOpening(of provider: String) -> Bool {
        openingRatio != nil && legs.allSatisfy { $0.isFixed || $0.provider == provider }
    }

    /// Converts an amount by the rates at the time when the provider's last 24 hours, or its UTC day, began; nil if
    /// they are unknown. The time differs between providers, so only a provider's own rates are of it.
    func convertOpening(_ amount: ExactDecimal, of provider: String) throws(ArithmeticError) -> ExactDecimal? {
        guard let openingRatio, knowsOpening(of: provider) else { return nil }
        return try openingRatio.scaling(amount)
    }

    /// The oldest leg's time; nil if no leg has a rate that changes.
    package var time: Timestamp? { legs.filter { !$0.isFixed }.map(\.time).min() }

    /// True if a leg is stale.
    ///
    /// - Parameters:
    ///   - moment: The current time, or the moment of the past whose rates these are.
    ///   - isPast: True for a moment of the past. Its rates may be a little later.
    /// - Returns: True if a rate is too old, or ahead of the clock.
    package func isStale(at moment: Timestamp, isPast: Bool = false) -> Bool {
        legs.contains { $0.asStale(at: moment, isPast: isPast) != nil }
    }

    /// The legs that are stale.
    ///
    /// - Parameters:
    ///   - moment: The current time, or the moment of the past whose rates these are.
    ///   - isPast: True for a moment of the past. Its rates may be a little later.
    /// - Returns: The legs with a stale rate, in order.
    package func staleLegs(at moment: Timestamp, isPast: Bool = false) -> [Leg] {
        legs.compactMap { $0.asStale(at: moment, isPast: isPast) }
    }
}

/// The reason why there is no conversion: facts only.
package enum ConversionFailure: Error, Sendable, Equatable {
    /// No known rate is of this asset.
    case unknown(Asset)
    /// There are rates of both, but no path between them.
    case noPath(from: Asset, to: Asset)
    /// The rate, or the result, is too large for any number here.
    case overflow(from: Asset, to: Asset)
}
