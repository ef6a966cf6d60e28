import Platform

/// The quotes of tokens at a provider that is asked for tokens of one chain a request.
struct TokenQuotes: Sendable {
    /// What one request asks for.
    struct Batch: Sendable {
        /// The provider's name of the chain.
        let chain: String
        let symbols: [Symbol]
        let currency: Currency

        /// The addresses of the tokens.
        var addresses: [String] { symbols.compactMap(\.token?.address) }
    }

    let provider: String
    /// The number of tokens in a request.
    let size: Int
    /// Whether it has prices in any currency; otherwise they are in dollars.
    var hasCurrencies = false
    /// The provider's name of a chain; nil if it has no tokens of the chain.
    let name: @Sendable (Token.Chain) -> String?
    /// Asks for the quotes of a batch, by their addresses.
    let ask: @Sendable (Batch) async throws(ProviderFailure) -> QuotesByName

    /// Returns the quotes of those symbols that are tokens.
    func quotes(_ symbols: [Symbol], _ choice: CurrencyChoice) async -> [Symbol: Result<Quote, ProviderFailure>] {
        var results: [Symbol: Result<Quote, ProviderFailure>] = [:]
        var places: [(chain: String, currency: Currency, symbols: [Symbol])] = []
        for symbol in symbols {
            guard let token = symbol.token, results[symbol] == nil else { continue }
            results[symbol] = .failure(ProviderFailure(provider, .unknownSymbol(symbol)))
            do throws(ProviderFailure) {
                let wanted = symbol.quote ?? choice.currency
                if wanted.isToken || !hasCurrencies { try choice.check(.usd, of: symbol, by: provider) }
                guard let chain = name(token.chain) else { continue }
                let currency = hasCurrencies && !wanted.isToken ? wanted : .usd
                if let place = places.firstIndex(where: { ($0.chain, $0.currency) == (chain, currency) }) {
                    places[place].symbols.append(symbol)
                } else {
                    places.append((chain, currency, [symbol]))
                }
            } catch {
                results[symbol] = .failure(error)
            }
        }
        let batches = places.flatMap { chain, currency, symbols in
            symbols.groups(of: size).map { Batch(chain: chain, symbols: $0, currency: currency) }
        }
        let answers = await batches.requestConcurrently { [ask] batch in
            await Result(asking: { () throws(ProviderFailure) in try await ask(batch) })
        }
        for (batch, answer) in zip(batches, answers) {
            for symbol in batch.symbols { results[symbol] = quote(of: symbol, in: batch.currency, answer) }
        }
        return results
    }

    private func quote(
        of symbol: Symbol, in currency: Currency, _ answer: Result<QuotesByName, ProviderFailure>
    ) -> Result<Quote, ProviderFailure> {
        answer.mapError { $0.about(symbol) }.flatMap { found in
            guard let token = symbol.token, let row = found[token.address] else {
                return .failure(ProviderFailure(provider, .unknownSymbol(symbol)))
            }
            return row.map { $0.naming(token, in: currency) }.mapError { ProviderFailure(provider, $0) }
        }
    }
}

extension Quote {
    /// Returns the quote as one of a token: `symbol` is the token's own, whichever provider answers.
    ///
    /// A contract may call itself anything, `BTC` too, so the ticker that a provider sends for it becomes its name.
    func naming(_ token: Token, in currency: Currency) -> Quote {
        var quote = self
        (quote.tokenChain, quote.id, quote.currency, quote.kind) = (token.chain, token.address, currency, .token)
        if !quote.symbol.isEmpty { quote.name = quote.name ?? quote.symbol }
        quote.symbol = token.description
        return quote
    }
}
