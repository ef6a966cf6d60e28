import Markets
import TestSupport
import Testing

/// What an answer says that it is of.
@Suite("An answer of something else", .quick)
struct AskedNamesTests {
    /// A symbol, and the answer of a provider to it that names another one.
    struct Other: Sendable, CustomTestStringConvertible {
        let provider: String
        let symbol: String
        let answer: String
        let problem: String

        init(_ provider: String, _ symbol: String, _ answer: String, _ problem: String) {
            (self.provider, self.symbol, self.answer, self.problem) = (provider, symbol, answer, problem)
        }

        var testDescription: String { "\(provider): \(symbol)" }
    }

    private static let nasdaq =
        #"{"data":{"symbol":"AAPL","primaryData":{"lastSalePrice":"$1.00"}},"status":{"rCode":200}}"#

    static let others = [
        Other("iex", "stock:MSFT", #"{"symbol":"AAPL","latestPrice":7}"#, "symbol is AAPL, not MSFT"),
        Other(
            "yahoo", "stock:MSFT",
            #"{"chart":{"result":[{"meta":{"symbol":"AAPL","currency":"USD","regularMarketPrice":1}}]}}"#,
            "symbol is AAPL, not MSFT"),
        Other(
            "cnbc", "stock:MSFT",
            #"{"FormattedQuoteResult":{"FormattedQuote":[{"symbol":"AAPL","code":0,"last":"1","currencyCode":"USD"}]}}"#,
            "symbol is AAPL, not MSFT"),
        Other("nasdaq", "stock:MSFT", nasdaq, "symbol is AAPL, not MSFT"),
        Other("stooq", "stock:MSFT", "AAPL.US,2024-03-01,22:00:00,1,1,1,1,1,Apple", "Symbol is AAPL.US, not MSFT.US"),
        Other(
            "coingecko", "BTC", #"[{"id":"ethereum","symbol":"eth","current_price":1}]"#, "symbol is ETH, not BTC"),
        Other(
            "coingecko", "id:bitcoin", #"[{"id":"ethereum","symbol":"eth","current_price":1}]"#,
            "id is ethereum, not bitcoin"),
        Other(
            "coinpaprika", "id:btc-bitcoin",
            #"{"id":"eth-ethereum","name":"Ethereum","symbol":"ETH","rank":2,"quotes":{"USD":{"price":1}}}"#,
            "id is eth-ethereum, not btc-bitcoin"),
        Other(
            "coinmarketcap", "BTC",
            #"{"status":{"error_code":"0"},"data":[{"id":1027,"name":"Ethereum","symbol":"ETH","cmc_rank":2,"#
                + #""quote":[{"symbol":"USD","price":1}]}]}"#, "symbol is ETH, not BTC"),
        Other("cryptocompare", "BTC", #"{"RAW":{"ETH":{"USD":{"PRICE":1}}}}"#, "a ticker is ETH, not BTC"),
        Other(
            "binance", "BTC/USDT", #"{"symbol":"ETHUSDT","lastPrice":"1"}"#, "symbol is ETHUSDT, not BTCUSDT"),
        Other(
            "okx", "BTC/USDT", #"{"code":"0","msg":"","data":[{"instId":"ETH-USDT","last":"1"}]}"#,
            "symbol is ETH-USDT, not BTC-USDT"),
        Other(
            "btse", "BTC/USD", #"{"code":1,"success":true,"data":[{"symbol":"ETH-USD","lastPrice":"1"}]}"#,
            "symbol is ETH-USD, not BTC-USD"),
    ]

    @Test("It breaks the protocol, whatever price it has", arguments: others)
    func refused(_ other: Other) async throws {
        try await withLoopbackServer([.everything(Answer.json(other.answer))]) { server in
            let client = MarketProvider.listed(other.provider).client(server, key: "a-test-key")
            let result = try await client.quotes([other.symbol])[0]
            #expect(result.failure?.reason == .invalidData(other.problem), "\(result)")
        }
    }

    /// A symbol, and what a provider calls it.
    static let renames = [("yahoo", "USDEUR=X", "EUR=X"), ("yahoo", "BRK.B", "BRK-B"), ("iex", "brk.b", "BRK.B")]

    @Test("Another spelling, and a known rename, is the same", arguments: renames)
    func renamed(provider: String, asked: String, answered: String) async throws {
        let answer =
            provider == "iex"
            ? #"{"symbol":"\#(answered)","latestPrice":7}"#
            : #"{"chart":{"result":[{"meta":{"symbol":"\#(answered)","currency":"EUR","regularMarketPrice":7}}]}}"#
        try await withLoopbackServer([.everything(.json(answer))]) { server in
            let client = MarketProvider.listed(provider).client(server)
            let results = try await client.quotes(["stock:\(asked)"], allowsOtherCurrency: true)
            #expect(results[0].success?.price?.description == "7", "\(results[0])")
        }
    }

    @Test("Past prices of something else are refused too")
    func history() async throws {
        let body = #"{"chart":{"result":[{"meta":{"symbol":"AAPL","currency":"USD"},"indicators":{"quote":[{}]}}]}}"#
        try await withLoopbackServer([.everything(.json(body))]) { server in
            let query = HistoryQuery(
                symbol: try Symbol("stock:MSFT"), currency: CurrencyChoice(.usd),
                from: Timestamp(seconds: 1_709_000_000), to: Timestamp(seconds: 1_709_200_000), width: .day)
            await #expect(throws: ProviderFailure("yahoo", .invalidData("symbol is AAPL, not MSFT"))) {
                _ = try await MarketProvider.listed("yahoo").client(server).history?(query)
            }
        }
    }
}
