import JSONReader
import Platform
import Transport

/// Binance's public market data, from the host that is not blocked by country.
///
/// Protocol: developers.binance.com, Spot REST, `GET /api/v3/ticker/24hr` with `symbol`, `symbols` (weight 40 up to
/// 100) or neither (weight 80).
///
/// Terms: no duty of attribution was found in the terms of use; those of its data sets ask to name Binance Vision,
/// and whether they count for this host is open.
extension Provider {
    /// The provider `binance`: see its `summary`.
    package static let binance = Provider(
        name: Binance.name, jobs: [.list, .price, .history, .watch], kinds: [.coin],
        host: "https://data-api.binance.vision",
        limits: "6,000 request weight per minute and address",
        summary: "an exchange with markets in USDT, BTC, EUR and others",
        // Dollars are in names of other Binances only.
        isOnlyNamed: false, currencies: Set(BinanceMarkets.quoteCurrencies).subtracting(["USD"]),
        ownCurrencies: Binance.ownCurrencies, bridges: ["EUR/USDT"], candlesARequest: Binance.candles.rows,
        makers: [.market { Binance(settings: $0).client }, .ticks { BinanceStream.source($0) }])
}

struct Binance: Sendable {
    static let name = "binance"
    static let ownCurrencies = [Currency.usdt]
    /// More than so many symbols weigh as much as all markets do.
    static let symbolsARequest = 100

    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.binance, settings, errors: Self.errors)
    }

    var client: MarketClient {
        let markets = ExchangeMarkets(.binance) { wanted throws(ProviderFailure) in
            try await tickers([], knownBases: [], wanted)
        }
        return markets.client(now: endpoint.now, quotes: quotes, history: history)
    }

    private func tickers(
        _ query: [(String, String)], _ asked: AskedNames? = nil, knownBases: Set<String>,
        _ wanted: WantedMarkets = .all
    ) async throws(ProviderFailure) -> ListAnswer {
        try await endpoint.get(
            query.isEmpty ? .list : .quotes, "/api/v3/ticker/24hr", query,
            decode: {
                let answer = try Self.tickers(&$0, knownBases: knownBases, wanted, fetched: $1)
                return try asked?.checked(answer) ?? answer
            })
    }
}

// MARK: - Quotes

extension Binance {
    private func quotes(
        _ symbols: [Symbol], _ choice: CurrencyChoice, among markets: ExchangeMarkets
    ) async -> [Result<Quote, ProviderFailure>] {
        await markets.quotes(symbols, choice, limit: Self.symbolsARequest, market: BinanceMarkets.names.name) {
            names throws(ProviderFailure) in
            try await tickers(
                [names.count == 1 ? ("symbol", names[0]) : ("symbols", names.asJSON)],
                AskedNames(names, of: Self.name), knownBases: Set(symbols.compactMap(\.ticker)))
        }
    }
}

// MARK: - Rows

extension Binance {
    /// The array of several markets, or the object of one. Markets whose name ends with no quote currency that we know
    /// are left out.
    static func tickers(
        _ reader: inout JSONReader, knownBases: Set<String>, _ wanted: WantedMarkets, fetched: Timestamp
    ) throws -> ListAnswer {
        var names: [String] = []
        var answer = try reader.readRows(acceptsOne: true, name: rowNames) { reader -> Quote? in
            var row = try QuoteBuilder(&reader, columns, provider: name, fetched: fetched) {
                wanted.mayInclude(market: $0.id)
            }
            names.append(try row.id.required("symbol"))
            return row.isLeftOut ? nil : row.quote()
        }.answer()
        var markets = BinanceMarkets(names, knownBases: knownBases)
        for index in answer.quotes.indices {
            guard let id = answer.quotes[index].id, let pair = markets.pair(of: id) else { continue }
            answer.quotes[index].takeMarket(id, of: ExchangeTickers.binance.common(pair.base), in: pair.quote)
        }
        answer.quotes.removeAll { $0.market == nil }
        return answer
    }

    private static let columns: QuoteColumns = [
        "symbol": .id, "lastPrice": .last, "openPrice": .open, "highPrice": .high, "lowPrice": .low,
        "bidPrice": .bid, "askPrice": .ask, "quoteVolume": .turnover, "closeTime": .time(.milliseconds),
    ]

    private static let rowNames = RowName.reader(symbol: "symbol", id: "symbol")

    /// `{"code":-1121,"msg":"Invalid symbol."}`; -1100 is a character no symbol has, -1003 too many requests.
    static let errors = ErrorShape(
        ["code": .code, "msg": .failure],
        meanings: [
            (.unknownSymbol, [.code("-1121"), .code("-1100"), "invalid symbol"]), (.rateLimited, [.code("-1003")]),
            (.unavailable, ["-1001", "-1004", "-1006", "-1007", "-1008", "-1016"].map { .code($0) }),
        ])
}
