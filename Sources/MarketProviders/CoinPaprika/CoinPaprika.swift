import JSONReader
import Platform
import Transport

/// CoinPaprika v1, free and without a key: prices averaged over exchanges.
///
/// Protocol: docs.coinpaprika.com, `GET /v1/tickers` (all coins by rank, `limit` of them) and `/v1/tickers/{id}`, each
/// with `quotes`; `/v1/search`, names without prices. Tickers are not unique and ids cannot be guessed, so an answer
/// with all coins shows which coin a ticker means.
///
/// Terms: an attribution is appreciated and not required, by the documentation of the company's own client.
extension Provider {
    /// The provider `coinpaprika`: see its `summary`.
    package static let coinpaprika = Provider(
        name: CoinPaprika.name, jobs: [.list, .price], kinds: [.coin], figures: [.marketCap, .volume, .btcDominance],
        host: "https://api.coinpaprika.com",
        limits: "20,000 requests per month", summary: "prices of the 2,000 largest coins, averaged over exchanges",
        isOnlyNamed: false, currencies: CoinPaprika.currencies, makers: [.market { CoinPaprika(settings: $0).client }])
}

struct CoinPaprika: Sendable {
    static let name = "coinpaprika"
    /// What `quotes` may be, as the documentation lists it.
    static let currencies = Set(
        """
        BTC ETH USD EUR PLN KRW GBP CAD JPY RUB TRY NZD AUD CHF UAH HKD SGD NGN PHP MXN BRL THB CLP CNY CZK DKK HUF IDR
        ILS INR MYR NOK PKR SEK TWD ZAR VND BOB COP PEN ARS ISK
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.coinpaprika, settings, errors: Self.errors)
    }

    var client: MarketClient {
        MarketClient(list: list, quotes: quotes, now: endpoint.now, search: found)
    }

    /// The coins that `/v1/search` finds.
    private func found(_ text: String) async throws(ProviderFailure) -> [FoundAsset] {
        try await endpoint.get(.metadata, "/v1/search", [("q", text), ("c", "currencies"), ("limit", "10")]) {
            try FoundAsset.coins(&$0, in: "currencies")
        }
    }

    /// The coins by rank, all or the first `limit`.
    private func tickers(_ currency: Currency, limit: Int? = nil) async throws(ProviderFailure) -> ListAnswer {
        guard Self.currencies.contains(currency.code) else {
            throw ProviderFailure(CoinPaprika.name, .cannotQuote(currency))
        }
        let query = [("quotes", currency.code)] + (limit.map { [("limit", "\($0)")] } ?? [])
        return try await endpoint.get(.list, "/v1/tickers", query) { reader, requested in
            try reader.readRows(name: Self.rowNames) {
                try Self.ticker(&$0, in: currency, fetched: requested)
            }.answer()
        }
    }

    private func list(_ query: ListQuery) async throws(ProviderFailure) -> ListAnswer {
        let answer = try await tickers(query.currency.currency, limit: query.depth.rowsOfAll)
            .notEmpty(of: CoinPaprika.name)
        return ListAnswer(quotes: query.pick(from: answer.quotes), dropped: answer.dropped)
    }
}

// MARK: - Quotes

extension CoinPaprika {
    private func quotes(_ symbols: [Symbol], _ choice: CurrencyChoice) async -> [Result<Quote, ProviderFailure>] {
        var results = await symbols.figures(choice, ask: figures)
        // A request answers with the coin of an id, or with all coins in a currency.
        let batches = symbols.filter(Self.mayKnow).batches(choice) { batch, name, currency in
            batch.currencies == [currency] && (!batch.isOfIDs || batch.names == [name])
        }
        for (batch, answer) in zip(batches, await batches.requestConcurrently { await ask($0) }) {
            for symbol in batch.symbols {
                results[symbol] = answer.mapError { $0.about(symbol) }.flatMap {
                    $0.largestBearer(of: symbol, provider: CoinPaprika.name)
                }
            }
        }
        return symbols.map { results[$0] ?? .failure(ProviderFailure(CoinPaprika.name, .unknownSymbol($0))) }
    }

    private static func mayKnow(_ symbol: Symbol) -> Bool {
        symbol.isID ? symbol.bare.isPathSegment : symbol.ticker != nil
    }

    private func ask(_ batch: SymbolBatch) async -> Result<ListAnswer, ProviderFailure> {
        let (id, currency) = (batch.names[0], batch.currencies[0])
        return await Result(asking: { () throws(ProviderFailure) in
            guard batch.isOfIDs else { return try await tickers(currency) }
            guard Self.currencies.contains(currency.code) else {
                throw ProviderFailure(CoinPaprika.name, .cannotQuote(currency))
            }
            let asked = AskedNames([id], of: CoinPaprika.name)
            let quote = try await endpoint.get(
                .quotes, "/v1/tickers/\(id)", [("quotes", currency.code)],
                decode: {
                    let quote = try Self.ticker(&$0, in: currency, fetched: $1)
                    try asked.check(quote.id, "id")
                    return quote
                })
            return ListAnswer(quotes: [quote])
        })
    }

    /// `{"error":"id not found"}`. Status 402 is a paid route, or too many requests of the month: the message says
    /// which.
    static let errors = ErrorShape(
        ["error": .failure],
        meanings: [
            (.unknownSymbol, ["id not found"]), (.rateLimited, ["over the limit", "limit exceeded", "limit reached"]),
        ])
}
