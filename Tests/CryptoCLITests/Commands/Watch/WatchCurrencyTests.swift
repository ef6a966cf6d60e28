import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: other currencies", .quick, .endsHang)
struct WatchCurrencyTests {
    private static func rates(_ sek: String, date: String = "2024-03-01") -> Exchange {
        .get(RatePath.frankfurter, answer: latestRates(#""USD":1.25,"SEK":\#(sek)"#, date: date))
    }

    /// Sends a tick whenever it gets a ping's answer: the test says when.
    private static func prices(_ steps: StepGate, _ prices: [String]) -> WebSocketScript {
        { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            for (index, price) in prices.enumerated() {
                while !steps.isOpen(index) { try peer.wait(.milliseconds(1)) }
                try peer.send(text: StreamFrames.coinbase("BTC-USD", price))
            }
            try peer.expectClose(1000)
        }
    }

    /// A connection that is opened while the rates are requested, and on which nothing is sent.
    private static let unused = Exchange.webSocket(times: .any) { peer in try peer.waitUntilClientLeaves() }

    @Test("each tick is converted exactly by a rate looked up once, and via says how")
    func rows() async throws {
        let steps = StepGate(open: 2)
        let exchanges = [
            Self.rates("11.25"), .webSocket(script: Self.prices(steps, ["\"100.10\"", "\"67024.123456789\""])),
        ]
        let run = try await withLiveWatch(
            "BTC -c SEK -p coinbase,frankfurter --count 2 --fields price,currency,open,change,change_percent,via,market --csv --no-header",
            exchanges
        ) { _, _ in }
        #expect(run.status == .success)
        #expect(
            run.outputLines == [
                "900.9,SEK,,,,USD→SEK frankfurter,BTC-USD", "603217.111111101,SEK,,,,USD→SEK frankfurter,BTC-USD",
            ])
        #expect(run.errors.isEmpty, "\(run.errors)")
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
                        time: .live, console: TestConsole(size: size))
                }
                #expect(run.errorLines.count { $0 == line } == (size == nil ? 0 : count), "\(options): \(run.errors)")
            }
        }
    }

    @Test("Made-up rates never change, so that they convert the open too: the change is that of price")
    func constantRates() async {
        let fields = "--fields open,change,change_percent --csv --no-header"
        let ticks = await runTool("watch BTC ETH -c SEK -p sample --count 2 \(fields)")
        let quotes = await runTool("price BTC ETH -c SEK -p sample \(fields)")
        #expect(ticks.outputLines.count == 2 && ticks.errors.isEmpty, "\(ticks.errors)")
        #expect(ticks.outputLines.allSatisfy { !$0.contains(",,") })
        // A quote of the sample has 8 decimals.
        #expect(ticks.outputLines.map { $0.prefix(9) } == quotes.outputLines.map { $0.prefix(9) })
        #expect(await runTool("watch BTC -c SEK -p mock --count 1 \(fields)").output.prefix(1) != ",")
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
            try await watch.clock.pass(minutes: 5)
            try await expectEventually("the rate asked again") { server.requests.count == 3 }
            // A tick that comes while the rate is being looked up is converted by the old one, so some time is left.
            try await watch.clock.expectPause(minutes: 5)
            steps.open(2)
            try await watch.expectOutput("8\r\n16\r\n")
            try await watch.clock.pass(minutes: 5)
            try await watch.expectNotice("the rate of before is kept")
            steps.open(3)
            try await watch.expectOutput("8\r\n16\r\n16\r\n")
            try await watch.clock.expectPause(minutes: 5)
            try await watch.clock.pass(minutes: 5)
            try await watch.clock.expectPause(minutes: 5)
            try await watch.clock.pass(minutes: 5)
            try await watch.clock.expectPause(minutes: 5)
            steps.open(4)
        }
        #expect(run.status == .success)
        #expect(run.outputLines == ["8", "16", "16", "24"])
        #expect(run.errorLines.filter { $0.contains("the rate of before is kept") }.count == 2)
    }

    @Test("a rate older than 7 days makes rows stale, and is reported; under --strict it is 75")
    func stale() async throws {
        let script = Self.prices(StepGate(open: 1), ["100"])
        let arguments = "BTC -c SEK -p coinbase,frankfurter --count 1 --fields price,stale --csv --no-header"
        let run = try await withLiveWatch(
            arguments, [Self.rates("10", date: "2024-02-20"), .webSocket(script: script)]
        ) { _, _ in }
        #expect(run.outputLines == ["800,true"])
        let line = "crypto: frankfurter: the rate from USD to SEK dates from 2024-02-20T00:00:00Z, older than 7 days"
        #expect(run.errorLines.filter { $0.contains("7 days") } == [line])
        let strict = try await withLiveWatch(
            arguments + " --strict", [Self.rates("10", date: "2024-02-20"), Self.unused]
        ) { _, _ in }
        #expect(strict.status == .tryLater)
        #expect(strict.output.isEmpty)
        #expect(strict.errorLines == [line + "; try later or another --provider"])
    }

    @Test("no path to the currency asked for is 66, and nothing is sent on the socket")
    func noPath() async throws {
        let run = try await withLiveWatch(
            "BTC -c XAU -p coinbase,frankfurter --retries 0", [Self.rates("10"), Self.unused]
        ) { _, _ in }
        #expect(run.status == .unknownName)
        #expect(run.output.isEmpty)
    }

    @Test(
        "no rate because no provider answers is the code of that, and no row comes in a wrong currency",
        arguments: ["BTC -c SEK -p coinbase", "BTC -p binance"])
    func noRate(line: String) async throws {
        let euro = BinanceAnswers.row("EURUSDT", last: "1.25", open: "1.25")
        let run = try await withLiveWatch(
            "\(line),frankfurter --retries 0",
            [
                .get(RatePath.frankfurter, times: .any, answer: .status(503)),
                .get(BinanceAnswers.path, query: .any, times: .any, answer: .json(euro)), Self.unused,
            ]
        ) { _, _ in }
        #expect(run.status == .unavailable, "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test("a provider that was named answers in its own currency where none was chosen; --strict makes that 66")
    func own() async throws {
        let script: WebSocketScript = { peer in
            try peer.expectText(#"{"method":"SUBSCRIBE","params":["btcusdt@ticker"],"id":1}"#)
            try peer.send(
                text: #"{"stream":"btcusdt@ticker","data":{"e":"24hrTicker","s":"BTCUSDT","c":"5.00","o":"4"}}"#)
            try peer.expectClose(1000)
        }
        let rates = Exchange.get(RatePath.frankfurter, times: .any, answer: latestRates(#""USD":1.25"#))
        let others = RatePath.chain.dropFirst().map { Exchange.get($0, times: .any, answer: .status(404)) }
        let pairs = Exchange.get("/api/v3/ticker/24hr", times: .any, answer: .json("[]"))
        let arguments = "BTC -p binance --retries 0 --count 1 --fields price,currency,via --csv --no-header"
        let run = try await withLiveWatch(arguments, [rates, pairs, .webSocket(script: script)] + others) { _, _ in }
        #expect(run.outputLines == ["5,USDT,"])
        let notice = "crypto: binance: prices are in USDT, because no rate leads from USDT to USD"
        #expect(run.errorLines.filter { $0 == notice }.count == 1, "\(run.errors)")
        #expect(run.status == .success, "\(run.errors)")
        let strict = try await withLiveWatch(arguments + " --strict", [rates, pairs, Self.unused] + others) { _, _ in }
        #expect(strict.status == .unknownName, "\(strict.errors)")
        #expect(strict.output.isEmpty)
    }
}
