import DecimalArithmetic
import Markets
import TestSupport
import Testing

private func row(_ id: Int, _ symbol: String, rank: Int?, price: String = "2", in currency: String = "USD") -> String {
    let quote = #"{"id":2781,"symbol":"\#(currency)","price":\#(price),"last_updated":"2024-03-01T11:59:00.000Z"}"#
    let rank = rank.map(String.init) ?? "null"
    return #"{"id":\#(id),"name":"Coin \#(id)","symbol":"\#(symbol)","cmc_rank":\#(rank),"quote":[\#(quote)]}"#
}

private func answer(_ rows: String...) -> Answer {
    .json(#"{"status":{"error_code":"0","error_message":null},"data":[\#(rows.joined(separator: ","))]}"#)
}

private func refused(_ code: String, _ words: String, status: Int = 200) -> Answer {
    .json(
        #"{"status":{"timestamp":"2026-09-09T00:00:00.000Z","error_code":\#(code),"error_message":\#(words)}}"#,
        status: status)
}

/// CoinMarketCap's documented shapes and limits.
@Suite("CoinMarketCap", .quick)
struct CoinMarketCapTests {
    private static let listings = "/public-api/v3/cryptocurrency/listings/latest"
    private static let quotes = "/public-api/v3/cryptocurrency/quotes/latest"

    private static func withClient<Result>(
        _ exchanges: [Exchange], key: String? = nil, _ body: (MarketClient) async throws -> Result
    ) async throws -> Result {
        try await withLoopbackServer(exchanges) {
            try await body(MarketProvider.listed("coinmarketcap").client($0, key: key))
        }
    }

    @Test("Without a key the paths have a prefix; with one they have none, and it is a header")
    func key() async throws {
        let rows = answer(row(1, "BTC", rank: 1))
        let query = RequestMatcher.Query.text("start=1&limit=5&sort=market_cap&convert=SEK")
        let keyless = Exchange.get(
            Self.listings, query: query,
            answer: .making { request in
                #expect(request.header("X-CMC_PRO_API_KEY") == nil)
                return answer(row(1, "BTC", rank: 1, in: "SEK"))
            })
        let list = try await Self.withClient([keyless]) { try await $0.top(limit: 5, in: .sek) }
        #expect(list.quotes.map(\.currency) == [.sek] && list.quotes.map(\.id) == ["1"])
        let keyed = Exchange.get(
            "/v3/cryptocurrency/quotes/latest", query: "symbol=BTC&convert=USD&skip_invalid=true",
            answer: .making {
                request in
                #expect(request.header("X-CMC_PRO_API_KEY") == "sEcrEt")
                return rows
            })
        let found = try await Self.withClient([keyed], key: "sEcrEt") { try await $0.quotes(["btc"]) }
        #expect(found[0].success?.time.description == "2024-03-01T11:59:00.000Z")
    }

    @Test("A list of more rows than one answer holds is asked for in pages of 5000")
    func pages() async throws {
        let pages = [1, 5001].map { start in
            let rows = (start..<start + 5000).map { row($0, "C\($0)", rank: $0) }
            let body = #"{"status":{"error_code":0},"data":[\#(rows.joined(separator: ","))]}"#
            return Exchange.get(Self.listings, query: ["start": "\(start)", "limit": "5000"], answer: .json(body))
        }
        let list = try await Self.withClient(pages) { try await $0.top(limit: 6000) }
        #expect(list.quotes.map(\.rank) == (1...6000).map { $0 } && list.dropped.isEmpty)
        let first = try await Self.withClient([pages[0]]) { try await $0.top(.oneAnswer(atLeast: 50), search: "c10") }
        #expect(first.quotes.map(\.symbol).prefix(3) == ["C10", "C100", "C101"])
    }

    @Test("Several symbols are one request, ids another; of coins that share a ticker the best rank is meant")
    func several() async throws {
        let exchanges: [Exchange] = [
            .get(
                Self.quotes, query: "symbol=BTC,ETC&convert=USD&skip_invalid=true",
                answer: answer(
                    row(646, "ETC", rank: nil), row(1321, "ETC", rank: 40), row(7, "ETC", rank: 900),
                    row(1, "BTC", rank: 1, price: "67024.123456789012"))),
            .get(
                Self.quotes, query: "id=1027,99&convert=USD&skip_invalid=true",
                answer: answer(row(1027, "ETH", rank: 2))),
        ]
        let results = try await Self.withClient(exchanges) {
            try await $0.quotes(["btc", "etc", "id:1027", "id:99", "id:bitcoin"])
        }
        #expect(results.map { $0.success?.id } == ["1", "1321", "1027", nil, nil])
        #expect(results[0].success?.price?.description == "67024.123456789012")
        #expect(results[1].success?.namesakes == ["646", "7"])
        #expect(results[3].failure?.reason == unknown("id:99"))
        #expect(results[4].failure?.reason == unknown("id:bitcoin"))
    }

    @Test("Version 2's object of arrays and version 1's of coins and of currencies are read too")
    func olderShapes() async throws {
        let old = #"{"id":1027,"symbol":"ETH","cmc_rank":2,"quote":{"EUR":{"price":9},"USD":{"price":3}}}"#
        let body = #"{"status":{"error_code":0},"data":{"BTC":[\#(row(1, "BTC", rank: 1))],"ETH":\#(old)}}"#
        let exchange = Exchange.get(Self.quotes, query: ["symbol": "BTC,ETH"], answer: .json(body))
        let results = try await Self.withClient([exchange]) { try await $0.quotes(["BTC", "ETH"]) }
        #expect(results.map { $0.success?.price?.description } == ["2", "3"])
    }

    @Test("Where one of several symbols is refused all the same, each is asked for alone")
    func oneUnknown() async throws {
        let invalid = refused("400", #""Invalid value for \"symbol\": \"NOPE\"""#, status: 400)
        let exchanges: [Exchange] = [
            .get(Self.quotes, query: ["symbol": "BTC,NOPE"], answer: invalid),
            .get(Self.quotes, query: ["symbol": "BTC"], answer: answer(row(1, "BTC", rank: 1))),
            .get(Self.quotes, query: ["symbol": "NOPE"], answer: invalid),
        ]
        let results = try await Self.withClient(exchanges) { try await $0.quotes(["btc", "nope"]) }
        #expect(results[0].success?.id == "1" && results[1].failure?.reason == unknown("nope"))
    }

    @Test(
        "An error is one whatever the status, and its code says what it means",
        arguments: [
            ("1001", 401, .unauthorized(words: "No.")), ("1002", 401, .unauthorized(words: "No.")),
            ("1003", 402, .unauthorized(words: "No.")), (#""1004""#, 402, .unauthorized(words: "No.")),
            ("1007", 403, .unauthorized(words: "No.")), ("1010", 429, .rateLimited(words: "No.")),
            (#""1005""#, 403, .unauthorized(words: "No.")), ("1006", 403, .status(403, words: "No.")),
            ("1006", 200, .status(200, words: "No.")), ("1008", 429, .rateLimited(words: "No.")),
            (#""1011""#, 200, .rateLimited(words: "No.")), ("500", 200, .status(500, words: "No.")),
            ("400", 400, .status(400, words: "No.")),
        ] as [(String, Int, ProviderFailure.Reason)])
    func errors(code: String, status: Int, reason: ProviderFailure.Reason) async throws {
        let exchange = Exchange.get(Self.listings, answer: refused(code, #""No.""#, status: status))
        await #expect(throws: ProviderFailure("coinmarketcap", reason)) {
            try await Self.withClient([exchange]) { try await $0.top(limit: 5) }
        }
    }

    @Test("The search asks for the map of all coins, the largest first, and keeps what contains the text")
    func search() async throws {
        let body =
            #"{"status":{"error_code":0},"data":[{"id":1,"rank":1,"name":"Bitcoin","symbol":"BTC","slug":"bitcoin"},"#
            + #"{"id":1027,"name":"Ethereum","symbol":"ETH"},{"id":1831,"name":"Bitcoin Cash","symbol":"BCH"}]}"#
        let exchange = Exchange.get(
            "/public-api/v1/cryptocurrency/map", query: "limit=5000&sort=cmc_rank", answer: .json(body))
        let found = try await Self.withClient([exchange]) { try await $0.search?("bitCOIN") }
        #expect(found?.map(\.id) == ["1", "1831"] && found?.map(\.ticker) == ["BTC", "BCH"])
    }
}
