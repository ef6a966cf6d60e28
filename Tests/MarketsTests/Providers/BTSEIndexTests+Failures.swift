@testable import MarketProviders
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
        "If the stream has no prices to give, they are those of the 24 h ticker",
        arguments: [refused, closing, refusing])
    func ticker(socket: Exchange) async throws {
        let (answer, paths) = try await list(
            [Self.app, Self.tickers(BTSEAnswers.ticker("BTC-USD", #""80100""#), BTSEAnswers.perpetual)], socket: socket)
        let list = try answer.get()
        #expect(paths == [BTSEAnswers.appPath, "/ws/futures", BTSEAnswers.tickerPath])
        #expect(list.priceFailure == nil && list.quotes.map(\.symbol) == ["BTC", "ETH", "BTC-PERP"])
        #expect(prices(list) == ["80100", nil, nil], "a price in USDT is none in dollars")
        #expect(list.quotes[0].streamMarket == "BTC_1")
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

    @Test("No socket is opened for a list that has no market in the currency that is wanted")
    func nothingWanted() async throws {
        let app = Exchange.get(BTSEAnswers.appPath, answer: .json(BTSEAnswers.envelope("[\(appMarket("BTC"))]")))
        #expect(try await list([app], socket: nil, in: .eur).answer.failure?.reason == .cannotQuote(.eur))
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
