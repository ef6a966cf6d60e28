import JSONReader
import Platform
import Transport

/// WazirX, an Indian exchange: all its markets come in one answer, so a list and quotes are one request.
///
/// Protocol: docs.wazirx.com, `GET /sapi/v1/tickers/24hr`, `/sapi/v1/klines`.
///
/// Terms: the documentation asks for no attribution; the terms of service were not reachable.
extension Provider {
    /// The provider `wazirx`: see its `summary`.
    package static let wazirx = Provider(
        name: WazirX.name, jobs: [.list, .price, .history, .watch], kinds: [.coin], host: "https://api.wazirx.com",
        limits: "1 request per second", summary: "an exchange with markets in INR, USDT, WRX and BTC",
        isOnlyNamed: true, currencies: Set(WazirX.quoteCurrencies),
        ownCurrencies: WazirX.ownCurrencies, bridges: ["USDT/INR"], candlesARequest: WazirX.candles.rows,
        requestsASecond: 1, makers: [.market { WazirX(settings: $0).client }, .ticks { WazirXStream.source($0) }])
}

struct WazirX: Sendable {
    static let name = "wazirx"
    /// The quote currencies if none is chosen, best first.
    static let ownCurrencies = [Currency.inr, .usdt]
    /// What its markets are quoted in.
    static let quoteCurrencies = ["INR", "USDT", "WRX", "BTC"]

    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.wazirx, settings, errors: Self.errors)
    }

    var client: MarketClient {
        ExchangeMarkets(.wazirx, fetch: markets(_:)).client(
            now: endpoint.now, quotes: { await $2.quotes($0, $1) },
            history: Self.candles.history(of: Self.names, from: endpoint))
    }

    /// All markets: one request.
    @Sendable func markets(_ wanted: WantedMarkets = .all) async throws(ProviderFailure) -> ListAnswer {
        try await endpoint.get(.list, "/sapi/v1/tickers/24hr", decode: { try Self.tickers(&$0, wanted, fetched: $1) })
    }

    /// The rules of names: base and quote currency in small letters, nothing between.
    static let names = MarketNames(
        provider: .wazirx, isQuoted: { quote, _ in quoteCurrencies.contains(quote.code) },
        join: { ($0 + $1.code).lowercased() }
    ) { name in
        let name = name.uppercased()
        return quoteCurrencies.first { name.hasSuffix($0) && name != $0 }.flatMap { code in
            Currency(code).map { (String(name.dropLast(code.count)), $0) }
        }
    }

    /// `{"code":2098,"message":"…"}`; an unknown symbol is recognized by the words alone; they come with several codes.
    static let errors = ErrorShape(
        ["code": .code, "message": .failure], meanings: [(.unknownSymbol, ["symbol does not have a valid value"])])
}

// MARK: - Rows

extension WazirX {
    /// The array of `/sapi/v1/tickers/24hr`, or the map of the older `/api/v2/tickers` that compatible hosts still
    /// serve.
    static func tickers(
        _ reader: inout JSONReader, _ wanted: WantedMarkets = .all, fetched: Timestamp
    ) throws -> ListAnswer {
        guard reader.next == .object else {
            return try reader.readRows(first: wanted.count, name: name) { try ticker(&$0, wanted, fetched: fetched) }
                .answer()
        }
        var rows = RowCollector<Quote>()
        try reader.readMap { _, reader in
            try rows.read(&reader, name: name) { try legacyTicker(&$0, fetched: fetched) }
        }
        return try rows.answer()
    }

    private static let columns: QuoteColumns = [
        "symbol": .id, "baseAsset": .symbol, "quoteAsset": .currency, "openPrice": .open, "lowPrice": .low,
        "highPrice": .high, "lastPrice": .last, "bidPrice": .bid, "askPrice": .ask, "at": .time(.milliseconds),
    ]

    /// One row. `volume` is in base units, so the turnover is unknown.
    private static func ticker(
        _ reader: inout JSONReader, _ wanted: WantedMarkets, fetched: Timestamp
    ) throws -> Quote? {
        var row = try QuoteBuilder(&reader, columns, provider: WazirX.name, fetched: fetched) {
            wanted.includes($0.currency)
        }
        return try row.wantedMarket()
    }

    private static let nameColumns: QuoteColumns = ["symbol": .id, "base_unit": .symbol, "quote_unit": .currency]

    /// The market's name, in either shape.
    private static func name(_ reader: inout JSONReader) throws -> RowName {
        let row = try QuoteBuilder(&reader, nameColumns, provider: WazirX.name, fetched: Timestamp(seconds: 0))
        let legacy = row.symbol.flatMap { base in row.currency.map { base + $0 } }
        let market = row.id ?? legacy
        return RowName(symbol: market, id: market)
    }

    private static let legacyColumns: QuoteColumns = [
        "base_unit": .symbol, "quote_unit": .currency, "open": .open, "low": .low, "high": .high, "last": .last,
        "buy": .bid, "sell": .ask, "at": .time(.seconds),
    ]

    private static func legacyTicker(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote {
        var row = try QuoteBuilder(&reader, legacyColumns, provider: WazirX.name, fetched: fetched)
        row.id = try row.symbol.required("base_unit") + row.currency.required("quote_unit")
        return try row.market()
    }
}
