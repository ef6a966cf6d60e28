import CommandLineKit
import Markets
import Platform
import Transport

extension Session {
    /// The result for a symbol, and the names of the providers that could be asked for it.
    typealias SymbolAnswer = (
        result: Result<(quote: Quote, link: ProviderChain.Link), ProviderFailure>, asked: [String]
    )

    /// Returns the quotes of symbols, in order. Coins, stocks, tokens, figures of the market and currencies have
    /// different chains, which run concurrently.
    private func quotes(
        _ symbols: [Symbol], needsPrice: Bool, ofFavorites: Bool, rates: ExchangeRates
    ) async throws(Failure) -> [SymbolAnswer] {
        let selection = try providers.selection(of: symbols, for: .price, ofFavorites: ofFavorites)
        let currency = try currency()
        let currencies = symbols.indices.filter { symbols[$0].isMoney(isFavorite: ofFavorites) }
        let assets = symbols.indices.filter { !symbols[$0].isMoney(isFavorite: ofFavorites) }
        async let ofCurrencies = quotes(ofCurrencies: currencies.map { symbols[$0] }, in: currency, rates)
        var answers = await quotes(assets, of: symbols, by: selection, in: currency, needsPrice: needsPrice, rates)
        for (place, answer) in zip(currencies, await ofCurrencies) { answers[place] = answer }
        let unknown = assets.filter { place in
            guard case .failure(let failure)? = answers[place]?.result else { return false }
            return failure.isUnknownSymbol && !selection.isStock(symbols[place])
                && symbols[place].mayBeMoney(isFavorite: ofFavorites)
        }
        // The rates of currencies take the place of unknown coins with the same code.
        let found = await quotes(ofCurrencies: unknown.map { symbols[$0] }, in: currency, rates)
        for (place, answer) in zip(unknown, found) where (try? answer.result.get()) != nil { answers[place] = answer }
        return answers.compactMap(\.self)
    }

    /// Returns the quotes of the symbols at some places, and nil at the others. Those with the same providers are asked
    /// for together.
    private func quotes(
        _ places: [Int], of symbols: [Symbol], by selection: ProviderSelection, in currency: CurrencyChoice,
        needsPrice: Bool, _ rates: ExchangeRates
    ) async -> [SymbolAnswer?] {
        // There are few groups, so that searching them is faster than making the types of a dictionary.
        var groups: [(names: [String], places: [Int])] = []
        for place in places {
            var names = selection.providers(for: symbols[place]).map(\.name)
            // One answer has all figures of a provider.
            if symbols[place].figure != nil { names = Array(names.prefix(1)) }
            if let group = groups.firstIndex(where: { $0.names == names }) {
                groups[group].places.append(place)
            } else {
                groups.append((names, [place]))
            }
        }
        return await withTaskGroup(of: [(Int, SymbolAnswer)].self) { tasks in
            for (_, places) in groups {
                tasks.addTask { [self] in
                    let asked = places.map { symbols[$0] }
                    let answers = await quotes(
                        asked, of: selection.providers(for: asked), in: currency, needsPrice: needsPrice, rates)
                    return Array(zip(places, answers))
                }
            }
            return await tasks.reduce(into: symbols.map { _ in nil }) { all, found in
                for (place, answer) in found { all[place] = answer }
            }
        }
    }

    /// Returns the quotes with their symbols and the time by the provider's clock, and the failures in the order of the
    /// symbols. Only rows of a list need no price. `ofFavorites` are symbols of the favorites file, which may be
    /// currencies, as those of lines may be.
    func known(
        _ symbols: [Symbol], needsPrice: Bool, ofFavorites: Bool = false, lines: PriceLines? = nil,
        rates: ExchangeRates? = nil
    ) async throws(Failure) -> (found: [(symbol: Symbol, quote: Quote, now: Timestamp)], failures: [Failure]) {
        var found: [(symbol: Symbol, quote: Quote, now: Timestamp)] = []
        var failures = FailureList(self, of: symbols, ofFavorites: ofFavorites, lines: lines)
        let answers = try await quotes(
            symbols, needsPrice: needsPrice, ofFavorites: ofFavorites || lines != nil,
            rates: rates ?? ExchangeRates { [providers] in providers.rateChain() })
        for (symbol, answer) in zip(symbols, answers) {
            switch answer.result {
            case .failure(let failure):
                if let late = Failure(ofLate: failure, among: answers) {
                    failures.add(late, of: symbol)
                } else {
                    failures.add(failure, of: symbol, asked: answer.asked)
                }
            case .success((let quote, let link)):
                let now = link.client.now()
                if let failure = notices.ambiguity(of: quote) ?? notices.review(quote, at: now).map(Failure.init) {
                    failures.add(failure, of: symbol)
                } else {
                    found.append((symbol, quote, now))
                }
            }
        }
        return (found, await failures.all())
    }

    /// Returns the failure of a command. A currency code in no table is an error in the option that it comes from.
    func failure(_ failure: ProviderFailure) -> Failure {
        let general = Failure(failure)
        guard let currency = failure.refusedCurrency, !Failure.isKnown(currency.code),
            common.currency.map(Currency.spelling) == currency.code
        else { return general }
        return Failure(general.status, OptionProblem("currency", general.message).text(common.origins))
    }

    private func quotes(
        _ symbols: [Symbol], of markets: [MarketProvider], in currency: CurrencyChoice, needsPrice: Bool,
        _ rates: ExchangeRates
    ) async -> [SymbolAnswer] {
        guard !symbols.isEmpty else { return [] }
        let markets = await providers.ordered(markets, for: symbols)
        let chain = providers.converting(markets, for: .price, needsPrice: needsPrice, rates: rates)
        let asked = chain.links.map(\.name)
        let answers = await chain.quotes(symbols, in: currency).map { (result: $0, asked: asked) }
        for (symbol, answer) in zip(symbols, answers) {
            guard case .success((let quote, _)) = answer.result else { continue }
            await reportDistant(quote, of: symbol, among: symbols, of: markets, in: currency)
        }
        return answers
    }

    private func quotes(
        ofCurrencies symbols: [Symbol], in currency: CurrencyChoice, _ rates: ExchangeRates
    ) async -> [SymbolAnswer] {
        guard !symbols.isEmpty else { return [] }
        let asked = providers.rateChain().links.map(\.name)
        return await providers.currencyChain(rates).quotes(symbols, in: currency).map { (result: $0, asked: asked) }
    }
}

extension [Symbol] {
    /// Whether only providers of rates are asked for them.
    func areMoney(areFavorites: Bool) -> Bool { !isEmpty && allSatisfy { $0.isMoney(isFavorite: areFavorites) } }
}

extension ProviderFailure {
    /// The currency in which the provider has no prices; nil for another failure.
    fileprivate var refusedCurrency: Currency? {
        switch reason {
        case .cannotQuote(let currency), .noPast(let currency): currency
        default: nil
        }
    }
}

extension Failure {
    /// The failure of symbols for which the deadline left a provider no time after it answered others; nil for any
    /// other.
    fileprivate init?(ofLate failure: ProviderFailure, among answers: [Session.SymbolAnswer]) {
        guard failure.chain.isEmpty, failure.isPastDeadline else { return nil }
        let answered = answers.count { (try? $0.result.get())?.quote.provider == failure.provider }
        guard answered > 0 else { return nil }
        let late = answers.count {
            guard case .failure(let other) = $0.result else { return false }
            return other.isPastDeadline && other.provider == failure.provider
        }
        self.init(
            .tryLater,
            """
            \(failure.provider): answered \(answered) of \(answered + late) symbols before the deadline; raise --deadline, \
            or ask for fewer symbols
            """)
    }
}

extension ProviderFailure {
    /// Whether the deadline of the command ended the request, or came before its turn.
    fileprivate var isPastDeadline: Bool {
        if case .transport(let error) = reason, case .timedOut(_, .deadline) = error.reason { true } else { false }
    }
}
