import CryptoCLI
import TestSupport
import Testing

/// A command line as people type it, and what the program makes of it. Whoever adds a hint adds a row.
struct Hint: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    /// The whole line on stderr after `crypto: `.
    let says: String
    let status: ToolStatus
    /// Whether the error is marked by a caret.
    let caret: Bool

    /// A line of words separated by spaces.
    init(_ line: String, _ says: String, _ status: ToolStatus = .usage, caret: Bool = false) {
        self.init(line.split(separator: " ").map(String.init), says, status, caret: caret)
    }

    init(_ arguments: [String], _ says: String, _ status: ToolStatus = .usage, caret: Bool = false) {
        (self.arguments, self.says, self.status, self.caret) = (arguments, says, status, caret)
    }

    var testDescription: String { arguments.joined(separator: " ") }
}

@Suite("Hints: what people type from habit, and what the program says or does", .quick)
struct HintTests {
    private static let key = "a key is in the variable CRYPTO_<PROVIDER>_KEY or in the file ~/.config/crypto/keys"
    private static let codes = "amount and codes are arguments, as in 'crypto convert 100 USD SEK'"
    private static let city = "cities are arguments, as in 'crypto aqi Delhi Mumbai'"
    private static let point = "a point is an argument, as in 'crypto aqi 28.6,77.2'"
    private static let days = "a period is written as in '--history 7d'"
    private static let streams = "'crypto watch' streams prices"
    private static let sorts =
        "is not one of rank, name, symbol, price, change_percent, volume, market_cap, favorite; did you mean"

    private static func alert(_ watch: String) -> String {
        "'\(watch)--until <expr>' waits for a condition, and '\(watch)--when <expr> --exec <command>' runs a command"
    }

    static let options: [Hint] = [
        Hint("list --no-color", "unknown option '--no-color'; write '--color never'"),
        Hint("--no-color list", "unknown option '--no-color' before a command; write '--color never'"),
        Hint("aqi --no-colour", "unknown option '--no-colour'; write '--color never'"),
        Hint("watch BTC --alert 70000", "unknown option '--alert'; \(alert(""))"),
        Hint("price BTC --above 70000", "unknown option '--above'; \(alert("crypto watch BTC "))"),
        Hint("list --below 1", "unknown option '--below'; \(alert("crypto watch BTC "))"),
        Hint("aqi Delhi --notify", "unknown option '--notify'; \(alert("--watch "))"),
        Hint("price BTC --live", "unknown option '--live'; \(streams)"),
        Hint("list --follow", "unknown option '--follow'; \(streams)"),
        Hint("price BTC -w", "unknown option '-w'; \(streams)"),
        Hint("list --watch", "unknown option '--watch' for 'list'; \(streams)"),
        Hint("price BTC --watch", "unknown option '--watch' for 'price'; \(streams)"),
        Hint("convert 1 BTC SEK --watch", "unknown option '--watch' for 'convert'; \(streams)"),
        Hint("watch BTC --follow", "unknown option '--follow'; 'crypto watch' streams without it"),
        Hint("aqi Delhi -w", "unknown option '-w'; write '--watch'"),
        Hint("aqi Delhi --live", "unknown option '--live'; did you mean '--watch'?"),
        Hint("price BTC --days 7", "unknown option '--days'; \(days)"),
        Hint("aqi Delhi --days 7", "unknown option '--days'; \(days)"),
        Hint("list --days 7", "unknown option '--days'; 'crypto price BTC --history 7d' prints past prices"),
        Hint("list --key abc", "unknown option '--key'; \(key)"),
        Hint("price BTC --api-key=abc", "unknown option '--api-key'; \(key)"),
        Hint("convert 1 BTC SEK --api_key abc", "unknown option '--api_key'; \(key)"),
        Hint("--api-key abc list", "unknown option '--api-key' before a command; \(key)"),
        Hint("price BTC --no-cache", "unknown option '--no-cache'; did you mean '--refresh'?"),
        Hint("aqi --city Delhi", "unknown option '--city'; \(city)"),
        Hint("aqi --country India", "unknown option '--country'; \(city)"),
        Hint("aqi --lat 28.6 --lon 77.2", "unknown option '--lat'; \(point)"),
        Hint("aqi --longitude 77.2", "unknown option '--longitude'; \(point)"),
        Hint("convert --from USD --to SEK 100", "unknown option '--from' for 'convert'; \(codes)"),
        Hint("convert 100 --to SEK", "unknown option '--to' for 'convert'; \(codes)"),
    ]

    static let commands: [Hint] =
        [
            ("version", "crypto --version"), ("chart", "crypto price BTC --chart"),
            ("chart ETH SOL", "crypto price ETH SOL --chart"), ("history ETH", "crypto price ETH --history 30d"),
            ("search apple", "crypto list --search apple"), ("search", "crypto list --search bitcoin"),
            ("favorites", "crypto list --favorites"), ("portfolio", "crypto list --holdings"),
            ("holdings", "crypto list --holdings"), ("quote ETH", "crypto price ETH"),
            ("rates", "crypto convert 1 USD EUR"), ("rates SEK NOK", "crypto convert 1 SEK NOK"),
            ("rates SEK", "crypto convert 1 USD EUR"), ("add SOL", "crypto list --add SOL"),
            ("help chart", "crypto price BTC --chart"), ("--json chart ETH", "crypto price ETH --chart"),
        ].map { line, meant in
            let name = line.split(separator: " ").first { !["help", "--json"].contains($0) } ?? ""
            return Hint(line, "unknown command '\(name)'; did you mean '\(meant)'?")
        } + [
            Hint(
                "alert BTC 70000",
                #"'alert' is not a command; 'crypto watch BTC --until "price > 70000"' waits for a price"#),
            Hint(
                "config",
                "'config' is not a command; the file ~/.config/crypto/config has options, as 'man crypto' says"),
            Hint("man list", "'man' is not a command; 'man crypto' is the manual"),
        ]

    static let values: [Hint] = [
        Hint("list --sort -price", "--sort: '-price' \(sorts) '--sort price --reverse'?"),
        Hint("list --sort -volume", "--sort: '-volume' \(sorts) '--sort volume --reverse'?"),
        Hint("list --sort price:desc", "--sort: 'price:desc' \(sorts) '--sort price --reverse'?"),
        Hint("list --sort price:asc", "--sort: 'price:asc' \(sorts) '--sort price'?"),
        Hint("aqi --scale india", "--scale: 'india' is not one of in, us, eu; did you mean 'in'?"),
        Hint("aqi --scale USA", "--scale: 'USA' is not one of in, us, eu; did you mean 'us'?"),
        Hint("watch BTC --for 5 minutes", "--for: '5 minutes' is not a time; write 5m"),
        Hint(["watch", "BTC", "--for", "5 minutes"], "--for: '5 minutes' is not a time; write 5m"),
        Hint("price BTC --timeout 1.5sec", "--timeout: '1.5sec' is not a time; write 1.5s"),
        Hint(["price", "BTC", "--history", "2 d"], "--history: '2 d' is not a time; write 2d"),
        Hint("price BTC --history 3 months", "--history: '3 months' is not a time; write 90d"),
        Hint("price BTC --fields symbol, price", "--fields: 'symbol,' has an empty element; no space follows a comma"),
        Hint(["price", "BTC", "--fields", "symbol price"], "--fields: separate names with commas: symbol,price"),
        Hint(
            "aqi Delhi --fields city aqi", "'aqi' is a field; separate fields with commas, as in '--fields city,aqi'"),
        Hint(
            "convert 1 BTC SEK --fields amount result",
            "'result' is a field; separate fields with commas, as in '--fields amount,result'"),
        Hint(
            ["price", "BTC", "--template", "{{.Symbol}}"],
            #"--template: '{{.Symbol}}' has no field; one stands in single braces, as in '{symbol} {name}\n'"#),
        Hint(
            "aqi --template %s",
            #"--template: '%s' has no field; one stands in single braces, as in '{city} {aqi}\n'"#),
        Hint(
            ["price", "BTC", "--template", #"{"s":"{symbol}"}"#], "--template: expected '{{' for a brace", caret: true),
        Hint(
            "price BTC --if price",
            "--if: expected a comparison (== != < <= > >=); quote the condition, as in --if 'price > 1'", caret: true),
        Hint(
            ["list", "--if", "price > $70000"], "--if: expected a number without a currency sign, as in 70000",
            caret: true),
        Hint(
            ["list", "--if", "price > €70000"], "--if: expected a number without a currency sign, as in 70000",
            caret: true),
        Hint("watch BTC --until 70000", "--until: write 'price > 70000' instead of 70000", caret: true),
        Hint("aqi Delhi --if 300", "--if: write 'aqi > 300' instead of 300", caret: true),
        Hint("price BTC -o json", "-o: 'json' is a format: write -f json, or -o ./json for a file of that name"),
        Hint("list --output=csv", "-o: 'csv' is a format: write -f csv, or -o ./csv for a file of that name"),
        Hint("list -oMD", "-o: 'MD' is a format: write -f MD, or -o ./MD for a file of that name"),
        Hint(
            "price BTC --append tsv",
            "--append: 'tsv' is a format: write -f tsv, or --append ./tsv for a file of that name"),
        Hint(
            "convert 00 sek", "'00' is not an amount; the shell expanded $1 of it; write 'crypto convert 100 USD sek'"),
        Hint(
            "convert 0 sek",
            "missing argument '<to>', as in 'crypto convert 0 sek EUR'; of '$10' the shell expands $1"),
        Hint(
            "list --add BTC 0.5",
            "'0.5' is not a symbol; an amount is written as in 'crypto list --add BTC --amount 0.5'"),
        Hint("list top 10", "'top 10' is not a list of symbols; write 'crypto list --limit 10'"),
        Hint(["price", "BTC ETH"], "<symbol>: 'BTC ETH' is not a symbol; write two arguments: BTC ETH"),
        Hint(["watch", "BTC ETH SOL"], "<symbol>: 'BTC ETH SOL' is not a symbol; write 3 arguments: BTC ETH SOL"),
    ]

    static let names: [Hint] =
        [
            ("list 10", "10", "did you mean '--limit 10'?"), ("price BTC:EUR", "BTC:EUR", "did you mean 'BTC/EUR'?"),
            ("price btc_eur", "btc_eur", "did you mean 'BTC/EUR'?"),
            ("price stocks:AAPL", "stocks:AAPL", "did you mean 'stock:AAPL'?"),
            ("price aapl.us", "aapl.us", "did you mean 'stock:AAPL'?"),
            ("price stock:aapl.us", "stock:aapl.us", "did you mean 'stock:AAPL'?"),
            ("price btc-bitcoin", "btc-bitcoin", "did you mean 'BTC'?"),
            ("price SEK", "SEK", "SEK is a currency: try 'crypto convert 1 SEK USD -p sample'"),
            (
                "list --fields symbol price", "price",
                "separate fields with commas, as in '--fields symbol,price'"
            ),
        ].map { line, symbol, hint in
            Hint("\(line) -p sample", "unknown symbol '\(symbol)' (asked: sample); \(hint)", .unknownName)
        }
        + [
            ("€", "'EUR'"), ("$", "'USD'"), ("kr", "'SEK', 'NOK', 'DKK' or 'ISK'"), ("kronor", "'SEK'"),
            ("Kroner", "'NOK' or 'DKK'"),
        ].flatMap { text, meant in
            let problem = "unknown currency '\(text)'; did you mean \(meant)?"
            return [
                Hint("list -p sample -c \(text)", "--currency: \(problem)", .unknownName),
                Hint("convert 100 \(text) BTC -p sample", problem, .unknownName),
            ]
        }

    @Test("An option of another program, or of another command", arguments: options)
    func option(_ hint: Hint) async { await expect(hint) }

    @Test("A command of another program", arguments: commands)
    func command(_ hint: Hint) async { await expect(hint) }

    @Test("A value or an argument in another form", arguments: values)
    func value(_ hint: Hint) async { await expect(hint) }

    @Test("A symbol or a currency by another name", arguments: names)
    func name(_ hint: Hint) async { await expect(hint) }

    private func expect(_ hint: Hint) async {
        let run = await runTool(hint.arguments)
        expectFailure(run, hint.status, says: hint.says, caret: hint.caret)
        #expect(run.errorLines.first == "crypto: \(hint.says)")
    }

    @Test("A currency after a coin was meant as the quote currency; the coin's row is printed")
    func pair() async {
        let run = await runTool("price BTC SEK -p sample --csv --no-header --fields symbol,currency")
        #expect(run.status == .unknownName && run.output == "BTC,USD\r\n")
        #expect(run.errors == "crypto: unknown symbol 'SEK' (asked: sample); did you mean 'BTC/SEK'?\n")
    }

    /// Command lines that mean the same as others.
    static let same: [(line: String, other: String)] = [
        ("convert 100 usd to sek -p sample", "convert 100 usd sek -p sample"),
        ("convert 100 usd in sek eur -p sample", "convert 100 usd sek eur -p sample"),
        ("convert 100 usd = sek -p sample", "convert 100 usd sek -p sample"),
        ("price BTC -p sample -f md", "price BTC -p sample -f markdown"),
        ("price BTC -p sample -f prom", "price BTC -p sample -f prometheus"),
        ("price BTC -p sample -f LP", "price BTC -p sample -f influx"),
        ("price BTC -p sample -f ndjson", "price BTC -p sample -f jsonl"),
        ("price BTC -p sample -f CSV", "price BTC -p sample -f csv"),
        ("price BTC -p sample --format=Json", "price BTC -p sample -f json"),
        ("aqi Delhi -p sample --scale US", "aqi Delhi -p sample --scale us"),
        ("price BTC -p sample --chart -f SVG", "price BTC -p sample --chart -f svg"),
        ("-Vv", "-V -v"), ("-vV", "-V -v"), ("list -Vv", "-V -v"),
    ]

    @Test("Another form of the same command line is accepted", arguments: same)
    func accepted(line: String, other: String) async {
        let (run, usual) = (await runTool(line), await runTool(other))
        #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output == usual.output && !run.output.isEmpty)
    }

    @Test("A format in another spelling is refused beside the same options, and in the same commands")
    func formats() async {
        let lines = [
            ("price BTC -f JSON --no-header", "--format JSON and --no-header cannot be used together"),
            ("watch BTC -f prom", "--format: 'prom' is for current values, which list, price, convert and aqi print"),
            ("price BTC -f Svg", "--format svg is for charts: add --chart"),
        ]
        for (line, words) in lines { expectFailure(await runTool(line), .usage, says: words) }
    }

    @Test("Lines of stdin may have a word between FROM and TO")
    func lines() async {
        let run = await runTool(
            "convert - -p sample --csv --no-header --fields amount,to".split(separator: " ").map(String.init),
            input: input(Array("1 BTC to SEK\n2 BTC SEK\n".utf8)))
        #expect(run.status == .success && run.output == "1,SEK\r\n2,SEK\r\n", "\(run.errors)")
    }
}
