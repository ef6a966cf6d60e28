import DecimalArithmetic
import Markets
import TestSupport
import Testing

/// The recorded answers of Binance and WazirX, byte for byte over real sockets, and what they say.
@Suite("Binance and WazirX, recorded", .needsRecordings, .quick)
struct ExchangeRecordingTests {
    @Test("All of Binance's markets of 2019: BTC's first, USDT's last, the idle ones without a price")
    func binance() async throws {
        let answer = try Answer.recording("binance/ticker24hr-all-v1-20190822.json")
        try await withLoopbackServer([.get("/api/v3/ticker/24hr", query: .none, times: 4, answer: answer)]) { server in
            let client = MarketProvider.listed("binance").client(server)
            let counts = ["BTC": 176, "ETH": 146, "BNB": 109]
            for (code, count) in counts {
                let list = try await client.top(limit: 1000, in: try #require(Currency(code)))
                #expect(list.quotes.count == count && list.dropped.isEmpty, "\(code)")
                if code == "BTC" { #expect(list.quotes.first?.facts == Self.etherInBitcoin) }
            }
            let dollars = try await client.top(limit: 1000, allowsOtherCurrency: true).quotes
            #expect(dollars.count == 60)
            #expect(dollars.last?.facts == Self.cocos)
            #expect(dollars.filter { $0.price == nil }.map(\.market) == ["BCCUSDT", "VENUSDT", "BCHSVUSDT"])
            #expect(
                dollars.allSatisfy { $0.price?.isZero != true && $0.open?.isZero != true && $0.bid?.isZero != true })
        }
    }

    private static let etherInBitcoin = [
        "symbol": "ETH", "id": "ETHBTC", "market": "ETHBTC", "kind": "coin", "currency": "BTC", "provider": "binance",
        "time": "2019-08-22T03:38:26.119Z", "price": "0.018647", "open": "0.018473", "high": "0.018766",
        "low": "0.018123", "change": "0.000174", "change_percent": "0.94191523",
        "volume": "2866.49184918", "bid": "0.018647", "ask": "0.01865",
    ]

    private static let cocos = [
        "symbol": "COCOS", "id": "COCOSUSDT", "market": "COCOSUSDT", "kind": "coin", "currency": "USDT",
        "provider": "binance", "time": "2019-08-22T03:38:22.881Z", "price": "0.002278", "open": "0.0078",
        "high": "0.0079", "low": "0.002125", "change": "-0.005522",
        "change_percent": "-70.79487179", "volume": "8888662.392139", "bid": "0.00226",
        "ask": "0.002277",
    ]

    @Test("All of binance.us's markets of 2019, by currency; USDT's are idle")
    func binanceUS() async throws {
        let answer = try Answer.recording("binance/us-ticker24hr-all-v1-20190919.json")
        try await withLoopbackServer([.get("/api/v3/ticker/24hr", query: .none, times: 2, answer: answer)]) { server in
            let client = MarketProvider.listed("binance").client(server)
            let dollars = try await client.top(limit: 50).quotes
            #expect(
                dollars.map { "\($0.symbol) \($0.price?.description ?? "-")" } == [
                    "BTC 10170", "ETH 213.46", "XRP 0.32", "BCH 329.32", "LTC 77.46", "USDT 1", "BNB 22.65",
                ])
            let tethers = try await client.top(limit: 50, in: .usdt).quotes
            #expect(tethers.map(\.symbol) == ["BTC", "ETH", "XRP", "BCH", "LTC", "BNB"])
            #expect(tethers.allSatisfy { $0.price == nil && $0.open == nil && $0.change == nil && $0.bid == nil })
        }
    }

    @Test("WazirX's map of 2019: each currency's markets in its order, idle ones without a price")
    func wazirXMap() async throws {
        let answer = try Answer.recording("wazirx/tickers-api-v2-20190809.json")
        try await withLoopbackServer([.get("/sapi/v1/tickers/24hr", query: .none, times: 3, answer: answer)]) {
            server in
            let client = MarketProvider.listed("wazirx").client(server)
            let rupees = try await client.top(limit: 100, allowsOtherCurrency: true).quotes
            #expect(rupees.count == 26)
            #expect(rupees.first?.facts == Self.bitcoinInRupees)
            #expect(rupees.last?.facts["market"] == "ltcinr")
            #expect(rupees.last?.facts["change_percent"] == "10.57225994")
            let tethers = try await client.top(limit: 100, in: .usdt).quotes
            #expect(tethers.count == 75 && tethers.filter { $0.price == nil }.map(\.market) == ["usdcusdt"])
            let bitcoins = try await client.top(limit: 100, in: try #require(Currency("BTC"))).quotes
            #expect(bitcoins.count == 37)
            #expect(bitcoins.filter { $0.price == nil }.map(\.market) == ["paxbtc", "usdcbtc", "xlmbtc"])
        }
    }

    private static let bitcoinInRupees = [
        "symbol": "BTC", "id": "btcinr", "market": "btcinr", "kind": "coin", "currency": "INR", "provider": "wazirx",
        "time": "2019-08-09T08:09:31Z", "price": "729999", "open": "717000", "high": "730000", "low": "640255",
        "change": "12999", "change_percent": "1.81297071", "bid": "658000", "ask": "729999",
    ]
}
