import CommandLineKit
import Markets
import Platform

/// The conversions of a run: rates are asked for when the first amount needs them, and once.
struct ConversionBook {
    /// What an amount is in, and what it is to be in.
    struct Pair: Hashable {
        let from: Currency
        let to: Currency
    }

    let session: Session
    /// The day whose rates are asked for; nil for the present.
    private let day: GivenDate?
    /// A client here holds what it learnt at once: of an exchange's one answer all is taken that the run needs.
    let prices: ProviderChain
    /// Those who have not yet told all they know.
    var rates: RateChain
    /// The clock of the providers that are asked: they all have the same.
    let now: @Sendable () -> Timestamp
    /// The moment that rates are old at: the present, or the day whose rates are asked for.
    let moment: @Sendable () -> Timestamp
    /// After what time a long run looks rates up again; what is past does not change.
    let refreshInterval: Duration
    var graph = RateGraph()
    var memory = Memory()

    /// What was asked before, and what came of it where it was no rate.
    struct Memory {
        var askedPrices: Set<PriceQuestion> = []
        var failedPrices: [PriceQuestion: ProviderFailure] = [:]
        var askedRates: Set<Currency> = []
        var failedRates: [Currency: ProviderFailure] = [:]
        /// Fiat currencies that exchanges' own pairs lead to.
        var landings: Set<Currency> = []
        /// The own pairs that were asked for.
        var bridged: Set<Bridge> = []
        /// Which of several coins of one ticker is meant.
        var ambiguous: [Currency: String] = [:]
        /// Why no provider of rates could be reached.
        var outage: ProviderFailure?
        /// Rates that make no sense, by currency code: who sent one and what is wrong with it.
        var nonsense: [String: ProviderFailure] = [:]
    }

    /// A book of the providers that the options name, else of the default chains; of the present, or of a day.
    init(_ session: Session, at day: GivenDate?) throws(Failure) {
        (self.session, self.day) = (session, day)
        var prices = try session.priceChain(for: day == nil ? .price : .history)
        var rates = session.rateChain()
        let now = rates.links[0].client.now
        self.now = now
        moment = { day?.last ?? now() }
        refreshInterval =
            day == nil ? rates.links.map(\.client.refreshInterval).min() ?? .seconds(300) : .seconds(365 * 86_400)
        if let day {
            let start = Timestamp(seconds: CandleWidth.day.start(of: day.first))
            prices.links = prices.links.map {
                .init(name: $0.name, client: $0.client.past(of: $0.name, from: start, to: day.last))
            }
            rates.links = rates.links.map { .init(name: $0.name, client: $0.client.past(of: $0.name, on: day.last)) }
        }
        prices.links = prices.links.map { .init(name: $0.name, client: $0.client.reusingAnswers()) }
        (self.prices, self.rates) = (prices, rates)
    }

    /// The way between the codes of each pair, or why there is none; what was asked before is not asked again, and what
    /// several pairs need is asked together.
    mutating func conversions(_ pairs: [Pair]) async -> [Result<Conversion, Failure>] {
        await gather(pairs.filter { $0.from != $0.to })
        return pairs.map { pair in Result { () throws(Failure) in try find(pair) } }
    }

    private mutating func find(_ pair: Pair) throws(Failure) -> Conversion {
        if session.common.strict, let line = memory.ambiguous[pair.from] ?? memory.ambiguous[pair.to] {
            throw Failure(.unknownName, "ambiguous symbol: \(line)")
        }
        let conversion: Conversion
        do throws(ConversionFailure) {
            conversion = try graph.conversion(from: graph.asset(pair.from), to: graph.asset(pair.to))
        } catch {
            throw Failure(
                error, because: reasons(pair), providers: prices.links.map(\.name), day: day.map { $0.last.day })
        }
        if let failure = session.staleness(of: conversion.staleLegs(at: moment())) { throw Failure(failure) }
        return conversion
    }
}

extension Failure {
    /// Why there is no way between two codes: what a provider said, where one failed; else the code nobody knows.
    init(
        _ failure: ConversionFailure, because reasons: [ProviderFailure], providers: [String], day: String? = nil
    ) {
        if case .overflow(let from, let to) = failure {
            self.init(.usage, "\(from) to \(to): the result has no place in 34 digits and an exponent of 6144")
            return
        }
        if let reason = reasons.first(where: { !$0.isSkippable }) {
            self.init(reason.among(reasons))
            return
        }
        switch failure {
        case .unknown(let asset) where Self.isKnown(asset.code):
            self.init(noRateFor: asset.code, on: day, asked: reasons, else: providers)
        case .unknown(let asset):
            let known = MarketProvider.knownCurrencies.subtracting([asset.code])
            let guess = Self.suggestion(for: asset.code, in: known.sorted())
            self.init(.unknownName, "unknown currency \(asset.code.inQuotes)\(guess)")
        case .noPath(let from, let to), .overflow(let from, let to):
            self.init(.unknownName, "no rates lead from \(from) to \(to)")
        }
    }

    /// A code that exists, and that none of those who were asked has a rate for.
    private init(noRateFor code: String, on day: String?, asked: [ProviderFailure], else providers: [String]) {
        var names: [String] = []
        for name in asked.flatMap(\.members).map(\.provider) where !names.contains(name) { names.append(name) }
        if names.isEmpty { names = providers }
        let (shown, verb) = (names.joined(separator: ", "), names.count == 1 ? "has" : "have")
        let moment = day.map { " on \($0)" } ?? ""
        self.init(.unknownName, "\(shown) \(verb) no rate for \(code)\(moment); try another --provider")
    }
}
