import TestSupport
import Testing

@testable import Markets

/// The recorded answers of OKX, byte for byte over real sockets, and what they say.
@Suite("OKX, recorded", .needsRecordings, .quick)
struct OKXRecordingTests {
    @Test("All markets of 2022: USDT's where dollars are asked for and there are none, each with a price")
    func tickers() async throws {
        let answer = try Answer.recording("okx/tickers-spot-all-20220321.json")
        let counts = ["USDT": 337, "BTC": 102, "ETH": 44, "USDK": 14, "USDC": 9, "OKB": 3, "DAI": 2, "UST": 1]
        let exchange = Exchange.get(
            "/api/v5/market/tickers", query: "instType=SPOT", times: .exactly(counts.count + 1), answer: answer)
        try await withLoopbackServer([exchange]) { server in
            let client = MarketProvider.listed("okx").client(server)
            for (code, count) in counts {
                let list = try await client.top(limit: 1000, in: try #require(Currency(code)))
                #expect(list.quotes.count == count && list.dropped.isEmpty, "\(code)")
                #expect(list.quotes.allSatisfy { $0.id == "\($0.symbol)-\(code)" && $0.price != nil }, "\(code)")
            }
            let quotes = try await client.top(limit: 1000, allowsOtherCurrency: true).quotes
            #expect(quotes.count == 337)
            #expect(quotes.first { $0.symbol == "BTC" }?.facts == Self.bitcoin)
            #expect(quotes.first?.market == "MDT-USDT" && quotes.last?.market == "STX-USDT")
        }
    }

    private static let bitcoin = [
        "symbol": "BTC", "id": "BTC-USDT", "market": "BTC-USDT", "kind": "coin", "currency": "USDT", "provider": "okx",
        "time": "2022-03-21T11:13:57.926Z", "price": "41347.9", "open": "41742.1", "high": "41780", "low": "40480",
        "change": "-394.2", "change_percent": "-0.94437031", "volume": "328452799.9233795", "bid": "41338",
        "ask": "41338.1",
    ]

    @Test("The recorded instruments in dollars are the markets that the rule of names has in dollars")
    func instruments() throws {
        let text = PlainJSON(text: try Recordings.bytes("okx/instruments-spot-202412.json"))
        #expect(try text.value(at: "data/#") == "5")
        for index in 0..<5 {
            let base = try Symbol(try #require(try text.value(at: "data/\(index)/baseCcy")))
            let name = try OKX.names.name(of: base, CurrencyChoice(.usd)).get()
            #expect(try text.value(at: "data/\(index)/instId") == name)
        }
    }
}
