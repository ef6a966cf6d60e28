import Dispatch
import Markets
import TestSupport
import Testing

/// CoinGecko's documented shapes and limits.
@Suite("CoinGecko", .quick)
struct CoinGeckoTests {
    /// Coins `first` to `last`, named after their number.
    static func page(_ numbers: ClosedRange<Int>) -> Answer {
        .json("[" + numbers.map { row("c\($0)", id: "coin-\($0)", price: "\($0)") }.joined(separator: ",") + "]")
    }

    static func row(_ symbol: String, id: String, price: String = "1") -> String {
        #"{"id":"\#(id)","symbol":"\#(symbol)","name":"Coin \#(symbol)","current_price":\#(price)}"#
    }

    static func markets(_ query: String, times: Exchange.Times = 1, answer: Answer) -> Exchange {
        .get(
            "/api/v3/coins/markets", query: .text("vs_currency=usd&\(query)&sparkline=false"), times: times,
            answer: answer)
    }

    static func top(_ size: Int, page: Int, times: Exchange.Times = 1, answer: Answer) -> Exchange {
        markets("order=market_cap_desc&per_page=\(size)&page=\(page)", times: times, answer: answer)
    }

    func withClient(
        _ exchanges: [Exchange], _ body: (MarketClient) async throws -> Void
    ) async throws {
        try await withLoopbackServer(exchanges) { try await body(MarketProvider.listed("coingecko").client($0)) }
    }
}

// MARK: - Lists

extension CoinGeckoTests {
    @Test("A limit past 250 is asked in pages of 250 and cut")
    func paging() async throws {
        let exchanges = [
            Self.top(250, page: 1, answer: Self.page(1...250)), Self.top(250, page: 2, answer: Self.page(251...500)),
            Self.top(250, page: 3, answer: Self.page(501...750)),
        ]
        try await withClient(exchanges) { client in
            let quotes = try await client.top(limit: 600).quotes
            #expect(quotes.map(\.symbol) == (1...600).map { "C\($0)" })
        }
    }

    @Test("After a full first page the next two are requested at once")
    func pairs() async throws {
        let isThirdAsked = DispatchSemaphore(value: 0)
        let exchanges = [
            Self.top(250, page: 1, answer: Self.page(1...250)),
            Self.top(
                250, page: 2,
                answer: .making { _ in
                    isThirdAsked.wait(timeout: .now() + 60) == .success ? Self.page(251...500) : .json("alone")
                }),
            Self.top(
                250, page: 3,
                answer: .making { _ in
                    isThirdAsked.signal()
                    return Self.page(501...750)
                }),
        ]
        try await withClient(exchanges) { client in
            let quotes = try await client.top(limit: 700).quotes
            #expect(quotes.map(\.symbol) == (1...700).map { "C\($0)" })
        }
    }

    @Test(
        "A short page ends the list, so does one of nothing new, and the page after it is not waited for",
        arguments: [251...400, 1...250], [Answer.never, .json("{}")])
    func ends(last: ClosedRange<Int>, next: Answer) async throws {
        let exchanges = [
            Self.top(250, page: 1, answer: Self.page(1...250)), Self.top(250, page: 2, answer: Self.page(last)),
            Self.top(250, page: 3, times: .any, answer: next),
        ]
        try await withClient(exchanges) { client in
            let quotes = try await client.top(limit: 1_000_000_000).quotes
            #expect(quotes.count == max(250, last.upperBound))
        }
    }

    @Test("A page that fails ends the list at once, and the page after it is not waited for")
    func failedPage() async throws {
        let exchanges = [
            Self.top(250, page: 1, answer: Self.page(1...250)), Self.top(250, page: 2, answer: .status(403)),
            Self.top(250, page: 3, times: .any, answer: .never),
        ]
        try await withClient(exchanges) { client in
            await #expect(throws: ProviderFailure("coingecko", .status(403, words: nil))) {
                try await client.top(limit: 1000)
            }
        }
    }

    @Test("An empty first page is no answer")
    func empty() async throws {
        try await withClient([Self.top(50, page: 1, answer: .json("[]"))]) { client in
            await #expect(throws: ProviderFailure("coingecko", .invalidData("an empty list"))) {
                try await client.top(limit: 50)
            }
        }
    }

    @Test("A coin that moves to the next page while the list is read comes once")
    func moved() async throws {
        let exchanges = [
            Self.top(250, page: 1, answer: Self.page(1...250)), Self.top(250, page: 2, answer: Self.page(250...300)),
            Self.top(250, page: 3, times: .any, answer: .json("[]")),
        ]
        try await withClient(exchanges) { client in
            let answer = try await client.top(limit: 600)
            #expect(answer.quotes.map(\.symbol) == (1...300).map { "C\($0)" })
        }
    }

    @Test("One answer is a page of 250, or as many as the rows need; the place of a bad row is that of the list")
    func depth() async throws {
        try await withClient([Self.top(250, page: 1, answer: Self.page(1...250))]) { client in
            let answer = try await client.top(.oneAnswer(atLeast: 3))
            #expect(answer.quotes.count == 250)
        }
        let bad = Self.row("bad", id: "bad", price: #""x""#)
        let second =
            "[" + bad + "," + (252...300).map { Self.row("c\($0)", id: "coin-\($0)") }.joined(separator: ",") + "]"
        let exchanges = [
            Self.top(250, page: 1, answer: Self.page(1...250)), Self.top(250, page: 2, answer: .json(second)),
        ]
        try await withClient(exchanges) { client in
            let answer = try await client.top(.oneAnswer(atLeast: 260))
            #expect(answer.quotes.map(\.symbol) == (1...261).filter { $0 != 251 }.map { "C\($0)" })
            #expect(
                answer.dropped == [
                    DroppedRow(place: 251, symbol: "bad", id: "bad", problem: "current_price is not a number")
                ])
        }
    }

    @Test("A search is one search and one look-up: symbol prefixes first, then names, then the other hits")
    func search() async throws {
        let found = #"{"coins":[{"id":"a","name":"x"},{"id":"b"},{"id":"c"},{"id":"d"}],"exchanges":[{"id":1}]}"#
        let rows = [
            #"{"id":"a","symbol":"abc","name":"Sol and more"}"#, #"{"id":"b","symbol":"sol","name":"Solana"}"#,
            #"{"id":"c","symbol":"xsol","name":"Other"}"#, #"{"id":"d","symbol":"SOLX","name":null}"#,
        ]
        let exchanges = [
            Exchange.get("/api/v3/search", query: "query=sO%20l", answer: .json(found)),
            Self.markets("ids=a,b,c,d&per_page=250&page=1", answer: .json("[\(rows.joined(separator: ","))]")),
        ]
        let text = "sO l"
        try await withClient(exchanges) { client in
            let answer = try await client.top(limit: 9, search: text)
            #expect(answer.quotes.map(\.id) == ["a", "b", "c", "d"])
        }
        let exact = [
            Exchange.get("/api/v3/search", query: "query=SoL", answer: .json(found)),
            Self.markets("ids=a,b,c,d&per_page=250&page=1", answer: .json("[\(rows.joined(separator: ","))]")),
        ]
        try await withClient(exact) { client in
            let answer = try await client.top(limit: 9, search: "SoL")
            #expect(answer.quotes.map(\.id) == ["b", "d", "a", "c"])
        }
    }

    @Test("A search among the first coins is of their pages, and not the service's own")
    func searchAmongFirst() async throws {
        let exchanges = [
            Self.top(250, page: 1, answer: Self.page(1...250)), Self.top(250, page: 2, answer: Self.page(251...500)),
        ]
        try await withClient(exchanges) { client in
            let answer = try await client.top(.first(300), search: "c29")
            #expect(answer.quotes.map(\.symbol) == ["C29"] + (290...299).map { "C\($0)" })
        }
    }

    @Test("A search that finds nothing is an answer, one without coins is none")
    func searchNothing() async throws {
        try await withClient([.get("/api/v3/search", query: "query=zz", answer: .json(#"{"coins":[]}"#))]) { client in
            let answer = try await client.top(limit: 9, search: "zz")
            #expect(answer == ListAnswer(quotes: []))
        }
        try await withClient([.get("/api/v3/search", query: "query=zz", answer: .json(#"{"nfts":[]}"#))]) { client in
            await #expect(throws: ProviderFailure("coingecko", .invalidData("coins is missing"))) {
                try await client.top(limit: 9, search: "zz")
            }
        }
    }
}
