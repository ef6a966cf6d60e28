#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("What is known to be needed is requested at once", .quick, .endsHang)
struct RoundTripTests {
    struct Line: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The numbers of requests in progress at the same time, one number for each round trip.
        let trips: [Int]

        init(_ text: String, _ trips: Int...) {
            (testDescription, self.trips) = (text, trips)
        }

        /// How many requests have arrived when the round trip of this one has all of its requests.
        func count(atTripOf request: Int) -> Int {
            var count = 0
            for trip in trips where count < request { count += trip }
            return count
        }
    }

    static let lines = [
        Line("price BTC -p binance", 3), Line("price BTC -p binance -c SEK", 3), Line("price BTC/SEK -p binance", 3),
        Line("price BTC -p kraken -c SEK", 2), Line("price BTC -p kraken,binance -c SEK", 2),
        Line("price BTC -p coingecko -c SEK", 1), Line("price XRP -p wazirx -c SEK", 2), Line("list -p binance", 2),
        Line("list -p binance -c SEK", 2), Line("list -p wazirx -c SEK", 2), Line("list -p coingecko -c SEK", 1),
        Line("convert 1 BTC SEK -p binance", 3), Line("convert 1 BTC USD -p binance", 3),
        Line("convert 1 BTC SEK -p kraken", 2), Line("convert 1 BTC SEK EUR -p coingecko", 2),
        Line("convert 1 USD SEK BTC -p coingecko", 2), Line("convert 1 USD SEK EUR", 1),
        Line("convert 1 BTC SEK -p coingecko", 1), Line("convert 1 XRP SEK -p wazirx", 2),
        Line("watch BTC -p binance -c SEK --poll 1m --count 1", 3),
        Line("watch XRP -p wazirx -c SEK --poll 1m --count 1", 2), Line("price stock:AAPL -p yahoo -c SEK", 2),
        Line("price stock:AAPL -p cnbc -c SEK", 2), Line("price stock:AAPL -p nasdaq -c SEK", 2),
        Line("price stock:AAPL -p yahoo", 1), Line("convert 1 BTC SEK -p kraken --at \(yesterday.day)", 2),
        Line("convert 1 BTC SEK -p binance --at \(yesterday.day)", 3),
        Line("convert 1 USD BTC ETH -p coinbase --at \(yesterday.day)", 2),
        // What it quotes in is only known from its answer.
        Line("price BTC -p coingecko -c ISK", 1, 1, 1), Line("list -p coingecko -c ISK", 1, 1, 1),
        Line("convert 1 BTC ISK -p coingecko", 1, 2),
    ]

    static let pasts = [
        Line("price BTC --history 5d -c SEK", 2), Line("price BTC --history 5d -p coinbase -c SEK", 2),
        Line("price BTC --history 5d -p kraken -c SEK", 2), Line("price BTC/SEK --history 5d -p kraken", 2),
        Line("price BTC --history 5d -p okx -c SEK", 3), Line("price BTC --history 5d -p binance -c SEK", 3),
        Line("price BTC ETH --history 5d -p coinbase -c SEK", 3), Line("price BTC --history 5d -p binance", 3),
        Line("price BTC --history 5d -p kraken", 1),
        // The id and the name of a coin are looked up first.
        Line("price BTC --history 5d -p coingecko -c SEK", 1, 1),
        Line("price BTC --at \(yesterday.day) -p kraken -c SEK", 2),
        Line("price BTC --from \(yesterday.day) --to \(yesterday.day) -p okx -c SEK", 3),
        Line("price BTC --history 5d --candles 1d -p binance -c SEK", 3),
        Line("price BTC --history 5d --chart -p coinbase -c SEK", 2),
        Line("price stock:AAPL --history 5d -p yahoo -c SEK", 2),
        Line("price stock:AAPL --history 5d -p cnbc -c SEK", 2),
        Line("price stock:AAPL --history 5d -p nasdaq -c SEK", 2),
        // A coin may be younger than a longer period, and rates are asked for since its first day.
        Line("price BTC --history 400d -p kraken -c SEK", 1, 1),
    ]

    private static let yesterday = Timestamp(seconds: TimeSource.live.now().seconds / 86_400 * 86_400 - 86_400)

    /// The server answers when the last of the requests of a round trip has arrived. Requests in sequence would wait
    /// for each other.
    @Test("a command waits for one round trip, or for as many as the protocol needs", arguments: lines + pasts)
    func atOnce(_ line: Line) async throws {
        let (arrived, late) = (Counter(), Counter())
        let exchanges = Self.answers.map { path, query, answer in
            Exchange.get(
                path, query: query, times: .any,
                answer: .making { _ in
                    arrived.add(1)
                    let count = line.count(atTripOf: arrived.value)
                    let limit = TimeSource.live.elapsed() + .seconds(10)
                    while arrived.value < count, late.value == 0 {
                        if TimeSource.live.elapsed() > limit { late.add(1) }
                        usleep(1000)
                    }
                    return answer
                })
        }
        try await withLoopbackServer(exchanges) { server in
            let run = await runTool(
                line.testDescription,
                server.variables(
                    for: "coingecko", "binance", "kraken", "wazirx", "coinbase", "okx", "yahoo", "cnbc", "nasdaq",
                    "ecb", "erapi", "currencyapi"
                ).merging(["CRYPTO_FRANKFURTER_URL": server.url]) { $1 }, time: .live)
            #expect(run.status == .success, "\(run.errors)")
            #expect(arrived.value == line.trips.reduce(0, +) && late.value == 0, "\(server.requests)")
        }
    }

    /// The server answers the request for rates when the stream's connection is open.
    @Test("the rates for the first row of watch are requested while the connection is opened")
    func firstTick() async throws {
        let (opened, late) = (Counter(), Counter())
        let rates = Answer.making { _ in
            let limit = TimeSource.live.elapsed() + .seconds(10)
            while opened.value == 0, late.value == 0 {
                if TimeSource.live.elapsed() > limit { late.add(1) }
                usleep(1000)
            }
            return latestRates(#""USD":1.25,"SEK":12.5"#, date: TimeSource.live.now().day)
        }
        let script: WebSocketScript = { peer in
            opened.add(1)
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "100"))
            try peer.expectClose(1000)
        }
        let exchanges = [Exchange.get(RatePath.frankfurter, answer: rates), .webSocket(script: script)]
        try await withLoopbackServer(exchanges) { server in
            let run = await runTool(
                "watch BTC -p coinbase,frankfurter -c SEK --count 1 --fields price,via --csv --no-header",
                server.variables(for: "frankfurter").merging(server.streams(of: "coinbase")) { $1 }, time: .live)
            #expect(run.status == .success && run.outputLines == ["1000,USD→SEK frankfurter"], "\(run.errors)")
            #expect(late.value == 0)
        }
    }

    private typealias Reply = (path: String, query: RequestMatcher.Query, answer: Answer)

    private static let answers: [Reply] = prices + stocks + candles

    private static let prices: [Reply] = [
        (BinanceAnswers.path, "symbol=BTCUSDT", .json(BinanceAnswers.row("BTCUSDT"))),
        (BinanceAnswers.path, "symbol=EURUSDT", .json(BinanceAnswers.row("EURUSDT", last: "1.25"))),
        (
            BinanceAnswers.path, .none,
            BinanceAnswers.rows(BinanceAnswers.row("BTCUSDT"), BinanceAnswers.row("EURUSDT", last: "1.25"))
        ),
        (
            WazirXAnswers.path, .any,
            WazirXAnswers.rows(
                WazirXAnswers.row("btc", "inr"), WazirXAnswers.row("usdt", "inr", last: "80"),
                WazirXAnswers.row("xrp", "usdt", last: "0.5"))
        ),
        (KrakenAnswers.path, .any, .json(#"{"error":[],"result":{"XXBTZUSD":{"c":["60003","1"]}}}"#)),
        (
            CoinGeckoAnswers.path, ["vs_currency": "isk"],
            .json(#"{"error":"invalid vs_currency"}"#, status: 422)
        ),
        (CoinGeckoAnswers.path, .any, CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)),
        (
            "/v2/rates", .any,
            .json(
                "["
                    + ["USD": "1.25", "INR": "100", "SEK": "12.5", "ISK": "150"].map { code, rate in
                        #"{"date":"\#(yesterday.day)","base":"EUR","quote":"\#(code)","rate":\#(rate)}"#
                    }.joined(separator: ",") + "]")
        ),
    ]

    private static let stocks: [Reply] = [
        (
            "/v8/finance/chart/AAPL", .any,
            .json(
                #"{"chart":{"result":[{"meta":{"currency":"USD","symbol":"AAPL","gmtoffset":0,"regularMarketPrice":2,"#
                    + #""regularMarketTime":\#(yesterday.seconds)},"timestamp":[\#(yesterday.seconds)],"indicators":"#
                    + #"{"quote":[{"open":[1],"high":[2],"low":[1],"close":[2],"volume":[7]}]}}],"error":null}}"#)
        ),
        (
            CNBCAnswers.path, .any,
            .json(
                #"{"FormattedQuoteResult":{"FormattedQuote":[{"symbol":"AAPL","code":0,"name":"A Corp.","last":"2","#
                    + #""currencyCode":"USD"}]}}"#)
        ),
        (
            "/harmony/app/bars/AAPL/1D/\(compact(4))000000/\(compact(-1))235959/adjusted/EST5EDT.json", .any,
            .json(#"{"barData":{"priceBars":[{"tradeTime":"\#(compact(0))040000",\#(bar)}]}}"#)
        ),
        (
            "/api/quote/AAPL/info", .any,
            .json(
                #"{"data":{"symbol":"AAPL","companyName":"A Corp.","primaryData":{"lastSalePrice":"$2"},"#
                    + #""secondaryData":null},"status":{"rCode":200}}"#)
        ),
        (
            "/api/quote/AAPL/historical", .any,
            .json(
                #"{"data":{"tradesTable":{"rows":[{"date":"\#(american)",\#(bar)}]}},"status":{"rCode":200}}"#)
        ),
    ]

    private static let bar = #""open":"1","high":"2","low":"1","close":"2","volume":"7""#

    /// A day before yesterday, such as `20240229`.
    private static func compact(_ daysBefore: Int64) -> String {
        yesterday.advanced(bySeconds: -86_400 * daysBefore).day.filter(\.isNumber)
    }

    /// Yesterday, such as `02/29/2024`.
    private static var american: String {
        let parts = yesterday.day.split(separator: "-")
        return "\(parts[1])/\(parts[2])/\(parts[0])"
    }

    private static let candles: [Reply] = [
        ("/products/BTC-USD/candles", .any, .json("[[\(yesterday.seconds),1,2,1,2,5]]")),
        ("/products/ETH-USD/candles", .any, .json("[[\(yesterday.seconds),1,2,1,2,5]]")),
        (
            "/0/public/OHLC", .any,
            .json(
                #"{"error":[],"result":{"XXBTZUSD":[[\#(yesterday.seconds),"1","2","1","2","2","5",1]],"last":1}}"#)
        ),
        ("/api/v5/market/candles", .any, .json(#"{"code":"0","data":[\#(row)]}"#)),
        ("/api/v3/klines", .any, .json("[\(row)]")),
        ("/api/v3/coins/bitcoin/ohlc", .any, .json("[[\(yesterday.seconds + 14_400)000,1,2,1,2]]")),
    ]

    /// A candle as binance and okx send it.
    private static let row =
        #"["\#(yesterday.seconds)000","1","2","1","2","5","\#(yesterday.seconds + 86_399)999","10","1"]"#
}
