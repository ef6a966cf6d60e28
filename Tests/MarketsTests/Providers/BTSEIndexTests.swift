@testable import MarketProviders
import DecimalArithmetic
import Platform
import Synchronization
import TestFixtures
import TestSupport
import Testing
import Transport

@testable import Markets

let coinIndexSubscription = #"{"op":"subscribe","args":["coinIndex"]}"#

private func frame(_ rows: String) -> String { #"{"topic":"coinIndex","id":null,"data":{\#(rows)}}"# }

func appMarket(_ symbol: String, isFuture: Bool = false, in currency: String = "USD") -> String {
    #"{"symbol":"\#(symbol)","future":\#(isFuture),"marketName":"\#(symbol)-\#(currency)","quoteCurrency":"\#(currency)"}"#
}

@Suite("BTSE's list with the prices of its stream", .quick, .endsHang)
struct BTSEIndexTests {
    static let markets = BTSEAnswers.envelope(
        "[\(appMarket("BTC")),\(appMarket("ETH")),\(appMarket("BTC-PERP", isFuture: true)),\(appMarket("BTC", in: "EUR"))]"
    )

    /// The whole list of a server that has these markets and speaks this script.
    func list(
        _ exchanges: [Exchange] = [.get(BTSEAnswers.appPath, answer: .json(markets))], socket: Exchange?,
        market: MarketChoice = .all, in currency: Currency = .usd, time: TimeSource = .live, deadline: Deadline = .none
    ) async throws -> (answer: Result<ListAnswer, ProviderFailure>, paths: [String]) {
        try await withLoopbackServer(exchanges + [socket].compactMap(\.self)) { server in
            let client = Provider.btse.make(
                ProviderSettings(
                    http: .curl(.ofTest()), base: server.url,
                    streamBase: server.webSocketURL, time: time,
                    sockets: HTTPConfiguration(
                        timeout: .seconds(10), deadline: deadline, userAgent: "crypto-test", time: time)))
            var query = ListQuery(.first(99), currency: CurrencyChoice(currency))
            query.market = market
            query.includesStreamPrices = true
            do throws(ProviderFailure) {
                return (.success(try await client.list(query)), server.requests.map(\.path))
            } catch {
                return (.failure(error), server.requests.map(\.path))
            }
        }
    }

    /// The 24 h ticker with these rows.
    static func tickers(_ rows: String...) -> Exchange {
        .get(
            BTSEAnswers.tickerPath, query: .none,
            answer: .json(BTSEAnswers.envelope("[\(rows.joined(separator: ","))]")))
    }

    func prices(_ answer: ListAnswer) -> [String?] { answer.quotes.map { $0.price?.description } }

    @Test("The list is loaded, the socket opened, one subscription sent, one message read, closed once")
    func order() async throws {
        let (answer, paths) = try await list(
            socket: .webSocket("/ws/futures") { peer in
                try peer.expectText(coinIndexSubscription)
                try peer.send(text: #"{"event":"subscribe","channel":["coinIndex"]}"#)
                try peer.send(
                    text: frame(
                        #""BTC_1":{"id":"BTC","type":1,"price":62000.50,"open":50000,"high":63000,"low":49000},"#
                            + #""BTC-PERP_1":{"type":1,"price":62010,"gains":-0.5},"XYZ_1":{"type":1,"price":1}"#))
                try peer.expectClose()
            })
        let list = try answer.get()
        #expect(paths == [BTSEAnswers.appPath, "/ws/futures"])
        #expect(list.priceFailure == nil && list.quotes.map(\.symbol) == ["BTC", "ETH", "BTC-PERP"])
        #expect(prices(list) == ["62000.5", nil, "62010"])
        #expect(list.quotes[0].open == Number("50000") && list.quotes[0].high == Number("63000"))
        #expect(list.quotes[0].low == Number("49000") && list.quotes[0].changePercent == Number("24.001"))
        #expect(list.quotes[2].open == nil && list.quotes[2].changePercent == Number("-0.5"))
    }

    @Test("Data counts only after the subscription was sent, and only when it has a price of some market")
    func dataBefore() async throws {
        let (answer, _) = try await list(
            socket: .webSocket { peer in
                try peer.expectText(coinIndexSubscription)
                try peer.send(texts: ["pong", frame(#""XYZ_1":{"type":1,"price":1}"#), frame(""), "no json"])
                try peer.send(text: frame(#""ETH_1":{"type":1,"price":3}"#))
                try peer.expectClose()
            })
        #expect(prices(try answer.get()) == [nil, "3", nil])
    }

    @Test(
        "Spot, futures, or both",
        arguments: [(.spot, "BTC ETH"), (.futures, "BTC-PERP"), (.all, "BTC ETH BTC-PERP")]
            as [(MarketChoice, String)])
    func markets(choice: MarketChoice, symbols: String) async throws {
        let (answer, _) = try await list(
            socket: .webSocket { peer in
                try peer.expectText(coinIndexSubscription)
                try peer.send(text: frame(#""BTC_1":{"type":1,"price":5},"BTC-PERP_1":{"type":1,"price":6}"#))
                try peer.expectClose()
            }, market: choice)
        #expect(try answer.get().quotes.map(\.symbol).joined(separator: " ") == symbols)
    }
}

// MARK: - The recorded list

extension BTSEIndexTests {
    @Test("The recorded 1.2 MB list of 2023 with an index of all its markets", .needsRecordings)
    func recorded() async throws {
        let answer = try Answer.recording("btse/r97looke-inquire-initial-market-20230815.json")
        let (result, _) = try await list(
            [.get(BTSEAnswers.appPath, answer: answer)],
            socket: .webSocket { peer in
                try peer.expectText(coinIndexSubscription)
                try peer.send(
                    text: frame(
                        #""CYBER_1":{"type":1,"price":7.5,"open":5},"BTC-PERP_1":{"type":1,"price":29400.1},"#
                            + #""BTSE_3":{"type":3,"price":2}"#))
                try peer.expectClose()
            })
        let list = try result.get()
        try #require(list.quotes.count == 99 && prices(list).prefix(4) == ["7.5", nil, "29400.1", nil])
        #expect(list.quotes[0].change == Number("2.5") && list.dropped.isEmpty)
    }
}
