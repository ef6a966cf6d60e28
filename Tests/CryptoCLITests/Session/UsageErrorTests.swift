import CryptoCLI
import TestSupport
import Testing

/// An invalid command line and its message.
struct BadLine: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let says: String
    var status = ToolStatus.usage
    var variables: [String: String] = [:]
    var caret = false

    /// A line of words separated by spaces.
    init(
        _ line: String, _ says: String, _ status: ToolStatus = .usage, variables: [String: String] = [:],
        caret: Bool = false
    ) {
        self.init(line.split(separator: " ").map(String.init), says, status, variables: variables, caret: caret)
    }

    init(
        _ arguments: [String], _ says: String, _ status: ToolStatus = .usage, variables: [String: String] = [:],
        caret: Bool = false
    ) {
        self.arguments = arguments
        self.says = says
        self.status = status
        self.variables = variables
        self.caret = caret
    }

    var testDescription: String { (variables.map { "\($0)=\($1)" } + arguments).joined(separator: " ") }
}

@Suite("Invalid command lines: one line, the status, and no request", .quick)
struct UsageErrorTests {
    static let names: [BadLine] = [
        BadLine("lst", "unknown command 'lst'; did you mean 'list'?"),
        BadLine("top", "unknown command 'top'; did you mean 'list'?"),
        BadLine("frobnicate", "unknown command 'frobnicate'; the commands are list, price"),
        BadLine("help frobnicate", "unknown command 'frobnicate'"),
        BadLine("BTC", "unknown command 'BTC'; did you mean 'crypto price BTC'?"),
        BadLine("eth/eur btc --json", "unknown command 'eth/eur'; did you mean 'crypto price eth/eur btc --json'?"),
        BadLine("100 usd SEK", "unknown command '100'; did you mean 'crypto convert 100 usd SEK'?"),
        BadLine("help BTC", "unknown command 'BTC'; the commands are list, price"),
        BadLine(["list", "-p", "sample mock"], "--provider: separate names with commas: sample,mock"),
        BadLine("--limit 5 list", "'--limit' goes after the command, as in 'crypto list --limit 5'"),
        BadLine("--at 2024-03-01 list", "unknown option '--at' for 'list'; it belongs to 'crypto price'"),
        BadLine("--currency SEK aqi", "unknown option '--currency' for 'aqi'; air quality has no currency"),
        BadLine("--help foo", "unknown command 'foo'; the commands are list, price"),
        BadLine("-h lst", "unknown command 'lst'; did you mean 'list'?"),
        BadLine("--json -V lst", "unknown command 'lst'; did you mean 'list'?"),
        BadLine("price BTC -n 5", "unknown option '-n' for 'price'; it belongs to 'crypto list'"),
        BadLine("aqi -p coingecko", "--provider: coingecko: has no air quality; '--provider help' lists the choices"),
        BadLine("--json", "missing command, as in 'crypto list --json'; the commands are list, price"),
        BadLine("--fields help", "missing command, as in 'crypto list --fields help'"),
        BadLine(
            "help fields", "'fields' is not a command; 'crypto price --fields help' lists the fields of a command, and "
        ),
        BadLine("help providers", "'crypto price --provider help' lists the providers of a command, and 'man crypto-"),
        BadLine("help recipes", "'recipes' is not a command; 'man crypto-recipes' has them"),
        BadLine("aqi help", "'help' is not a city; 'crypto aqi --help' prints help"),
        BadLine("convert help", "'help' is not an amount; 'crypto convert --help' prints help"),
        BadLine("price help -p sample", "unknown symbol 'help' (asked: sample); '--help' prints help", .unknownName),
        BadLine("help --json", "unknown option '--json' for 'help'; see 'crypto help help'"),
        BadLine(
            "price BTC --fields change_pct", "--fields: unknown field 'change_pct'; did you mean 'change_percent'?"),
        BadLine(
            "price BTC --history 3d --fields price -p sample",
            "--fields: unknown field 'price'; 'crypto price --history 7d --fields help' lists them"),
        BadLine(
            "watch BTC --candles 1m --fields price -p sample",
            "--fields: unknown field 'price'; 'crypto watch --candles 1m --fields help' lists them"),
        BadLine("price BTC --chart --fields close", "--chart and --fields cannot be used together"),
        BadLine("aqi --chart --no-header", "--chart and --no-header cannot be used together"),
        BadLine("list --add BTC --json", "--add and --json cannot be used together"),
        BadLine("list --remove BTC -p sample", "--remove and --provider cannot be used together"),
        BadLine("list --move 1 BTC --offline", "--move and --offline cannot be used together"),
        BadLine("list --remove BTC --refresh", "--remove and --refresh cannot be used together"),
        BadLine("price BTC --template x --fields symbol", "--template and --fields cannot be used together"),
        BadLine("price BTC --template x --no-header", "--template and --no-header cannot be used together"),
        BadLine("price BTC --no-header --json", "--json and --no-header cannot be used together"),
        BadLine("aqi -f markdown --no-header", "--format markdown and --no-header cannot be used together"),
        BadLine("list --remove BTC -n 3", "--remove and --limit cannot be used together"),
        BadLine("list --move 1 BTC --available", "--move and --available cannot be used together"),
        BadLine("list --limt 5", "unknown option '--limt'; did you mean '--limit'?"),
        BadLine("price BTC --max-time 5", "unknown option '--max-time'; did you mean '--deadline'?"),
        BadLine("price BTC --retry 5", "unknown option '--retry'; did you mean '--retries'?"),
        BadLine("list --top 5", "unknown option '--top' for 'list'; '--limit' sets the number of rows"),
        BadLine("price BTC --watch", "unknown option '--watch' for 'price'; 'crypto watch' streams prices"),
        BadLine("list --holding", "unknown option '--holding'; did you mean '--holdings'?"),
        BadLine("price BTC --limit 5", "unknown option '--limit' for 'price'; it belongs to 'crypto list'"),
        BadLine("list -x", "unknown option '-x'; see 'crypto list --help'"),
        BadLine("list --lim 5", "unknown option '--lim'; did you mean '--limit'?"),
        BadLine("list --fields symbol,prise", "--fields: unknown field 'prise'; did you mean 'price'?"),
        BadLine("list --fields symbol,symbol", "--fields: 'symbol' is named twice"),
        BadLine("list -p coingeko", "--provider: unknown provider 'coingeko'; did you mean 'coingecko'?"),
        BadLine("list -p sample,sample", "--provider: 'sample' is named twice"),
        BadLine("list -f xml", "--format: 'xml' is not one of table, json, jsonl, csv, tsv, markdown, records"),
        BadLine("list --sort pric", "did you mean 'price'?"),
        BadLine("price BTC --candles 12h", "5m, 15m, 1h, 4h, 1d, 1w; did you mean '1d'?"),
        BadLine("watch BTC --candles 3h", "did you mean '4h'?"),
        BadLine("watch BTC --candles 5M", "did you mean '5m'?"),
        BadLine("list -p sample -c SEKK", "unknown currency 'SEKK'; did you mean 'SEK'?", .unknownName),
        BadLine("list -p sample -c YEN", "unknown currency 'YEN'; did you mean 'JPY'?", .unknownName),
        BadLine("price BTC -p sample -c S!", "unknown currency 'S!'", .unknownName),
        BadLine("price BTCC -p sample", "unknown symbol 'BTCC' (asked: sample); did you mean 'BTC'?", .unknownName),
        BadLine("price bitcoin -p sample", "'bitcoin' (asked: sample); did you mean 'BTC'?", .unknownName),
        BadLine("price avalanche-2 -p sample", "did you mean 'AVAX'?", .unknownName),
        BadLine("price BTCUSDT -p sample", "did you mean 'BTC/USDT'?", .unknownName),
        BadLine("price shibusd -p sample", "did you mean 'SHIB/USD'?", .unknownName),
        BadLine("price AAPL -p sample", "'AAPL' (asked: sample); did you mean 'stock:AAPL'?", .unknownName),
        BadLine("list USD -p sample", "USD is a currency: try 'crypto convert 1 USD EUR -p sample'", .unknownName),
        BadLine("price sek -p sample", "SEK is a currency: try 'crypto convert 1 SEK USD -p sample'", .unknownName),
        BadLine("price QQQQQ WWWWW -p sample", "unknown symbols 'QQQQQ', 'WWWWW' (asked: sample)", .unknownName),
        BadLine("price id:nosuch -p sample", "unknown symbol 'id:nosuch'", .unknownName),
        BadLine("price -5 -p sample", "unknown symbol '-5'", .unknownName),
        BadLine("price -p sample -- --json", "unknown symbol '--json'", .unknownName),
        BadLine(
            "price BTC -p sample -c SATS", "sample: does not quote in SATS; choose another --currency", .unknownName),
        BadLine("list QQQQQ -p sample", "unknown symbol 'QQQQQ'", .unknownName),
        BadLine(
            "price BTC -p sample -c EUR,USD", "--currency: unknown currency 'EUR,USD'; write one code, as in 'EUR'",
            .unknownName),
        BadLine("--foo", "unknown option '--foo' before a command; see 'crypto --help'"),
        BadLine(
            "price BTC -p sample -c ETH --history 3d",
            "sample: has no past prices in ETH; ask for them in USD, or try another --provider", .unknownName),
        BadLine("price BTC/BTC -p sample --history 3d", "sample: has no past prices in BTC; ask for", .unknownName),
    ]

    static let values: [BadLine] = [
        BadLine("price", "missing argument '<symbol>'"),
        BadLine("price --json", "missing argument '<symbol>'"),
        BadLine("list --limit", "missing value for '--limit <n>'"),
        BadLine("list --limit --json", "missing value for '--limit <n>'"),
        BadLine("list --limit 5 -n 6", "--limit is given twice: '--limit 5' and '-n 6'"),
        BadLine("list --json --csv", "--format is given twice: '--json' and '--csv'"),
        BadLine("list --limit 0", "--limit: '0' is not a whole number of 1 or more"),
        BadLine("list --limit -1", "--limit: '-1' is not a whole number of 1 or more"),
        BadLine("list --limit=-1", "--limit: '-1' is not a whole number of 1 or more"),
        BadLine("list --limit 1e9", "--limit: '1e9' is not a whole number of 1 or more"),
        BadLine("list --limit 99999999999999999999", "--limit: '99999999999999999999' is too large"),
        BadLine(["list", "--limit", ""], "--limit: the value is empty"),
        BadLine(["list", "--if", ""], "--if: the value is empty"),
        BadLine(["list", "--search", ""], "--search: '' is shorter than two characters"),
        BadLine("list --search b", "--search: 'b' is shorter than two characters"),
        BadLine("list --quiet=yes", "'--quiet' takes no value, but 'yes' was given"),
        BadLine("price BTC --timeout 0", "--timeout: '0' is not a time above 0"),
        BadLine("price BTC --timeout -5", "--timeout: '-5' is negative"),
        BadLine("price BTC --deadline soon", "--deadline: 'soon' is not a time"),
        BadLine("price BTC --retries -1", "--retries: '-1' is not a whole number from 0 to 1000"),
        BadLine("price BTC --digits 101", "--digits: '101' is not a whole number from 0 to 100"),
        BadLine("price BTC --color blue", "--color: 'blue' is not one of auto, always, never"),
        BadLine("list -f svg", "--format: 'svg' is for charts, which 'crypto price --chart' and 'crypto aqi"),
        BadLine("watch BTC -f svg", "--format: 'svg' is for charts, which 'crypto price --chart'"),
        BadLine("watch BTC", "CRYPTO_FORMAT: 'svg' is for charts", variables: ["CRYPTO_FORMAT": "svg"]),
        BadLine("price BTC -f svg", "--format svg is for charts: add --chart"),
        BadLine("price BTC -f template", "--format template needs --template <text>"),
        BadLine(
            ["price", "BTC", "--json", "--template", "{price}"], "--template and --json cannot be used together"),
        BadLine(["price", ""], "<symbol>: '' is not a symbol"),
        BadLine("price BTC,ETH", "<symbol>: 'BTC,ETH' is not a symbol; separate symbols with spaces"),
        BadLine("price BTC/", "<symbol>: 'BTC/' is not a pair; write BASE/QUOTE, as in BTC/EUR"),
        BadLine("price A/B/C", "<symbol>: 'A/B/C' is not a pair"),
        BadLine(
            ["price", "B\u{1B}[31mTC"], #"<symbol>: 'B\u{1b}[31mTC' holds a character that is not allowed in a symbol"#),
        BadLine(["price", String(repeating: "B", count: 65)], "is longer than 64 characters"),
    ]

    static let syntax: [BadLine] = [
        BadLine(["list", "--if", "prise > 1"], "did you mean 'price'?", caret: true),
        BadLine(["list", "--if", "price >"], "--if: ", caret: true),
        BadLine(["list", "--if", "price > 'x'"], "--if: ", caret: true),
        BadLine(["price", "BTC", "--template", "{prise}"], "did you mean 'price'?", caret: true),
        BadLine(
            ["list", "--if", "zzzzz > 1"], "--if: unknown field 'zzzzz'; '--fields help' lists them", caret: true),
        BadLine(
            ["watch", "BTC", "--until", "zzzzz > 1"], "--until: unknown field 'zzzzz'; '--fields help' lists them",
            caret: true),
        BadLine(
            ["price", "BTC", "--template", "{zzzzz}", "--history", "3d", "-p", "sample"],
            "unknown field 'zzzzz'; 'crypto price --history 7d --fields help' lists them", caret: true),
        BadLine(["watch", "BTC", "--until", "price => 1"], "--until: write >= instead of =>", caret: true),
        BadLine(["price", "BTC", "--template", "{price"], "--template: ", caret: true),
    ]

    static let variables: [BadLine] = [
        BadLine("list", "CRYPTO_LIST_LIMIT: '0' is not a whole number", variables: ["CRYPTO_LIST_LIMIT": "0"]),
        BadLine("list", "CRYPTO_STRICT: 'yes' is not 1 or 0", variables: ["CRYPTO_STRICT": "yes"]),
        BadLine("list", "CRYPTO_PROVIDER: unknown provider 'nobody'", variables: ["CRYPTO_PROVIDER": "nobody"]),
        BadLine("list -p sample", "unknown currency 'SEKK'", .unknownName, variables: ["CRYPTO_CURRENCY": "SEKK"]),
        BadLine(
            "price BTC -p coingecko", "coingecko: 'foo' is not a URL; check CRYPTO_COINGECKO_URL",
            variables: ["CRYPTO_COINGECKO_URL": "foo"]),
        BadLine(
            "price BTC -p coingecko", "'ftp://x' is not a URL of http or https; check CRYPTO_COINGECKO_URL",
            variables: ["CRYPTO_COINGECKO_URL": "ftp://x"]),
        BadLine(
            "watch BTC -p coinbase", "'foo' is not a URL; check CRYPTO_COINBASE_URL or CRYPTO_COINBASE_WS_URL",
            variables: ["CRYPTO_COINBASE_WS_URL": "foo"]),
    ]

    @Test("Unknown names, with a suggestion", arguments: names)
    func unknownName(_ line: BadLine) async {
        expectFailure(await runTool(line.arguments), line.status, says: line.says)
    }

    @Test("A field by which a list is not sorted is no misspelled other one")
    func unsortedField() async {
        let run = await runTool("list --holdings --sort value")
        expectFailure(run, .usage, says: "--sort: 'value' is not one of rank, name, symbol, price")
        #expect(!run.errors.contains("did you mean"))
    }

    @Test("Missing, repeated or invalid values and operands", arguments: values)
    func wrongValue(_ line: BadLine) async {
        expectFailure(await runTool(line.arguments, line.variables), line.status, says: line.says)
    }

    @Test(
        "A command without charts does not name the format svg",
        arguments: [
            ("list", false), ("price BTC", true), ("convert 1 BTC SEK", false), ("watch BTC", false), ("aqi", true),
        ])
    func chartFormat(line: String, isDrawing: Bool) async {
        let error = await runTool("\(line) -f xml").errors
        #expect(error.contains(", none, ") || line == "aqi", "\(error)")
        #expect(error.contains("svg") == isDrawing, "\(error)")
        #expect(await runTool("\(line) --help").output.contains("svg") == isDrawing)
    }

    @Test("An error in a condition or template is marked by a caret", arguments: syntax)
    func syntaxError(_ line: BadLine) async {
        expectFailure(await runTool(line.arguments), line.status, says: line.says, caret: true)
    }

    @Test("An error in a variable names the variable", arguments: variables)
    func wrongVariable(_ line: BadLine) async {
        expectFailure(await runTool(line.arguments, line.variables), line.status, says: line.says)
    }

    @Test("Arguments that are not UTF-8 are refused with their position")
    func invalidUTF8() async {
        let console = TestConsole()
        let environment = Environment(
            variables: [:], console: console.console(columns: nil), time: TestClock().source, random: { 1 },
            http: { _ in preconditionFailure("nothing is to be asked") })
        let status = await CryptoTool.run([Array("price".utf8), [0x42, 0xFF, 0xFE]], environment)
        #expect(status == .usage)
        #expect(console.output.isEmpty)
        #expect(console.errors == "crypto: argument 2 is not valid UTF-8\n")
    }

    @Test("A correctly spelled ticker is not called misspelled; it is searched once, as every unknown one")
    func spelling() async throws {
        let none = Exchange.get(CoinGeckoAnswers.path, answer: .json("[]"))
        let search = Exchange.get("/api/v3/search", times: .exactly(1), answer: .json(#"{"coins":[]}"#))
        try await withLoopbackServer([none, search]) { server in
            let run = await runTool("price BTC -p coingecko", server.variables(for: "coingecko"))
            #expect(run.errors == "crypto: unknown symbol 'BTC' (asked: coingecko)\n")
        }
    }

    @Test("A provider is asked only for its jobs, and takes a key only if it has one")
    func missingKey() async {
        let run = await runTool("price BTC -p cryptocompare")
        expectFailure(run, .noPermission, says: "cryptocompare: needs a key; set CRYPTO_CRYPTOCOMPARE_KEY")
    }
}
