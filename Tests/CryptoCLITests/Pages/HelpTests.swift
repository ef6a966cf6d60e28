import CryptoCLI
import Platform
import TestSupport
import Testing

/// The pages are in `Tests/Cases/help`.
@Suite("Help screens and lists", .quick)
struct HelpTests {
    @Test(
        "Both names print the same page",
        arguments: [
            ("--help", "help"), ("list --help", "help list"), ("price --help", "help price"),
            ("price --help --frobnicate", "help price"), ("price BTC --help", "help price"),
            ("help list -h", "list -h"),
            ("-V", "--version"), ("list -V", "--version"),
        ])
    func sameText(line: String, other: String) async {
        let (one, two) = (await runTool(line), await runTool(other))
        #expect(one.status == .success)
        #expect(!one.output.isEmpty)
        #expect(one.output == two.output)
    }

    @Test(
        "The default format and fields are said where they depend on an option or on the terminal",
        arguments: [
            ("watch --help", "default: table on a terminal, else jsonl)"),
            ("aqi --help", "default: table; with --watch jsonl if stdout is not a terminal)"),
            ("list --help", "prometheus, influx; default: table)"),
            ("--generate man-watch", "The default is table on a terminal, else jsonl."),
            (
                "--generate man-aqi",
                "With --watch or --history or --forecast they are time, city, aqi, level, pm2_5, pm10, provider."
            ),
            ("--generate man-fields", "With --consensus they are symbol, price, currency, sources, "),
        ])
    func defaults(line: String, words: String) async {
        let text = await runTool(line).output.split(separator: "\n").map { text in
            // Without the requests of mdoc.
            let words = text.split(separator: " ").filter { ![".Sy", ".Ql", ".Ic", ".Fl", ".Cm", ".Li"].contains($0) }
            return words.joined(separator: " ")
        }.joined(separator: " ")
            .replacing(" ,", with: ",").replacing(" .", with: ".").replacing("\\-", with: "-").replacing(
                "\\%", with: "")
        #expect(text.contains(words), "\(text)")
    }

    @Test("Notices of --fields help fit the terminal of stderr")
    func otherDefaults() async {
        let notices = await runTool("price --fields help").errorLines
        let console = TestConsole(size: Terminal.Size(columns: 40, rows: 24))
        let narrow = await runTool(["price", "--fields", "help"], console: console)
        #expect(narrow.errorLines.count > 6 && narrow.errorLines.allSatisfy { $0.count <= 40 }, "\(narrow.errors)")
        #expect(narrow.errorLines.joined(separator: " ") == notices.joined(separator: " "))
    }

    @Test("The version is three numbers")
    func version() async {
        let run = await runTool("--version")
        #expect(run.output == "crypto \(CryptoTool.version)\n")
        #expect(CryptoTool.version.split(separator: ".").map { Int($0) != nil } == [true, true, true])
    }

    @Test(
        "With -v the version names the commit, Swift, the system, libcurl, certificates and directories",
        arguments: ["--version -v", "list --version --verbose", "-Vv"])
    func details(line: String) async throws {
        try await withTemporaryDirectory { home in
            try home.write("", to: "cache/crypto/x")
            let variables = [
                "XDG_CACHE_HOME": home.path("cache"), "XDG_STATE_HOME": home.path("state"),
                "SSL_CERT_FILE": home.path("cache"), "SSL_CERT_DIR": home.path("none"),
            ]
            var lines = await runTool(line, variables).outputLines[...]
            #expect(lines.popFirst() == "crypto \(CryptoTool.version)")
            // Only an installation knows its commit.
            #expect(lines.popFirst() == "commit unknown")
            #expect(lines.popFirst()?.wholeMatch(of: /Swift [0-9]+\.[0-9]+\.[0-9]+/) != nil)
            #expect(lines.popFirst()?.wholeMatch(of: /\w+ \S+ \w+, (glibc [0-9.]+|libSystem)/) != nil)
            let curl = lines.popFirst() ?? ""
            if curl.hasPrefix("libcurl/") {
                #expect(lines.popFirst()?.hasPrefix("libcurl found at /") == true)
                let certificates = "certificates at \(home.path("cache")) and \(home.path("none")) (missing)"
                #expect(lines.popFirst() == certificates)
            } else {
                #expect(curl.hasPrefix("libcurl cannot be opened ("))
            }
            #expect(
                lines == [
                    "no config: neither XDG_CONFIG_HOME nor HOME is set", "cache at \(home.path("cache/crypto"))",
                    "state at \(home.path("state/crypto")) (missing)",
                ])
        }
    }

    @Test(
        "No line of a help page is wider than 80 columns",
        arguments: ["help", "help help", "help list", "help price", "list -h", "price -h"])
    func width(line: String) async {
        let run = await runTool(line)
        #expect(run.outputLines.filter { $0.count > 80 } == [])
    }

    @Test(
        "-h fits a screen of 24 lines with its prompt, and says how to get the rest",
        arguments: ["list", "price", "convert", "watch"])
    func short(command: String) async {
        let run = await runTool("\(command) -h")
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count <= 23)
        #expect(lines.last == "Run 'crypto \(command) --help' for all options and examples.")
        #expect(lines.contains { $0.contains("--provider ") } && lines.contains { $0.contains("--format ") })
        #expect(!run.output.contains("--seed"))
    }

    @Test(
        "The usage shows which operands are required",
        arguments: [
            ("list", "[<symbol> ...]"), ("price", "[<symbol> ...]"), ("convert", "<amount> <from> <to> ..."),
            ("watch", "[<symbol> ...]"), ("aqi", "[<city> ...]"),
        ])
    func usage(command: String, operands: String) async {
        let run = await runTool("\(command) --help")
        #expect(run.outputLines.contains("USAGE: crypto \(command) [<options>] \(operands)"))
    }

    @Test(
        "The options of the provider mock stand by themselves in help and manual",
        arguments: ["list", "price", "convert", "watch"])
    func mock(command: String) async throws {
        for line in ["\(command) --help", "--generate man-\(command)"] {
            let lines = await runTool(line).outputLines
            let start = try #require(lines.firstIndex { $0.contains("OPTIONS OF THE PROVIDER MOCK") })
            let end = try #require(lines.firstIndex { $0.contains("OPTIONS OF EVERY COMMAND") })
            let names = ["-seed", "-rate"].map { name in
                lines.indices.filter { index in
                    ["  -\(name) ", ".It Fl \\\(name) "].contains { lines[index].hasPrefix($0) }
                }
            }
            #expect(names.allSatisfy { $0.count == 1 && $0[0] > start && $0[0] < end }, "\(names)")
        }
    }

    @Test(
        "Help and lists fit narrower terminals, down to 40 columns",
        arguments: [
            "help", "--help", "help help", "list -h", "list --help", "price --help", "convert --help",
            "watch --help", "aqi --help", "list --fields help", "aqi --fields help", "price --provider help",
            "aqi --provider help",
        ])
    func narrow(line: String) async {
        for width in [40, 60, 79] {
            let run = await runTool(line, ["NO_COLOR": "1", "LC_ALL": "C.UTF-8"], columns: width)
            #expect(run.status == .success)
            #expect(run.outputLines.filter { $0.count > width } == [])
        }
    }

    @Test("The help without arguments fits the terminal of stderr")
    func narrowWithoutArguments() async {
        let run = await runTool([], console: TestConsole(size: Terminal.Size(columns: 40, rows: 24)))
        #expect(run.errorLines.filter { $0.count > 40 } == [])
    }

    @Test(
        "On a terminal of 80 columns each provider is a record: what it is, which need a key and when they are used",
        arguments: ["list", "price", "convert", "watch", "aqi"])
    func providersOnTerminal(command: String) async {
        let run = await runTool("\(command) --provider help", ["NO_COLOR": "1"], columns: 80)
        let records: [String] = run.output.split(separator: "\n\n").map { String($0) }
        #expect(records.count > 5)
        let all: [Substring] = ["provider", "jobs", "key", "asked", "limits", "summary", "standing", "origin", "past"]
        for record in records {
            let isMadeUp = ["sample", "mock"].contains { record.hasPrefix("provider: \($0)\n") }
            let least = isMadeUp ? 6 : 7
            let names = record.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
            #expect(names == all.filter(names.contains) && names.count >= least, "\(record)")
        }
        #expect(run.outputLines.filter { $0.count > 80 } == [])
    }

    @Test(
        "The help of common options speaks of what the rows of the command are",
        arguments: [
            (
                "list", ["prices, amounts", "60s for lists", "time, symbol, provider and currency"],
                ["candle", "air quality", "places"]
            ),
            ("price", ["prices, amounts", "15 s (prices)", "candle that is not complete"], ["air quality", "places"]),
            (
                "convert", ["Round amounts to", "time, amount, currencies and provider"],
                ["candle", "air quality", "city"]
            ),
            ("watch", ["In price directives and line protocol a number"], ["metrics", "air quality"]),
            (
                "aqi", ["Round indexes and concentrations to", "10 min (air quality)"],
                ["candle", "symbol", "price", "fiat"]
            ),
        ])
    func commonOptions(command: String, has: [String], not: [String]) async throws {
        let page = await runTool("--generate man-\(command)").output
        let options = ["digits", #"max\-age"#, "append"].compactMap { name in
            page.split(separator: "\n.It ").first { $0.hasPrefix("Fl \\-\(name) Ar") }
        }
        try #require(options.count == 3, "\(page)")
        let text = options.joined(separator: "\n").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for words in has { #expect(text.contains(words), "\(text)") }
        for word in not { #expect(!text.contains(word), "\(word): \(text)") }
    }

    @Test(
        "A list of fields in a pipe is ASCII where the locale is", arguments: ["price", "list --holdings", "convert"])
    func fieldsInASCII(command: String) async {
        let plain = await runTool("\(command) --fields help", ["LC_ALL": "C"])
        #expect(plain.output.utf8.allSatisfy { $0 < 0x80 } && !plain.output.contains("?"), "\(plain.output)")
        let full = await runTool("\(command) --fields help", ["LC_ALL": "C.UTF-8"])
        #expect(full.output.utf8.contains { $0 >= 0x80 })
    }
}
