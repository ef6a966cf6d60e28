import DecimalArithmetic
import Markets
import TestSupport
import Testing
import Transport

/// CryptoCompare's documented shapes and limits.
@Suite("CryptoCompare", .quick)
struct CryptoCompareTests {
    private static func withClient(
        _ exchanges: [Exchange], key: String? = "secret", _ body: (MarketClient) async throws -> Void
    ) async throws {
        try await withLoopbackServer(exchanges) { server in
            try await body(MarketProvider.listed("cryptocompare").client(server, key: key))
        }
    }

    private static func top(_ query: String, _ coins: String, times: Exchange.Times = 1) -> Exchange {
        let body = #"{"Message":"Success","Type":100,"MetaData":{"Count":1},"Data":[\#(coins)],"HasWarning":false}"#
        return .get("/data/top/totaltoptiervolfull", query: .text(query), times: times, answer: .json(body))
    }

    private static func coin(_ name: String, _ rest: String) -> String {
        #"{"CoinInfo":{"Id":"\#(name)-1","Name":"\#(name)","FullName":"Full \#(name)","NetHashesPerSecond":1.5e20,"#
            + #""BlockNumber":9223372036854775808,"MaxSupply":-1},\#(rest)}"#
    }

    @Test("A coin without RAW, without the currency in it, or with numbers past 64 bits around it is listed")
    func withoutMarket() async throws {
        let raw = #""RAW":{"EUR":{"PRICE":7},"USD":{"PRICE":2,"OPENDAY":1,"LASTUPDATE":1618082612,"MARKET":"CCCAGG"}}"#
        let coins = [
            Self.coin("BTC", raw), Self.coin("ETH", #""DISPLAY":{}"#), Self.coin("XRP", #""RAW":{"EUR":{"PRICE":7}}"#),
            Self.coin("LTC", #""RAW":null"#),
        ]
        let exchange = Self.top("limit=10&tsym=USD&page=0", coins.joined(separator: ","))
        try await Self.withClient([exchange]) { client in
            let answer = try await client.top(limit: 4)
            #expect(answer.dropped.isEmpty)
            #expect(answer.quotes.map(\.symbol) == ["BTC", "ETH", "XRP", "LTC"])
            #expect(answer.quotes.map { $0.price?.description } == ["2", nil, nil, nil])
            #expect(
                answer.quotes[0].facts == [
                    "symbol": "BTC", "id": "BTC-1", "name": "Full BTC", "kind": "coin", "market": "CCCAGG",
                    "currency": "USD", "provider": "cryptocompare", "time": "2021-04-10T19:23:32Z", "price": "2",
                    "open": "1", "change": "1", "change_percent": "100",
                ])
        }
    }

    @Test("Pages of 100 from 0 on, a short one ends")
    func paging() async throws {
        func coins(_ numbers: ClosedRange<Int>) -> String {
            numbers.map { #"{"CoinInfo":{"Id":"\#($0)","Name":"C\#($0)"}}"# }.joined(separator: ",")
        }
        let exchanges = [
            Self.top("limit=100&tsym=SEK&page=0", coins(1...100)),
            Self.top("limit=100&tsym=SEK&page=1", coins(101...150)),
            Self.top("limit=100&tsym=SEK&page=2", "", times: .any),
            Self.top("limit=100&tsym=USD&page=0", coins(1...100)),
        ]
        try await Self.withClient(exchanges) { client in
            #expect(try await client.top(.oneAnswer(atLeast: 9)).quotes.count == 100)
            let answer = try await client.top(limit: 250, in: .sek)
            #expect(answer.quotes.map(\.symbol) == (1...150).map { "C\($0)" })
        }
    }

    @Test("fsyms of at most 1,000 characters, each ticker once")
    func batches() async throws {
        let symbols = (1...400).map { "coin\($0)" }
        let exchange = Exchange.get(
            "/data/pricemultifull", query: ["tsyms": "USD,EUR"], times: 4,
            answer: .making { request in
                let tickers = request.parameter("fsyms") ?? ""
                guard tickers.utf8.count <= 1000 else { return .status(400) }
                let rows = tickers.split(separator: ",").map { #""\#($0)":{"USD":{"PRICE":1},"EUR":{"PRICE":2}}"# }
                return .json(#"{"RAW":{\#(rows.joined(separator: ","))}}"#)
            })
        try await Self.withClient([exchange]) { client in
            let results = try await client.quotes(symbols.flatMap { [$0, "\($0)/EUR", $0.uppercased()] })
            #expect(results.count == 1200)
            #expect(results.map { $0.success?.price?.description } == symbols.flatMap { _ in ["1", "2", "1"] })
        }
    }

    @Test(
        "The day's open, and 0 or none is none",
        arguments: [
            (#""OPENDAY":50,"OPEN24HOUR":1"#, "100"), (#""OPENDAY":0,"OPEN24HOUR":1"#, nil), (#""OPENDAY":-1"#, nil),
            (#""MEDIAN":1"#, nil), (#""OPEN24HOUR":25"#, "300"),
        ] as [(String, String?)])
    func open(fields: String, percent: String?) async throws {
        let exchange = Exchange.get(
            "/data/pricemultifull", answer: .json(#"{"RAW":{"BTC":{"USD":{"PRICE":100,\#(fields)}}}}"#))
        try await Self.withClient([exchange]) { client in
            let quote = try await client.quotes(["btc"])[0].get()
            #expect(quote.changePercent?.description == percent)
            #expect((quote.open == nil) == (percent == nil) && (quote.change == nil) == (percent == nil))
        }
    }

    @Test("A ticker it knows but not in this currency, an unknown one, and a time past the year 9999")
    func partly() async throws {
        let body = #"{"RAW":{"BTC":{"EUR":{"PRICE":1}},"ETH":{"USD":{"PRICE":1,"LASTUPDATE":-9223372036854775808}}}}"#
        let exchange = Exchange.get("/data/pricemultifull", query: "fsyms=BTC,ETH,XX&tsyms=USD", answer: .json(body))
        try await Self.withClient([exchange]) { client in
            let reasons = try await client.quotes(["btc", "eth", "xx", "id:1182"]).map { $0.failure?.reason }
            #expect(
                reasons == [
                    .cannotQuote(.usd), .invalidData("eth: LASTUPDATE is not a time"), unknown("xx"),
                    unknown("id:1182"),
                ])
        }
    }

    @Test("Without its key no request is sent")
    func missingKey() async throws {
        try await Self.withClient([], key: nil) { client in
            let missing = ProviderFailure("cryptocompare", .missingKey)
            await #expect(throws: missing) { try await client.top(limit: 5) }
            let answer = try await client.quotes(["btc", "eth"])
            #expect(answer.map(\.failure) == [missing, missing])
        }
    }

    @Test(
        "A key that a provider repeats is not shown",
        arguments: [
            #"{"Response":"Error","Message":"Wrong api key se/cr et","Type":2}"#,
            #"{"Err":{"message":"Wrong api key se%2Fcr%20et"}}"#,
        ])
    func keySaidBack(body: String) async throws {
        let exchange = Exchange.get(
            "/data/pricemultifull", headers: ["Authorization": "Apikey se/cr et"], answer: .json(body))
        try await Self.withClient([exchange], key: "se/cr et") { client in
            let failure = try await client.quotes(["btc"])[0].failure
            #expect(failure?.reason == .unauthorized(words: "Wrong api key ***"))
        }
    }
}
