import Markets
import Platform
import TestSupport
import Testing

@testable import Markets

/// Bitstamp's documented shapes, and the values of answers that its clients recorded.
@Suite("Bitstamp", .quick)
struct BitstampTests {
    private static func row(_ pair: String, _ last: String = "84921") -> String {
        #"{"timestamp":"1763854710","open":"85054","high":"85530","low":"83432","last":"\#(last)","bid":"84920","#
            + #""ask":"84921","open_24":"84878","percent_change_24":"0.05","market_type":"SPOT","pair":"\#(pair)"}"#
    }

    @Test("All markets are one request; a change is of 24 hours, not of the day, and futures are left out")
    func markets() async throws {
        let rows = ["BTC/USD", "ETH/BTC", "BTC/USD-PERP", "EUR/USD"].map { Self.row($0) }
        let answer = Answer.json("[\(rows.joined(separator: ","))]")
        try await withLoopbackServer([.get("/api/v2/ticker/", query: .none, times: 2, answer: answer)]) { server in
            let client = MarketProvider.listed("bitstamp").client(server)
            let quotes = try await client.quotes(["btc", "eth/btc", "id:EUR/USD", "nope"])
            #expect(quotes.map { $0.success?.market } == ["BTC/USD", "ETH/BTC", "EUR/USD", nil])
            #expect(quotes[3].failure?.reason == unknown("nope"))
            let bitcoin = try quotes[0].get()
            #expect(bitcoin.time.description == "2025-11-22T23:38:30Z" && bitcoin.open?.description == "84878")
            #expect(bitcoin.change?.description == "43" && bitcoin.changePercent?.description == "0.05066095")
            let list = try await client.top(limit: 9)
            #expect(list.quotes.map(\.market) == ["BTC/USD", "EUR/USD"] && list.dropped.isEmpty)
            #expect(list.quotes.map(\.kind) == [.coin, .fiat])
        }
    }

    private static let okxAnswer = #"{"code":"0","msg":"","data":[{"instId":"MARKET","last":"2","ts":"1"}]}"#
    private static let krakenAnswer = #"{"error":[],"result":{"MARKET":{"c":["2","1"],"o":"1"}}}"#

    @Test(
        "A coin has its common ticker, whatever an exchange calls it",
        arguments: [
            ("binance", "BTT", "BTTCUSDT", "/api/v3/ticker/24hr", #"{"symbol":"MARKET","lastPrice":"2"}"#),
            ("binance", "BEAM", "BEAMXUSDT", "/api/v3/ticker/24hr", #"{"symbol":"MARKET","lastPrice":"2"}"#),
            ("coinbase", "USDP", "PAX-USD", "/products/MARKET/ticker", #"{"price":"2"}"#),
            ("coinbase", "CORE", "CORECHAIN-USD", "/products/MARKET/ticker", #"{"price":"2"}"#),
            ("okx", "RSIC", "RUNECOIN-USDT", "/api/v5/market/ticker", okxAnswer),
            ("kraken", "NFT", "APENFTUSD", "/0/public/Ticker", krakenAnswer),
        ])
    func own(provider: String, ticker: String, market: String, path: String, body: String) async throws {
        let body = body.replacing("MARKET", with: market)
        let exchanges = [
            Exchange.get(path.replacing("MARKET", with: market), answer: .json(body)),
            .get("/products/\(market)/stats", times: .any, answer: .json(#"{"open":"1","high":"2","low":"1"}"#)),
        ]
        try await withLoopbackServer(exchanges) { server in
            let client = MarketProvider.listed(provider).client(server)
            let quote = try await client.quotes(["\(ticker)"], allowsOtherCurrency: true)[0].get()
            #expect(quote.symbol == ticker && quote.price?.description == "2")
        }
    }

    @Test("TerraClassicUSD is UST at Bitstamp, and Celo is CGLD at Coinbase")
    func otherTickers() async throws {
        let answer = Answer.json("[\(Self.row("UST/USD"))]")
        try await withLoopbackServer([.get("/api/v2/ticker/", query: .none, answer: answer)]) { server in
            let quote = try await MarketProvider.listed("bitstamp").client(server).quotes(["USTC"])[0].get()
            #expect(quote.symbol == "USTC" && quote.market == "UST/USD")
        }
        let market = try BitstampStream.market(of: Symbol("USTC"), in: .usd).get()
        #expect(market.name == "live_trades_ustusd" && market.symbol == "USTC" && market.quote.market == "UST/USD")
        let celo = try CoinbaseStream.market(of: Symbol("CELO"), in: .usd).get()
        #expect(celo.name == "CGLD-USD" && celo.symbol == "CELO")
        let price = #"{"price":"0.5","bid":"0.4","ask":"0.6","time":"2026-01-01T00:00:00Z"}"#
        let exchanges = [
            Exchange.get("/products/CGLD-USD/ticker", answer: .json(price)),
            Exchange.get("/products/CGLD-USD/stats", answer: .json(#"{"open":"0.5","high":"1","low":"0.1"}"#)),
        ]
        try await withLoopbackServer(exchanges) { server in
            let quote = try await MarketProvider.listed("coinbase").client(server).quotes(["CELO"])[0].get()
            #expect(quote.symbol == "CELO" && quote.id == "CGLD-USD")
        }
    }

    @Test(
        "A refusal is said, and a market that does not exist is unknown",
        arguments: [
            (404, "Not found", unknown("BTC")),
            (
                400, #"{"status":"error","reason":"Slow down.","response_code":"400.002"}"#,
                .rateLimited(words: "Slow down.")
            ),
            (
                400, #"{"status":"error","reason":"Bad step.","response_code":"400.007"}"#,
                .status(400, words: "Bad step.")
            ),
        ] as [(Int, String, ProviderFailure.Reason)])
    func refusals(status: Int, body: String, reason: ProviderFailure.Reason) async throws {
        let question = PastQuestion(provider: "bitstamp", symbol: "BTC", from: "2024-02-01", to: "2024-02-09")
        let refused = Exchange.get("/api/v2/ohlc/btcusd/", answer: .status(status, body: body))
        #expect(try await question.ask([refused]).failure?.reason == reason)
    }

    @Test(
        "An error refuses a market or ends the stream, and so does the request for a new connection",
        arguments: [
            (
                #""bts:error","channel":"","data":{"code":null,"message":"Bad subscription string."}"#,
                .ending(.status(200, words: "Bad subscription string."))
            ),
            (
                #""bts:error","channel":"","data":{"code":null,"message":"Invalid channel provided."}"#,
                .refused(market: nil, .unknownSymbol(nil))
            ),
            (#""bts:error","channel":"","data":null"#, .ending(.status(200, words: nil))),
            (
                #""bts:request_reconnect","channel":"","data":null"#,
                .ending(.streamClosed(code: nil, words: "the server asks for a new connection"))
            ),
            (#""bts:subscription_succeeded","channel":"live_trades_btcusd","data":{}"#, nil),
            (#""bts:heartbeat","channel":"","data":{"status":"success"}"#, nil),
        ] as [(String, StreamNews?)])
    func news(members: String, news: StreamNews?) {
        var stream = Reading(BitstampStream(), ["live_trades_btcusd"], "bitstamp")
        #expect(stream.outcome(#"{"event":\#(members)}"#) == StreamOutcome(news: news))
    }

    @Test(
        "A trade has its time in microseconds; one outside the years 1 to 9999 drops the message",
        arguments: [
            ("1709294370123456", "2024-03-01T11:59:30.123456Z"), ("1709294370000000", "2024-03-01T11:59:30Z"),
            ("253402300799999999", "9999-12-31T23:59:59.999999Z"), ("253402300800000000", nil), ("-1", nil),
            ("9223372036854775808", nil), ("yesterday", nil),
        ])
    func times(sent: String, read: String?) {
        var stream = Reading(BitstampStream(), ["live_trades_btcusd"], "bitstamp")
        let data = #"{"price_str":"1","microtimestamp":"\#(sent)"}"#
        let outcome = stream.outcome(#"{"event":"trade","channel":"live_trades_btcusd","data":\#(data)}"#)
        #expect(outcome.ticks.map { $0["time"] } == (read.map { [$0] } ?? []) && outcome.isDropped == (read == nil))
    }
}
