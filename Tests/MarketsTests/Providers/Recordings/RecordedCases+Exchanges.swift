import Markets
import TestSupport

/// Binance, Coinbase, Kraken, OKX and WazirX.
extension RecordedCase {
    static let exchanges = binance + coinbase + kraken + okx + wazirx

    /// The row of a market, whose name is its id.
    private static func market(
        _ file: String, _ market: String, _ job: Job, at path: String, query: RequestMatcher.Query = .any,
        envelope: String? = nil, others: [String: Body] = [:], _ fields: String...
    ) -> RecordedCase {
        let provider = provider(of: String(file.prefix { $0 != "/" }))
        let same = ["id=\(market)", "market=\(market)", "kind=coin", "provider=\(provider)"]
        return RecordedCase(
            file: file, job: job, outcome: .rows([facts(same + fields)]), path: path, query: query,
            envelope: envelope, others: others)
    }

    private static let binance: [RecordedCase] = [
        .refused(
            "binance/error-451-restricted-location.json", .list(5), at: "/api/v3/ticker/24hr", query: .none,
            status: 451,
            .status(
                451,
                words:
                    "Service unavailable from a restricted location according to 'b. Eligibility' in "
                    + "https://www.binance.com/en/terms. Please contact customer service if you believe you received "
                    + "this message in error.")),
        .refused(
            "binance/error-invalid-symbol.json", .quotes(["nope"], .anyCurrency), at: "/api/v3/ticker/24hr",
            query: "symbol=NOPEUSDT", status: 400, unknown("NOPE")),
    ]

    private static let coinbase = [
        market(
            "coinbase-exchange/ticker-btc-usd-gdax-20171003.json", "BTC-USD", .quotes(["id:BTC-USD"]),
            at: "/products/BTC-USD/ticker", others: ["/products/BTC-USD/stats": .json(#"{"open":"4000"}"#)],
            "time=2017-10-03T04:00:31.887000Z", "symbol=BTC", "price=4417.01", "currency=USD", "bid=4417",
            "ask=4417.01", "open=4000", "change=417.01", "change_percent=10.42525"),
        market(
            "coinbase-exchange/ccxt-ticker-BTC-USDT-20240313.json", "BTC-USDT", .quotes(["id:BTC-USDT"]),
            at: "/products/BTC-USDT/ticker", others: ["/products/BTC-USDT/stats": .json(#"{"open":"4000"}"#)],
            "time=2024-03-13T11:10:41.270099Z", "symbol=BTC", "price=73367.8", "currency=USDT", "bid=73360.34",
            "ask=73369.19", "open=4000", "change=69367.8", "change_percent=1734.195"),
    ]

    private static let kraken: [RecordedCase] = [
        market(
            "kraken/Ticker-BCHEUR-20171003.json", "BCHEUR", .quotes(["BCH/EUR"]), at: "/0/public/Ticker",
            query: "pair=BCHEUR", "time=2024-03-01T12:00:00Z", "symbol=BCH", "price=355.4", "currency=EUR",
            "open=353.7", "high=357.7", "low=351.8", "change=1.7", "change_percent=0.48063331", "bid=354.3", "ask=355.4"
        ).about("today's open, high and low"),
        market(
            "kraken/ticker-xbtusd-20260919.json", "XBTUSD", .quotes(["BTC"]), at: "/0/public/Ticker",
            query: "pair=XBTUSD", "time=2024-03-01T12:00:00Z", "symbol=BTC", "id=XXBTZUSD", "price=81412.2",
            "currency=USD", "open=80878.1", "high=81915", "low=80823.7", "change=534.1", "change_percent=0.66037654",
            "bid=81416", "ask=81416.1"
        ).about("BTC by the key of its first assets, with today's open"),
        .refused(
            "kraken/error-unknown-asset-pair.json", .quotes(["nope"]), at: "/0/public/Ticker",
            others: ["/0/public/AssetPairs": .recording("kraken/AssetPairs-20171003.json")], unknown("nope")),
    ]

    private static let okx = [
        market(
            "okx/ticker-btcusdt-20260822.json", "BTC-USDT", .quotes(["BTC"], CurrencyChoice(.usdt)),
            at: "/api/v5/market/ticker", query: "instId=BTC-USDT", "symbol=BTC", "currency=USDT",
            "time=2026-08-22T16:35:24.064Z", "price=77218.1", "open=77323.8", "high=78832.2", "low=76515",
            "change=-105.7", "change_percent=-0.13669789", "volume=652281908.20076346", "bid=77218.1", "ask=77218.2")
    ]

    private static let wazirx: [RecordedCase] = [
        market(
            "wazirx/ticker24hr-btcinr-20240522.json", "btcinr", .list(5, .anyCurrency), at: "/sapi/v1/tickers/24hr",
            query: .none, "symbol=BTC", "currency=INR", "time=2024-05-22T16:38:05Z", "price=6019006", "open=5920010",
            "high=6019006", "low=5800000", "change=98996", "change_percent=1.67222691", "bid=6016027", "ask=6016615"
        ).about("in rupees by itself"),
        market(
            "wazirx/ccxt-ticker24hr-btcusdt-20240313.json", "btcusdt", .quotes(["BTC/USDT"]),
            at: "/sapi/v1/tickers/24hr", query: .none, envelope: "[*]", "symbol=BTC", "currency=USDT",
            "time=2024-03-13T11:10:41Z", "price=73216", "open=72046", "high=73638", "low=69000", "change=1170",
            "change_percent=1.62396247", "bid=73122", "ask=73216"
        ).about("its time as text, within the array that it comes in"),
        .refused(
            "wazirx/error-3001-symbol-20260923.json", .quotes(["NOPE/INR"]), at: "/sapi/v1/tickers/24hr", status: 400,
            unknown("NOPE/INR")),
    ]
}
