import Markets
import TestSupport
import Testing

/// CryptoCompare's recorded answers, byte for byte over real sockets, and what they say.
@Suite("CryptoCompare, recorded", .needsRecordings)
struct CryptoCompareRecordingTests {
    private static let smart = "smart-petea-pricemultifull-BTC-USD-EUR-20210410.json"

    private static let rows: [String: [String: [String: String]]] = [
        // Knows no day: the last 24 hours.
        "pricemultifull-BTC-USD-2017.json": [
            "BTC/USD": [
                "time": "2017-09-07T03:19:32Z", "price": "4563.88", "open": "4497.45", "high": "4667.54",
                "low": "4386.52", "change": "66.43", "change_percent": "1.47705922",
                "volume": "504520318.88032025", "market_cap": "75528275371.56",
            ]
        ],
        "pricemultifull-BTC-USD-20180129.json": [
            "BTC/USD": [
                "time": "2018-01-29T21:52:32Z", "price": "11292.73", "open": "11769.8", "high": "11860.29",
                "low": "11089.52", "change": "-477.07", "change_percent": "-4.0533399",
                "volume": "888301586.0589739", "market_cap": "190100122910.5",
            ]
        ],
        "pricemultifull-BTC-USD-20230901.json": [
            "BTC/USD": [
                "time": "2023-09-01T01:11:19Z", "price": "26014.13", "open": "25935.96", "high": "26058.42",
                "low": "25927.8", "change": "78.17", "change_percent": "0.30139621",
                "volume": "738917752.3961023", "market_cap": "506569719624.84",
            ]
        ],
        "pricemultifull-ETH-USD-20250912.json": [
            "ETH/USD": [
                "time": "2025-09-12T08:52:37Z", "price": "4516.14416425753", "open": "4461.10754887017",
                "high": "4564.28612417753", "low": "4452.72268362409", "change": "55.03661538736",
                "change_percent": "1.23369847", "volume": "1825127962.69741",
                "market_cap": "545120187011.0361",
            ]
        ],
        smart: [
            "BTC/USD": [
                "time": "2021-04-10T19:23:32Z", "price": "59692.06", "open": "58106.74", "high": "61193.5",
                "low": "57885.43", "change": "1585.32", "change_percent": "2.72828935",
                "volume": "2097598475.2247777", "market_cap": "1114993181949.22",
            ],
            "BTC/EUR": [
                "time": "2021-04-10T19:23:30Z", "price": "49897.2", "open": "48922.72", "high": "50860.52",
                "low": "48755.3", "change": "974.48", "change_percent": "1.99187617",
                "volume": "532781290.02157354", "market_cap": "932034139856.3999",
            ],
        ],
    ]

    private static let names =
        Recordings.names(of: "cryptocompare", prefix: "pricemultifull-")
        + (Recordings.areAvailable ? ["cryptocompare/\(smart)"] : [])

    @Test("Every recorded price, every field, one request", arguments: names)
    func prices(name: String) async throws {
        let expected = try #require(Self.rows[String(name.dropFirst("cryptocompare/".count))])
        let pairs = expected.keys.sorted { $0 > $1 }
        let ticker = String(pairs[0].prefix(3))
        let currencies = pairs.map { String($0.dropFirst(4)) }.joined(separator: ",")
        let exchange = Exchange.get(
            "/data/pricemultifull", query: .text("fsyms=\(ticker)&tsyms=\(currencies)"),
            headers: ["Authorization": "Apikey secret"], answer: try .recording(name))
        try await withLoopbackServer([exchange]) { server in
            let client = MarketProvider.listed("cryptocompare").client(server, key: "secret")
            let results = try await client.quotes(pairs, in: .sek)
            for (pair, result) in zip(pairs, results) {
                var facts = try #require(expected[pair])
                facts["symbol"] = ticker
                facts["currency"] = String(pair.dropFirst(4))
                facts["kind"] = "coin"
                facts["market"] = "CCCAGG"
                facts["provider"] = "cryptocompare"
                #expect(try result.get().facts == facts)
            }
        }
    }

    private static let limited = "You are over your rate limit please upgrade your account!"
    private static let keyless =
        "API key required, please refer to the documentation at https://developers.coindesk.com/"

    private static let errors: [(name: String, status: Int, reason: ProviderFailure.Reason)] = [
        ("error-401-api-key-required-20260722.json", 401, .unauthorized(words: keyless)),
        // The same words without their status.
        ("error-401-api-key-required-20260722.json", 200, .unauthorized(words: keyless)),
        ("error-no-market-for-pair.json", 200, .unknownSymbol(nil)),
        ("error-rate-limit-20200818.json", 200, .rateLimited(words: limited)),
        ("error-rate-limit-20240729.json", 200, .rateLimited(words: limited)),
    ]

    @Test("Every recorded error, whatever its status", arguments: Self.errors.indices)
    func saysWhy(index: Int) async throws {
        let (name, status, reason) = Self.errors[index]
        let answer = try Answer.recording("cryptocompare/\(name)", status: status)
        let exchanges = [
            Exchange.get("/data/pricemultifull", query: "fsyms=ETH&tsyms=USD", answer: answer),
            .get("/data/top/totaltoptiervolfull", query: "limit=10&tsym=USD&page=0", answer: answer),
        ]
        try await withLoopbackServer(exchanges) { server in
            let client = MarketProvider.listed("cryptocompare").client(server, key: "wrong")
            let failure = try await client.quotes(["eth"])[0].failure
            #expect(failure?.reason == (reason == .unknownSymbol(nil) ? unknown("eth") : reason))
            await #expect(throws: ProviderFailure("cryptocompare", reason)) { try await client.top(limit: 5) }
        }
    }

    @Test("No recorded error is forgotten")
    func allErrors() {
        let recorded = Recordings.names(of: "cryptocompare", prefix: "error-")
        #expect(Set(recorded) == Set(Self.errors.map { "cryptocompare/\($0.name)" }))
    }
}
