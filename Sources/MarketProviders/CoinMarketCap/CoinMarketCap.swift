import JSONReader
import Platform
import Transport

/// CoinMarketCap, without a key or with a free one: prices averaged over exchanges, new every minute.
///
/// Protocol: coinmarketcap.com/api/documentation, "Listings Latest v3" (5000 rows at most), "Quotes Latest v3" and "ID
/// Map v1". Without a key the paths begin with `/public-api`.
extension Provider {
    /// The provider `coinmarketcap`: see its `summary`.
    package static let coinmarketcap = Provider(
        name: CoinMarketCap.name, jobs: [.list, .price], kinds: [.coin], key: .optional,
        pathStart: PathStart(keyed: "", keyless: "/public-api"), host: "https://pro-api.coinmarketcap.com",
        limits: "not published without a key, 30 requests per minute and 15,000 credits per month with a free one",
        summary: "prices of 10,000 coins, averaged over exchanges", isOnlyNamed: false,
        currencies: ["BTC", "ETH", "BNB", "USDT", "USDC"], requestsAMinute: 30,
        attribution: "Data provided by CoinMarketCap (https://coinmarketcap.com)",
        makers: [.market { CoinMarketCap(settings: $0).client }])
}

struct CoinMarketCap: Sendable {
    static let name = "coinmarketcap"
    static let rowsAPage = 5000
    static let namesARequest = 100

    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.coinmarketcap, settings, key: .header("X-CMC_PRO_API_KEY"), errors: Self.errors)
    }

    var client: MarketClient {
        MarketClient(list: list, quotes: quotes, now: endpoint.now, search: found)
    }

    /// Requests an answer whose rows are in `data`. Prices are as new as those of a list: the service computes them
    /// once a minute.
    private func data<Answer: Cacheable>(
        _ kind: Freshness, _ path: String, _ query: [(String, String)],
        _ decode: @escaping @Sendable (inout JSONReader, Timestamp) throws -> Answer
    ) async throws(ProviderFailure) -> Answer {
        try await endpoint.get(kind, path, query) { reader, requested in
            try reader.readMember("data") { try decode(&$0, requested) }
        }
    }
}

// MARK: - List

extension CoinMarketCap {
    private func list(_ query: ListQuery) async throws(ProviderFailure) -> ListAnswer {
        let currency = query.currency.currency
        let size = min(query.depth.rows(inAnswersOf: Self.rowsAPage), Self.rowsAPage)
        var pages = PageCollector(query: query, size: size, provider: Self.name)
        try await pages.collect { place throws(ProviderFailure) in
            let page = [("start", "\(place * size + 1)"), ("limit", "\(size)"), ("sort", "market_cap")]
            return try await data(.list, "/v3/cryptocurrency/listings/latest", page + [("convert", currency.code)]) {
                let rows = try Self.coins(&$0, in: currency, fetched: $1)
                try rows.check()
                return rows
            }
        }
        return pages.answer
    }

    /// The coins whose ticker or name a text is a part of, the largest first. The service has no search of its own.
    private func found(_ text: String) async throws(ProviderFailure) -> [FoundAsset] {
        let query = [("limit", "\(Self.rowsAPage)"), ("sort", "cmc_rank")]
        let wanted = text.lowercased()
        return try await data(.metadata, "/v1/cryptocurrency/map", query) { reader, _ in
            try FoundAsset.coins(&reader) { try $0.optionalInteger("id").map(String.init) }
        }.filter { coin in
            [coin.ticker, coin.name].contains { $0?.lowercased().contains(bytes: wanted) == true }
        }
    }
}

// MARK: - Quotes

extension CoinMarketCap {
    private func quotes(_ symbols: [Symbol], _ choice: CurrencyChoice) async -> [Result<Quote, ProviderFailure>] {
        let batches = symbols.filter(Self.mayKnow).batches(choice) { batch, _, currency in
            batch.currencies == [currency] && batch.names.count < Self.namesARequest
        }
        var results: [Symbol: Result<Quote, ProviderFailure>] = [:]
        for (batch, answer) in await batches.requestInSequence(ask) {
            var answers = batch.symbols.map { _ in answer }
            if answer.isOfUnknownSymbol || answer.isOfBadRequest, batch.names.count > 1 {
                // `skip_invalid` leaves unknown names out. Where it does not, one of them spoils the request, and the
                // service does not always say which.
                let alone = batch.symbols.flatMap { [$0].batches(choice) { _, _, _ in false } }
                answers = await alone.requestConcurrently { await ask($0) }
            }
            for (symbol, answer) in zip(batch.symbols, answers) {
                results[symbol] = answer.mapError { $0.about(symbol) }.flatMap {
                    $0.largestBearer(of: symbol, provider: Self.name)
                }
            }
        }
        return symbols.map { results[$0] ?? .failure(ProviderFailure(Self.name, .unknownSymbol($0))) }
    }

    /// An id is a number.
    private static func mayKnow(_ symbol: Symbol) -> Bool {
        symbol.isID ? symbol.bare.allSatisfy { $0.isASCII && $0.isNumber } : symbol.ticker != nil
    }

    /// All coins that a batch's names fit, which are several for one ticker.
    private func ask(_ batch: SymbolBatch) async -> Result<ListAnswer, ProviderFailure> {
        let currency = batch.currencies[0]
        let member = batch.isOfIDs ? "id" : "symbol"
        let asked = AskedNames(batch.names, of: Self.name)
        let names = (member, batch.names.joined(separator: ","))
        let query = [names, ("convert", currency.code), ("skip_invalid", "true")]
        return await Result(asking: { () throws(ProviderFailure) in
            try await data(.list, "/v3/cryptocurrency/quotes/latest", query) {
                let rows = try Self.coins(&$0, in: currency, fetched: $1)
                try asked.check(rows.rows.map { batch.isOfIDs ? $0.id : $0.symbol }, member)
                return ListAnswer(quotes: rows.rows, dropped: rows.dropped)
            }
        })
    }
}
