#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("What is known to be needed is requested at once", .timeLimit(.minutes(2)))
struct RoundTripTests {
    struct Line: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The number of requests, all in progress at the same time.
        let requests: Int

        init(_ text: String, _ requests: Int) {
            (testDescription, self.requests) = (text, requests)
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
        Line("watch XRP -p wazirx -c SEK --poll 1m --count 1", 2),
    ]

    /// The server answers when the last of the requests has arrived. Requests in sequence would wait for each other.
    @Test("a command waits for one round trip", arguments: lines)
    func atOnce(_ line: Line) async throws {
        let (arrived, late) = (Counter(), Counter())
        let exchanges = Self.answers.map { path, query, answer in
            Exchange.get(
                path, query: query, times: .any,
                answer: .making { _ in
                    arrived.add(1)
                    let limit = TimeSource.live.elapsed() + .seconds(10)
                    while arrived.value < line.requests, late.value == 0 {
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
                    for: "coingecko", "binance", "kraken", "wazirx", "frankfurter", "ecb", "erapi", "currencyapi"),
                time: .live)
            #expect(run.status == .success, "\(run.errors)")
            #expect(arrived.value == line.requests && late.value == 0, "\(server.requests)")
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

    private static let answers: [(path: String, query: RequestMatcher.Query, answer: Answer)] = [
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
        (CoinGeckoAnswers.path, .any, CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)),
        (
            RatePath.frankfurter, .any,
            latestRates(#""USD":1.25,"INR":100,"SEK":12.5"#, date: TimeSource.live.now().day)
        ),
    ]
}
