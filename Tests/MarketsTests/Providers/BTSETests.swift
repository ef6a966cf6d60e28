import DecimalArithmetic
import Platform
import TestSupport
import Testing

@testable import Markets

@Suite("BTSE", .quick)
struct BTSETests {
    @Test("Every provider's rules", arguments: ProviderCompatTest.Check.allCases)
    func keepsTheRules(check: ProviderCompatTest.Check) async throws {
        try await ProviderCompatTest(.btse).run(check)
    }
}

// MARK: - The app's list

extension BTSETests {
    @Test("The recorded list: 227 markets, spot ones and futures, none with a price", .needsRecordings)
    func recordedList() async throws {
        let answer = try Answer.recording("btse/r97looke-inquire-initial-market-20230815.json")
        try await BTSEAnswers.withClient([.get(BTSEAnswers.appPath, query: .none, answer: answer)]) { client in
            let list = try await client.top(limit: 1000, market: .all)
            #expect(list.quotes.count == 227 && list.dropped.isEmpty)
            #expect(list.quotes.filter { $0.kind == .future }.count == 71)
            #expect(list.quotes.filter { $0.kind == .coin }.count == 156)
            #expect(list.quotes.allSatisfy { $0.price == nil && $0.currency == .usd && $0.provider == "btse" })
            #expect(
                list.quotes.prefix(4).map { [$0.symbol, $0.market, $0.id, $0.streamMarket, $0.kind.rawValue] } == [
                    ["CYBER", "CYBER-USD", "CYBER-USD", "CYBER_1", "coin"],
                    ["BTSE", "BTSE-USD", "BTSE-USD", "BTSE_1", "coin"],
                    ["BTC-PERP", "BTC-PERP-USD", "BTC-PERP-USD", "BTC-PERP_1", "future"],
                    ["ETH-PERP", "ETH-PERP-USD", "ETH-PERP-USD", "ETH-PERP_1", "future"],
                ])
            #expect(Set(list.quotes.map(\.symbol)).count == 227)
        }
    }

    @Test(
        "Of a market only symbol and future are needed; all else may be missing or odd",
        arguments: [
            (#"{"symbol":"BTC","future":false}"#, "BTC-USD"), (#"{"symbol":"btc","future":true}"#, "btc-USD"),
            (#"{"symbol":"BTC","future":false,"marketName":5,"quoteCurrency":{},"active":"no"}"#, "BTC-USD"),
            (#"{"symbol":"BTC","future":false,"marketName":null,"quoteCurrency":"no code","price":"x"}"#, "BTC-USD"),
            (#"{"symbol":"BTC","future":false,"quoteCurrency":"usd","availableQuotes":[[]]}"#, "BTC-USD"),
            (#"{"symbol":"BTC","future":false,"marketName":"X","category":[]}"#, "X"),
        ])
    func oddMarkets(row: String, name: String) async throws {
        try await BTSEAnswers.withClient([.get(BTSEAnswers.appPath, answer: .json(BTSEAnswers.envelope("[\(row)]")))]) {
            client in
            let list = try await client.top(limit: 9, market: .all)
            #expect(list.dropped.isEmpty && list.quotes.map(\.market) == [name])
            #expect(list.quotes.map(\.symbol) == ["BTC"] && list.quotes[0].price == nil)
            #expect(list.quotes[0].kind == (row.contains("true") ? .future : .coin))
        }
    }

    @Test("A market without symbol or future is left out and said; the others stand")
    func droppedMarkets() async throws {
        let rows = [
            #"{"symbol":"A","future":false}"#, #"{"symbol":"B"}"#, #"{"future":true}"#, #"{"symbol":7,"future":true}"#,
            #"{"symbol":"C","future":1}"#, "5", "null", #"{"symbol":"","future":true}"#,
            #"{"symbol":"D","symbol":"D","future":true}"#, #"{"symbol":"E","future":true}"#,
        ]
        let answer = Answer.json(BTSEAnswers.envelope("[\(rows.joined(separator: ","))]"))
        try await BTSEAnswers.withClient([.get(BTSEAnswers.appPath, answer: answer)]) { client in
            let list = try await client.top(limit: 99, market: .all)
            #expect(list.quotes.map(\.symbol) == ["A", "E"])
            #expect(list.dropped.map(\.place) == [2, 3, 4, 5, 6, 7, 8, 9])
            #expect(list.dropped[0].symbol == "B" && list.dropped[0].problem == "future is missing")
        }
    }
}

// MARK: - The markets API in its place

extension BTSETests {
    private static let markets = BTSEAnswers.envelope(
        #"{"timezone":"UTC","symbols":["#
            + #"{"symbol":"BTC-USDT","type":"Spot","category":"CRYPTO","tradeCurrency":"BTC","baseCurrency":"BTC","#
            + #""quoteCurrency":"USDT","displayName":"Bitcoin","active":true,"minOrderPrice":"0.1","pricePrecision":1},"#
            + #"{"symbol":"BTC-PERP-USDT","type":"FuturesPerpetual","category":"CRYPTO","tradeCurrency":"BTC-PERP","#
            + #""baseCurrency":"BTC","quoteCurrency":"USDT","displayName":"Bitcoin","availableSettlement":["USD"]},"#
            + #"{"symbol":"GAS-PERP-USDT","type":"FuturesPerpetual","category":"COMMODITIES","tradeCurrency":"GAS-PERP","#
            + #""baseCurrency":"GAS","quoteCurrency":"USDT","displayName":"Natural Gas"},"#
            + #"{"symbol":"ETH-USD","type":"Spot","tradeCurrency":"ETH","quoteCurrency":"USD"},"#
            + #"{"symbol":"X-USD","type":"Spot","quoteCurrency":"USD"}]}"#)

    @Test("Where the app's path is gone, markets and prices come from the markets API: three requests")
    func fallback() async throws {
        let exchanges: [Exchange] = [
            .get(BTSEAnswers.appPath, answer: .status(404)),
            .get(BTSEAnswers.marketsPath, query: .none, answer: .json(Self.markets)),
            .get(
                BTSEAnswers.tickerPath, query: .none,
                answer: .json(
                    BTSEAnswers.envelope(
                        "[\(BTSEAnswers.perpetual),\(BTSEAnswers.ticker("BTC-USDT", #""100""#)),\(BTSEAnswers.ticker("Z-USD", "1"))]"
                    ))),
        ]
        try await BTSEAnswers.withClient(exchanges) { client in
            let list = try await client.top(limit: 9, in: .usdt, market: .all)
            #expect(list.quotes.map(\.symbol) == ["BTC", "BTC-PERP"])
            #expect(list.dropped.map(\.problem) == ["tradeCurrency is missing"])
            #expect(
                list.quotes[0].facts == [
                    "symbol": "BTC", "id": "BTC-USDT", "market": "BTC-USDT", "name": "Bitcoin", "kind": "coin",
                    "currency": "USDT", "provider": "btse", "time": "2026-08-13T06:30:44Z", "price": "100",
                    "open": "50", "change": "50", "change_percent": "100",
                ])
            #expect(list.quotes.map(\.streamMarket) == ["BTC_1", "BTC-PERP_1"])
            #expect(list.quotes[1].facts["volume"] == "512345678.901" && list.quotes[1].kind == .future)
        }
    }

    @Test("The recorded markets of 2026: spot, perpetual and dated, each with its ticker's price", .needsRecordings)
    func recordedMarkets() async throws {
        let rows = try Recordings.lines("btse/public-api-markets-3rows-2026.ndjson").filter { !$0.isEmpty }
        let dated = BTSEAnswers.ticker("BTC-260925-USDT", #""65000""#)
        let tickers = [BTSEAnswers.perpetual, dated, BTSEAnswers.ticker("BTC-USDT", #""100""#)]
        let exchanges: [Exchange] = [
            .get(BTSEAnswers.appPath, answer: .status(404)),
            .get(
                BTSEAnswers.marketsPath,
                answer: .json(BTSEAnswers.envelope(#"{"symbols":[\#(rows.joined(separator: ","))]}"#))),
            .get(
                BTSEAnswers.tickerPath, answer: .json(BTSEAnswers.envelope("[\(tickers.joined(separator: ","))]"))),
        ]
        try await BTSEAnswers.withClient(exchanges) { client in
            let list = try await client.top(limit: 9, in: .usdt, market: .all)
            #expect(list.dropped.isEmpty)
            #expect(
                list.quotes.map { "\($0.symbol) \($0.market ?? "-") \($0.kind) \($0.price?.description ?? "-")" } == [
                    "BTC BTC-USDT coin 100", "BTC-PERP BTC-PERP-USDT future 64000.5",
                    "BTC-260925 BTC-260925-USDT future 65000",
                ])
            #expect(list.quotes.allSatisfy { $0.name == "Bitcoin" && $0.currency == .usdt && $0.id == $0.market })
            #expect(list.quotes.map(\.streamMarket) == ["BTC_1", "BTC-PERP_1", "BTC-260925_1"])
        }
    }

    @Test(
        "A market without a price has none; futures of stocks and commodities, who share names with coins, are left out"
    )
    func withoutPrice() async throws {
        let exchanges: [Exchange] = [
            .get(BTSEAnswers.appPath, answer: .status(404)), .get(BTSEAnswers.marketsPath, answer: .json(Self.markets)),
            .get(BTSEAnswers.tickerPath, answer: .json(BTSEAnswers.envelope("[]"))),
        ]
        try await BTSEAnswers.withClient(exchanges) { client in
            let list = try await client.top(limit: 9)
            #expect(list.quotes.map(\.symbol) == ["ETH"] && list.quotes[0].price == nil)
            #expect(list.quotes[0].name == nil && list.quotes[0].streamMarket == "ETH_1")
        }
    }

    @Test("Only a 404 leads there", arguments: [400, 403, 429, 500, 503])
    func noFallback(status: Int) async throws {
        try await BTSEAnswers.withClient([.get(BTSEAnswers.appPath, answer: .status(status))]) { client in
            await #expect(throws: ProviderFailure("btse", .general(status, words: nil))) {
                try await client.top(limit: 9)
            }
        }
    }

    @Test("A failure there is said as it is")
    func fallbackFails() async throws {
        let exchanges: [Exchange] = [
            .get(BTSEAnswers.appPath, times: 2, answer: .status(404)),
            .get(BTSEAnswers.marketsPath, answer: .status(404)),
            .get(BTSEAnswers.marketsPath, answer: .json(Self.markets)),
            .get(BTSEAnswers.tickerPath, answer: .status(502)),
        ]
        try await BTSEAnswers.withClient(exchanges) { client in
            for status in [404, 502] {
                await #expect(throws: ProviderFailure("btse", .status(status, words: nil))) {
                    try await client.top(limit: 9)
                }
            }
        }
    }
}
