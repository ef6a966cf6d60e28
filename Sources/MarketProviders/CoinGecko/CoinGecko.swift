import JSONReader
import Platform
import Transport

/// CoinGecko v3, keyless or with a demo key. Lists and quotes are both `/coins/markets`.
///
/// Protocol: docs.coingecko.com, "Coins List with Market Data": at most 250 rows a page; `ids` wins over `symbols`;
/// `include_tokens=all` takes at most 50 symbols a request and returns every coin with one of these tickers.
///
/// Terms: www.coingecko.com/en/api_terms, 4.3, ask for an attribution with a link; its words are those of
/// brand.coingecko.com/resources/attribution-guide.
extension Provider {
    /// The provider `coingecko`: see its `summary`.
    package static let coingecko = Provider(
        name: CoinGecko.name, jobs: [.list, .price, .history], kinds: [.coin, .token], tokenJobs: [.price],
        figures: [.marketCap, .volume, .btcDominance, .ethDominance], key: .optional,
        host: "https://api.coingecko.com",
        limits: "10 to 30 requests per minute and address without a key, 100 with a demo key",
        summary: "prices of 14,000 coins, averaged over exchanges", isOnlyNamed: false,
        currencies: Set(
            "BTC ETH LTC BCH BNB EOS XRP XLM LINK DOT YFI SOL BITS SATS".split(separator: " ").map(String.init)),
        candlesARequest: CoinGecko.daysKept, keylessRequestsAMinute: 30, takesOneTokenWithoutKey: true,
        attribution: "Data provided by CoinGecko (https://www.coingecko.com)",
        makers: [.market { CoinGecko(settings: $0).client }])
}

struct CoinGecko: Sendable {
    static let name = "coingecko"
    static let rowsAPage = 250
    static let symbolsARequest = 50

    let endpoint: Endpoint
    let extras: QuoteExtras

    init(settings: ProviderSettings) {
        endpoint = Endpoint(
            .coingecko, settings, key: .header("x-cg-demo-api-key"), errors: Self.errors)
        extras = settings.extras
    }

    var client: MarketClient {
        MarketClient(list: list, quotes: quotes, now: endpoint.now, history: history, search: found)
    }
}

// MARK: - List

extension CoinGecko {
    private func list(_ query: ListQuery) async throws(ProviderFailure) -> ListAnswer {
        // Where nothing says how far down the list is to be searched, the service searches all coins.
        if let text = query.search, query.depth.rowsOfAll == nil { return try await search(text, query) }
        let size = min(query.depth.rows(inAnswersOf: Self.rowsAPage), Self.rowsAPage)
        var pages = PageCollector(query: query, size: size, provider: CoinGecko.name)
        try await pages.collect { place throws(ProviderFailure) in
            try await markets(
                .list, query.currency.currency,
                [("order", "market_cap_desc"), ("per_page", "\(size)"), ("page", "\(place + 1)")])
        }
        return pages.answer
    }

    /// `/search` knows names but no prices: its ids are looked up in one request more.
    private func search(_ text: String, _ query: ListQuery) async throws(ProviderFailure) -> ListAnswer {
        let ids = try await found(text).compactMap(\.id)
        guard !ids.isEmpty else { return ListAnswer(quotes: []) }
        let asked = ids.prefix(Self.rowsAPage).joined(separator: ",")
        let rows = try await markets(
            .list, query.currency.currency, [("ids", asked), ("per_page", "\(Self.rowsAPage)"), ("page", "1")])
        return ListAnswer(quotes: query.pick(from: rows.rows, areHits: true), dropped: rows.dropped)
    }

    /// The coins that `/search` finds, the largest first.
    private func found(_ text: String) async throws(ProviderFailure) -> [FoundAsset] {
        try await endpoint.get(.metadata, "/api/v3/search", [("query", text)]) {
            try FoundAsset.coins(&$0, in: "coins")
        }
    }
}

// MARK: - Quotes

extension CoinGecko {
    func quotes(
        _ symbols: [Symbol], _ choice: CurrencyChoice
    ) async -> [Result<Quote, ProviderFailure>] {
        async let ofTokens = tokens.quotes(symbols, choice)
        var results = await symbols.figures(choice, ask: figures)
        results.merge(await ofTokens) { $1 }
        // The fewest requests: one for each currency and kind of name, split by the limits of the service.
        let batches = symbols.batches(choice) { batch, _, currency in
            batch.currencies == [currency]
                && batch.names.count < (batch.isOfIDs ? Self.rowsAPage : Self.symbolsARequest)
        }
        for (batch, found) in await batches.requestInSequence(ask) {
            for symbol in batch.symbols {
                results[symbol] = found.mapError { $0.about(symbol) }.flatMap { Self.pick(symbol, from: $0) }
            }
        }
        return symbols.map { results[$0] ?? .failure(ProviderFailure(CoinGecko.name, .unknownSymbol($0))) }
    }

    /// All coins that a batch's names fit. A page of tickers that is full is followed by the next, as one ticker may
    /// have many coins. Ids fit in one page, so that the one they come in is never full.
    private func ask(_ batch: SymbolBatch) async -> Result<ListAnswer, ProviderFailure> {
        let currency = batch.currencies[0]
        let depth = ListDepth.first(batch.isOfIDs ? Self.rowsAPage : .max)
        let asked = AskedNames(batch.names, of: CoinGecko.name)
        let names = batch.names.joined(separator: ",")
        let query = batch.isOfIDs ? [("ids", names)] : [("symbols", names.lowercased()), ("include_tokens", "all")]
        var pages = PageCollector(
            query: ListQuery(depth, currency: CurrencyChoice(currency)),
            size: batch.isOfIDs ? Self.rowsAPage + 1 : Self.rowsAPage, provider: CoinGecko.name, mayBeEmpty: true)
        return await Result(asking: { () throws(ProviderFailure) in
            try await pages.collect { place throws(ProviderFailure) in
                let paging = [
                    ("order", "market_cap_desc"), ("per_page", "\(Self.rowsAPage)"), ("page", "\(place + 1)"),
                ]
                return try await markets(.quotes, currency, query + paging) { rows in
                    try asked.check(
                        rows.rows.map { batch.isOfIDs ? $0.id : $0.symbol }, batch.isOfIDs ? "id" : "symbol")
                }
            }
            return pages.answer
        })
    }

    /// The coin of the name with the largest market cap; the ids of the others are kept as namesakes.
    private static func pick(_ symbol: Symbol, from answer: ListAnswer) -> Result<Quote, ProviderFailure> {
        answer.largestBearer(of: symbol, provider: CoinGecko.name) { quote, best in
            guard let cap = quote.marketCap else { return false }
            return best.marketCap.map { $0 < cap } ?? true
        }
    }
}
