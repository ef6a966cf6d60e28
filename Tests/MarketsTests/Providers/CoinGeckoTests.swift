import DecimalArithmetic
import Dispatch
import Markets
import Synchronization
import TestSupport
import Testing

/// CoinGecko's limits.
@Suite("CoinGecko", .quick)
struct CoinGeckoTests {
    /// Coins `first` to `last`, named after their number.
    private static func page(_ numbers: ClosedRange<Int>) -> Answer {
        .json("[" + numbers.map { row("c\($0)", id: "coin-\($0)", price: "\($0)") }.joined(separator: ",") + "]")
    }

    private static func row(_ symbol: String, id: String, price: String = "1") -> String {
        #"{"id":"\#(id)","symbol":"\#(symbol)","name":"Coin \#(symbol)","current_price":\#(price)}"#
    }

    private static func markets(_ query: String, answer: Answer) -> Exchange {
        .get("/api/v3/coins/markets", query: .text("vs_currency=usd&\(query)&sparkline=false"), answer: answer)
    }

    private static func top(_ size: Int, page: Int, answer: Answer) -> Exchange {
        markets("order=market_cap_desc&per_page=\(size)&page=\(page)", answer: answer)
    }

    private func withClient(_ exchanges: [Exchange], _ body: (MarketClient) async throws -> Void) async throws {
        try await withLoopbackServer(exchanges) { try await body(Provider.listed("coingecko").client($0)) }
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

    // MARK: - Quotes

    private static let tail = "include_tokens=all&order=market_cap_desc&per_page=250&page="

    @Test("USD, USDT and USDC are kept apart: each ticker means its own coins only")
    func dollars() async throws {
        let rows = [("usdt", "tether"), ("usdc", "usd-coin"), ("usd", "usd-coin-2"), ("usdt0", "zero")]
        let body = "[" + rows.map { Self.row($0.0, id: $0.1) }.joined(separator: ",") + "]"
        try await withClient([Self.markets("symbols=usdt,usdc,usd,dusd&\(Self.tail)1", answer: .json(body))]) {
            client in
            let results = try await client.quotes(["USDT", "usdc", "USD", "DUSD"])
            #expect(results.map { $0.success?.id } == ["tether", "usd-coin", "usd-coin-2", nil])
            #expect(results.allSatisfy { $0.success?.namesakes.isEmpty ?? true })
        }
    }

    @Test("A full page of coins is followed by the next")
    func manyBearers() async throws {
        let full = "[" + (1...250).map { Self.row("btc", id: "b\($0)") }.joined(separator: ",") + "]"
        let exchanges = [
            Self.markets("symbols=btc,zz&\(Self.tail)1", answer: .json(full)),
            Self.markets("symbols=btc,zz&\(Self.tail)2", answer: .json("[\(Self.row("zz", id: "z"))]")),
            // It is asked for at the same time as the second, unless that has come by then.
            Exchange.get("/api/v3/coins/markets", query: ["page": "3"], times: .any, answer: .json("[]")),
        ]
        try await withClient(exchanges) { client in
            let results = try await client.quotes(["btc", "ZZ"])
            #expect(try results[0].get().namesakes.count == 249)
            #expect(try results[1].get().id == "z")
        }
    }

    @Test("10,000 symbols are 200 requests of 50; 1,000 ids are 4 of 250, a full page of them the last")
    func thousands() async throws {
        let sizes = Mutex<[Int]>([])
        let answer = Answer.making { request in
            let names = request.parameter("symbols") ?? request.parameter("ids") ?? ""
            let parts = names.split(separator: ",").map(String.init)
            sizes.withLock { $0.append(parts.count) }
            return .json("[" + parts.map { Self.row($0, id: $0, price: "1") }.joined(separator: ",") + "]")
        }
        try await withClient([.get("/api/v3/coins/markets", times: 204, answer: answer)]) { client in
            let symbols = (1...10_000).map { "c\($0)" } + (1...1000).map { "id:i\($0)" }
            let results = try await client.quotes(symbols)
            #expect(results.count == 11_000)
            #expect(results.prefix(10_000).map { $0.success?.symbol } == (1...10_000).map { "C\($0)" })
            #expect(results.suffix(1000).map { $0.success?.id } == (1...1000).map { "i\($0)" })
            #expect(sizes.withLock { $0 } == Array(repeating: 50, count: 200) + Array(repeating: 250, count: 4))
        }
    }

    @Test("An invalid row among 250 ids asks for no second page")
    func invalidAmongIDs() async throws {
        let answer = Answer.making { request in
            let ids = (request.parameter("ids") ?? "").split(separator: ",").map(String.init)
            return .json(
                "[" + ids.map { Self.row($0, id: $0, price: $0 == "i7" ? "{}" : "1") }.joined(separator: ",") + "]")
        }
        try await withClient([.get("/api/v3/coins/markets", times: 2, answer: answer)]) { client in
            let results = try await client.quotes((1...300).map { "id:i\($0)" })
            #expect(results.map { $0.success == nil } == (1...300).map { $0 == 7 })
        }
    }

    @Test(
        "After a rate limit no request follows, and answers are kept",
        arguments: [429, 401])
    func leftAlone(status: Int) async throws {
        let names = (1...50).map { "c\($0)" }
        let rows = names.map { Self.row($0, id: $0) }.joined(separator: ",")
        let exchanges = [
            Self.markets("symbols=\(names.joined(separator: ","))&\(Self.tail)1", answer: .json("[\(rows)]")),
            Self.markets("symbols=x&\(Self.tail)1", answer: .status(status)),
        ]
        let reason: ProviderFailure.Reason = status == 429 ? .rateLimited(words: nil) : .unauthorized(words: nil)
        try await withClient(exchanges) { client in
            let results = try await client.quotes(names + ["x", "y/eur", "z/sek"])
            #expect(results.prefix(50).allSatisfy { $0.success != nil })
            #expect(results.suffix(3).map { $0.failure?.reason } == [reason, reason, reason])
        }
    }
}
