/// The quotes of a provider of stocks that is asked for one stock a request: several requests at once.
struct StockQuotes: Sendable {
    let provider: String
    /// Asks for a stock by the provider's own name of it; its quote says what currency it is in.
    let ask: @Sendable (_ name: String) async throws(ProviderFailure) -> Quote

    /// The stock of each symbol. Such a provider has no coins, so a bare ticker means a stock too.
    ///
    /// A stock is quoted in one currency. Where another one is asked for the answer is still in that one if the choice
    /// allows it, for a pair as well: the caller sees what it is in, and converts it.
    func quotes(_ symbols: [Symbol], _ choice: CurrencyChoice) async -> [Result<Quote, ProviderFailure>] {
        let names = Set(symbols.map(\.stockTicker).filter(\.isPathSegment)).sorted()
        let answers = await names.requestConcurrently { name in
            await Result(asking: { () throws(ProviderFailure) in try await ask(name) })
        }
        let quotes = Dictionary(uniqueKeysWithValues: zip(names, answers))
        return symbols.map { symbol in
            guard let quote = quotes[symbol.stockTicker] else {
                return .failure(ProviderFailure(provider, .unknownSymbol(symbol)))
            }
            let wanted = symbol.quote ?? choice.currency
            return quote.mapError { $0.about(symbol) }.flatMap { quote in
                quote.currency == wanted || choice.allowsOtherCurrency
                    ? .success(quote) : .failure(ProviderFailure(provider, .cannotQuote(wanted)))
            }
        }
    }
}
