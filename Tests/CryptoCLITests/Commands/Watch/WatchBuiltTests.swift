import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("the built tool: watch's output and commands", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct WatchBuiltTests {
    private static func tick(_ price: String, _ product: String = "BTC-USD") -> String {
        StreamFrames.coinbase(product, price)
    }

    /// Ticks until the client leaves.
    private static let endless: WebSocketScript = { peer in
        while true { try peer.send(texts: Array(repeating: tick("5"), count: 100)) }
    }

    @Test("| head -1: PIPE ends the process without a word, also where it was ignored")
    func head() async throws {
        for shell in [#"exec "$@""#, #"trap "" PIPE; exec "$@""#] {
            let outcome = try await runBuiltWatch(
                ["BTC", "--fields", "price"], shell: shell, output: .pipeClosedAfter(10),
                scripts: { _ in [Self.endless] })
            #expect(outcome.status == .signalled(SIGPIPE))
            #expect(outcome.errors.isEmpty)
        }
    }

    @Test("a stdout that takes nothing is 74: full, or closed")
    func noOutput() async throws {
        for output in [ToolProcess.Output.file("/dev/full"), .closed] {
            let outcome = try await runBuiltWatch(["BTC"], output: output, scripts: { _ in [Self.endless] })
            #expect(outcome.status == .exited(74))
            #expect(outcome.errorText.split(separator: "\n").count == 1, "\(outcome.errorText)")
        }
    }

    @Test("--exec runs once each time --when becomes true, with the row's fields and no unknown values")
    func exec() async throws {
        let command =
            #"read line; echo "$TICK_SYMBOL $TICK_PRICE $TICK_CHANGE_PERCENT ${TICK_HIGH-unset} ${TICK_OLD-unset} [$line]""#
            + #" >>"$OUT/log"; echo said"#
        let outcome = try await runBuiltWatch(
            [
                "BTC", "--when", "price > 10", "--exec", command, "--count", "7", "--fields", "price", "--csv",
                "--no-header",
            ],
            shell: #"TICK_OLD=1 OUT=$0; export TICK_OLD OUT; "$@"; code=$?; cat "$0/log" >&2; exit $code"#,
            scripts: { process in
                [
                    { peer in
                        try peer.expectText("a subscription") { $0.contains("subscribe") }
                        for (price, runs) in [("5", 0), ("11", 1), ("12", 1), ("10", 1), ("11", 2), ("9", 2)] {
                            try peer.send(text: Self.tick(price))
                            try peer.wait { process.lines(of: "log") >= runs }
                            // It has written, but may not have ended; one that still runs is not run again.
                            try peer.wait(.milliseconds(100))
                        }
                        try peer.send(text: Self.tick("8"))
                        try peer.expectClose(1000)
                    }
                ]
            })
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText == "5\r\n11\r\n12\r\n10\r\n11\r\n9\r\n8\r\n")
        let lines = outcome.errorText.split(separator: "\n").map(String.init)
        #expect(lines == ["said", "said", "BTC 11 -89 unset unset []", "BTC 11 -89 unset unset []"])
    }

    @Test("a command's failure is a line on stderr, not the end; --cooldown keeps the next one back")
    func failure() async throws {
        let outcome = try await runBuiltWatch(
            ["BTC", "--when", "price > 10", "--exec", "exit 3", "--cooldown", "1h", "--until", "price == 7"],
            scripts: { _ in
                [
                    { peer in
                        try peer.expectText("a subscription") { $0.contains("subscribe") }
                        for price in ["11", "9", "12", "9"] {
                            try peer.send(text: Self.tick(price))
                            try peer.wait(.milliseconds(100))
                        }
                        try peer.send(text: Self.tick("7"))
                        try peer.expectClose(1000)
                    }
                ]
            })
        #expect(outcome.status == .exited(0))
        #expect(outcome.errorText == "crypto: --exec for BTC-USD: ended with status 3\n")
    }

    @Test("one command at a time for a symbol; another symbol's, and another pair's of the same coin, runs beside it")
    func oneAtATime() async throws {
        let command = #"echo "$TICK_MARKET" >>"$OUT/log"; [ "$TICK_MARKET" != BTC-USD ] || sleep 1"#
        let outcome = try await runBuiltWatch(
            [
                "BTC", "BTC/EUR", "ETH", "--when", "price > 10", "--exec", command, "--count", "6", "--fields", "price",
            ],
            shell: #"OUT=$0; export OUT; "$@"; code=$?; sort "$0/log" >&2; exit $code"#,
            scripts: { _ in
                [
                    { peer in
                        // Those of one currency together, in any order.
                        var missing: Set = ["BTC-USD", "BTC-EUR", "ETH-USD"]
                        while !missing.isEmpty {
                            let text = try peer.expectText("a subscription") { $0.contains("subscribe") }
                            missing = missing.filter { !text.contains($0) }
                        }
                        try peer.send(texts: [
                            Self.tick("11"), Self.tick("5"), Self.tick("12"), Self.tick("9", "BTC-EUR"),
                        ])
                        try peer.send(texts: [Self.tick("13"), Self.tick("11", "ETH-USD")])
                        try peer.expectClose(1000)
                    }
                ]
            })
        #expect(outcome.status == .exited(0))
        #expect(outcome.errorText == "BTC-USD\nETH-USD\n")
    }

    @Test("control characters of providers' texts do not reach a command")
    func harmless() async throws {
        let row = CoinGeckoAnswers.row(
            "bitcoin", "btc", name: #"Bit\u0007\u001b[31mcoin\u000a"#, updated: TimeSource.live.now().description)
        try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: CoinGeckoAnswers.rows(row))]) { server in
            let outcome = try await runBuilt(
                [
                    "watch", "BTC", "-p", "coingecko", "--for", "700ms", "--fields", "symbol", "--csv", "--no-header",
                    "--when", "price > 0", "--exec", #"echo "<$TICK_NAME>""#,
                ], server.variables(for: "coingecko").merging(["PATH": "/usr/bin:/bin"]) { $1 })
            #expect(outcome.status == .exited(0))
            #expect(outcome.outputText == "BTC\r\n")
            #expect(outcome.ownErrors == "<Bit[31mcoin>\n")
        }
    }
}
