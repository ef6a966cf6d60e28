import JSONReader
import Platform
import Transport

/// OKX, which answers in countries that Binance blocks. All values of its answers are strings.
///
/// Protocol: www.okx.com/docs-v5, "Market Data": `GET /api/v5/market/tickers?instType=SPOT` (all markets),
/// `/api/v5/market/ticker?instId=BTC-USDT` (one). Since 2026-05-20 it recommends openapi.okx.com; the host of before
/// keeps working.
///
/// Terms: no duty of attribution was found in the agreement of its interface; naming it is a courtesy.
extension Provider {
    /// The provider `okx`: see its `summary`.
    package static let okx = Provider(
        name: OKX.name, jobs: [.list, .price, .history, .watch], kinds: [.coin], host: "https://openapi.okx.com",
        spareHost: "https://www.okx.com", limits: "20 requests per 2 seconds and address",
        summary: "an exchange with markets in USDT, USDC, USD, EUR and others", isOnlyNamed: false,
        currencies: OKX.quoteCurrencies, ownCurrencies: OKX.ownCurrencies, bridges: ["USDT/USD"],
        candlesARequest: OKX.oldRowsARequest, attribution: "Market data by OKX (https://www.okx.com)",
        makers: [.market { OKX(settings: $0).client }, .ticks { OKXStream.source($0) }])
}

struct OKX: Sendable {
    static let name = "okx"
    static let ownCurrencies = [Currency.usdt]

    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.okx, settings, errors: Self.errors)
    }

    var client: MarketClient {
        let markets = ExchangeMarkets(.okx) { wanted throws(ProviderFailure) in
            try await tickers(.list, "tickers", ("instType", "SPOT"), nil, wanted)
        }
        // Swaps and options have names of more parts. They are no markets of the list.
        let name = { @Sendable in Self.names.market(of: $0, $1).map(\.name) }
        return markets.client(now: endpoint.now, market: name, history: history) { name throws(ProviderFailure) in
            try await tickers(.quotes, "ticker", ("instId", name), AskedNames([name], of: Self.name))
        }
    }

    /// The rules of names: `BTC-USDT`. Few coins have a market in a fiat currency; the others come in USDT.
    static let names = MarketNames(.okx, separator: "-", tickers: .okx) { quote, base in
        quoteCurrencies.contains(quote.code) && (!quote.isFiat || fiatBases.contains(base.uppercased()))
    }
    /// What it quotes in, by its recorded markets and its documentation.
    static let quoteCurrencies: Set<String> = ["USDT", "USDC", "USD", "EUR", "BTC", "ETH", "OKB", "DAI"]
    /// What it has markets of in dollars, by its recorded instruments.
    private static let fiatBases: Set<String> = ["BTC", "ETH", "SOL", "XRP", "USDT"]

    private func tickers(
        _ kind: Freshness, _ path: String, _ item: (String, String), _ asked: AskedNames? = nil,
        _ wanted: WantedMarkets = .all
    ) async throws(ProviderFailure) -> ListAnswer {
        try await endpoint.get(kind, "/api/v5/market/\(path)", [item]) { reader, fetched in
            try reader.readMember("data") {
                try $0.readMarkets(
                    Self.columns, name: "instId", of: Self.name, tickers: .okx, wanted, asked: asked, fetched: fetched)
            }
        }
    }

    /// `volCcy24h` of a spot market counts the quote currency.
    private static let columns: QuoteColumns = [
        "instId": .market(separator: UInt8(ascii: "-")), "last": .last, "open24h": .open, "high24h": .high,
        "low24h": .low,
        "bidPx": .bid, "askPx": .ask, "volCcy24h": .turnover, "ts": .time(.milliseconds),
    ]

    /// `{"code":"51001","data":[],"msg":"Instrument ID, … doesn't exist."}` with status 200; 0 alone is success.
    /// 50001 is down for a while, 50004 a timeout, 50013 busy, 50026 a system error (web3.okx.com, "Error codes").
    private static let errors = ErrorShape(
        ["code": .code, "msg": .words],
        meanings: [
            (.unknownSymbol, [.code("51001")]), (.rateLimited, [.code("50011")]),
            (.unavailable, ["50001", "50004", "50013", "50026"].map { .code($0) }),
        ],
        isError: { $0.code.map { $0 != "0" } ?? false })
}
