import Markets
import TestSupport
import Testing

/// Recordings of what no job asks for: each read by value, and never taken for a price.
@Suite("Recordings of other services", .needsRecordings)
struct OtherServiceTests {
    @Test("Every recorded answer, by value", arguments: coins + stocks + rates)
    func values(recording: RecordedValues) throws {
        let json = PlainJSON(text: try Recordings.bytes(recording.file))
        for (place, value) in recording.values {
            #expect(try json.value(at: place) == value, "\(recording.file): \(place)")
        }
    }

    /// What a decoder makes of an answer that is not meant for it.
    enum Outcome: Sendable, Equatable {
        /// An answer that is not what the protocol says, and why.
        case refused(String)
        case failed(ProviderFailure.Reason)
        /// This many rows, none of which has a price.
        case unpriced(Int)
        case priced(Int)

        init(_ failure: ProviderFailure) {
            self =
                switch failure.reason {
                case .invalidData(let words): .refused(words)
                case .noPrice: .unpriced(1)
                case let reason: .failed(reason)
                }
        }

        init(_ quotes: [Quote]) {
            let priced = quotes.count { $0.price != nil || $0.open != nil || $0.bid != nil || $0.ask != nil }
            self = priced == 0 ? .unpriced(quotes.count) : .priced(priced)
        }
    }

    /// Asks a provider for a symbol's quote, or else for its list, and answers the path with a recording.
    private static func outcome(
        _ provider: String, _ path: String, _ symbol: String?, _ answer: Answer
    ) async throws -> Outcome {
        let exchanges: [Exchange] = [
            .get(path, times: .any, answer: answer),
            // What else Coinbase and Kraken are asked for.
            .get("/products/BTC-EUR/stats", times: .any, answer: .json("{}")),
            .get("/0/public/Ticker", times: .any, answer: .json(#"{"error":[],"result":{}}"#)),
        ]
        return try await withLoopbackServer(exchanges) { server in
            let client = MarketProvider.listed(provider).client(server, key: provider == "cryptocompare" ? "k" : nil)
            do {
                guard let symbol else {
                    return Outcome(try await client.top(limit: 250, allowsOtherCurrency: true).quotes)
                }
                return Outcome([try await client.quotes([symbol], allowsOtherCurrency: true)[0].get()])
            } catch let failure as ProviderFailure {
                return Outcome(failure)
            }
        }
    }

    private static let isArray = Outcome.refused("an array instead of an object at byte 0")
    private static let isObject = Outcome.refused("an object instead of an array at byte 0")
    private static let isNumber = Outcome.refused("a number instead of an object at byte 0")

    /// A recording, whose decoder is nearest to it and where that asks: for a symbol's quote, or else for the list.
    private static let wrongShapes:
        [(file: String, provider: String, path: String, symbol: String?, outcome: Outcome)] = [
            (
                "btse/futures-v1-market_summary-20191115.json", "btse", "/futures/api/inquire/initial/market", nil,
                isArray
            ),
            (
                "btse/public-api-ticker-price-documented.json", "btse", "/public-api/market/v1/ticker/24hr", "BTC/USDT",
                .unpriced(1)
            ),
            (
                "btse/spot-v2-market_summary-20190905.json", "btse", "/futures/api/inquire/initial/market", nil,
                .refused("data is missing")
            ),
            (
                "btse/spot-v3.3-time-20260923.json", "btse", "/futures/api/inquire/initial/market", nil,
                .refused("data is missing")
            ),
            (
                "coinbase-exchange/bennycode-rest-products-BTC-EUR-book-level-1.json", "coinbase",
                "/products/BTC-EUR/ticker", "BTC/EUR", .unpriced(1)
            ),
            (
                "coinbase-exchange/bennycode-rest-v2-exchange-rates-GET-200-EUR.json", "coinbase", "/products", nil,
                isObject
            ),
            ("coinbase-exchange/bennycode-rest-v2-exchange-rates-GET-200.json", "coinbase", "/products", nil, isObject),
            (
                "coinbase-exchange/pricehist-currencies-partial.json", "coinbase", "/products", nil,
                .refused("row 1: quote currency is missing")
            ),
            (
                "coingecko/asset_platforms-20210518.json", "coingecko", "/api/v3/coins/markets", nil,
                .refused("row 1: symbol is missing")
            ),
            ("coingecko/coins-bitcoin-full-2021.json", "coingecko", "/api/v3/coins/markets", nil, isObject),
            ("coingecko/global-20210518.json", "coingecko", "/api/v3/coins/markets", nil, isObject),
            ("coingecko/search-trending-20210518.json", "coingecko", "/api/v3/coins/markets", nil, isObject),
            (
                "coingecko/simple-price-bad-vs-ethereum-20210515.json", "coingecko", "/api/v3/coins/markets", nil,
                isObject
            ),
            ("coingecko/simple-price-bitcoin-eth-202108.json", "coingecko", "/api/v3/coins/markets", nil, isObject),
            ("coingecko/simple-price-bitcoin-usd-20210515.json", "coingecko", "/api/v3/coins/markets", nil, isObject),
            (
                "coingecko/simple-price-ids-with-spaces-20210515.json", "coingecko", "/api/v3/coins/markets", nil,
                isObject
            ),
            ("coinpaprika/ohlcv-btc-2019.json", "coinpaprika", "/v1/tickers", nil, .refused("row 1: id is missing")),
            (
                "coinpaprika/coins-top20-20240824.json", "coinpaprika", "/v1/tickers", nil,
                .refused("row 1: quotes.USD is missing")
            ),
            (
                "cryptocompare/coinlist-all-2017.json", "cryptocompare", "/data/top/totaltoptiervolfull", nil,
                .refused("Data is missing")
            ),
            (
                "cryptocompare/dominikz-top-totalvol-20190208.json", "cryptocompare", "/data/top/totaltoptiervolfull",
                nil, .unpriced(3)
            ),
            (
                "cryptocompare/generateAvg-BTC-USD-2017.json", "cryptocompare", "/data/pricemultifull", "BTC",
                .failed(unknown("BTC"))
            ),
            (
                "cryptocompare/pricehistorical-2017.json", "cryptocompare", "/data/pricemultifull", "ETH",
                .refused("RAW is missing")
            ),
            (
                "cryptocompare/pricemulti-BTC-USD-2017.json", "cryptocompare", "/data/pricemultifull", "BTC",
                .refused("RAW is missing")
            ),
            (
                "cryptocompare/pricemulti-fiat-to-crypto-2017.json", "cryptocompare", "/data/pricemultifull", "BTC",
                .refused("RAW is missing")
            ),
            (
                "cryptocompare/pricemulti-multi-2017.json", "cryptocompare", "/data/pricemultifull", "BTC",
                .refused("RAW is missing")
            ),
            (
                "cryptocompare/rate-limit-2021.json", "cryptocompare", "/data/top/totaltoptiervolfull", nil,
                .refused("Data is missing")
            ),
            (
                "cryptocompare/top-exchanges-full-BTC-USD-2021.json", "cryptocompare", "/data/top/totaltoptiervolfull",
                nil, .refused("Data is missing")
            ),
            (
                "cryptocompare/top-exchanges-full-EUR-USD-2021.json", "cryptocompare", "/data/top/totaltoptiervolfull",
                nil, .refused("Data is missing")
            ),
            (
                "cryptocompare/top-exchanges-full-USD-BTC-2021.json", "cryptocompare", "/data/top/totaltoptiervolfull",
                nil, .refused("Data is missing")
            ),
            (
                "cryptocompare/top-pairs-ETH-2017.json", "cryptocompare", "/data/top/totaltoptiervolfull", nil,
                .refused("row 1: Name is missing")
            ),
            ("iex/cloud-chart-1d.json", "iex", "/1.0/stock/MSFT/quote", "MSFT", isArray),
            (
                "iex/cloud-chart-bad-option.json", "iex", "/1.0/stock/MSFT/quote", "MSFT",
                .failed(.status(200, words: #""badOption" is not allowed"#))
            ),
            ("iex/cloud-chart-msft.json", "iex", "/1.0/stock/MSFT/quote", "MSFT", isArray),
            ("iex/cloud-fx-latest-one.json", "iex", "/1.0/stock/USDCAD/quote", "USDCAD", isArray),
            ("iex/cloud-fx-latest.json", "iex", "/1.0/stock/USDCAD/quote", "USDCAD", isArray),
            ("iex/cloud-historical-prices-msft-5d.json", "iex", "/1.0/stock/MSFT/quote", "MSFT", isArray),
            ("iex/cloud-ohlc-market.json", "iex", "/1.0/stock/BXS/quote", "BXS", .refused("symbol is missing")),
            ("iex/cloud-ohlc-msft.json", "iex", "/1.0/stock/MSFT/quote", "MSFT", .unpriced(1)),
            ("iex/cloud-price-msft.json", "iex", "/1.0/stock/MSFT/quote", "MSFT", isNumber),
            ("iex/iextrading4j-stock-ChartDateResponse.json", "iex", "/1.0/stock/AAPL/quote", "AAPL", isArray),
            ("iex/iextrading4j-stock-ChartOneDayResponse.json", "iex", "/1.0/stock/AAPL/quote", "AAPL", isArray),
            ("iex/iextrading4j-stock-ChartOneMonthResponse.json", "iex", "/1.0/stock/AAPL/quote", "AAPL", isArray),
            ("iex/iextrading4j-stock-ChartSixMonthResponse.json", "iex", "/1.0/stock/AAPL/quote", "AAPL", isArray),
            ("iex/iextrading4j-stock-ChartThreeMonthResponse.json", "iex", "/1.0/stock/AAPL/quote", "AAPL", isArray),
            ("iex/iextrading4j-stock-DelayedQuoteResponse.json", "iex", "/1.0/stock/AAPL/quote", "AAPL", .unpriced(1)),
            ("iex/iextrading4j-stock-PriceResponse.json", "iex", "/1.0/stock/AAPL/quote", "AAPL", isNumber),
            (
                "iex/iextrading4j-v1-alternative-CryptoBookResponse.json", "iex", "/1.0/stock/BTCUSD/quote", "BTCUSD",
                .unpriced(1)
            ),
            (
                "iex/iextrading4j-v1-alternative-CryptoPriceResponse.json", "iex", "/1.0/stock/BTCUSD/quote", "BTCUSD",
                .unpriced(1)
            ),
            (
                "iex/iextrading4j-v1-forex-CurrencyConversionResponse.json", "iex", "/1.0/stock/USDGBP/quote", "USDGBP",
                isArray
            ),
            (
                "iex/iextrading4j-v1-forex-HistoricalCurrencyRatesResponse.json", "iex", "/1.0/stock/EURUSD/quote",
                "EURUSD", isArray
            ),
            (
                "iex/iextrading4j-v1-forex-LatestCurrencyRatesResponse.json", "iex", "/1.0/stock/USDGBP/quote",
                "USDGBP", isArray
            ),
            (
                "iex/legacy-1.0-batch-price-fb-msft-2018.json", "iex", "/1.0/stock/FB/quote", "FB",
                .refused("symbol is missing")
            ),
            ("kraken/Assets-20171003.json", "kraken", "/0/public/AssetPairs", nil, .refused("row 1: base is missing")),
            ("yahoo/mop-v7-quote-sample.json", "yahoo", "/v8/finance/chart/BA", "BA", .refused("meta is missing")),
            ("yahoo/quote-AAPL-BABA.json", "yahoo", "/v8/finance/chart/AAPL", "AAPL", .refused("meta is missing")),
            ("yahoo/quote-BTC-USD.json", "yahoo", "/v8/finance/chart/BTC-USD", "BTC-USD", .refused("meta is missing")),
            (
                "yahoo/quote-EURUSD=X.json", "yahoo", "/v8/finance/chart/EURUSD=X", "EURUSD=X",
                .refused("meta is missing")
            ),
            ("yahoo/quote-_VXAPL.json", "yahoo", "/v8/finance/chart/%5EVXAPL", "^VXAPL", .refused("meta is missing")),
        ]

    @Test("An answer of another service is never taken for a price", arguments: wrongShapes.indices)
    func wrongShape(index: Int) async throws {
        let (file, provider, path, symbol, expected) = Self.wrongShapes[index]
        let outcome = try await Self.outcome(provider, path, symbol, .recording(file))
        #expect(outcome == expected, "\(file)")
    }

    @Test("Each answer of a coin's or a stock's service is offered to the decoder nearest to it")
    func wrongShapesAreAll() {
        #expect(Set(Self.wrongShapes.map(\.file)) == Set((Self.coins + Self.stocks).map(\.file)))
    }
}
