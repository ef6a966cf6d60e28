import CommandLineKit
import Markets
import Platform

extension Session {
    /// What came of a symbol, and the names of those who could be asked for it.
    struct SymbolAnswer {
        let result: Result<(quote: Quote, link: ProviderChain.Link), ProviderFailure>
        let asked: [String]
    }

    /// The quotes of symbols, in the order asked. Coins and stocks are asked for at once, each along a chain of their own.
    private func quotes(_ symbols: [Symbol], needsPrice: Bool) async throws(Failure) -> [SymbolAnswer] {
        let selection = try selection(for: .quotes(.price))
        let currency = try currency()
        let stocks = Set(symbols.filter(selection.isStock))
        async let ofCoins = quotes(
            symbols.filter { !stocks.contains($0) }, of: selection.coins, in: currency, needsPrice)
        async let ofStocks = quotes(symbols.filter(stocks.contains), of: selection.stocks, in: currency, needsPrice)
        var (coinAnswers, stockAnswers) = (await ofCoins[...], await ofStocks[...])
        return symbols.compactMap { stocks.contains($0) ? stockAnswers.popFirst() : coinAnswers.popFirst() }
    }

    /// The quotes that came, each with its symbol and the moment by its provider's clock, and the failures in the order
    /// asked. Only a row of a list needs no price.
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
        return (found, failures.all)
    }

    /// What a provider's failure means; a code that no table has is a mistake in the option that it comes from.
    func failure(_ failure: ProviderFailure) -> Failure {
        let said = Failure(failure)
        guard case .cannotQuote(let currency) = failure.reason, !Failure.isKnown(currency.code),
            common.currency?.uppercased() == currency.code
        else { return said }
        return Failure(said.status, OptionProblem("currency", said.message).text(common.origins))
    }

    /// Several coins of one ticker: a notice, or the failure it is under `--strict`.
    func ambiguity(of quote: Quote) -> Failure? {
        guard let line = quote.ambiguity else { return nil }
        if common.strict { return Failure(.unknownName, "ambiguous symbol: \(line)") }
        notice(line)
        return nil
    }

    private func quotes(
        _ symbols: [Symbol], of providers: [MarketProvider], in currency: CurrencyChoice, _ needsPrice: Bool
    ) async -> [SymbolAnswer] {
        guard !symbols.isEmpty else { return [] }
        let chain = converting(providers, needsPrice: needsPrice)
        let asked = chain.links.map(\.name)
        return await chain.quotes(symbols, in: currency).map { SymbolAnswer(result: $0, asked: asked) }
    }
}
