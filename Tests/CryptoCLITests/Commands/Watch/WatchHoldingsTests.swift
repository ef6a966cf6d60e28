import CryptoCLI
import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension String {
    /// The words of a command line.
    fileprivate var words: [String] { split(separator: " ").map(String.init) }
}

@Suite("watch --holdings: a live portfolio", .quick, .endsHang, .virtualTime)
struct WatchHoldingsTests {
    private static let fields = "--csv --no-header --fields symbol,price,value,share_percent,cost,gain,gain_percent"
    private static let rates = Exchange.get(
        "/v1/latest", times: .any, answer: latestRates(#""USD":1.25,"SEK":12.5"#, date: "2024-03-01"))

    /// Sends prices of BTC, each when the gate lets it.
    private static func bitcoin(_ gate: StepGate, _ prices: [String]) -> Exchange {
        .webSocket { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            for (index, price) in prices.enumerated() {
                try peer.wait { gate.isOpen(index) }
                try peer.send(text: StreamFrames.coinbase("BTC-USD", "\"\(price)\""))
            }
            try peer.expectClose(1000)
        }
    }

    /// Runs the command with these favorites at coinbase, yahoo and frankfurter, while `body` watches its output.
    private func watch(
        _ favorites: String, _ options: String, _ exchanges: [Exchange],
        _ body: (TestConsole) async throws -> Void
    ) async throws -> ToolRun {
        try await withTemporaryDirectory { home in
            try home.write(favorites, to: "crypto/favorites")
            return try await withLoopbackServer(exchanges) { server in
                var variables = server.variables(for: "coinbase", "yahoo", "frankfurter")
                variables.merge(server.streams(of: "coinbase")) { $1 }
                variables["XDG_CONFIG_HOME"] = home.path
                let console = TestConsole()
                async let run = runTool(
                    ["watch", "--holdings", "-p", "coinbase,yahoo,frankfurter"]
                        + options.words,
                    variables, console: console)
                try await body(console)
                return await run
            }
        }
    }

    @Test("Coins, stocks and money have values; shares are known once all have a price, and follow it")
    func rows() async throws {
        let gate = StepGate(open: 1)
        let run = try await watch(
            "BTC 0.5 @ 30000\nstock:AAPL 10 @ 100 EUR\nSEK 1000\n", "\(Self.fields) --count 4",
            [Self.rates, YahooAnswers.quote("AAPL"), Self.bitcoin(gate, ["60000", "40000.5"])]
        ) { console in
            try await expectEventually("three rows") {
                console.output.split(whereSeparator: \.isNewline).count == 3
            }
            gate.open(2)
        }
        #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
        let lines = run.outputLines
        try #require(lines.count == 4)
        let starts = ["AAPL,220.5,2205,", "BTC,60000,30000,", "SEK,0.1,100,"]
        for (line, start) in zip(lines.prefix(3).sorted(), starts) { #expect(line.hasPrefix(start), "\(lines)") }
        // The third row is the first with a total: 30000 + 2205 + 100.
        #expect(lines.prefix(2).allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false)[3].isEmpty })
        #expect(!lines[2].split(separator: ",", omittingEmptySubsequences: false)[3].isEmpty)
        #expect(lines.contains { $0.hasSuffix(",1250,955,76.4") }, "\(lines)")
        // 20000.25 of 22305.25.
        #expect(lines.last == "BTC,40000.5,20000.25,89.66611,15000,5000.25,33.335", "\(lines)")
    }

    @Test("A holding without a price is named with its status; the total stays unknown")
    func unknown() async throws {
        let gate = StepGate(open: 1)
        let run = try await watch(
            "BTC 1\nstock:NOSUCH 5\n", "--fields symbol,value,share_percent --csv --no-header --count 2 --retries 0",
            [
                .get("/v8/finance/chart/NOSUCH", times: .any, answer: YahooAnswers.notFound),
                Self.bitcoin(gate, ["60000", "60001"]),
            ]
        ) { console in
            try await expectEventually("named") { console.errors.contains("NOSUCH") }
            gate.open(2)
        }
        #expect(run.status == .unknownName)
        #expect(run.errors.contains("unknown symbol 'stock:NOSUCH'"), "\(run.errors)")
        #expect(run.outputLines == ["BTC,60000,", "BTC,60001,"])
    }

    @Test("A recorded portfolio is printed again by --replay, and then it is over")
    func recorded() async throws {
        try await withTemporaryDirectory { home in
            try home.write("BTC 0.5 @ 300000 SEK\nstock:AAPL 10\nSEK 1000\nUSD 5\n", to: "crypto/favorites")
            let exchanges = [
                Self.rates, YahooAnswers.quote("AAPL"), Self.bitcoin(StepGate(open: 2), ["60000", "40000.5"]),
            ]
            try await withLoopbackServer(exchanges) { server in
                var variables = server.variables(for: "coinbase", "yahoo", "frankfurter")
                variables.merge(server.streams(of: "coinbase")) { $1 }
                variables["XDG_CONFIG_HOME"] = home.path
                let line = "watch --holdings -p coinbase,yahoo,frankfurter --csv --fields symbol,price,value,cost".words
                let first = await runTool(
                    line + ["--count", "5", "--record", home.path("record")], variables)
                #expect(first.status == .success && first.outputLines.count == 6, "\(first.errors)")
                let second = await runTool(line + ["--replay", home.path("record")], variables)
                #expect(second.status == .success, "\(second.errors)")
                #expect(second.outputLines.sorted() == first.outputLines.sorted(), "\(second.errors)")
            }
        }
    }

    @Test("The line below a live view shows the total, which is unknown until all have a price")
    func picture() async throws {
        for (file, total) in [
            ("BTC 0.5 @ 30000\nstock:AAPL 10 @ 100\n", "total 33,039.10 USD (+106.49%)"),
            ("BTC 0.5 @ 30000\nNOSUCH 1\n", "total unknown"),
        ] {
            try await withTemporaryDirectory { home in
                try home.write(file, to: "crypto/favorites")
                let console = TestConsole(size: Terminal.Size(columns: 100, rows: 24))
                let run = await runTool(
                    ["watch", "--holdings", "-p", "sample"], ["TERM": "xterm", "XDG_CONFIG_HOME": home.path],
                    console: console)
                #expect(run.output.contains(total), "\(run.output)")
                for title in ["SYMBOL", "AMOUNT", "VALUE", "GAIN", "CURRENCY"] {
                    #expect(run.output.contains(title), "\(title) \(run.output)")
                }
            }
        }
    }
}
