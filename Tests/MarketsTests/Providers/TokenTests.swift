import DecimalArithmetic
import Markets
import Platform
import ProviderKit
import TestSupport
import Testing

@Suite("Tokens by their contracts", .quick)
struct TokenTests {
    /// A provider, a path of its prices on Ethereum, and its answer about tokens and their prices as JSON.
    struct Service: Sendable, CustomTestStringConvertible {
        let name: String
        let path: String
        let row: @Sendable (_ address: String, _ price: String) -> String
        let body: @Sendable (_ rows: String) -> String

        var testDescription: String { name }

        func answer(_ rows: [(String, String)]) -> Answer {
            .json(body(rows.map { row($0, $1) }.joined(separator: ",")))
        }

        func path(_ addresses: String...) -> String {
            let names = name == "defillama" ? addresses.map { "ethereum:\($0)" } : addresses
            return path.replacing("*", with: names.joined(separator: ","))
        }
    }

    private static let first = "0x1000000000000000000000000000000000000001"
    private static let second = "0x2000000000000000000000000000000000000002"
    private static let symbols = [first, second].map { "eth:\($0)" }

    static let services = [
        Service(
            name: "coingecko", path: "/api/v3/simple/token_price/ethereum",
            row: { #""\#($0)":{"usd":\#($1),"last_updated_at":1700000000}"# }, body: { "{\($0)}" }),
        Service(
            name: "defillama", path: "/prices/current/*",
            row: { #""ethereum:\#($0)":{"symbol":"usdc","price":\#($1),"timestamp":1700000000}"# },
            body: { #"{"coins":{\#($0)}}"# }),
        Service(
            name: "geckoterminal", path: "/api/v2/simple/networks/eth/token_price/*", row: { #""\#($0)":\#($1)"# },
            body: { #"{"data":{"attributes":{"token_prices":{\#($0)}}}}"# }),
        Service(
            name: "dexpaprika", path: "/networks/ethereum/multi/prices",
            row: { #"{"id":"\#($0)","price_usd":\#($1),"last_updated":"2023-11-14T22:13:20.123456789Z"}"# },
            body: { "[\($0)]" }),
    ]

    private func quotes(
        _ service: Service, _ symbols: [String] = [Self.symbols[0]], in choice: CurrencyChoice = CurrencyChoice(.usd),
        answering exchanges: [Exchange]
    ) async throws -> [Result<Quote, ProviderFailure>] {
        try await withLoopbackServer(exchanges) { server in
            await MarketProvider.listed(service.name).client(server).quotes(try symbols.map { try Symbol($0) }, choice)
        }
    }

    @Test(
        "one is found in any letter case of the answer; its id is the address, its symbol the token, and the ticker that a provider sends its name",
        arguments: services)
    func found(service: Service) async throws {
        let address = "0xA000000000000000000000000000000000000001"
        let exchange = Exchange.get(
            service.path(address.lowercased()), answer: service.answer([(address, "1.25")]))
        let quote = try await quotes(service, ["eth:\(address)"], answering: [exchange])[0].get()
        #expect(quote.price?.description == "1.25" && quote.currency == .usd && quote.kind == .token)
        #expect(quote.id == address.lowercased() && quote.token?.description == "eth:\(address.lowercased())")
        #expect(quote.symbol == "eth:\(address.lowercased())")
        #expect(quote.name == (service.name == "defillama" ? "USDC" : nil))
    }

    @Test("an address that is not in the answer is an unknown symbol", arguments: services)
    func unknown(service: Service) async throws {
        let exchange = Exchange.get(service.path(Self.first), answer: service.answer([]))
        let failure = try await quotes(service, answering: [exchange])[0].failure
        #expect(failure?.reason == .unknownSymbol(try Symbol(Self.symbols[0])))
    }

    @Test("a price of 0, of null and of no number is none; the other tokens have theirs", arguments: services)
    func noPrice(service: Service) async throws {
        for price in ["0", "null", #""x""#] {
            let rows = [(Self.first, "2"), (Self.second, price)]
            let exchanges =
                service.name == "coingecko"
                ? rows.map { row in
                    Exchange.get(service.path, query: ["contract_addresses": row.0], answer: service.answer([row]))
                } : [Exchange.get(service.path(Self.first, Self.second), answer: service.answer(rows))]
            let found = try await quotes(service, Self.symbols, answering: exchanges)
            #expect(found[0].success?.price?.description == "2")
            #expect(found[1].failure?.isInvalidData == true, "\(price)")
        }
    }

    @Test("an answer about another token is invalid, and so is one that says nothing", arguments: services)
    func wrong(service: Service) async throws {
        let answers = [service.answer([(Self.second, "1")]), .json("5"), .json("null"), .json(#"{"data":5}"#)]
        for answer in answers {
            let failure = try await quotes(service, answering: [.get(service.path(Self.first), answer: answer)])[0]
                .failure
            #expect(failure?.isInvalidData == true, "\(String(describing: failure))")
        }
    }

    @Test("a ticker and an id are not theirs, and no provider of coins knows a token")
    func others() async throws {
        for name in ["geckoterminal", "dexpaprika"] {
            try await withLoopbackServer([]) { server in
                let found = try await MarketProvider.listed(name).client(server).quotes(["BTC", "id:bitcoin"])
                #expect(found.allSatisfy { $0.failure?.isUnknown == true })
            }
        }
        let markets = MarketProvider.all.filter { $0.jobs.contains(.price) && $0.tokenJobs.isEmpty }
        #expect(markets.count > 15)
        for provider in markets {
            try await withLoopbackServer([.get("/never", times: .any, answer: .json("{}"))]) { server in
                var settings = ProviderSettings(
                    http: provider.testHTTP, base: server.url, key: "a-test-key", time: TestClock().source)
                settings.streamBase = server.webSocketURL
                let found = await provider.make(settings).quotes([try Symbol(Self.symbols[0])], CurrencyChoice(.usd))
                #expect(found[0].failure?.isUnknown == true, "\(provider.name): \(found)")
                #expect(server.requests.isEmpty, "\(provider.name)")
            }
        }
    }

    @Test("CoinGecko is asked for one token a request, the others for as many as they take")
    func batches() async throws {
        let addresses = (0..<31).map { "0x" + String(repeating: "0", count: 38) + String(10 + $0) }
        let counts = ["coingecko": 31, "defillama": 2, "geckoterminal": 2, "dexpaprika": 4]
        for service in Self.services {
            let exchange = Exchange.everything(
                .making { request in
                    service.answer(addresses.filter { request.target.contains($0) }.map { ($0, "1") })
                })
            try await withLoopbackServer([exchange]) { server in
                let found = try await MarketProvider.listed(service.name).client(server)
                    .quotes(addresses.map { "eth:\($0)" })
                #expect(found.allSatisfy { $0.success != nil }, "\(service.name): \(found)")
                #expect(server.requests.count == counts[service.name], "\(service.name)")
            }
        }
    }

    @Test("A time with a fraction is a time, as a number and as text", arguments: services.prefix(2))
    func fraction(service: Service) async throws {
        for sent in ["1795824000.5", "\"1795824000.5\""] {
            let row = service.row(Self.first, "1").replacing("1700000000", with: sent)
            let exchange = Exchange.get(service.path(Self.first), answer: .json(service.body(row)))
            let quote = try await quotes(service, answering: [exchange])[0].get()
            #expect(quote.time.description == "2026-11-28T00:00:00.5Z")
        }
    }

    @Test("CoinGecko has prices in other currencies, and says of a token that it has none; the others have dollars")
    func currencies() async throws {
        let coingecko = Self.services[0]
        let answer = Answer.json(#"{"\#(Self.first)":{"eur":3,"last_updated_at":1700000000}}"#)
        let euro = Exchange.get(coingecko.path, query: ["vs_currencies": "eur"], answer: answer)
        let quote = try await quotes(coingecko, in: CurrencyChoice(.eur), answering: [euro])[0].get()
        #expect(quote.price?.description == "3" && quote.currency == .eur)
        let none = Exchange.get(coingecko.path, answer: .json(#"{"\#(Self.first)":{}}"#))
        let failure = try await quotes(coingecko, in: CurrencyChoice(.eur), answering: [none])[0].failure
        #expect(failure?.reason == .cannotQuote(.eur))
        for service in Self.services.dropFirst() {
            let failure = try await quotes(service, in: CurrencyChoice(.eur), answering: [])[0].failure
            #expect(failure?.reason == .cannotQuote(.eur), "\(service.name)")
            let exchange = Exchange.get(service.path(Self.first), answer: service.answer([(Self.first, "1")]))
            let choice = CurrencyChoice(.eur, allowsOtherCurrency: true)
            #expect(
                try await quotes(service, in: choice, answering: [exchange])[0].get().currency == .usd,
                "\(service.name)")
        }
    }

    @Test("a chain that a service does not have is not asked for")
    func chains() async throws {
        let failure = try await quotes(Self.services[3], ["gnosis:\(Self.first)"], answering: [])[0].failure
        #expect(failure?.isUnknown == true)
    }

    @Test("DefiLlama's price is none if it does not trust it itself")
    func confidence() async throws {
        func answer(_ confidence: String) -> [Exchange] {
            let row = #"{"price":1,"timestamp":1700000000,"confidence":\#(confidence)}"#
            return [
                .get(
                    "/prices/current/ethereum:\(Self.first)",
                    answer: .json(#"{"coins":{"ethereum:\#(Self.first)":\#(row)}}"#))
            ]
        }
        #expect(try await quotes(Self.services[1], answering: answer("0.8"))[0].success != nil)
        let failure = try await quotes(Self.services[1], answering: answer("0.79"))[0].failure
        #expect(
            failure?.reason == .invalidData("its own confidence in the price is 0.79, not 0.8 or more"))
    }

    @Test("DefiLlama asks CoinGecko for the id of a ticker that is not one of a large coin")
    func identifier() async throws {
        let markets = Exchange.get(
            "/api/v3/coins/markets", query: ["symbols": "abc"],
            answer: .json(
                #"[{"id":"abc-coin","symbol":"abc","name":"Abc","market_cap":9,"current_price":5},"#
                    + #"{"id":"other","symbol":"abc","market_cap":1,"current_price":7}]"#))
        let price = Exchange.get(
            "/prices/current/coingecko:abc-coin",
            answer: .json(#"{"coins":{"coingecko:abc-coin":{"symbol":"ABC","price":4,"timestamp":1700000000}}}"#))
        let quote = try await quotes(Self.services[1], ["ABC"], answering: [markets, price])[0].get()
        #expect(quote.price?.description == "4" && quote.id == "abc-coin" && quote.namesakes == ["other"])
        let down = Exchange.get("/api/v3/coins/markets", answer: .status(503))
        let failure = try await quotes(Self.services[1], ["ABC"], answering: [down])[0].failure
        #expect(failure?.provider == "coingecko" && failure?.isTransient == true)
    }
}

extension ProviderFailure {
    fileprivate var isUnknown: Bool { if case .unknownSymbol = reason { true } else { false } }
}

@Suite("Prices at moments", .quick)
struct MomentPriceTests {
    private func candles(
        _ symbol: String, _ width: CandleWidth, _ exchanges: [Exchange], at moment: String = "2024-02-26T14:32:20Z",
        now: String = "2024-03-01T12:00:00Z"
    ) async throws -> Result<[Candle], ProviderFailure> {
        try await withLoopbackServer(exchanges) { server in
            let settings = ProviderSettings(
                http: MarketProvider.defillama.testHTTP, base: server.url, time: TestClock(start: .of(now)).source)
            let history = try #require(MarketProvider.defillama.make(settings).history)
            let query = HistoryQuery(
                symbol: try Symbol(symbol), currency: CurrencyChoice(.usd), at: [.of(moment)], width: width)
            return await .catching { () async throws(ProviderFailure) in try await history(query) }
        }
    }

    private static func answer(_ body: String, _ width: Int, at moment: Int = 1_708_957_940) -> [Exchange] {
        [
            .get(
                "/prices/historical/\(moment)/coingecko:bitcoin", query: ["searchWidth": "\(width)"],
                answer: .json(body))
        ]
    }

    @Test("the nearest price has its own time, and no width; it is not looked for in place of a candle of a minute")
    func nearest() async throws {
        let body = #"{"coins":{"coingecko:bitcoin":{"symbol":"BTC","price":51000.5,"timestamp":1708957700}}}"#
        for (width, seconds) in [(CandleWidth.fiveMinutes, 300), (.hour, 3600), (.day, 14_400)] {
            let candle = try #require(try await candles("BTC", width, Self.answer(body, seconds)).get().first)
            #expect(candle.line == "2024-02-26T14:28:20Z BTC - - - 51000.5 - USD")
            #expect(candle.width == nil && candle.complete)
        }
        let minute = try await candles("BTC", .minute, []).failure
        #expect(minute?.reason == .notKept("candles, only the price nearest to a moment"))
        #expect(try await candles("BTC", .fiveMinutes, Self.answer(#"{"coins":{}}"#, 300)).get().isEmpty)
        let far = body.replacing("1708957700", with: "1708957500")
        #expect(try await candles("BTC", .fiveMinutes, Self.answer(far, 300)).get().isEmpty)
    }

    @Test("of a day that is not over it is the price of now")
    func today() async throws {
        let body = #"{"coins":{"coingecko:bitcoin":{"price":5,"timestamp":1708957700}}}"#
        let exchanges = Self.answer(body, 14_400, at: 1_708_957_940)
        let found = try await candles(
            "BTC", .day, exchanges, at: "2024-02-26T23:59:59Z", now: "2024-02-26T14:32:20Z")
        #expect(try found.get().count == 1)
    }

    @Test("a recorded price of a moment is the one before it", .needsRecordings)
    func recorded() async throws {
        let exchange = Exchange.get(
            "/prices/historical/1724451200/coingecko:matic-network", query: "searchWidth=3600",
            answer: try .recording("defillama/historical-matic-1724451200-20251105.json"))
        let found = try await candles(
            "id:matic-network", .hour, [exchange], at: "2024-08-23T22:13:20Z",
            now: "2024-09-01T00:00:00Z")
        #expect(
            try found.get().map(\.line) == ["2024-08-23T21:57:58Z WMATIC - - - 0.540342 - USD"])
    }
}
