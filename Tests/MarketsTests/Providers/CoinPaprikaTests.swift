import DecimalArithmetic
import Markets
import TestSupport
import Testing

private let path = "/v1/tickers"

/// CoinPaprika's documented shapes and limits.
@Suite("CoinPaprika", .quick)
struct CoinPaprikaTests {
    private static func withClient(
        _ exchanges: [Exchange], _ body: (MarketClient) async throws -> Void
    ) async throws {
        try await withLoopbackServer(exchanges) { try await body(MarketProvider.listed("coinpaprika").client($0)) }
    }

    private static func row(
        _ id: String, _ symbol: String, rank: String = "1", price: String = "1", in currency: String = "USD"
    ) -> String {
        #"{"id":"\#(id)","symbol":"\#(symbol)","name":"Coin \#(id)","rank":\#(rank),"#
            + #""quotes":{"\#(currency)":{"price":\#(price),"percent_change_24h":-1.5,"market_cap":0}}}"#
    }

    private static func rows(_ rows: String...) -> Answer {
        .json("[" + rows.joined(separator: ",") + "]")
    }

    @Test("A list asks for as many coins as are wanted; one of a whole answer, or with a search, for all")
    func list() async throws {
        let answer = Self.rows(Self.row("b", "BTC"), Self.row("e", "ETH"), Self.row("s", "SOL", rank: "0"))
        let exchanges: [Exchange] = [
            .get(path, query: "quotes=USD&limit=2", answer: answer),
            .get(path, query: "quotes=USD", times: 2, answer: answer),
        ]
        try await Self.withClient(exchanges) { client in
            #expect(try await client.top(limit: 2).quotes.map(\.symbol) == ["BTC", "ETH"])
            #expect(try await client.top(limit: 2, search: "so").quotes.map(\.id) == ["s"])
            let all = try await client.top(.oneAnswer(atLeast: 2)).quotes
            #expect(
                all.map(\.facts).suffix(1) == [
                    [
                        "time": "2024-03-01T12:00:00Z", "symbol": "SOL", "id": "s", "name": "Coin s",
                        "kind": "coin",
                        "price": "1", "currency": "USD", "change_percent": "-1.5", "provider": "coinpaprika",
                    ]
                ])
        }
    }

    @Test("One request for each currency and each id, whatever the number of tickers")
    func requests() async throws {
        let exchanges: [Exchange] = [
            .get(path, query: "quotes=USD", answer: Self.rows(Self.row("b", "BTC"), Self.row("e", "ETH"))),
            .get(path, query: "quotes=SEK", answer: Self.rows(Self.row("b", "BTC", price: "9", in: "SEK"))),
            .get("\(path)/b", query: "quotes=USD", answer: .json(Self.row("b", "BTC"))),
        ]
        try await Self.withClient(exchanges) { client in
            let asked = ["btc", "BTC/SEK", "id:b", "eth", "BTC", "id:b", "nope", "stock:BTC"]
            let results = try await client.quotes(asked)
            #expect(results.map { $0.success?.id } == ["b", "b", "b", "e", "b", "b", nil, nil])
            #expect(results[1].success?.price?.description == "9")
            #expect(results[6].failure?.reason == unknown("nope"))
            #expect(results[7].failure?.reason == unknown("stock:BTC"))
        }
    }

    @Test(
        "The best rank is meant, 0 is the worst, of equals the first; the others are namesakes",
        arguments: [
            (["1", "3", "2"], "i0"), (["0", "9000", "0"], "i1"), (["30", "3", "null"], "i1"), (["0", "0"], "i0"),
        ])
    func namesakes(ranks: [String], id: String) async throws {
        let rows = ranks.enumerated().map { Self.row("i\($0)", "btc", rank: $1) }
        let answer = Answer.json("[" + rows.joined(separator: ",") + "]")
        try await Self.withClient([.get(path, answer: answer)]) { client in
            let quote = try await client.quotes(["btc"])[0].get()
            #expect(quote.id == id && quote.namesakes == ranks.indices.map { "i\($0)" }.filter { $0 != id })
        }
    }

    @Test("A namesake never takes the place of a coin whose row is invalid")
    func brokenBearer() async throws {
        let answer = Self.rows(Self.row("b", "BTC", price: #""x""#), Self.row("fake", "BTC", rank: "7"))
        try await Self.withClient([.get(path, answer: answer)]) { client in
            let results = try await client.quotes(["btc"])
            #expect(results[0].failure?.isInvalidData == true)
        }
    }

    @Test(
        "A currency it does not quote in and an id that is no part of a path send no request; the id goes where it belongs"
    )
    func nobody() async throws {
        try await Self.withClient([]) { client in
            let results = try await client.quotes(["btc/zzz", "id:a/b", "id:b"], in: .usdt)
            let nobodys = try #require(Currency("ZZZ"))
            #expect(
                results.map { $0.failure?.reason } == [
                    .cannotQuote(nobodys), unknown("id:a/b"), .cannotQuote(.usdt),
                ])
        }
        try await Self.withClient([.get("\(path)/a%3Fb%23", answer: .json(Self.row("a?b#", "A")))]) { client in
            let results = try await client.quotes(["id:a?b#"])
            #expect(results[0].success?.id == "a?b#")
        }
    }

    @Test(
        "Errors in words",
        arguments: [
            (404, "id not found", unknown("id:x")), (404, "other", .status(404, words: "other")),
            (402, "payment required", .status(402, words: "payment required")),
            (429, "too many requests", .rateLimited(words: "too many requests")),
            (402, "You are over the limit", .rateLimited(words: "You are over the limit")),
        ] as [(Int, String, ProviderFailure.Reason)])
    func errors(status: Int, words: String, reason: ProviderFailure.Reason) async throws {
        let answer = Answer.json(#"{"error":"\#(words)"}"#, status: status)
        try await Self.withClient([.get("\(path)/x", answer: answer)]) { client in
            let results = try await client.quotes(["id:x"])
            #expect(results[0].failure?.reason == reason)
        }
    }

    @Test("An empty list is no answer")
    func empty() async throws {
        try await Self.withClient([.get(path, answer: .json("[]"))]) { client in
            await #expect(throws: ProviderFailure("coinpaprika", .invalidData("an empty list"))) {
                try await client.top(limit: 5)
            }
        }
    }
}
