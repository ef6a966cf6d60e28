import DecimalArithmetic
import Platform
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Markets

private let subscription = #"{"op":"subscribe","args":["coinIndex"]}"#

private func frame(_ rows: String) -> String { #"{"topic":"coinIndex","id":null,"data":{\#(rows)}}"# }

private func market(_ symbol: String, isFuture: Bool = false, in currency: String = "USD") -> String {
    #"{"symbol":"\#(symbol)","future":\#(isFuture),"marketName":"\#(symbol)-\#(currency)","quoteCurrency":"\#(currency)"}"#
}

@Suite("BTSE's list with the prices of its stream", .timeLimit(.minutes(2)))
struct BTSEIndexTests {
    private static let markets = BTSEAnswers.envelope(
        "[\(market("BTC")),\(market("ETH")),\(market("BTC-PERP", isFuture: true)),\(market("BTC", in: "EUR"))]")

    /// The whole list of a server that has these markets and speaks this script.
    private func list(
        _ exchanges: [Exchange] = [.get(BTSEAnswers.appPath, answer: .json(markets))], socket: Exchange?,
        market: MarketChoice = .all, in currency: Currency = .usd, time: TimeSource = .live, deadline: Deadline = .none
    ) async throws -> (answer: Result<ListAnswer, ProviderFailure>, paths: [String]) {
        try await withLoopbackServer(exchanges + [socket].compactMap(\.self)) { server in
            let client = MarketProvider.btse.make(
                ProviderSettings(
                    http: .curl(HTTPConfiguration(userAgent: "crypto-test")), base: server.url,
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

    private func prices(_ answer: ListAnswer) -> [String?] { answer.quotes.map { $0.price?.description } }

    @Test("W1, W6, W7: the list is loaded, the socket opened, one subscription sent, one message read, closed once")
    func order() async throws {
        let (answer, paths) = try await list(
            socket: .webSocket("/ws/futures") { peer in
                try peer.expectText(subscription)
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

    @Test("W6: data counts only after the subscription was sent, and only when it has a price of some market")
    func dataBefore() async throws {
        let (answer, _) = try await list(
            socket: .webSocket { peer in
                try peer.expectText(subscription)
                try peer.send(texts: ["pong", frame(#""XYZ_1":{"type":1,"price":1}"#), frame(""), "no json"])
                try peer.send(text: frame(#""ETH_1":{"type":1,"price":3}"#))
                try peer.expectClose()
            })
        #expect(prices(try answer.get()) == [nil, "3", nil])
    }

    @Test("the index is in dollars: a market in another currency has no price of it")
    func otherCurrency() async throws {
        let (answer, _) = try await list(
            socket: .webSocket { peer in
                try peer.expectText(subscription)
                try peer.send(text: frame(#""BTC_1":{"type":1,"price":62000}"#))
                try peer.expectClose()
            }, market: .spot, in: .eur)
        let list = try answer.get()
        #expect(list.quotes.map(\.market) == ["BTC-EUR"] && prices(list) == [nil])
    }

    @Test(
        "L2: spot, futures, or both",
        arguments: [(.spot, "BTC ETH"), (.futures, "BTC-PERP"), (.all, "BTC ETH BTC-PERP")]
            as [(MarketChoice, String)])
    func markets(choice: MarketChoice, symbols: String) async throws {
        let (answer, _) = try await list(
            socket: .webSocket { peer in
                try peer.expectText(subscription)
                try peer.send(text: frame(#""BTC_1":{"type":1,"price":5},"BTC-PERP_1":{"type":1,"price":6}"#))
                try peer.expectClose()
            }, market: choice)
        #expect(try answer.get().quotes.map(\.symbol).joined(separator: " ") == symbols)
    }
}

// MARK: - Failures

extension BTSEIndexTests {
    @Test("rows stand without prices when the socket is refused, and why is said")
    func refused() async throws {
        let (answer, _) = try await list(socket: .get("/ws/futures", answer: .status(503)))
        let list = try answer.get()
        #expect(list.quotes.count == 3 && prices(list) == [nil, nil, nil])
        #expect(list.priceFailure?.reason == .status(503, words: nil))
    }

    @Test("rows stand when the stream closes, or refuses the topic, before it has a price")
    func closed() async throws {
        let closing: WebSocketScript = { peer in
            try peer.expectText(subscription)
            try peer.send(.close(1001))
        }
        let refusing: WebSocketScript = { peer in
            try peer.expectText(subscription)
            try peer.send(
                text:
                    #"{"severity":"ERROR","errors":[{"error":{"code":1005,"message":"Topic provided does not exist."}}]}"#
            )
            try peer.expectClose()
        }
        let reasons: [ProviderFailure.Reason] = [
            .streamClosed(code: 1001, words: ""), .status(200, words: "Topic provided does not exist."),
        ]
        for (script, reason) in zip([closing, refusing], reasons) {
            let list = try await list(socket: .webSocket(script: script)).answer.get()
            #expect(list.quotes.count == 3)
            #expect(list.priceFailure?.reason == reason)
        }
    }

    @Test("rows stand when nothing comes: the first message is waited for 5 seconds, or what time there is")
    func silent() async throws {
        let asked = Mutex<[Duration]>([])
        // Pauses of 5 seconds and less are over at once, those of the stream's own rules never.
        let time = TimeSource(
            now: TimeSource.live.now, elapsed: { .zero },
            sleep: { pause in
                asked.withLock { $0.append(pause) }
                if pause > .seconds(5) { try await TimeSource.live.sleep(.seconds(3600)) }
            })
        let deadlines: [(Deadline, Duration)] = [
            (.none, .seconds(5)), (Deadline(moment: .seconds(2)), .seconds(2)),
            (Deadline(moment: .seconds(9)), .seconds(5)),
        ]
        for (deadline, pause) in deadlines {
            let socket = Exchange.webSocket(times: .any) { while try $0.receive() != nil {} }
            let list = try await list(socket: socket, time: time, deadline: deadline).answer.get()
            #expect(list.quotes.count == 3 && list.priceFailure?.reason == .streamSilent(pause))
            #expect(asked.withLock { $0.contains(pause) })
        }
    }

    @Test("W1: no socket when the load failed, or had not a single sound row")
    func failedLoad() async throws {
        for answer in [Answer.status(500), .json(BTSEAnswers.envelope(#"[{"symbol":"BTC"}]"#)), .json("")] {
            let (result, paths) = try await list([.get(BTSEAnswers.appPath, answer: answer)], socket: nil)
            #expect(result.failure != nil && paths == [BTSEAnswers.appPath])
        }
    }

    @Test("where the app's path is gone prices come with the markets, and no socket is opened")
    func fallback() async throws {
        let row = #"{"symbol":"ETH-USD","type":"Spot","tradeCurrency":"ETH","quoteCurrency":"USD"}"#
        let perpetual =
            #"{"symbol":"BTC-PERP-USDT","type":"FuturesPerpetual","tradeCurrency":"BTC-PERP","quoteCurrency":"USDT"}"#
        let exchanges: [Exchange] = [
            .get(BTSEAnswers.appPath, answer: .status(404)),
            .get(
                BTSEAnswers.marketsPath,
                answer: .json(BTSEAnswers.envelope(#"{"symbols":[\#(row),\#(perpetual)]}"#))),
            .get(
                BTSEAnswers.tickerPath,
                answer: .json(
                    BTSEAnswers.envelope("[\(BTSEAnswers.ticker("ETH-USD", "\"7\"")),\(BTSEAnswers.perpetual)]"))),
        ]
        let list = try await list(exchanges, socket: nil, market: .spot).answer.get()
        #expect(list.quotes.map(\.symbol) == ["ETH"] && prices(list) == ["7"] && list.priceFailure == nil)
    }

    @Test(
        "a future in USDT beside spot markets in dollars: both are listed where the exchange's own currencies are fine")
    func ownCurrencies() async throws {
        let quotes = [("ETH", Currency.usd, AssetKind.coin), ("BTC-PERP", .usdt, .future), ("X", .eur, .coin)].map {
            var quote = Quote(time: Timestamp(seconds: 0), symbol: $0, currency: $1, provider: "x")
            quote.kind = $2
            return quote
        }
        let markets = ExchangeMarkets(provider: "x", ownCurrencies: [.usd, .usdt]) { () throws(ProviderFailure) in
            ListAnswer(quotes: quotes)
        }
        for (market, symbols) in [(MarketChoice.spot, ["ETH"]), (.futures, ["BTC-PERP"]), (.all, ["ETH", "BTC-PERP"])] {
            var query = ListQuery(.first(9), currency: CurrencyChoice(.usd, ownIsFine: true))
            query.market = market
            #expect(try await markets.list(query).quotes.map(\.symbol) == symbols)
        }
        var query = ListQuery(.first(9), currency: CurrencyChoice(.usd))
        query.market = .futures
        await #expect(throws: ProviderFailure("x", .cannotQuote(.usd))) { try await markets.list(query) }
    }
}

// MARK: - The recorded list

extension BTSEIndexTests {
    @Test("L2, W6: the recorded 1.2 MB list of 2023 with an index of all its markets", .needsRecordings)
    func recorded() async throws {
        let answer = try Answer.recording("btse/r97looke-inquire-initial-market-20230815.json")
        let (result, _) = try await list(
            [.get(BTSEAnswers.appPath, answer: answer)],
            socket: .webSocket { peer in
                try peer.expectText(subscription)
                try peer.send(
                    text: frame(
                        #""CYBER_1":{"type":1,"price":7.5,"open":5},"BTC-PERP_1":{"type":1,"price":29400.1},"#
                            + #""BTSE_3":{"type":3,"price":2}"#))
                try peer.expectClose()
            })
        let list = try result.get()
        #expect(list.quotes.count == 99 && prices(list).prefix(4) == ["7.5", nil, "29400.1", nil])
        #expect(list.quotes[0].change == Number("2.5") && list.dropped.isEmpty)
    }
}
