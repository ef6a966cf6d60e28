import DecimalArithmetic
import Markets
import TestSupport
import Testing

/// All products of Coinbase and all pairs of Kraken, recorded, by currency.
@Suite("Coinbase and Kraken, recorded", .needsRecordings, .quick)
struct CoinRecordingTests {
    // MARK: - Coinbase

    @Test(
        "Coinbase's products, by currency",
        arguments: [
            ("cryptofeed-products-20210417", 162, "USD", 48), ("products-gdax-20171003", 9, "USD", 3),
            ("pricehist-products-partial", 3, "EUR", 2),
        ])
    func coinbaseProducts(file: String, all: Int, code: String, count: Int) async throws {
        let answer = try Answer.recording("coinbase-exchange/\(file).json")
        let currencies = ["USD", "EUR", "GBP", "BTC", "ETH", "USDC", "DAI"]
        try await withLoopbackServer([.get("/products", times: .exactly(currencies.count), answer: answer)]) { server in
            let client = MarketProvider.listed("coinbase").client(server)
            var counts: [String: Int] = [:]
            for name in currencies {
                let list = try? await client.top(limit: 1000, in: try #require(Currency(name)))
                #expect(list?.dropped.isEmpty ?? true)
                // CELO, which it calls CGLD.
                #expect(
                    list?.quotes.allSatisfy { $0.id == "\($0.symbol == "CELO" ? "CGLD" : $0.symbol)-\(name)" } ?? true)
                counts[name] = list?.quotes.count
            }
            #expect(counts[code] == count)
            #expect(counts.values.reduce(0, +) == all)
        }
    }

    // MARK: - Kraken

    @Test(
        "Kraken's pairs of 2017, 2021 and 2026: none is dropped, XBT is BTC and XDG is DOGE, the dark pool is left out",
        arguments: [
            ("AssetPairs-20171003", 47, 10), ("cryptofeed-AssetPairs-20210417", 293, 59),
            ("AssetPairs-10-20260919", 10, 7),
        ])
    func krakenPairs(file: String, all: Int, dollars: Int) async throws {
        let currencies = ["USD", "EUR", "GBP", "CAD", "AUD", "CHF", "JPY", "USDT", "USDC", "DAI", "BTC", "ETH", "DOT"]
        let exchanges: [Exchange] = [
            .get("/0/public/AssetPairs", times: .any, answer: try .recording("kraken/\(file).json")),
            .get("/0/public/Ticker", times: .any, answer: .json(#"{"error":[],"result":{}}"#)),
        ]
        try await withLoopbackServer(exchanges) { server in
            let client = MarketProvider.listed("kraken").client(server).reusingAnswers()
            var counts: [String: Int] = [:]
            for name in currencies {
                let list = try? await client.top(limit: 1000, in: try #require(Currency(name)))
                #expect(list?.dropped.isEmpty ?? true)
                counts[name] = list?.quotes.count
                if name == "USD" {
                    #expect(list?.quotes.contains { $0.symbol == "BTC" && $0.id == "XXBTZUSD" } == true)
                }
                if name == "BTC", all > 10 {
                    #expect(list?.quotes.contains { $0.symbol == "DOGE" } == true)
                }
            }
            #expect(counts["USD"] == dollars)
            #expect(counts.values.reduce(0, +) == all)
        }
    }

    @Test(
        "Every recorded key of Kraken's follows the rules, so that any pairs are one request",
        arguments: ["AssetPairs-20171003", "cryptofeed-AssetPairs-20210417", "AssetPairs-10-20260919"])
    func krakenKeys(file: String) async throws {
        let pairs = try Answer.recording("kraken/\(file).json")
        let symbols = try await withLoopbackServer([
            .get("/0/public/AssetPairs", answer: pairs),
            .get("/0/public/Ticker", answer: .json(#"{"error":[],"result":{}}"#)),
        ]) { server in
            try await MarketProvider.listed("kraken").client(server).top(limit: 1000).quotes
        }
        let rows = symbols.compactMap(\.id).map { #""\#($0)":{"c":["1","1"]}"# }
        let answer = Answer.json(#"{"error":[],"result":{\#(rows.joined(separator: ","))}}"#)
        try await withLoopbackServer([.get("/0/public/Ticker", answer: answer)]) { server in
            let results = try await MarketProvider.listed("kraken").client(server).quotes(symbols.map(\.symbol))
            #expect(results.map { $0.success?.id } == symbols.map(\.id))
        }
    }

    /// The keys of the recording, whose pairs are none of those that the exchange lists without being asked for them.
    private static let shares = [
        "TSLAx", "AAPLx", "NVDAx", "SPYx", "AMZNx", "AVGOx", "COINx", "GLDx", "GOOGLx", "METAx", "MSFTx", "MSTRx",
        "IWMx", "SLVx", "MARAx", "RIOTx", "CLSKx", "QQQx",
    ]

    @Test("Kraken's tokenised shares: one that was never traded has no price, one without a seller no ask")
    func krakenShares() async throws {
        let pairs = Self.shares.map { #""\#($0)USD":{"altname":"\#($0)USD","base":"\#($0)","quote":"ZUSD"}"# }
        let exchanges: [Exchange] = [
            .get(
                "/0/public/AssetPairs", answer: .json(#"{"error":[],"result":{\#(pairs.joined(separator: ","))}}"#)),
            .get("/0/public/Ticker", answer: try .recording("kraken/ticker-xstocks-20260919.json")),
        ]
        let list = try await withLoopbackServer(exchanges) { server in
            try await MarketProvider.listed("kraken").client(server).top(limit: 100)
        }
        #expect(list.dropped.isEmpty)
        #expect(Set(list.quotes.compactMap(\.id)) == Set(Self.shares.map { "\($0)USD" }))
        #expect(list.quotes.filter { $0.price == nil }.map(\.id) == ["CLSKxUSD"])
        #expect(Set(list.quotes.filter { $0.ask == nil }.map(\.symbol)) == ["IWMX", "MARAX", "RIOTX", "CLSKX"])
        let expected = [
            "QQQxUSD": "720.76896 721.40676 721.80538 719.39372 720.76896 720.77893",
            "TSLAxUSD": "364.96 364.04 365.17 364.04 364.96 365.02", "RIOTxUSD": "23.58 23.41 23.58 23.41 18.5 -",
            "CLSKxUSD": "- - - - 0.21 -",
        ]
        for (id, line) in expected {
            let quote = try #require(list.quotes.first { $0.id == id })
            let numbers = [quote.price, quote.open, quote.high, quote.low, quote.bid, quote.ask]
            #expect(numbers.map { $0?.description ?? "-" }.joined(separator: " ") == line, "\(id)")
        }
    }
}
