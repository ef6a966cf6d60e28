import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: other currencies", .quick, .endsHang, .virtualTime)
struct WatchCurrencyTests {
    private static func rates(_ sek: String) -> Exchange {
        .get(RatePath.frankfurter, answer: latestRates(#""USD":1.25,"SEK":\#(sek)"#, date: "2024-03-01"))
    }

    /// Sends a tick whenever it gets a ping's answer: the test says when.
    private static func prices(_ steps: StepGate, _ prices: [String]) -> WebSocketScript {
        { peer in
            peer.keepsAlive = true
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            for (index, price) in prices.enumerated() {
                try peer.wait { steps.isOpen(index) }
                try peer.send(text: StreamFrames.coinbase("BTC-USD", price))
            }
            try peer.expectClose(1000)
        }
    }

    @Test("that converted ticks have no change is said once, at a terminal, if a column would show it")
    func unknownChange() async throws {
        let size = Terminal.Size(columns: 80, rows: 24)
        let line = "crypto: the change in SEK is unknown: the price of a day ago would need the rate of that time"
        for (options, count) in [
            ("-c SEK", 1), ("-c SEK --fields symbol,price", 0), ("-c SEK --candles 1m --for 1s", 0), ("-c USD", 0),
        ] {
            for size in [size, nil] {
                let words = "watch BTC -p coinbase,frankfurter --count 1 \(options)".split(separator: " ")
                let script: WebSocketScript = { peer in
                    try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
                    try peer.send(text: StreamFrames.coinbase("BTC-USD", "5"))
                    // A close that is not answered is waited for.
                    try peer.expectClose(1000)
                }
                let answer = latestRates(#""USD":1.25,"SEK":10"#)
                let rates = Exchange.get(RatePath.frankfurter, times: .any, answer: answer)
                let run = try await withLoopbackServer([rates, .webSocket(times: .any, script: script)]) { server in
                    await runTool(
                        words.map(String.init),
                        server.variables(for: "coinbase", "frankfurter").merging(server.streams(of: "coinbase")) { $1 }
                            .merging(["TERM": "xterm"]) { $1 },
                        console: TestConsole(size: size))
                }
                #expect(run.errorLines.count { $0 == line } == (size == nil ? 0 : count), "\(options): \(run.errors)")
            }
        }
    }

    @Test("the rate is looked up again every 5 minutes; where that fails the old one is kept, and reported")
    func refresh() async throws {
        let steps = StepGate(open: 1)
        let exchanges = [
            Self.rates("10"), Self.rates("20"), .get(RatePath.frankfurter, answer: .status(403)),
            .get(RatePath.frankfurter, answer: .status(403)), Self.rates("30"),
            .webSocket(script: Self.prices(steps, ["1", "1", "1", "1"])),
        ]
        let run = try await withLiveWatch(
            "BTC -c SEK -p coinbase,frankfurter --retries 0 --count 4 --fields price --csv --no-header",
            exchanges
        ) { watch, server in
            try await watch.expectOutput("8\r\n")
            await watch.clock.pass(.seconds(300))
            try await expectEventually("the rate asked again") { server.requests.count == 3 }
            // A tick that comes while the rate is being looked up is converted by the old one, so some time is left.
            await watch.clock.expectPause(.seconds(300))
            steps.open(2)
            try await watch.expectOutput("8\r\n16\r\n")
            await watch.clock.pass(.seconds(300))
            try await watch.expectNotice("the rate of before is kept")
            steps.open(3)
            try await watch.expectOutput("8\r\n16\r\n16\r\n")
            await watch.clock.expectPause(.seconds(300))
            await watch.clock.pass(.seconds(300))
            await watch.clock.expectPause(.seconds(300))
            await watch.clock.pass(.seconds(300))
            await watch.clock.expectPause(.seconds(300))
            steps.open(4)
        }
        #expect(run.status == .success)
        #expect(run.outputLines == ["8", "16", "16", "24"])
        #expect(run.errorLines.filter { $0.contains("the rate of before is kept") }.count == 2)
    }
}
