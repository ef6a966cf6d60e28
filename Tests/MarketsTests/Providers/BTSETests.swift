import DecimalArithmetic
import Platform
import TestSupport
import Testing

@testable import Markets

@Suite("Recorded lists of BTSE", .needsRecordings, .quick)
struct BTSETests {
    @Test("The recorded list: 227 markets, spot ones and futures, none with a price")
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

    @Test("The recorded markets of 2026: spot, perpetual and dated, each with its ticker's price")
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
}
