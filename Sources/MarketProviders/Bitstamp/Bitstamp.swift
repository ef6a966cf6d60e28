import JSONReader
import Platform
import Transport

/// Bitstamp. All its markets come in one answer, so a list and quotes are one request. All values are strings.
///
/// Protocol: www.bitstamp.net/api, "Ticker" and "OHLC data": `GET /api/v2/ticker/` (all markets),
/// `/api/v2/ohlc/btcusd/`.
///
/// Terms: the documentation asks for no attribution; the terms of service were not reachable.
extension Provider {
    /// The provider `bitstamp`: see its `summary`.
    package static let bitstamp = Provider(
        name: Bitstamp.name, jobs: [.list, .price, .history, .watch], kinds: [.coin], host: "https://www.bitstamp.net",
        limits: "400 requests per second, 10,000 per 10 minutes",
        summary: "an exchange with markets in USD, EUR, GBP and others; its stream has the price of each trade",
        isOnlyNamed: true, currencies: Bitstamp.quoteCurrencies, ownCurrencies: Bitstamp.ownCurrencies,
        candlesARequest: Bitstamp.candles.rows,
        makers: [.market { Bitstamp(settings: $0).client }, .ticks { BitstampStream.source($0) }])
}

struct Bitstamp: Sendable {
    static let name = "bitstamp"
    static let ownCurrencies = [Currency.usd, .eur]
    /// By a list of its markets of 2023.
    static let quoteCurrencies: Set<String> = ["USD", "EUR", "GBP", "BTC", "ETH", "USDT", "USDC"]

    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.bitstamp, settings, errors: Self.errors)
    }

    var client: MarketClient {
        ExchangeMarkets(.bitstamp, fetch: markets).client(
            now: endpoint.now, quotes: { await $2.quotes($0, $1) },
            history: Self.candles.history(of: Self.names, from: endpoint))
    }

    /// The rules of names: `BTC/USD`.
    static let names = MarketNames(.bitstamp, separator: "/", tickers: .bitstamp)

    /// The name of a market in paths and channels: `btcusd`.
    static func symbol(_ market: MarketNames.Market) -> String {
        "\(ExchangeTickers.bitstamp.own(market.base))\(market.quote)".lowercased()
    }

    /// Perpetual futures, such as `BTC/USD-PERP`, are left out.
    @Sendable private func markets(_ wanted: WantedMarkets) async throws(ProviderFailure) -> ListAnswer {
        try await endpoint.get(.quotes, "/api/v2/ticker/") { reader, fetched in
            try reader.readRows(first: wanted.count, name: Self.rowNames) {
                var row = try QuoteBuilder(&$0, Self.columns, provider: Self.name, fetched: fetched) {
                    wanted.includes($0.currency) && $0.currency?.hasSuffix("-PERP") != true
                }
                row.symbol = row.symbol.map(ExchangeTickers.bitstamp.common)
                return try row.wantedMarket()
            }.answer()
        }
    }

    private static let rowNames = RowName.reader(id: "pair")

    /// `open` is of the UTC day. `volume` is in base units, so the turnover is unknown.
    private static let columns: QuoteColumns = [
        "pair": .market(separator: UInt8(ascii: "/")), "last": .last, "open_24": .open, "high": .high, "low": .low,
        "bid": .bid, "ask": .ask, "timestamp": .time(.seconds),
    ]

    /// `{"status":"error","reason":"…","response_code":"400.002"}`; a market that does not exist is the text
    /// `Not found` with status 404, by a client's test of 2026. What else that answer may be is unconfirmed.
    private static let errors = ErrorShape(
        ["reason": .failure, "response_code": .code],
        meanings: [(.unknownSymbol, ["not found"]), (.rateLimited, [.code("400.002")])])
}

// MARK: - Candles

extension Bitstamp {
    /// `{"data":{"pair":"BTC/USD","ohlc":[{"timestamp":"1577836740","open":"7167.30",…}]}}`: the `limit` candles up to
    /// the one that contains `end`, oldest first, 1000 at most. With `start` too, only `end` counts.
    static let candles = CandleRequest(
        widths: [.minute, .fiveMinutes, .quarter, .hour, .fourHours, .day], rows: 1000,
        layout: CandleLayout(
            provider: name, unit: .seconds,
            members: [
                "timestamp": .time, "open": .open, "high": .high, "low": .low, "close": .close, "volume": .volume,
            ]), members: ["data", "ohlc"], path: { "/api/v2/ohlc/\(symbol($0.market))/" }
    ) { [("step", "\($0.width.seconds)"), ("limit", "\($0.count)"), ("end", "\($0.to)")] }
}
