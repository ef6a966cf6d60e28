import Markets
import TestSupport
import Testing

extension StockRecordingTests {
    private static let microsoft = [
        "time": "2019-04-04T20:00:00.193Z", "symbol": "MSFT", "name": "Microsoft Corp.", "price": "119.36",
        "open": "119.97", "high": "120.23", "low": "118.38", "change": "-0.61", "change_percent": "-0.508",
        "market_cap": "915754985600",
    ]

    private static let appleOf2017 = [
        "time": "2017-11-17T18:18:58.831Z", "symbol": "AAPL", "name": "Apple Inc.", "market": "Nasdaq Global Select",
        "price": "170.39", "open": "171.1", "high": "170.78", "low": "169.71", "change": "-0.71",
        "change_percent": "-0.415", "market_cap": "874835421680", "bid": "166.18", "ask": "172",
    ]

    /// Coins were quoted in the same form; bid and ask stood under other names there.
    private static let bitcoin = [
        "symbol": "BTCUSDT", "name": "Bitcoin USD", "market": "crypto", "time": "2019-01-22T15:00:40.296Z",
        "price": "3563.22", "open": "3527.79", "high": "3590.51", "low": "3434.85", "change": "35.43",
        "change_percent": "1.004",
    ]

    private static let bitcoinOf2018 = bitcoin.merging([
        "time": "2018-11-07T19:27:55.327Z", "price": "6576.4", "open": "6491.05", "high": "6615.15", "low": "6475.6",
        "change": "85.35", "change_percent": "1.315",
    ]) { $1 }

    @Test("IEX's quotes of 2017 to 2019, those of coins among them")
    func iex() async throws {
        let quotes = [
            ("cloud-quote-msft", Self.microsoft), ("iextrading4j-stock-QuoteResponse", Self.appleOf2017),
            ("cloud-crypto-btcusdt", Self.bitcoin), ("iextrading4j-v1-alternative-CryptoResponse", Self.bitcoinOf2018),
        ]
        for (file, facts) in quotes {
            let symbol = try #require(facts["symbol"])
            let answer = try Answer.recording("iex/\(file).json")
            let sent = try await Self.quote("iex", symbol, "/1.0/stock/\(symbol)/quote", answer).get().facts
            let same = ["id": symbol, "kind": "stock", "provider": "iex", "currency": "USD"]
            #expect(sent == facts.merging(same) { $1 })
        }
    }

    @Test("IEX's quotes of 2018, each taken out of the batch that they were recorded in")
    func iexBatch() async throws {
        let prices = ["FB": ["182.93", "-0.83", "-0.452", "183.76"], "MSFT": ["96.43", "0.25", "0.26", "96.18"]]
        let bytes = try Recordings.bytes("iex/legacy-1.0-batch-quote-fb-msft-2018.json")
        let text = String(decoding: bytes, as: UTF8.self)
        for (symbol, facts) in prices {
            let start = try #require(text.firstRange(of: #""\#(symbol)":{"quote":"#)).upperBound
            let body = String(text[start...].prefix { $0 != "}" }) + "}"
            let sent = try await Self.quote("iex", symbol, "/1.0/stock/\(symbol)/quote", .json(body)).get().facts
            #expect(["price", "change", "change_percent", "open"].map { sent[$0] } == facts, "\(symbol)")
        }
    }

    @Test("IEX's recorded refusals")
    func iexErrors() async throws {
        for file in ["cloud-quote-invalid.txt", "cloud-price-invalid.txt", "cloud-fx-invalid.txt"] {
            let answer = try Answer.recording("iex/\(file)", status: 404, type: "text/html")
            let result = try await Self.quote("iex", "INVALID", "/1.0/stock/INVALID/quote", answer)
            #expect(result.failure?.reason == unknown("INVALID"))
        }
        let wrong = try Answer.recording("iex/cloud-chart-bad-option.json", status: 400)
        let refused = try await Self.quote("iex", "MSFT", "/1.0/stock/MSFT/quote", wrong)
        #expect(refused.failure?.reason == .status(400, words: #""badOption" is not allowed"#))
        let denied = try Answer.recording("iex/cloud-access-denied.txt", status: 403, type: "text/html")
        let result = try await Self.quote("iex", "MSFT", "/1.0/stock/MSFT/quote", denied)
        #expect(result.failure?.reason == .unauthorized(words: "The API key provided is not valid."))
    }

    @Test("IEX's recorded list of symbols, which is one of coins, has the shape of that of stocks")
    func iexSymbols() async throws {
        let answer = try Answer.recording("iex/iextrading4j-v1-refdata-CryptoSymbolsResponse.json")
        try await withLoopbackServer([.get("/1.0/ref-data/symbols", answer: answer)]) { server in
            let list = try await MarketProvider.listed("iex").client(server).top(limit: 5)
            #expect(
                list.quotes.map { [$0.symbol, $0.name, $0.currency.code] } == [["BTCUSD", "Bitcoin to USD", "USD"]])
            #expect(list.dropped.isEmpty)
        }
    }
}
