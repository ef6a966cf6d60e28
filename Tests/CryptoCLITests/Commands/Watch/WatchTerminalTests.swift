import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("the built tool: watch on a terminal", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct WatchTerminalTests {
    private static let size = TerminalSize(columns: 80, rows: 24)
    private static let variables = ["LANG": "C.UTF-8", "TERM": "xterm-256color"]

    /// Plays prices of BTC and waits for the end; the first is drawn before the others come.
    private static func prices(_ prices: String..., then act: @escaping @Sendable () -> Void = {}) -> WebSocketScript {
        { peer in
            try peer.expectText("a subscription") { $0.contains("subscribe") }
            for price in prices {
                try peer.send(text: StreamFrames.coinbase("BTC-USD", price))
                // The picture is drawn ten times a second.
                try peer.wait(.milliseconds(250))
            }
            act()
            try peer.waitUntilClientLeaves()
        }
    }

    @Test("the picture has names, values, age and the connection; the cursor is hidden and comes back after --count")
    func picture() async throws {
        let outcome = try await runBuiltWatch(
            ["BTC", "--count", "3"], variables: Self.variables, terminal: TerminalSize(columns: 100, rows: 24),
            scripts: { _ in [Self.prices("100.5", "101.25", "99")] })
        #expect(outcome.status == .exited(0))
        let text = outcome.outputText
        for words in ["SYMBOL", "PRICE", "BTC", "100.50", "101.25", "99.00", "coinbase live", "1 symbol", "ago"] {
            #expect(text.contains(words), "\(words) in \(text)")
        }
        let (hidden, shown) = (text.ranges(of: "\u{1B}[?25l"), text.ranges(of: "\u{1B}[?25h"))
        #expect(!hidden.isEmpty && !shown.isEmpty)
        if let hidden = hidden.last, let shown = shown.last { #expect(hidden.lowerBound < shown.lowerBound) }
        #expect(!text.contains("\u{1B}[?1049h") && !text.contains("\u{1B}[2J"))
        #expect(
            text.contains("\u{1B}[32m") || text.contains("\u{1B}[31m") || text.contains(";32m"), "colour of a change")
        #expect(text.contains("▲") && text.contains("▼"), "\(text)")
    }

    @Test("Times are those of the user's clock, of fields that were asked for too")
    func clock() async throws {
        let outcome = try await runBuilt(
            ["watch", "BTC", "-p", "sample", "--fields", "symbol,time"],
            Self.variables.merging(["TZ": "Asia/Kolkata"]) { $1 }, terminal: Self.size)
        #expect(outcome.status == .exited(0))
        #expect(
            outcome.outputText.contains("17:30:09") && !outcome.outputText.contains("12:00"), "\(outcome.outputText)")
    }

    @Test(
        "after the last row of --count or --until nothing more of a batch is drawn or runs --exec",
        arguments: [["--count", "3"], ["--until", "price < 62420"]])
    func endOfBatch(options: [String]) async throws {
        let outcome = try await runBuilt(
            ["watch", "BTC", "-p", "sample", "--fields", "time,price"] + options
                + ["--when", "price > 0", "--exec", "echo run $TICK_PRICE"],
            Self.variables, terminal: Self.size)
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText.contains("12:00:02"), "\(outcome.outputText)")
        #expect(!outcome.outputText.contains("12:00:03"))
        #expect(!outcome.outputText.contains("12:00:09"))
    }

    @Test(
        "the field trend shows the prices that arrived, in ASCII without UTF-8",
        arguments: [(["LANG": "C.UTF-8"], "▁█"), (["LC_ALL": "C"], ".@")])
    func trend(locale: [String: String], sparkline: String) async throws {
        let outcome = try await runBuiltWatch(
            ["BTC", "--count", "3", "--fields", "symbol,trend"], variables: locale.merging(["TERM": "xterm"]) { $1 },
            terminal: Self.size, scripts: { _ in [Self.prices("99", "101.25", "100.5")] })
        for words in ["SYMBOL", "RECENT", sparkline] {
            #expect(outcome.outputText.contains(words), "\(words) in \(outcome.outputText)")
        }
    }

    @Test(
        "The rows of an interval that is not over stand in the last picture",
        arguments: [["watch", "BTC", "-p", "sample"], ["aqi", "Delhi", "--watch", "-p", "sample"]])
    func lastInterval(line: [String]) async throws {
        let outcome = try await runBuilt(line + ["--interval", "1h"], Self.variables, terminal: Self.size)
        #expect(outcome.status == .exited(0))
        let text = outcome.outputText
        #expect(text.contains(line[0] == "watch" ? "62,483.93" : "Delhi") && text.contains("sample ended"), "\(text)")
    }

    @Test("INT restores the terminal: the cursor is visible and the picture stays")
    func interrupted() async throws {
        let outcome = try await runBuiltWatch(
            ["BTC"], variables: Self.variables, terminal: Self.size,
            scripts: { process in [Self.prices("100.5") { process.signal(SIGINT) }] })
        #expect(outcome.status == .signalled(SIGINT))
        let text = outcome.outputText
        let (hidden, shown) = (text.ranges(of: "\u{1B}[?25l").last, text.ranges(of: "\u{1B}[?25h").last)
        #expect(hidden != nil && shown != nil)
        if let hidden, let shown { #expect(hidden.lowerBound < shown.lowerBound) }
        #expect(text.hasSuffix("\r\n\u{1B}[?25h"))
    }

    @Test("NO_COLOR leaves out every colour", arguments: [["NO_COLOR": "1"], ["CRYPTO_COLOR": "never"]])
    func noColor(_ variables: [String: String]) async throws {
        let outcome = try await runBuiltWatch(
            ["BTC", "--count", "2"], variables: Self.variables.merging(variables) { $1 }, terminal: Self.size,
            scripts: { _ in [Self.prices("100.5", "101")] })
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText.contains("100.50"))
        for part in outcome.outputText.split(separator: "\u{1B}[").dropFirst() {
            guard let end = part.firstIndex(where: \.isLetter), part[end] == "m" else { continue }
            #expect(!part[..<end].split(separator: ";").contains { $0.count == 2 && "349".contains($0.first ?? " ") })
        }
    }

    @Test("200 symbols on 24 lines: what fits is shown, with the number of hidden ones; all of them at the end")
    func many() async throws {
        let symbols = (100..<300).map { "S\($0)" }
        let outcome = try await runBuiltWatch(
            symbols + ["--count", "201"], variables: Self.variables, terminal: Self.size,
            scripts: { _ in
                [
                    { peer in
                        try peer.expectText("a subscription") { $0.contains("subscribe") }
                        try peer.send(texts: symbols.map { StreamFrames.coinbase("\($0)-USD", "5") })
                        try peer.wait(.milliseconds(400))
                        try peer.send(text: StreamFrames.coinbase("S100-USD", "6"))
                        try peer.waitUntilClientLeaves()
                    }
                ]
            })
        #expect(outcome.status == .exited(0))
        let text = outcome.outputText
        #expect(text.contains("179 hidden"), "\(text.suffix(400))")
        // No drawing but the last one is taller than the terminal: nothing scrolls.
        var drawings = text.split(separator: "\u{1B}[?2026h").map(String.init)
        let last = drawings.popLast() ?? ""
        #expect(last.contains("S100") && last.contains("S290") && !last.contains("hidden"))
        #expect(drawings.contains { $0.contains("S100") })
        for drawing in drawings {
            #expect(drawing.utf8.count { $0 == 13 } <= Self.size.rows && !drawing.contains("S290"))
        }
    }

    @Test("a notice stands on a line of its own above the picture, which is drawn again below it")
    func notice() async throws {
        let outcome = try await runBuiltWatch(
            ["BTC", "NOPE", "--count", "2"], variables: Self.variables, terminal: Self.size,
            scripts: { _ in
                [
                    { peer in
                        try peer.expectText("a subscription") { $0.contains("subscribe") }
                        try peer.send(text: StreamFrames.coinbase("BTC-USD", "100.5"))
                        try peer.wait(.milliseconds(250))
                        try peer.send(text: StreamFrames.coinbaseRefusal("NOPE-USD"))
                        try peer.wait(.milliseconds(250))
                        try peer.send(text: StreamFrames.coinbase("BTC-USD", "101.5"))
                        try peer.waitUntilClientLeaves()
                    }
                ]
            })
        #expect(outcome.status == .exited(66))
        let text = outcome.outputText
        let line =
            "crypto: unknown symbol 'NOPE' (asked: coinbase); 'crypto list --search nope -p coinbase' searches by name\n"
        let parts = text.split(separator: line)
        #expect(parts.count == 2, "\(text)")
        #expect(parts.last?.contains("SYMBOL") == true && parts.last?.contains("101.50") == true)
    }

    @Test("what --exec prints appears above the view, line by line, and stays")
    func exec() async throws {
        let outcome = try await runBuiltWatch(
            [
                "BTC", "--count", "3", "--when", "price > 101", "--exec",
                #"echo "above $TICK_PRICE"; printf 'unended err' >&2"#,
            ], variables: Self.variables, terminal: Self.size,
            scripts: { _ in [Self.prices("100.5", "101.25", "99")] })
        #expect(outcome.status == .exited(0))
        let text = outcome.outputText
        // The picture is erased before the lines, and drawn again below them. It may also be drawn between them.
        let first = try #require(text.firstRange(of: "\u{1B}[Jabove 101.25\n"), "\(text)")
        let rest = text[first.upperBound...]
        let second = try #require(rest.firstRange(of: "unended err\n"), "\(text)")
        let between = rest[..<second.lowerBound]
        #expect(between.isEmpty || between.hasSuffix("\u{1B}[J"), "\(text)")
        let last = rest[second.upperBound...]
        #expect(last.contains("SYMBOL") && last.contains("99.00"), "\(text)")
        #expect(text.ranges(of: "above 101.25").count == 1 && text.ranges(of: "unended err").count == 1, "\(text)")
    }

    @Test("a terminal that gets another size is drawn again, as wide as it is then", .needsLinux)
    func resize() async throws {
        let outcome = try await runBuiltWatch(
            ["BTC", "--count", "2"],
            shell:
                #"tty=$(readlink /proc/self/fd/2); ( while [ ! -e "$0/narrow" ]; do sleep 0.01; done; stty cols 30 rows 10 <"$tty" ) & exec "$@""#,
            variables: Self.variables, terminal: Self.size,
            scripts: { process in
                [
                    { peer in
                        try peer.expectText("a subscription") { $0.contains("subscribe") }
                        try peer.send(text: StreamFrames.coinbase("BTC-USD", "100.5"))
                        try peer.wait(.milliseconds(250))
                        process.touch("narrow")
                        try peer.wait(.milliseconds(400))
                        try peer.send(text: StreamFrames.coinbase("BTC-USD", "101.5"))
                        try peer.waitUntilClientLeaves()
                    }
                ]
            })
        #expect(outcome.status == .exited(0))
        let last = outcome.outputText.split(separator: "SYMBOL").last ?? ""
        #expect(last.contains("101.50"))
        let widest = last.split(whereSeparator: \.isNewline).map { Self.visible($0).count }.max() ?? 99
        #expect(widest <= 30, "\(last)")
    }

    /// A line without its control sequences.
    private static func visible(_ line: Substring) -> String {
        var text = ""
        var isSequence = false
        for character in line.unicodeScalars {
            if character == "\u{1B}" {
                isSequence = true
            } else if isSequence {
                isSequence = !character.properties.isAlphabetic
            } else if character != "\r" {
                text.unicodeScalars.append(character)
            }
        }
        return text
    }
}
