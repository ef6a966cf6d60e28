import DecimalArithmetic
import TestSupport
import Testing

@testable import Markets

private let path = "/0/public/Ticker"

/// Kraken's documented shapes and limits.
@Suite("Kraken", .quick)
struct KrakenTests {
    private static func withClient(
        _ exchanges: [Exchange], _ body: (MarketClient) async throws -> Void
    ) async throws {
        try await withLoopbackServer(exchanges) { try await body(MarketProvider.listed("kraken").client($0)) }
    }

    private static func tickers(_ keys: String...) -> Answer {
        result(
            keys.enumerated().map { index, key in
                #""\#(key)":{"a":["2.1","1","1.0"],"b":["1.9","1","1.0"],"c":["\#(index + 2)","0.1"],"v":["1","2"],"#
                    + #""p":["1","2"],"t":[1,2],"l":["1.5","1"],"h":["2.5","3"],"o":"1.6"}"#
            })
    }

    private static func result(_ members: [String]) -> Answer {
        .json(#"{"error":[],"result":{\#(members.joined(separator: ","))}}"#)
    }

    private static let pairs = Exchange.get(
        "/0/public/AssetPairs", query: .none,
        answer: result(
            [
                ("XXBTZUSD", "XBTUSD", "XXBT", "ZUSD"), ("ABCEUR", "ABCEUR", "ABC", "ZEUR"),
                ("WEIRD", "ODDUSD", "ODD", "ZUSD"),
                ("XXBTZUSD.d", "XBTUSD.d", "XXBT", "ZUSD"),
            ].map { key, name, base, quote in
                #""\#(key)":{"altname":"\#(name)","base":"\#(base)","quote":"\#(quote)","status":"online"}"#
            }))

    private static let unknownPair = Answer.json(#"{"error":["EQuery:Unknown asset pair"]}"#)

    @Test("One request for any pairs whose keys follow the rules; BTC is asked as XBT and DOGE as XDG")
    func byRule() async throws {
        let answer = Self.tickers("XETHXXBT", "XXBTZUSD", "XDGUSD", "USDTZUSD")
        let exchange = Exchange.get(path, query: "pair=ETHXBT,USDTUSD,XBTUSD,XDGUSD", answer: answer)
        try await Self.withClient([exchange]) { client in
            let results = try await client.quotes(["doge", "btc", "ETH/BTC", "usdt", "XBT", "XDG/USD"])
            #expect(results.map { $0.success?.symbol } == ["DOGE", "BTC", "ETH", "USDT", "BTC", "DOGE"])
            #expect(results.map { $0.success?.price?.description } == ["4", "3", "2", "5", "3", "4"])
            #expect(
                try results[1].get().facts == [
                    "time": "2024-03-01T12:00:00Z", "symbol": "BTC", "id": "XXBTZUSD", "market": "XBTUSD",
                    "kind": "coin", "price": "3", "currency": "USD", "open": "1.6", "high": "2.5", "low": "1.5",
                    "change": "1.4", "change_percent": "87.5", "bid": "1.9", "ask": "2.1", "provider": "kraken",
                ])
        }
    }

    @Test("A ticker that means another coin at Kraken is asked by Kraken's own, in both directions")
    func otherTickers() async throws {
        let exchange = Exchange.get(
            path, query: "pair=LUNA2USD,LUNAUSD,REPUSD,REPV2USD,USTUSD",
            answer: Self.tickers("LUNA2USD", "LUNAUSD", "XREPZUSD", "REPV2USD", "USTUSD"))
        try await Self.withClient([exchange]) { client in
            let results = try await client.quotes(["LUNA", "LUNC", "REPV1", "REP", "USTC", "LUNA2"])
            #expect(results.map { $0.success?.symbol } == ["LUNA", "LUNC", "REPV1", "REP", "USTC", "LUNA"])
            #expect(results.map { $0.success?.price?.description } == ["2", "3", "4", "5", "6", "2"])
            #expect(results[1].success?.market == "LUNAUSD")
        }
        let stream = [("LUNA", "LUNA2/USD"), ("lunc", "LUNA/USD"), ("BTC", "BTC/USD"), ("id:LUNA/USD", "LUNA/USD")]
        for (symbol, name) in stream {
            let market = try KrakenStream.market(of: Symbol(symbol), in: .usd).get()
            #expect(market.name == name && (name != "LUNA/USD" || market.symbol == "LUNC"))
        }
    }

    @Test("A list names the coins by their common tickers")
    func listOfOtherTickers() async throws {
        let pairs = [("LUNAUSD", "LUNA"), ("LUNA2USD", "LUNA2"), ("XREPZUSD", "XREP")].map { key, base in
            let name = base == "XREP" ? "REPUSD" : key
            return #""\#(key)":{"altname":"\#(name)","base":"\#(base)","quote":"ZUSD","status":"online"}"#
        }
        let exchanges = [
            Exchange.get("/0/public/AssetPairs", query: .none, answer: Self.result(pairs)),
            Exchange.get(path, query: .none, answer: Self.tickers("LUNAUSD", "LUNA2USD", "XREPZUSD")),
        ]
        try await Self.withClient(exchanges) { client in
            let list = try await client.top(limit: 9)
            #expect(list.quotes.map(\.symbol) == ["LUNC", "LUNA", "REPV1"])
            #expect(list.quotes.map(\.market) == ["LUNAUSD", "LUNA2USD", "REPUSD"])
        }
    }

    @Test("One unknown pair spoils a request: the list of pairs says which, and the others have their quotes")
    func oneUnknown() async throws {
        let exchanges: [Exchange] = [
            .get(path, query: "pair=ABCUSD,NOPEUSD,XBTUSD", answer: Self.unknownPair), Self.pairs,
            .get(path, query: "pair=XBTUSD", answer: Self.tickers("XXBTZUSD")),
        ]
        try await Self.withClient(exchanges) { client in
            let results = try await client.quotes(["nope", "btc", "abc"])
            #expect(results[0].failure?.reason == unknown("nope"))
            #expect(results[1].success?.market == "XBTUSD")
            #expect(results[2].failure?.reason == .cannotQuote(.usd))
        }
    }

    @Test("Where its own currency is fine a coin without a market in dollars is quoted in another")
    func ownCurrency() async throws {
        let exchanges: [Exchange] = [
            .get(path, query: "pair=ABCUSD", answer: Self.unknownPair), Self.pairs,
            .get(path, query: "pair=ABCEUR", answer: Self.tickers("ABCEUR")),
        ]
        try await Self.withClient(exchanges) { client in
            let results = try await client.quotes(["abc"], allowsOtherCurrency: true)
            #expect(results[0].success?.currency == .eur)
        }
    }

    @Test("A key by no rule, an id, and what is another pair's key are looked up in the list of pairs, two requests")
    func byList() async throws {
        let odd: [Exchange] = [
            .get(path, query: "pair=ODDUSD", answer: Self.tickers("WEIRD")), Self.pairs,
        ]
        try await Self.withClient(odd) { client in
            let results = try await client.quotes(["odd"])
            #expect(results[0].success?.id == "WEIRD")
        }
        let exchanges: [Exchange] = [Self.pairs, .get(path, query: "pair=XBTUSD", answer: Self.tickers("XXBTZUSD"))]
        try await Self.withClient(exchanges) { client in
            let results = try await client.quotes(["XXBTZ", "id:XXBTZUSD", "id:NOPE", "stock:AAPL"])
            #expect(results[0].failure?.reason == unknown("XXBTZ"))
            #expect(results[1].success?.symbol == "BTC")
            #expect(results[2].failure?.reason == unknown("id:NOPE"))
            #expect(results[3].failure?.reason == unknown("stock:AAPL"))
        }
    }

    @Test("Over 100 pairs are two requests, for all pairs and for tickers", arguments: [101, 5000])
    func many(count: Int) async throws {
        let names = (1...count).map { "C\($0)" }
        let pairs = names.dropLast().map { #""\#($0)USD":{"altname":"\#($0)USD","base":"\#($0)","quote":"ZUSD"}"# }
        let rows = names.dropLast().map { #""\#($0)USD":{"c":["1","1"]}"# }
        let exchanges: [Exchange] = [
            .get("/0/public/AssetPairs", answer: Self.result(pairs)),
            .get(path, query: count > 1000 ? .none : .any, answer: Self.result(rows)),
        ]
        try await Self.withClient(exchanges) { client in
            let results = try await client.quotes(names)
            #expect(results.compactMap(\.success?.symbol) == names.dropLast())
            #expect(results.last?.failure?.reason == unknown("C\(count)"))
        }
    }

    @Test("Currencies without markets send no request")
    func currencies() async throws {
        try await Self.withClient([]) { client in
            let results = try await client.quotes(["btc/sek", "stock:AAPL"])
            #expect(results.map { $0.failure?.reason } == [.cannotQuote(.sek), unknown("stock:AAPL")])
        }
    }

    @Test("A list is the pairs of a currency with their tickers, two requests; one without a ticker has no price")
    func list() async throws {
        let exchanges: [Exchange] = [Self.pairs, .get(path, query: .none, answer: Self.tickers("XXBTZUSD", "OTHER"))]
        try await Self.withClient(exchanges) { client in
            let held = client.reusingAnswers()
            let answer = try await held.top(limit: 9)
            #expect(answer.quotes.map(\.symbol) == ["BTC", "ODD"])
            #expect(answer.quotes.map { $0.price?.description } == ["2", nil])
            let results = try await held.quotes(["XBT", "abc/eur"])
            #expect(results[0].success?.id == "XXBTZUSD")
            #expect(results[1].failure?.reason == .noPrice(try Symbol("abc/eur")))
        }
    }

    /// Pairs as the documentation of 2026-04-27 has them. That `execution_venue` is sent like this is unconfirmed: no
    /// answer with it is recorded.
    private static let venues = Exchange.get(
        "/0/public/AssetPairs", query: .none, times: .any,
        answer: result(
            [
                ("BTCUSD.B", "XBTUSD", "XXBT", "ZUSD", #""bitnomial_exchange""#),
                ("XXBTZUSD", "XBTUSD", "XXBT", "ZUSD", #""international""#),
                ("XBTUSD.N", "XBTUSD", "XXBT", "ZUSD", #""bitnomial_exchange""#),
                ("XETHZUSD", "ETHUSD", "XETH", "ZUSD", "null"), ("SOLUSD", "SOLUSD", "SOL", "ZUSD", nil),
                ("ADAUSD.B", "ADAUSD", "ADA", "ZUSD", #""bitnomial_exchange""#),
            ].map { key, name, base, quote, venue in
                #""\#(key)":{"altname":"\#(name)","base":"\#(base)","quote":"\#(quote)""#
                    + (venue.map { #","execution_venue":\#($0)"# } ?? "") + "}"
            }))

    @Test("A pair of another place of trade is in no list, and is never taken for the exchange's own one")
    func venues() async throws {
        let all = Self.tickers("BTCUSD.B", "XXBTZUSD", "XBTUSD.N", "XETHZUSD", "SOLUSD", "ADAUSD.B")
        let exchanges: [Exchange] = [
            Self.venues, .get(path, query: .none, answer: all),
            .get(path, query: "pair=XBTUSD", answer: Self.tickers("XXBTZUSD")),
            .get(path, query: "pair=ADAUSD", answer: Self.unknownPair),
        ]
        try await Self.withClient(exchanges) { client in
            let list = try await client.top(limit: 9).quotes
            #expect(list.map(\.id) == ["XXBTZUSD", "XETHZUSD", "SOLUSD"])
            #expect(list.map { $0.price?.description } == ["3", "5", "6"])
            let bitcoin = try await client.quotes(["id:XXBTZUSD", "id:XBTUSD.N", "XXBTZ"])
            #expect(bitcoin.map { $0.success?.id } == ["XXBTZUSD", nil, nil])
            #expect(try await client.quotes(["ada"])[0].failure?.reason == unknown("ada"))
        }
    }

    @Test("A ticker that is invalid, a key twice in it too, spoils its own pair alone")
    func badTicker() async throws {
        let rows = [
            #""XXBTZUSD":{"c":["1","1"]}"#, #""XETHZUSD":{"c":["2","1"],"c":["2","1"]}"#, #""ADAUSD":{"c":"3"}"#,
        ]
        try await Self.withClient([.get(path, answer: Self.result(rows))]) { client in
            let results = try await client.quotes(["btc", "eth", "ada"])
            #expect(results.map { $0.success?.price?.description } == ["1", nil, nil])
            #expect(
                results[1].failure?.reason == .invalidData("the ticker of ETHUSD: 'c' twice at byte 75"))
            #expect(results[2].failure?.isInvalidData == true)
        }
    }

    @Test(
        "Errors come with 200: each has its kind; a warning is not an error",
        arguments: [
            ("EGeneral:Too many requests", .rateLimited(words: "EGeneral:Too many requests")),
            ("EAPI:Rate limit exceeded", .rateLimited(words: "EAPI:Rate limit exceeded")),
            ("EService:Unavailable", .unavailable(words: "EService:Unavailable")),
            ("EService:Busy", .unavailable(words: "EService:Busy")),
            ("EService:Timeout", .unavailable(words: "EService:Timeout")),
            ("EGeneral:Temporary lockout", .unavailable(words: "EGeneral:Temporary lockout")),
            ("EGeneral:Internal error", .unavailable(words: "EGeneral:Internal error")),
            ("EGeneral:Invalid arguments", .status(200, words: "EGeneral:Invalid arguments")), ("WLow:Something", nil),
        ] as [(String, ProviderFailure.Reason?)])
    func errors(words: String, reason: ProviderFailure.Reason?) async throws {
        let result = reason == nil ? #","result":{"XXBTZUSD":{"c":["1","1"]}}"# : ""
        let answer = Answer.json(#"{"error":["\#(words)"]\#(result)}"#)
        try await Self.withClient([.get(path, answer: answer)]) { client in
            let results = try await client.quotes(["btc"])
            #expect(results[0].failure?.reason == reason)
        }
    }

    @Test(
        "A pair's keys",
        arguments: [
            ("BTC", "USD", "XBTUSD XBTZUSD XBTXUSD XXBTZUSD XXBTXUSD ZXBTZUSD ZXBTXUSD"),
            ("USDT", "EUR", "USDTEUR USDTZEUR USDTXEUR"), ("XXBT", "USD", "XXBTUSD"),
        ])
    func keys(base: String, quote: String, keys: String) throws {
        let pair = KrakenPair(base: base, quote: try #require(Currency(quote)))
        #expect(pair.keys.joined(separator: " ") == keys)
    }
}
