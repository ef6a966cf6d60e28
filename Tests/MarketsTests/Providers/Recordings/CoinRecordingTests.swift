import DecimalArithmetic
import Markets
import TestSupport
import Testing

/// The recorded answers of Coinbase, Kraken and CoinPaprika, byte for byte over real sockets, and what they say.
@Suite("Coinbase, Kraken and CoinPaprika, recorded", .needsRecordings)
struct CoinRecordingTests {
    // MARK: - Coinbase

    static let tickers: [(file: String, product: String, facts: [String: String])] = [
        (
            "ticker-btc-usd-gdax-20171003", "BTC-USD",
            [
                "time": "2017-10-03T04:00:31.887000Z", "symbol": "BTC", "price": "4417.01", "currency": "USD",
                "bid": "4417", "ask": "4417.01",
            ]
        ),
        (
            "ccxt-ticker-BTC-USDT-20240313", "BTC-USDT",
            [
                "time": "2024-03-13T11:10:41.270099Z", "symbol": "BTC", "price": "73367.8", "currency": "USDT",
                "bid": "73360.34", "ask": "73369.19",
            ]
        ),
    ]

    @Test("Coinbase's tickers of 2017 and 2024", arguments: tickers.indices)
    func coinbaseTicker(index: Int) async throws {
        let (file, product, expected) = Self.tickers[index]
        let exchanges: [Exchange] = [
            .get("/products/\(product)/ticker", answer: try .recording("coinbase-exchange/\(file).json")),
            .get("/products/\(product)/stats", answer: .json(#"{"open":"4000"}"#)),
        ]
        try await withLoopbackServer(exchanges) { server in
            let results = try await MarketProvider.listed("coinbase").client(server).quotes(["id:\(product)"])
            var facts = try results[0].get().facts
            for key in ["open", "change", "change_percent"] { facts[key] = nil }
            let same = ["id": product, "market": product, "kind": "coin", "provider": "coinbase"]
            #expect(facts == expected.merging(same) { $1 })
        }
    }

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
                #expect(list?.quotes.allSatisfy { $0.id == "\($0.symbol)-\(name)" } ?? true)
                counts[name] = list?.quotes.count
            }
            #expect(counts[code] == count)
            #expect(counts.values.reduce(0, +) == all)
        }
    }

    // MARK: - Kraken

    @Test("Kraken's ticker of 2017: today's open, high and low")
    func krakenTicker() async throws {
        let answer = try Answer.recording("kraken/Ticker-BCHEUR-20171003.json")
        try await withLoopbackServer([.get("/0/public/Ticker", query: "pair=BCHEUR", answer: answer)]) { server in
            let results = try await MarketProvider.listed("kraken").client(server).quotes(["BCH/EUR"])
            #expect(
                results[0].success?.facts == [
                    "time": "2024-03-01T12:00:00Z", "symbol": "BCH", "id": "BCHEUR", "market": "BCHEUR", "kind": "coin",
                    "price": "355.4", "currency": "EUR", "open": "353.7", "high": "357.7", "low": "351.8",
                    "change": "1.7", "change_percent": "0.48063331", "bid": "354.3",
                    "ask": "355.4", "provider": "kraken",
                ])
        }
    }

    @Test("Kraken's refusal of an unknown pair")
    func krakenUnknown() async throws {
        let exchanges: [Exchange] = [
            .get("/0/public/Ticker", answer: try .recording("kraken/error-unknown-asset-pair.json")),
            .get("/0/public/AssetPairs", answer: try .recording("kraken/AssetPairs-20171003.json")),
        ]
        try await withLoopbackServer(exchanges) { server in
            let results = try await MarketProvider.listed("kraken").client(server).quotes(["nope"])
            #expect(results[0].failure?.reason == unknown("nope"))
        }
    }

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

    // MARK: - CoinPaprika

    private static func coin(
        _ id: String, _ symbol: String, _ name: String, _ time: String, price: String, volume: String, cap: String?,
        rank: String, percent: String
    ) -> [String: String] {
        var facts = [
            "id": id, "symbol": symbol, "name": name, "time": time, "price": price, "volume": volume, "rank": rank,
            "change_percent": percent, "kind": "coin", "currency": "USD", "provider": "coinpaprika",
        ]
        facts["market_cap"] = cap
        return facts
    }

    static let coins: [(file: String, facts: [String: String])] = [
        (
            "ticker-ada-20210517",
            coin(
                "ada-cardano", "ADA", "Cardano", "2021-05-17T04:48:39Z", price: "2.12002421",
                volume: "8503083622.9605", cap: "65959220682", rank: "4", percent: "-8.4")
        ),
        (
            "ticker-btc-20240824-no-circulating",
            coin(
                "btc-bitcoin", "BTC", "Bitcoin", "2024-08-24T16:33:35Z", price: "64295.07385111046",
                volume: "33645979019.117302", cap: "1267833146778", rank: "1", percent: "3.94")
        ),
        (
            "ticker-btc-20260208",
            coin(
                "btc-bitcoin", "BTC", "Bitcoin", "2026-02-08T13:52:28Z", price: "71370.71020525187",
                volume: "37555698753.88742", cap: "1426427932261", rank: "1", percent: "4.13")
        ),
        (
            "ticker-grc-20260929-zero-cap",
            coin(
                "grc-gridcoin", "GRC", "GridCoin", "2026-09-29T21:35:13Z", price: "0.016687182941158063",
                volume: "299.2754905121976", cap: nil, rank: "7533", percent: "-8.90999984741211")
        ),
        (
            "tickers-btc-20220921",
            coin(
                "btc-bitcoin", "BTC", "Bitcoin", "2022-09-21T06:24:51Z", price: "18971.41529377382",
                volume: "41913627724.47431", cap: "363426751817", rank: "1", percent: "-2.81")
        ),
        (
            "tickers-btc-20230711",
            coin(
                "btc-bitcoin", "BTC", "Bitcoin", "2023-07-11T08:40:17Z", price: "30538.078793975994",
                volume: "13441600877.886246", cap: "593248170920", rank: "1", percent: "1.24")
        ),
    ]

    @Test("CoinPaprika's tickers of six dates, by id and in a list", arguments: coins.indices)
    func paprika(index: Int) async throws {
        let (file, facts) = Self.coins[index]
        let isList = file.hasPrefix("tickers")
        let id = try #require(facts["id"])
        let path = isList ? "/v1/tickers" : "/v1/tickers/\(id)"
        let symbol = isList ? try #require(facts["symbol"]) : "id:\(id)"
        let answer = try Answer.recording("coinpaprika/\(file).json")
        try await withLoopbackServer([.get(path, query: "quotes=USD", answer: answer)]) { server in
            let results = try await MarketProvider.listed("coinpaprika").client(server).quotes([symbol])
            #expect(results[0].success?.facts == facts)
        }
    }

    @Test("CoinPaprika's rows of 2019, an idle coin without a market cap among them")
    func paprikaOld() async throws {
        let answer = try Answer.recording("coinpaprika/tickers-komodo-20190726.json")
        try await withLoopbackServer([.get("/v1/tickers", query: "quotes=USD&limit=9", answer: answer)]) { server in
            let list = try await MarketProvider.listed("coinpaprika").client(server).top(limit: 9)
            #expect(list.dropped.isEmpty)
            #expect(
                list.quotes.map(\.facts) == [
                    Self.coin(
                        "kmd-komodo", "KMD", "Komodo", "2019-07-26T10:23:35Z", price: "1.16555727",
                        volume: "2503791.1344734", cap: "134301890", rank: "53", percent: "-0.52"),
                    Self.coin(
                        "k64-komodore64", "K64", "Komodore64", "2019-07-26T10:23:56Z", price: "0.23472675",
                        volume: "4.694535", cap: nil, rank: "2273", percent: "-19.07"),
                ])
        }
    }

    @Test("CoinPaprika's refusal of an unknown id")
    func paprikaUnknown() async throws {
        let answer = try Answer.recording("coinpaprika/error-id-not-found.json", status: 404)
        try await withLoopbackServer([.get("/v1/tickers/grc-gridcoinresearch", answer: answer)]) { server in
            let results = try await MarketProvider.listed("coinpaprika").client(server).quotes([
                "id:grc-gridcoinresearch"
            ])
            #expect(results[0].failure?.reason == unknown("id:grc-gridcoinresearch"))
        }
    }
}
