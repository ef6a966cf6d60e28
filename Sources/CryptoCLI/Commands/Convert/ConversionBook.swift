import CommandLineKit
import Markets
import Platform

/// The conversions of a run: rates are asked for when the first amount needs them, and once.
struct ConversionBook {
    private struct Pair: Hashable {
        let from: Currency
        let to: Currency
    }

    private let session: Session
    private let prices: ProviderChain
    /// Those who have not yet told all they know.
    private var rates: RateChain
    /// The clock of the providers that are asked: they all have the same.
    let now: @Sendable () -> Timestamp
    /// After what time a long run looks rates up again.
    let refreshInterval: Duration
    private var graph = RateGraph()
    /// Fiat currencies that exchanges' own pairs lead to.
    private var landings: Set<Currency> = []
    private var askedRates: Set<Currency> = []
    private var askedPrices: Set<Pair> = []
    private var failedPrices: [Pair: ProviderFailure] = [:]
    private var failedRates: [Currency: ProviderFailure] = [:]
    /// Which of several coins of one ticker is meant.
    private var ambiguous: [Currency: String] = [:]
    /// Why no provider of rates could be reached.
    private var outage: ProviderFailure?
    /// Rates that make no sense, by currency code: who sent one and what is wrong with it.
    private var nonsense: [String: ProviderFailure] = [:]

    /// A book of the providers that the options name, else of the default chains.
    init(_ session: Session) throws(Failure) {
        self.session = session
        prices = try session.priceChain()
        rates = session.rateChain()
        now = rates.links[0].client.now
        refreshInterval = rates.links.map(\.client.refreshInterval).min() ?? .seconds(300)
    }

    /// The way between two codes, or why there is none; what was asked before is not asked again.
    mutating func conversion(from: Currency, to: Currency) async -> Result<Conversion, Failure> {
        do throws(Failure) {
            return .success(try await find(Pair(from: from, to: to)))
        } catch {
            return .failure(error)
        }
    }

    private mutating func find(_ pair: Pair) async throws(Failure) -> Conversion {
        var failures: [ProviderFailure] = []
        if pair.from != pair.to { failures = await gather(pair) }
        if session.common.strict, let line = ambiguous[pair.from] ?? ambiguous[pair.to] {
            throw Failure(.unknownName, "ambiguous symbol: \(line)")
        }
        do throws(ConversionFailure) {
            return try graph.conversion(from: graph.asset(pair.from), to: graph.asset(pair.to))
        } catch {
            failures += [pair.from, pair.to].compactMap { nonsense[$0.code] }
            throw Failure(error, because: failures, providers: prices.links.map(\.name))
        }
    }

    /// Asks for what leads from one code to the other: a direct quote before a way through dollars and fiat rates.
    private mutating func gather(_ pair: Pair) async -> [ProviderFailure] {
        let (from, to) = (pair.from, pair.to)
        guard !from.isFiat || !to.isFiat else { return await askRates([from, to]) }
        let direct =
            from.isFiat ? await askPrices([to], in: from) : await askPrices([from], in: to)
        if direct.isEmpty { return [] }
        let coins = [from, to].filter { !$0.isFiat }
        let detour = await askPrices(coins, in: .usd, ownIsFine: true)
        let fiat = landings.union([from, to].filter(\.isFiat))
        let crossing = fiat.isEmpty ? [] : await askRates(fiat.sorted { $0.code < $1.code } + [.usd])
        return detour.isEmpty && crossing.isEmpty ? [] : detour + crossing + direct
    }

    /// Asks for the coins' prices not asked for before; why any of them has none, also where that was learnt before.
    ///
    /// Where its own will do, an exchange answers in a coin, and is asked for the pairs that lead from there to fiat.
    private mutating func askPrices(
        _ coins: [Currency], in currency: Currency, ownIsFine: Bool = false
    ) async -> [ProviderFailure] {
        let pairs = coins.map { Pair(from: $0, to: currency) }
        let missing = pairs.filter { askedPrices.insert($0).inserted }
        let asked = missing.compactMap { pair in (try? Symbol(pair.from.code)).map { (pair, $0) } }
        guard !asked.isEmpty else { return pairs.compactMap { failedPrices[$0] } }
        let results = await prices.quotes(asked.map(\.1), in: CurrencyChoice(currency, ownIsFine: ownIsFine))
        for (pair, result) in zip(asked.map(\.0), results) {
            switch result {
            case .success((let quote, let link)):
                graph.add([quote])
                note(quote, of: pair.from)
                if quote.currency != currency { await land(quote.currency, link) }
            case .failure(let failure): failedPrices[pair] = failure
            }
        }
        return pairs.compactMap { failedPrices[$0] }
    }

    /// Adds the provider's own pairs that lead from what it quotes in to a fiat currency.
    private mutating func land(_ currency: Currency, _ link: ProviderChain.Link) async {
        guard !currency.isFiat else { return _ = landings.insert(currency) }
        let names = MarketProvider.named(link.name)?.bridges ?? []
        let bridges = names.compactMap { try? Symbol($0) }.filter { $0.bare == currency.code || $0.quote == currency }
        guard !bridges.isEmpty else { return }
        for pair in await link.client.quotes(bridges, CurrencyChoice(currency)).compactMap({ try? $0.get() }) {
            graph.add([pair])
            landings.formUnion([Currency(pair.symbol), pair.currency].compactMap(\.self).filter(\.isFiat))
        }
    }

    /// Says once a run which of several coins of one ticker is meant.
    private mutating func note(_ quote: Quote, of coin: Currency) {
        guard ambiguous[coin] == nil, let line = quote.ambiguity else { return }
        ambiguous[coin] = line
        if !session.common.strict { session.noticeOnce(line) }
    }

    /// As `askPrices`, for fiat rates. Where nobody could be reached, nobody is asked again.
    private mutating func askRates(_ currencies: [Currency]) async -> [ProviderFailure] {
        let missing = currencies.filter { askedRates.insert($0).inserted }
        if !missing.isEmpty, !rates.links.isEmpty {
            let answer = await rates.rates(of: missing)
            answer.tables.forEach { take($0) }
            for missing in answer.missing { failedRates[missing.currency] = missing.failure }
            if answer.tables.isEmpty, let failure = answer.missing.first?.failure, !failure.isPassedOver {
                outage = failure
                rates.links = []
            }
        }
        return currencies.compactMap { currency in
            graph.knows(graph.asset(currency)) ? nil : failedRates[currency] ?? outage
        }
    }

    private mutating func take(_ table: RateTable) {
        // One table holds all of a provider's currencies: the next pair does not ask that provider again.
        askedRates.formUnion(table.rates.keys)
        rates.links.removeAll { $0.name == table.provider }
        graph.add(table)
        for row in table.dropped {
            guard let code = row.symbol?.uppercased() else { continue }
            nonsense[code] = nonsense[code] ?? ProviderFailure(table.provider, .invalidData(row.problem))
        }
        session.tellAttribution(of: table.provider)
    }
}

extension Failure {
    /// Why there is no way between two codes: what a provider said, where one failed; else the code nobody knows.
    init(_ failure: ConversionFailure, because reasons: [ProviderFailure], providers: [String]) {
        if case .overflow(let from, let to) = failure {
            self.init(.usage, "\(from) to \(to): the result has no place in 34 digits and an exponent of 6144")
            return
        }
        if let reason = reasons.first(where: { !$0.isPassedOver }) {
            self.init(reason)
            return
        }
        switch failure {
        case .unknown(let asset):
            let known = MarketProvider.knownCurrencies.subtracting([asset.code])
            let guess = Self.suggestion(for: asset.code, in: known.sorted())
            self.init(.unknownName, "unknown currency \(asset.code.inQuotes)\(guess)")
        case .noPath(let from, let to), .overflow(let from, let to):
            self.init(.unknownName, "no rates lead from \(from) to \(to)")
        }
    }
}
