import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch --favorites-file: the group of each tick", .quick, .endsHang)
struct FavoriteGroupStreamTests {
    private static let rates = Exchange.get(
        "/v1/latest", times: .any, answer: latestRates(#""USD":1.25,"SEK":12.5"#, date: "2024-03-01"))

    /// Sends these prices of BTC and waits for the end.
    private static func bitcoin(_ prices: [String]) -> Exchange {
        .webSocket { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            for price in prices { try peer.send(text: StreamFrames.coinbase("BTC-USD", "\"\(price)\"")) }
            try peer.expectClose(1000)
        }
    }

    @Test(
        "watch subscribes to a symbol once and prints each tick in each group, also converted",
        arguments: [
            ("", ["60000,USD", "60001,USD"]), ("-c SEK", ["600000,SEK", "600010,SEK"]),
            ("--on-change 1", ["60000,USD"]),
        ])
    func stream(options: String, prices: [String]) async throws {
        try await withTemporaryDirectory { home in
            try home.write("BTC 1\n", to: "a.txt")
            try home.write("BTC 2\n", to: "b.txt")
            let files = "--favorites-file \(home.path("a.txt")),\(home.path("b.txt"))"
            let count = prices.count * 2 + (options.hasPrefix("--on") ? 2 : 0)
            let run = try await withLiveWatch(
                "\(files) -p coinbase,frankfurter \(options) --count \(count) --fields group,price,currency --csv --no-header",
                [Self.rates, Self.bitcoin(["60000", "60001"] + (options.hasPrefix("--on") ? ["70000"] : []))]
            ) { _, _ in }
            let rows = prices.flatMap { ["a,\($0)", "b,\($0)"] }
            #expect(run.status == .success && Array(run.outputLines.prefix(rows.count)) == rows, "\(run.output)")
        }
    }

    @Test("A polled stock is in each group, and so are its values; the total of all is that of the shares")
    func polled() async throws {
        try await withTemporaryDirectory { home in
            try home.write("stock:AAPL 1\n", to: "a.txt")
            try home.write("stock:AAPL 3\n", to: "b.txt")
            let files = "--favorites-file \(home.path("a.txt")),\(home.path("b.txt"))"
            let run = try await withLiveWatch(
                "--holdings \(files) -p yahoo --count 2 --fields group,value,share_percent --csv --no-header",
                [YahooAnswers.quote("AAPL")]
            ) { _, _ in }
            #expect(run.outputLines.count == 2 && run.outputLines.last?.hasSuffix(",75") == true, "\(run.errors)")
            #expect(run.outputLines.first?.hasSuffix(",25") == true, "\(run.output)")
        }
    }

    @Test("Conditions, intervals, directions, commands and lines of stdin know the groups; candles have none")
    func rows() async throws {
        try await withFavoriteFiles { home, files in
            let some = await home.run("watch \(files) --if group=='home'&&symbol=='BTC' --count 3 --template {group};")
            #expect(some.output == "home;home;home;", "\(some.errors)")
            let seldom = await home.run("watch \(files) --interval 1h --template {group}/{symbol};")
            let all: Set = ["work/BTC", "work/ETH", "home/AAPL", "home/BTC", "home/SOL"]
            #expect(Set(seldom.output.split(separator: ";").map(String.init)) == all, "\(seldom.output)")
            let moved = await home.run("watch \(files) --fields group,symbol,direction --csv --no-header")
            for group in ["work", "home"] {
                let own = moved.outputLines.filter { $0.hasPrefix("\(group),BTC,") }
                #expect(own.count == 10 && own.first == "\(group),BTC," && own[1] == "\(group),BTC,down", "\(own)")
            }
            let until = await home.run("watch \(files) --until group=='home'&&symbol=='SOL' --template {symbol};")
            #expect(until.output.hasSuffix("SOL;"), "\(until.errors)")
            let candles = await home.run("watch \(files) --candles 1m --template {symbol};")
            #expect(candles.output.split(separator: ";").count { $0 == "BTC" } == 1, "\(candles.output)")
            let input = await home.run("watch - \(files) --count 5 --template {group}/{symbol};")
            #expect(Set(input.output.split(separator: ";").map(String.init)).isSubset(of: all), "\(input.output)")
        }
    }

    @Test("--exec gets the group", .needsBuiltProduct("crypto"))
    func command() async throws {
        try await withFavoriteFiles { home, files in
            let words = ["watch"] + files.split(separator: " ").map(String.init)
            let outcome = try await runBuilt(
                words + ["-p", "sample", "-f", "none", "--when", "symbol == 'BTC'", "--exec", "echo $TICK_GROUP"],
                ["XDG_CONFIG_HOME": home.directory.path])
            #expect(outcome.status == .exited(0))
            for group in ["work", "home"] { #expect(outcome.errorText.contains("\(group)\n"), "\(outcome.errorText)") }
        }
    }

    @Test("A live table keeps groups together, each with its subtotal if they are holdings, and the total below")
    func picture() async throws {
        try await withFavoriteFiles { home, files in
            let held = ["work BTC", "work ETH", "work subtotal", "home AAPL", "home BTC", "home subtotal"]
            let all = ["work BTC", "work ETH", "home AAPL", "home BTC", "home SOL"]
            for (options, expected) in [("--holdings", held), ("", all)] {
                let console = TestConsole(size: Terminal.Size(columns: 120, rows: 24))
                let line = "watch \(options) \(files) -p sample --color never"
                let run = await runTool(
                    line.split(separator: " ").map(String.init),
                    ["TERM": "xterm", "XDG_CONFIG_HOME": home.directory.path], console: console)
                // The rows of the last drawing, without what moves the cursor.
                let frame = run.output.tail(after: "GROUP").replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "")
                let rows = frame.split(whereSeparator: \.isNewline).compactMap { line -> String? in
                    let words = line.split(separator: " ")
                    let symbol = words.first { ["BTC", "ETH", "AAPL", "SOL", "subtotal"].contains($0) }
                    return symbol.map { "\(words[0]) \($0)" }
                }
                #expect(rows == expected, "\(run.output)")
                #expect(run.output.contains("total ") == !options.isEmpty)
                #expect(run.output.contains(options.isEmpty ? "5 symbols" : "4 symbols"), "\(run.output)")
            }
        }
    }
}

extension String {
    /// The text after the last place of another one.
    fileprivate func tail(after text: String) -> String {
        ranges(of: text).last.map { String(self[$0.upperBound...]) } ?? self
    }
}
