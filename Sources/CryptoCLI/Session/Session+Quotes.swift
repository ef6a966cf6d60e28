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
        let sources = QuoteSources(named: try named(for: .price), default: MarketProvider.defaultChain(for: .price))
        let currency = try currency()
        let stocks = Set(symbols.filter(sources.isStock))
        async let ofCoins = quotes(symbols.filter { !stocks.contains($0) }, of: sources.coins, in: currency, needsPrice)
        async let ofStocks = quotes(symbols.filter(stocks.contains), of: sources.stocks, in: currency, needsPrice)
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
                if let failure = ambiguity(of: quote) ?? staleness(of: quote).map(Failure.init) {
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

/// Who is asked for the prices of coins, and who for those of stocks.
struct QuoteSources {
    let coins: [MarketProvider]
    let stocks: [MarketProvider]
    /// Whether an id is one of the stocks' first provider.
    private let idIsStock: Bool

    /// Those named, each for what it has quotes of; where nobody is named, the chain given for coins, and the default one
    /// for stocks.
    init(named: [MarketProvider]?, default chain: [MarketProvider]) {
        coins = named?.filter { $0.kinds.contains(.coin) } ?? chain
        stocks = named?.filter { $0.kinds.contains(.stock) } ?? MarketProvider.defaultStockChain
        idIsStock = named?.first.map { !$0.kinds.contains(.coin) } ?? false
    }

    /// Whether a symbol is asked of the stocks' providers: a stock, if there are any; a bare ticker, if there are no others;
    /// an id, if it is one of theirs.
    func isStock(_ symbol: Symbol) -> Bool {
        switch symbol.name {
        case .stock: !stocks.isEmpty
        case .ticker: coins.isEmpty
        case .id: idIsStock
        }
    }
}
