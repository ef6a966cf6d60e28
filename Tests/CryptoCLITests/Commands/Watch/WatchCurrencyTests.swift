import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: other currencies", .timeLimit(.minutes(2)))
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
    func unknownChange() async {
        let size = Terminal.Size(columns: 80, rows: 24)
        let line = "crypto: the change in EUR is unknown: the price of a day ago would need the rate of that time"
        for (options, count) in [("", 1), ("--fields symbol,price", 0), ("--candles 1m", 0), ("-c USD", 0)] {
            let words = "watch BTC ETH -c EUR -p sample \(options)".split(separator: " ").map(String.init)
            let run = await runTool(words, ["TERM": "xterm"], console: TestConsole(size: size))
            #expect(run.errorLines.count { $0 == line } == count, "\(options): \(run.errors)")
        }
        let piped = await runTool("watch BTC -c EUR -p sample")
        #expect(!piped.errors.contains("unknown"), "\(piped.errors)")
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

    @Test("no rate because no provider answers is the code of that, and no row comes in a wrong currency")
    func noRate() async throws {
        let run = try await withLiveWatch(
            "BTC -c SEK -p coinbase,frankfurter --retries 0",
            [.get(RatePath.frankfurter, answer: .status(503)), Self.unused]
        ) { _, _ in }
        #expect(run.status == .unavailable)
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
        #expect(run.status == .success, "\(run.errors)")
        let strict = try await withLiveWatch(arguments + " --strict", [rates, pairs, Self.unused] + others) { _, _ in }
        #expect(strict.status == .unknownName, "\(strict.errors)")
        #expect(strict.output.isEmpty)
    }
}
