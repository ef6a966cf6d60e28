import Markets
import TestSupport

/// CNBC and Nasdaq.
extension RecordedCase {
    static let stockPages = cnbc + nasdaq

    // MARK: - CNBC

    private static let cnbcPath = "/quote-html-webservice/restQuote/symbolType/symbol"

    private static func cnbcQuote(
        _ file: String, _ symbol: String, envelope: String? = nil, _ fields: String...
    ) -> RecordedCase {
        stock("cnbc/\(file).json", symbol, at: cnbcPath, envelope: envelope, fields: fields)
    }

    private static func cnbcError(_ file: String, _ symbol: String, _ reason: ProviderFailure.Reason) -> RecordedCase {
        .refused("cnbc/\(file).json", .quotes([symbol], .anyCurrency), at: cnbcPath, reason)
    }

    /// A row without a time, which is taken to be as old as its answer.
    private static func early(_ symbol: String, _ price: String, _ percent: String) -> [String: String] {
        [
            "symbol": symbol, "id": symbol, "kind": "stock", "currency": "USD", "provider": "cnbc", "price": price,
            "change_percent": percent, "time": "2024-03-01T12:00:00Z",
        ]
    }

    private static let cnbc = [
        cnbcQuote(
            "restquote-btc-etf-closed-20261005", "BTC",
            "time=2026-10-02T00:00:00Z", "name=Grayscale Bitcoin Mini Trust ETF", "market=NYSE Arca", "price=37.25",
            "high=38.55", "low=37.07", "open=37.44", "change=-0.19", "change_percent=-0.50747863"
        ).about("a fund while the market is closed"),
        cnbcQuote(
            "restquote-ko-20260831", "KO",
            "time=2026-08-31T20:10:00.000Z", "price=88.67", "change_percent=-1.1"),
        // The price before the opening stands in ExtendedMktQuote.
        cnbcQuote(
            "restquote-soxl-premarket-20260818", "SOXL",
            envelope: #"{"FormattedQuoteResult":{"FormattedQuote":[*]}}"#,
            "time=2026-08-17T00:00:00Z", "price=151.53"
        ).about("before the market opens, the close of the day before"),
        RecordedCase(
            file: "cnbc/itvquote-premarket-20260617.json", job: .quotes(["GOOG", "NVDA", "AVGO", "GOOGL"]),
            outcome: .rows([
                early("GOOG", "372", "0"), early("NVDA", "207.41", "0"), early("AVGO", "376.71", "-4.37"),
                early("GOOGL", "373.25", "0"),
            ]), path: cnbcPath
        ).about("before the market opens, in the older envelope"),
        cnbcError("restquote-future-lco1-20260702", "@LCO.1", .invalidData("row 1: currencyCode is missing")).about(
            "a future whose currency is not sent is not taken as dollars"),
        cnbcError("restquote-us2y-20260911", "US2Y", .invalidData("row 1: last is a percentage, not a price")).about(
            "the yield of a bond is not taken as dollars"),
        cnbcError("restquote-unknown-mxap-20260513", "MXAP", unknown("MXAP")),
    ]

    // MARK: - Nasdaq

    private static func nasdaqInfo(_ file: String, _ fields: String...) -> RecordedCase {
        stock(
            "nasdaq/\(file).json", "AAPL", at: "/api/quote/AAPL/info",
            fields: fields + ["name=Apple Inc. Common Stock", "market=NASDAQ-GS"])
    }

    private static let nordicBooks =
        #"{"data":[{"instruments":[{"orderbookId":"TX1","symbol":"JYSK","assetClass":"SHARES","currency":"DKK"}]}]}"#

    private static let nasdaq = [
        nasdaqInfo(
            "info-aapl-hours-20191119", "time=2019-11-19T15:33:00Z", "price=266.782", "open=267.1", "change=-0.318",
            "change_percent=-0.11905653", "market_cap=1185383123230"),
        nasdaqInfo(
            "info-aapl-off-hours-20191119", "time=2019-11-19T00:00:00Z", "price=266.29", "open=267.1", "change=-0.81",
            "change_percent=-0.30325721", "market_cap=1183197036850"),
        nasdaqInfo(
            "info-aapl-pre-hours-20191119", "time=2019-11-18T21:00:00Z", "price=267.1", "open=265.76", "change=1.34",
            "change_percent=0.50421433", "market_cap=1186796081500"),
        nasdaqInfo(
            "info-aapl-after-hours-20191119", "time=2019-11-19T21:00:00Z", "price=266.29", "open=267.1", "change=-0.81",
            "change_percent=-0.30325721", "market_cap=1183197036850"
        ).about("the close, not the trade after it, and down by the word beside it alone"),
        nasdaqInfo(
            "info-aapl-premarket-20260930", "time=2026-09-29T20:00:00Z", "price=329.4", "open=338.4", "change=-9",
            "change_percent=-2.65957447"
        ).about("the close of the day before, without the bid and ask of the trades before the opening"),
        stock(
            "nasdaq/nordic-info-jysk-20250724.json", "JYSK.CO", at: "/api/nordic/instruments/TX1/info",
            others: ["/api/nordic/search": .json(nordicBooks)],
            fields: [
                "time=2025-07-23T05:01:49Z", "name=Jyske Bank", "market=Nasdaq Copenhagen", "price=649", "currency=DKK",
                "change_percent=0",
            ]
        ).about("a stock of Copenhagen before the market opens"),
    ]
}
