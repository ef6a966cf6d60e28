import Markets
import TestSupport
import Testing

/// CoinGecko's recorded answers, byte for byte over real sockets, and what they say.
@Suite("CoinGecko, recorded", .needsRecordings)
struct CoinGeckoRecordingTests {
    private static let bitcoin = [
        "symbol": "BTC", "id": "bitcoin", "name": "Bitcoin", "kind": "coin", "rank": "1", "provider": "coingecko",
        "time": "2021-05-15T15:59:43.867Z",
    ]

    private static func bitcoin(_ facts: [String: String]) -> [String: String] {
        bitcoin.merging(facts) { _, new in new }
    }

    private static let rows: [String: [[String: String]]] = [
        "markets-bitcoin-usd-20210515.json": [
            bitcoin([
                "currency": "USD", "price": "49053", "market_cap": "917825524991", "volume": "61679663434",
                "high": "51300", "low": "48019", "change": "-2246.57482218", "change_percent": "-4.37931",
                "open": "51299.57482218",
            ])
        ],
        "markets-bitcoin-myr-20210515.json": [
            bitcoin([
                "currency": "MYR", "price": "202369", "market_cap": "3786489203349", "volume": "254459451496",
                "high": "211637", "low": "198102", "change": "-9268.24442892", "change_percent": "-4.37931",
                "open": "211637.24442892",
            ])
        ],
        "markets-btc-eth-in-eth-20210515.json": [
            bitcoin([
                "currency": "ETH", "price": "12.666344", "market_cap": "236997829", "volume": "15926716",
                "high": "12.700516", "low": "12.149998", "change": "0.3015473", "change_percent": "2.43876",
                "open": "12.3647967",
            ]),
            [
                "symbol": "ETH", "id": "ethereum", "name": "Ethereum", "kind": "coin", "rank": "2",
                "provider": "coingecko", "time": "2021-05-15T15:59:59.730Z", "currency": "ETH", "price": "1",
                "market_cap": "115885506", "volume": "15170345", "high": "1", "low": "1", "change": "0",
                "change_percent": "0", "open": "1",
            ],
        ],
    ]

    @Test("Every recorded list, every field", arguments: Recordings.names(of: "coingecko", prefix: "markets-b"))
    func lists(name: String) async throws {
        let expected = try #require(Self.rows[String(name.dropFirst("coingecko/".count))])
        let code = try #require(expected[0]["currency"])
        let query = "vs_currency=\(code.lowercased())&order=market_cap_desc&per_page=2&page=1&sparkline=false"
        let exchange = Exchange.get(
            "/api/v3/coins/markets", query: .text(query), headers: ["x-cg-demo-api-key": .absent],
            answer: try .recording(name))
        try await withLoopbackServer([exchange]) { server in
            let client = MarketProvider.listed("coingecko").client(server)
            let answer = try await client.top(limit: 2, in: try #require(Currency(code)))
            #expect(answer.quotes.map(\.facts) == expected)
            #expect(answer.dropped.isEmpty)
        }
    }

    @Test(
        "Every recorded list answers for quotes", arguments: Recordings.names(of: "coingecko", prefix: "markets-b"))
    func quotes(name: String) async throws {
        let expected = try #require(Self.rows[String(name.dropFirst("coingecko/".count))])
        let code = try #require(expected[0]["currency"])
        let query =
            "vs_currency=\(code.lowercased())&symbols=eth%2Cbtc&include_tokens=all&order=market_cap_desc&per_page=250"
            + "&page=1&sparkline=false"
        let exchange = Exchange.get(
            "/api/v3/coins/markets", query: .text(query.replacing("%2C", with: ",")),
            headers: ["x-cg-demo-api-key": "key"], answer: try .recording(name))
        try await withLoopbackServer([exchange]) { server in
            let client = MarketProvider.listed("coingecko").client(server, key: "key")
            let results = try await client.quotes(["eth", "BTC"], in: try #require(Currency(code)))
            #expect(results[1].success?.facts == expected[0])
            #expect(results[0].success?.facts == (expected.count > 1 ? expected[1] : nil))
            if expected.count == 1 {
                #expect(results[0].failure?.reason == unknown("eth"))
            }
        }
    }

    private static let limited =
        "You've exceeded the Rate Limit. Please visit https://www.coingecko.com/en/api/pricing to subscribe to our API "
        + "plans for higher rate limits."

    private static let errors: [(name: String, status: Int, reason: ProviderFailure.Reason)] = [
        ("error-404-coin-not-found.json", 404, .unknownSymbol(nil)),
        ("error-429-2023.json", 429, .rateLimited(words: limited)),
        ("market_chart-error-422-202107.json", 422, .status(422, words: "Missing parameter vs_currency")),
        ("markets-error-422-202107.json", 422, .status(422, words: "Missing parameter vs_currency")),
        ("ohlc-error-500-202107.json", 500, .status(500, words: "Internal Server Error")),
        ("simple-price-error-422-missing-ids-202107.json", 422, .status(422, words: "Missing parameter ids")),
    ]

    @Test("Every recorded error, in the provider's words", arguments: Self.errors.indices)
    func saysWhy(index: Int) async throws {
        let (name, status, reason) = Self.errors[index]
        let answer = try Answer.recording("coingecko/\(name)", status: status, headers: [("retry-after", "119")])
        try await withLoopbackServer([.get("/api/v3/coins/markets", times: 2, answer: answer)]) { server in
            let client = MarketProvider.listed("coingecko").client(server)
            let failure = ProviderFailure("coingecko", reason, retryAfter: .seconds(119))
            await #expect(throws: failure) { try await client.top(limit: 1) }
            let quote = try await client.quotes(["id:nope"])[0].failure
            // A coin that is not found is an unknown name whatever the status.
            #expect(quote?.reason == (status == 404 ? unknown("id:nope") : reason))
        }
    }

    @Test("No recorded error is forgotten")
    func allErrors() {
        let recorded = Recordings.names(of: "coingecko").filter { $0.contains("error") }
        #expect(Set(recorded) == Set(Self.errors.map { "coingecko/\($0.name)" }))
    }

    @Test("The list of all coins has the shape of that of prices: names alone, no price")
    func namesOnly() async throws {
        let exchange = Exchange.get(
            "/api/v3/coins/markets", times: .any, answer: try .recording("coingecko/coins-list-2021.json"))
        try await withLoopbackServer([exchange]) { server in
            let answer = try await MarketProvider.listed("coingecko").client(server).top(limit: 250)
            #expect(answer.quotes.count == 250 && answer.dropped.isEmpty)
            let rows = [answer.quotes.first, answer.quotes.last].map { [$0?.id, $0?.symbol, $0?.name] }
            #expect(rows == [["01coin", "ZOC", "01coin"], ["action-coin", "ACTN", "Action Coin"]])
            #expect(answer.quotes.allSatisfy { $0.price == nil && $0.marketCap == nil && $0.rank == nil })
        }
        let json = PlainJSON(text: try Recordings.bytes("coingecko/coins-list-2021.json"))
        #expect(try json.value(at: "#") == "7248" && json.value(at: "last/symbol") == "zzzv2")
    }
}
