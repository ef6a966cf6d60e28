extension [Symbol] {
    /// Returns the stock of each symbol. `askAll` asks the provider for many stocks in one request, by their tickers.
    /// Such a provider has no coins, so a bare ticker means a stock too.
    ///
    /// A stock is quoted in one currency, which its quote names. If the choice allows it, the quote is in this currency
    /// although another one was asked for, also for a pair. The caller converts it.
    func stocks(
        _ choice: CurrencyChoice, by provider: String, askAll: ([String]) async -> [Result<Quote, ProviderFailure>]
    ) async -> [Result<Quote, ProviderFailure>] {
        let names = Set(map(\.stockTicker).filter(\.isPathSegment)).sorted()
        let quotes = Dictionary(uniqueKeysWithValues: zip(names, await askAll(names)))
        return map { symbol in
            guard let quote = quotes[symbol.stockTicker] else {
                return .failure(ProviderFailure(provider, .unknownSymbol(symbol)))
            }
            return quote.mapError { $0.about(symbol) }.flatMap { quote in
                Result { () throws(ProviderFailure) in
                    try choice.check(quote.currency, of: symbol, by: provider)
                    var quote = quote
                    // Services differ in how they write a class of shares, and some leave out a part of the name.
                    quote.symbol = symbol.stockTicker
                    return quote
                }
            }
        }
    }

    /// Does the same at a provider that is asked for one stock in a request: several requests at once.
    func stocks(
        _ choice: CurrencyChoice, by provider: String,
        ask: @escaping @Sendable (String) async throws(ProviderFailure) -> Quote
    ) async -> [Result<Quote, ProviderFailure>] {
        await stocks(choice, by: provider) { tickers in
            await tickers.requestConcurrently { ticker in
                await Result(asking: { () throws(ProviderFailure) in try await ask(ticker) })
            }
        }
    }
}
