import CryptoCLI
import TestSupport
import Testing

@Suite("watch: a provider without a stream", .quick, .endsHang)
struct WatchPollRateTests {
    private static let fields = "--csv --no-header --fields symbol,price,currency"

    private static func rows(_ price: String) -> Exchange {
        .get(
            CoinPaprikaAnswers.path,
            answer: CoinPaprikaAnswers.rows(CoinPaprikaAnswers.row("btc-bitcoin", "BTC", price: price)))
    }

    @Test("without --poll its prices come at the start and every minute; a failed minute is reported as a gap")
    func minutes() async throws {
        let exchanges = [
            Self.rows("1"), Self.rows("2"), .get(CoinPaprikaAnswers.path, answer: .status(503)), Self.rows("3"),
        ]
        let run = try await withLiveWatch(
            "BTC -p coinpaprika --count 3 \(Self.fields)", exchanges
        ) { watch, server in
            try await watch.expectOutput("BTC,1,USD\r\n")
            await watch.clock.pass(pause: .seconds(60))
            try await watch.expectOutput("BTC,1,USD\r\nBTC,2,USD\r\n")
            #expect(server.requests.count == 2)
            await watch.clock.pass(pause: .seconds(60))
            await watch.clock.pass(pause: .milliseconds(250))
        }
        #expect(run.status == .success)
        #expect(run.outputLines == ["BTC,1,USD", "BTC,2,USD", "BTC,3,USD"])
        #expect(
            run.errorLines.filter { $0.contains("connecting again") || $0.contains("gap") } == [
                "crypto: coinpaprika: refused with status 503; connecting again in 0.2 s",
                "crypto: coinpaprika: back after a gap of 0.2 s",
            ])
    }

    @Test("a failed request of one symbol is retried at first, then sent with the others, which still have prices")
    func oneOfTwo() async throws {
        let (path, down) = ("/products/ETH-USD/ticker", Answer.status(503))
        let answer = { (price: Int) in Answer.json(#"{"price":"\#(price)","time":"2024-03-01T12:00:00Z"}"#) }
        let run = try await withLiveWatch(
            "BTC ETH -p coinbase --poll 1m --count 5 \(Self.fields)",
            CoinbaseAnswers.quote(of: "BTC-USD", ticker: answer(7))
                + [
                    .get(path, answer: down), .get(path, answer: answer(1)), .get(path, times: .any, answer: down),
                    .get("/products/ETH-USD/stats", times: .any, answer: .json(#"{"open":"1"}"#)),
                ]
        ) { watch, _ in
            try await watch.expectOutput("BTC,7,USD\r\n")
            await watch.clock.pass(pause: .milliseconds(250))
            try await watch.expectOutput("BTC,7,USD\r\nBTC,7,USD\r\nETH,1,USD\r\n")
            for _ in 1...2 { await watch.clock.pass(pause: .seconds(60)) }
        }
        #expect(run.outputLines == ["BTC,7,USD", "BTC,7,USD", "ETH,1,USD", "BTC,7,USD", "BTC,7,USD"])
        #expect(run.status == .success)
        let line = "crypto: coinbase: refused with status 503; ETH is asked for again with the others"
        #expect(run.errorLines.filter { $0.contains("503") }.prefix(1) == [line], "\(run.errors)")
    }

    @Test("prices every minute, the rate they are converted by every five")
    func rates() async throws {
        let rates = ["10", "20"].map {
            Exchange.get(RatePath.frankfurter, answer: latestRates(#""USD":1,"RON":\#($0)"#, date: "2024-03-01"))
        }
        let run = try await withLiveWatch(
            "BTC -p coinpaprika,frankfurter -c RON --count 7 \(Self.fields)",
            (1...7).map { Self.rows("\($0)") } + rates
        ) { watch, server in
            for minute in 1...6 {
                try await expectEventually("row \(minute)") {
                    watch.console.output.split(separator: "\r\n").count == minute
                }
                // Those for the next prices, and for rates of streams.
                try await expectEventually("two pauses") { watch.clock.pauses.count == 2 }
                #expect(server.requests.count { $0.path == RatePath.frankfurter } == (minute <= 5 ? 1 : 2))
                await watch.clock.pass(pause: .seconds(60))
            }
        }
        #expect(run.status == .success)
        #expect(run.outputLines == [10, 20, 30, 40, 50, 120, 140].map { "BTC,\($0),RON" })
    }

    @Test("a rate that cannot be had again is kept, and reported; the prices continue")
    func keptRate() async throws {
        let rate = { (rate: String) in
            Exchange.get(RatePath.frankfurter, answer: latestRates(#""USD":1,"RON":\#(rate)"#, date: "2024-03-01"))
        }
        let run = try await withLiveWatch(
            "BTC -p coinpaprika,frankfurter -c RON --poll 5m --retries 0 --count 3 \(Self.fields)",
            [
                Self.rows("1"), Self.rows("2"), Self.rows("3"), rate("10"),
                .get(RatePath.frankfurter, answer: .status(503)), rate("20"),
            ]
        ) { watch, _ in
            for output in ["BTC,10,RON\r\n", "BTC,10,RON\r\nBTC,20,RON\r\n"] {
                try await watch.expectOutput(output)
                // That for the next price, and that for rates of streams.
                try await expectEventually("two pauses") { watch.clock.pauses.count == 2 }
                await watch.clock.pass(pause: .seconds(300))
            }
        }
        #expect(run.status == .success)
        #expect(run.outputLines == ["BTC,10,RON", "BTC,20,RON", "BTC,60,RON"])
        #expect(
            run.errorLines.filter { $0.contains("frankfurter") } == [
                "crypto: frankfurter: refused with status 503; the rate of before is kept"
            ])
    }
}
