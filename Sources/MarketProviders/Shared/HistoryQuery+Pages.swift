extension HistoryQuery {
    /// The candles in an answer of a service without a known limit.
    static let unlimitedRows = Int64(Int32.max)

    /// Asks for all candles of the query, page by page, and returns those that were asked for.
    ///
    /// `widths` are the widths of the provider's candles, of which wider ones are made, and `rows` is the number of
    /// candles in a request. `ask` gets the width of the candles and the first and last moment of a page, in seconds
    /// since 1970. `hasAll` says that the provider sends a row for each span. Throws `ProviderFailure`, also if the
    /// provider has no candles that are narrow enough.
    func candles(
        from endpoint: Endpoint, widths: [CandleWidth], rows: Int64, hasAll: Bool = false,
        _ ask: (CandleWidth, ClosedRange<Int64>) async throws(ProviderFailure) -> [Candle]
    ) async throws(ProviderFailure) -> [Candle] {
        guard let source = width.source(among: widths) else {
            throw notKept(by: endpoint.provider, from: widths)
        }
        var candles: [Candle] = []
        for page in pages(of: source, rows: rows, now: endpoint.now()) {
            do throws(ProviderFailure) {
                candles += try await ask(source, page)
            } catch {
                throw error.about(symbol)
            }
        }
        return try pick(from: candles, of: source, hasAll: hasAll, now: endpoint.now())
    }
}

extension HistoryQuery {
    /// Throws `ProviderFailure` if prices in a currency are not what the query asks for.
    func check(_ currency: Currency, of provider: String) throws(ProviderFailure) {
        try self.currency.check(currency, of: symbol, by: provider)
    }
}

extension CurrencyChoice {
    /// Throws `ProviderFailure` if a provider's prices of a symbol are in a currency that is not asked for.
    func check(_ currency: Currency, of symbol: Symbol, by provider: String) throws(ProviderFailure) {
        let wanted = symbol.quote ?? self.currency
        guard currency == wanted || allowsOtherCurrency else { throw ProviderFailure(provider, .cannotQuote(wanted)) }
    }
}
