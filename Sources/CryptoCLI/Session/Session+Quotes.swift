import CommandLineKit
import Markets
import Platform

extension Session {
    /// The result for a symbol, and the names of the providers that could be asked for it.
    struct SymbolAnswer {
        let result: Result<(quote: Quote, link: ProviderChain.Link), ProviderFailure>
        let asked: [String]
    }

    /// Returns the quotes of symbols, in order. Coins and stocks have different chains, which run concurrently.
    private func quotes(_ symbols: [Symbol], needsPrice: Bool) async throws(Failure) -> [SymbolAnswer] {
        let selection = try selection(for: .quotes(.price))
        let currency = try currency()
        let stocks = Set(symbols.filter(selection.isStock))
        async let ofCoins = quotes(
            symbols.filter { !stocks.contains($0) }, of: selection.coins, in: currency, needsPrice: needsPrice)
        async let ofStocks = quotes(
            symbols.filter(stocks.contains), of: selection.stocks, in: currency, needsPrice: needsPrice)
        var (coinAnswers, stockAnswers) = (await ofCoins[...], await ofStocks[...])
        return symbols.compactMap { stocks.contains($0) ? stockAnswers.popFirst() : coinAnswers.popFirst() }
    }

    /// Returns the quotes with their symbols and the time by the provider's clock, and the failures in the order of the
    /// symbols. Only rows of a list need no price.
    func known(
        _ symbols: [Symbol], needsPrice: Bool
    ) async throws(Failure) -> (found: [(symbol: Symbol, quote: Quote, now: Timestamp)], failures: [Failure]) {
        var found: [(symbol: Symbol, quote: Quote, now: Timestamp)] = []
        var failures = FailureList(self)
        for (symbol, answer) in zip(symbols, try await quotes(symbols, needsPrice: needsPrice)) {
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
        guard case .cannotQuote(let currency) = failure.reason, !Failure.isKnown(currency.code),
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
        _ symbols: [Symbol], of providers: [MarketProvider], in currency: CurrencyChoice, needsPrice: Bool
    ) async -> [SymbolAnswer] {
        guard !symbols.isEmpty else { return [] }
        let chain = converting(providers, needsPrice: needsPrice)
        let asked = chain.links.map(\.name)
        return await chain.quotes(symbols, in: currency).map { SymbolAnswer(result: $0, asked: asked) }
    }
}
