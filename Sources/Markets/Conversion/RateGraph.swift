import DecimalArithmetic
import Platform

/// Rates of coins and of fiat currencies, and the paths between them.
///
/// A source is a fiat table, or a quote's coin and currency: a set of assets, each with an amount of the same value.
/// Any two assets of one source are one leg apart, in either direction, whatever the source's base: the rate from A to
/// B is rates[B] ÷ rates[A]. A graph is of one moment; newer rates make a new graph. The fixed rates of minor units and
/// of currencies that had ended at that moment are sources too, which are added when a path begins or ends there.
package struct RateGraph: Sendable {
    /// The rates of one source at one time.
    struct Source: Sendable {
        let provider: String
        let time: Timestamp
        let stale: Bool
        /// Whether the rates never change.
        var isFixed = false
        /// The provider's own identifier of what a quote is of; nil for a table.
        var id: String?
        /// The assets with their amounts of equal value, in a fixed order.
        let members: [Member]

        func member(_ asset: Asset) -> Member? {
            members.first { $0.asset == asset }
        }

        /// The time of the amount of a member.
        func time(of member: Member?) -> Timestamp { member?.time ?? time }

        /// The time of a member for the age of a path: what never changes is as new as anything.
        func freshness(of member: Member?) -> Timestamp { isFixed ? Timestamp(seconds: .max) : time(of: member) }
    }

    /// An asset of a source.
    struct Member: Sendable, Hashable {
        let asset: Asset
        let amount: ExactDecimal
        /// The time of the amount; nil for that of the source.
        var time: Timestamp?
        /// The amount when the provider's last 24 hours, or its UTC day, began; nil if unknown.
        var opening: ExactDecimal?
    }

    private(set) var sources: [Source] = []
    /// The indices of the sources that have an asset.
    private(set) var places: [Asset: [Int]] = [:]
    /// The currencies in which each provider has a quote of each asset.
    private var quoted: [String: [Asset: Set<Currency>]] = [:]
    /// The currencies whose fixed rates were added.
    private var fixed: Set<Currency> = []
    private let moment: Timestamp?
    /// The paths that were searched, by their ends.
    private var found: [Asset: [Asset: Result<Conversion, ConversionFailure>]] = [:]

    /// Creates a graph without rates.
    ///
    /// - Parameter moment: The moment of its rates. From the end of a currency on, only its fixed rate counts. Without
    ///   a moment no currency has ended.
    package init(at moment: Timestamp? = nil) {
        self.moment = moment
    }
}

extension RateGraph {
    /// Adds the rates of a table.
    ///
    /// - Parameter table: The rates.
    package mutating func add(_ table: RateTable) {
        let sorted = table.rates.filter { $0.value > 0 && $0.key.fixedRate(at: moment) == nil }
            .sorted { $0.key.code < $1.key.code }
        // All codes of a fiat provider are fiat, also those that ISO 4217 lacks (JEP, KID) and that coins may have too.
        let members = sorted.map {
            Member(
                asset: Asset($0.key.code, .fiat), amount: $0.value, time: table.times[$0.key],
                opening: table.isConstant ? $0.value : nil)
        }
        add(Source(provider: table.provider, time: table.time, stale: table.stale, members: members))
    }

    /// Adds the prices of quotes as rates. Quotes without a price above 0 are ignored.
    ///
    /// Of several quotes of one ticker by one provider in one currency the first is used: lists begin with the largest.
    ///
    /// - Parameter quotes: The quotes.
    package mutating func add(_ quotes: some Sequence<Quote>) {
        for quote in quotes {
            let (asset, currency) = (Asset(of: quote), Asset(quote.currency))
            guard let price = quote.price?.value, price > 0, asset != currency,
                quoted[quote.provider, default: [:]][asset, default: []].insert(quote.currency).inserted
            else { continue }
            let open = quote.open.map(\.value).flatMap { $0 > 0 ? $0 : nil }
            let members = [
                Member(asset: asset, amount: 1, opening: open.map { _ in 1 }),
                Member(asset: currency, amount: price, opening: open),
            ]
            add(
                Source(
                    provider: quote.provider, time: quote.time, stale: quote.stale, id: quote.id, members: members))
        }
    }

    /// Adds the fixed rates that lead from a currency to the one in use.
    private mutating func addFixedRates(of asset: Asset) {
        guard asset.kind == .fiat, let currency = Currency(asset.code), let rate = currency.fixedRate(at: moment),
            let units = rate.units, fixed.insert(currency).inserted
        else { return }
        let successor = Asset(rate.successor)
        let members = [
            Member(asset: successor, amount: 1, opening: 1), Member(asset: asset, amount: units, opening: units),
        ]
        let time = rate.since ?? moment ?? Timestamp(seconds: 0)
        add(Source(provider: Conversion.ofNoProvider, time: time, stale: false, isFixed: true, members: members))
        addFixedRates(of: successor)
    }

    private mutating func add(_ source: Source) {
        for member in source.members { places[member.asset, default: []].append(sources.count) }
        sources.append(source)
        found = [:]
    }
}

extension RateGraph {
    /// Finds the asset of a currency: fiat if the code is money or a fiat table has it, otherwise a coin. The tickers
    /// of large coins, which some tables have too, are coins.
    ///
    /// - Parameter currency: The currency.
    /// - Returns: The asset.
    package func asset(_ currency: Currency) -> Asset {
        let (asset, fiat) = (Asset(currency), Asset(currency.code, .fiat))
        guard asset.kind == .coin, places[fiat] != nil else { return asset }
        return places[asset] == nil || !Asset.largeCoins.contains(currency.code) ? fiat : asset
    }

    /// Returns whether there is a rate of an asset.
    ///
    /// - Parameter asset: The asset.
    /// - Returns: True if there is one.
    package func knows(_ asset: Asset) -> Bool {
        places[asset] != nil
    }

    /// Returns whether a provider has a rate of an asset.
    func isRated(_ asset: Asset) -> Bool {
        places[asset]?.contains { !sources[$0].isFixed } ?? false
    }

    /// Returns the path with the fewest legs; of these the one whose oldest leg is the newest; of these the one through
    /// the sources that were added first. The search runs once for each pair.
    ///
    /// From an asset to itself there is always a path, without legs.
    ///
    /// - Parameters:
    ///   - from: The asset of the amounts to convert.
    ///   - to: The asset of the results.
    /// - Returns: The conversion along the path.
    /// - Throws: `ConversionFailure` if there is no path.
    package mutating func conversion(from: Asset, to: Asset) throws(ConversionFailure) -> Conversion {
        for end in [from, to] where from != to { addFixedRates(of: end) }
        if let known = found[from]?[to] { return try known.get() }
        let result = Result { () throws(ConversionFailure) in try findConversion(from: from, to: to) }
        found[from, default: [:]][to] = result
        return try result.get()
    }

    private func findConversion(from: Asset, to: Asset) throws(ConversionFailure) -> Conversion {
        let legs = try legs(from: from, to: to)
        return try translating(Conversion(from: from, to: to, legs: legs)) { (_: ArithmeticError) in
            ConversionFailure.overflow(from: from, to: to)
        }
    }
}
