import DecimalArithmetic
import Platform
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Markets

extension BTSEIndexTests {
    private static let app = Exchange.get(BTSEAnswers.appPath, answer: .json(markets))
    private static let refused = Exchange.get("/ws/futures", answer: .status(503))
    private static let closing = Exchange.webSocket { peer in
        try peer.expectText(coinIndexSubscription)
        try peer.send(.close(1001))
    }
    private static let refusing = Exchange.webSocket { peer in
        try peer.expectText(coinIndexSubscription)
        try peer.send(
            text:
                #"{"severity":"ERROR","errors":[{"error":{"code":1005,"message":"Topic provided does not exist."}}]}"#)
        try peer.expectClose()
    }

    @Test(
        "Where the index has no prices to give they are the 24 h ticker's, its percentages computed, not the rounded ratio",
        arguments: [refused, closing, refusing])
    func ticker(socket: Exchange) async throws {
        let row =
            #"{"symbol":"BTC-USD","lastPrice":"80100","openPrice":"80000","highPrice":"80200","lowPrice":"79000","#
            + #""volume":"5000000.5","priceChange":"100","priceChangePercent":"0.001","closeTime":1786602644}"#
        let (answer, paths) = try await list(
            [Self.app, Self.tickers(row, BTSEAnswers.perpetual, BTSEAnswers.ticker("XYZ-USD", "1"))], socket: socket)
        let list = try answer.get()
        #expect(paths == [BTSEAnswers.appPath, "/ws/futures", BTSEAnswers.tickerPath])
        #expect(list.priceFailure == nil && list.quotes.map(\.symbol) == ["BTC", "ETH", "BTC-PERP"])
        #expect(prices(list) == ["80100", nil, nil], "a price in USDT is none in dollars")
        #expect(
            list.quotes[0].facts == [
                "symbol": "BTC", "id": "BTC-USD", "market": "BTC-USD", "kind": "coin", "currency": "USD",
                "provider": "btse", "time": "2026-08-13T06:30:44Z", "price": "80100", "open": "80000",
                "high": "80200", "low": "79000", "change": "100", "change_percent": "0.125", "volume": "5000000.5",
            ])
        #expect(list.quotes[0].streamMarket == "BTC_1")
    }

    @Test("A future's price is the ticker's, in its currency, where the exchange's own are fine")
    func futures() async throws {
        let exchanges = [Self.app, Self.tickers(BTSEAnswers.perpetual)]
        let (answer, _) = try await list(
            exchanges, socket: Self.refused, market: .futures, allowsOtherCurrency: true)
        let list = try answer.get()
        #expect(list.quotes.map(\.market) == ["BTC-PERP-USDT"] && prices(list) == ["64000.5"])
        #expect(list.quotes[0].currency == .usdt && list.quotes[0].kind == .future)
        #expect(list.quotes[0].changePercent == Number("0.00078125") && list.quotes[0].symbol == "BTC-PERP")
    }

    @Test("Rows stay without prices when neither has them, and the reason is reported")
    func noPrices() async throws {
        let (answer, _) = try await list([Self.app, Self.noTickers], socket: Self.refused)
        let list = try answer.get()
        #expect(list.quotes.count == 3 && prices(list) == [nil, nil, nil])
        #expect(list.priceFailure?.reason == .status(502, words: nil))
    }

    @Test("The first message is waited for 5 seconds, or half of the time there is, which leaves some for the ticker")
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
            (.none, .seconds(5)), (Deadline(moment: .seconds(2)), .seconds(1)),
            (Deadline(moment: .seconds(9)), .milliseconds(4500)), (Deadline(moment: .seconds(30)), .seconds(5)),
        ]
        for (deadline, pause) in deadlines {
            // The clock stands still, so that the client would wait for the end of the connection for ever.
            let socket = Exchange.webSocket(times: .any) { peer in
                while let frame = try peer.receive() { if frame.opcode == 8 { try peer.drop() } }
            }
            let exchanges = [Self.app, Self.tickers(BTSEAnswers.ticker("ETH-USD", #""7""#))]
            let list = try await list(exchanges, socket: socket, time: time, deadline: deadline).answer.get()
            #expect(prices(list) == [nil, "7", nil] && list.priceFailure == nil)
            #expect(asked.withLock { $0.contains(pause) })
        }
    }

    @Test("No socket when the load failed, had not a single sound row, or no row at all")
    func failedLoad() async throws {
        let answers: [Answer] = [
            .status(500), .json(BTSEAnswers.envelope(#"[{"symbol":"BTC"}]"#)), .json(""),
            .json(BTSEAnswers.envelope("[]")),
        ]
        for answer in answers {
            let (result, paths) = try await list([.get(BTSEAnswers.appPath, answer: answer)], socket: nil)
            #expect(result.failure != nil && paths == [BTSEAnswers.appPath])
        }
    }

    @Test("No socket for a list that has no market of the kind, or in the currency, that is wanted")
    func nothingWanted() async throws {
        let spot = BTSEAnswers.envelope("[\(appMarket("BTC"))]")
        let exchanges = [Exchange.get(BTSEAnswers.appPath, answer: .json(spot))]
        #expect(try await list(exchanges, socket: nil, market: .futures).answer.get().quotes.isEmpty)
        let failure = try await list(exchanges, socket: nil, in: .eur).answer.failure
        #expect(failure?.reason == .cannotQuote(.eur))
    }

    @Test("Where the app's path is gone prices come with the markets, and no socket is opened")
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
        "A future in USDT beside spot markets in dollars: both are listed where the exchange's own currencies are fine")
    func ownCurrencies() async throws {
        let quotes = [("ETH", Currency.usd, AssetKind.coin), ("BTC-PERP", .usdt, .future), ("X", .eur, .coin)].map {
            var quote = Quote(time: Timestamp(seconds: 0), symbol: $0, currency: $1, provider: "x")
            quote.kind = $2
            return quote
        }
        let markets = ExchangeMarkets(.btse) { _ throws(ProviderFailure) in
            ListAnswer(quotes: quotes)
        }
        for (market, symbols) in [(MarketChoice.spot, ["ETH"]), (.futures, ["BTC-PERP"]), (.all, ["ETH", "BTC-PERP"])] {
            var query = ListQuery(.first(9), currency: CurrencyChoice(.usd, allowsOtherCurrency: true))
            query.market = market
            #expect(try await markets.list(query).quotes.map(\.symbol) == symbols)
        }
        var query = ListQuery(.first(9), currency: CurrencyChoice(.usd))
        query.market = .futures
        await #expect(throws: ProviderFailure("btse", .cannotQuote(.usd))) { try await markets.list(query) }
    }
}
