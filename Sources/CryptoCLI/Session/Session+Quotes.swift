import CommandLineKit
import Markets
import Platform

extension Session {
    /// The result for a symbol, and the names of the providers that could be asked for it.
    struct SymbolAnswer {
        let result: Result<(quote: Quote, link: ProviderChain.Link), ProviderFailure>
        let asked: [String]
    }

    /// Returns the quotes of symbols, in order. Coins, stocks and currencies have different chains, which run concurrently.
    private func quotes(
        _ symbols: [Symbol], needsPrice: Bool, mayBeCurrencies: Bool, rates: ExchangeRates
    ) async throws(Failure) -> [SymbolAnswer] {
        let selection = try selection(for: .quotes(.price))
        let currency = try currency()
        let currencies = Set(mayBeCurrencies ? symbols.filter(\.isCurrency) : [])
        let stocks = Set(symbols.filter { selection.isStock($0) && !currencies.contains($0) })
        let coins = symbols.filter { !stocks.contains($0) && !currencies.contains($0) }
        async let ofCoins = quotes(coins, of: selection.coins, in: currency, needsPrice: needsPrice, rates)
        async let ofStocks = quotes(
            symbols.filter(stocks.contains), of: selection.stocks, in: currency, needsPrice: needsPrice, rates)
        async let ofCurrencies = quotes(ofCurrencies: symbols.filter(currencies.contains), in: currency, rates)
        var (coinAnswers, stockAnswers) = (await ofCoins, await ofStocks[...])
        var currencyAnswers = await ofCurrencies[...]
        if mayBeCurrencies { await replaceUnknown(&coinAnswers, of: coins, in: currency, rates) }
        var rest = coinAnswers[...]
        return symbols.compactMap { symbol in
            if currencies.contains(symbol) { return currencyAnswers.popFirst() }
            return stocks.contains(symbol) ? stockAnswers.popFirst() : rest.popFirst()
        }
    }

    /// Asks for the rates of currencies in place of unknown coins with the same code.
    private func replaceUnknown(
        _ answers: inout [SymbolAnswer], of symbols: [Symbol], in currency: CurrencyChoice, _ rates: ExchangeRates
    ) async {
        let places = symbols.indices.filter { place in
            guard case .failure(let failure) = answers[place].result else { return false }
            return symbols[place].currency != nil && failure.isUnknownSymbol
        }
        let found = await quotes(ofCurrencies: places.map { symbols[$0] }, in: currency, rates)
        for (place, answer) in zip(places, found) where (try? answer.result.get()) != nil { answers[place] = answer }
    }

    /// Returns the quotes with their symbols and the time by the provider's clock, and the failures in the order of the
    /// symbols. Only rows of a list need no price. `ofFavorites` are symbols of the favorites file, which may be currencies.
    func known(
        _ symbols: [Symbol], needsPrice: Bool, ofFavorites: Bool = false, rates: ExchangeRates? = nil
    ) async throws(Failure) -> (found: [(symbol: Symbol, quote: Quote, now: Timestamp)], failures: [Failure]) {
        var found: [(symbol: Symbol, quote: Quote, now: Timestamp)] = []
        var failures = FailureList(self, of: symbols, ofFavorites: ofFavorites)
        let answers = try await quotes(
            symbols, needsPrice: needsPrice, mayBeCurrencies: ofFavorites, rates: rates ?? ExchangeRates(rateChain()))
        for (symbol, answer) in zip(symbols, answers) {
            switch answer.result {
            case .failure(let failure): failures.add(failure, of: symbol, asked: answer.asked)
            case .success((let quote, let link)):
                if let failure = ambiguity(of: quote) ?? review(quote).map(Failure.init) {
                    failures.add(failure)
                } else {
                    found.append((symbol, quote, link.client.now()))
                }
            }
        }
        return (found, await failures.all())
    }

    /// Returns the failure of a command. A currency code in no table is an error in the option that it comes from.
    func failure(_ failure: ProviderFailure) -> Failure {
        let general = Failure(failure)
        guard let currency = failure.refusedCurrency, !Failure.isKnown(currency.code),
            common.currency?.uppercased() == currency.code
        else { return general }
        return Failure(general.status, OptionProblem("currency", general.message).text(common.origins))
    }

    /// Reports that several coins have the ticker: prints a notice, or returns a failure with `--strict`.
    func ambiguity(of quote: Quote) -> Failure? {
        guard let line = quote.ambiguity else { return nil }
        if common.strict { return Failure(.unknownName, "ambiguous symbol: \(line)") }
        notice(line)
        return nil
    }

    private func quotes(
        _ symbols: [Symbol], of providers: [MarketProvider], in currency: CurrencyChoice, needsPrice: Bool,
        _ rates: ExchangeRates
    ) async -> [SymbolAnswer] {
        guard !symbols.isEmpty else { return [] }
        let chain = converting(providers, needsPrice: needsPrice, rates: rates)
        let asked = chain.links.map(\.name)
        return await chain.quotes(symbols, in: currency).map { SymbolAnswer(result: $0, asked: asked) }
    }

    private func quotes(
        ofCurrencies symbols: [Symbol], in currency: CurrencyChoice, _ rates: ExchangeRates
    ) async -> [SymbolAnswer] {
        guard !symbols.isEmpty else { return [] }
        let client = currencyPrices(rates).client
        let chain = rateChain()
        let link = ProviderChain.Link(name: chain.links[0].name, client: client)
        return await client.quotes(symbols, currency).map { result in
            SymbolAnswer(result: result.map { ($0, link) }, asked: chain.links.map(\.name))
        }
    }

    /// The prices of currencies by these rates.
    func currencyPrices(_ rates: ExchangeRates) -> CurrencyPrices {
        CurrencyPrices(prices: conversionPrices, rates: rates)
    }

    /// The chain of prices for conversions; without providers if those that are named have no coins.
    var conversionPrices: ProviderChain {
        chain(of: (try? selection(for: .conversion(.price)).coins) ?? []) { $0.make }
    }
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
