/// The quotes of a provider of stocks.
struct StockQuotes: Sendable {
    private let provider: String
    /// Asks for stocks by their tickers; each quote says what currency it is in.
    private let askAll: @Sendable (_ tickers: [String]) async -> [Result<Quote, ProviderFailure>]

    /// Creates the quotes of a provider that is asked for many stocks a request.
    init(
        provider: String,
        askAll: @escaping @Sendable (_ tickers: [String]) async -> [Result<Quote, ProviderFailure>]
    ) {
        self.provider = provider
        self.askAll = askAll
    }

    /// Creates the quotes of a provider that is asked for one stock a request: several requests at once.
    init(
        provider: String, ask: @escaping @Sendable (_ ticker: String) async throws(ProviderFailure) -> Quote
    ) {
        self.init(provider: provider) { tickers in
            await tickers.requestConcurrently { ticker in
                await Result(asking: { () throws(ProviderFailure) in try await ask(ticker) })
            }
        }
    }

    /// The stock of each symbol. Such a provider has no coins, so a bare ticker means a stock too.
    ///
    /// A stock is quoted in one currency. Where another one is asked for the answer is still in that one if the choice
    /// allows it, for a pair as well: the caller sees what it is in, and converts it.
    func quotes(_ symbols: [Symbol], _ choice: CurrencyChoice) async -> [Result<Quote, ProviderFailure>] {
        let names = Set(symbols.map(\.stockTicker).filter(\.isPathSegment)).sorted()
        let quotes = Dictionary(uniqueKeysWithValues: zip(names, await askAll(names)))
        return symbols.map { symbol in
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
}
