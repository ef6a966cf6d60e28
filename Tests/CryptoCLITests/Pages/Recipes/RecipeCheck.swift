import Markets
import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@testable import CryptoCLI

/// How a recipe is proved: a script of sh in a home directory of its own, in which `step N` runs the Nth of the
/// recipe's commands exactly as the page prints it. The files of the recipe are there before it begins.
struct RecipeCheck: Sendable {
    /// What a server answers, in place of the fixed prices of `CRYPTO_PROVIDER=sample`. The page names it in a mark.
    enum Answers: String {
        /// An answer to one request for the price of bitcoin. A second one fails the test.
        case oneAnswer = "one answer"
        /// All providers of prices, of which Kraken refuses the second request.
        case everyProvider = "every provider"
        /// A stream of ticks, each in another minute, of which three rows are printed.
        case ticksOfMinutes = "ticks of minutes"
        /// The same, each 40 minutes after the one before it.
        case ticksOfHours = "ticks of hours"
        /// The candles of 300 minutes from 2024-02-29 on.
        case minutes
        /// Coinbase's candle of a minute of 2024-02-26, and DefiLlama's price of a token then.
        case moments
        /// A dividend and a split of any stock, ten days ago.
        case events
        /// Rates in which an ounce of gold is 2500 euros, of silver 25, and of platinum 1000.
        case metals
        /// The price of bitcoin for those who send the key `made-up-key`.
        case keyed = "one for the key"
    }

    /// The title of the recipe.
    let title: String
    /// The programs that only the check needs.
    let programs: [String]
    /// The modules of python3 that it needs.
    let modules: [String]
    let script: String
    /// All that the script prints.
    let prints: String

    init(
        _ title: String, needs programs: String..., modules: [String] = [], script: String, prints: String
    ) {
        (self.title, self.programs, self.modules) = (title, programs, modules)
        (self.script, self.prints) = (script, prints)
    }

    private var recipe: Recipe? { RecipePage.committed.recipes.first { $0.title == title } }

    /// The programs that no check runs: something takes their place, or what they are given is looked at.
    private static let unused = [
        "i3status-rs", "notify-send", "podman", "polybar", "rpk", "starship", "telegraf", "vector", "waybar",
    ]

    /// The programs and modules that this machine lacks.
    var missing: [String] {
        let programs = ((recipe?.programs ?? []) + programs).filter { program in
            !Self.unused.contains(program)
                && Self.path.split(separator: ":").allSatisfy { !Files.exists("\($0)/\(program)") }
        }
        return programs + modules.filter { !Self.hasModule($0) }.map { "python3's module \($0)" }
    }

    /// Returns whether python3 finds a module without those of the home directory, which a check does not have.
    private static func hasModule(_ name: String) -> Bool {
        let find = "import importlib.util, sys; exit(importlib.util.find_spec(sys.argv[1]) is None)"
        return Executables.succeeds("python3", "-c", find, name, environment: ["HOME": "/"])
    }

    /// The directories of the programs; those of servers are often not in PATH.
    static let path: String = {
        let versions = Files.names(in: "/usr/lib/postgresql").map { "/usr/lib/postgresql/\($0)/bin" }
        return ([getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"] + versions + ["/usr/sbin"]).joined(
            separator: ":")
    }()

    /// Runs the script and returns what it prints.
    func run() async throws -> ToolOutcome {
        let recipe = try #require(recipe)
        return try await withTemporaryDirectory { home in
            try prepare(recipe, home)
            var variables = [
                "HOME": home.path, "PATH": "\(home.path(".local/bin")):\(Self.path)", "LC_ALL": "C.UTF-8", "TZ": "UTC",
                "XDG_RUNTIME_DIR": home.path, "TMUX_TMPDIR": home.path, "TERM": "xterm", "COLUMNS": "100",
                "SHELL": "/bin/sh",
            ]
            guard let name = recipe.answers else {
                variables["CRYPTO_PROVIDER"] = "sample"
                return try await run(variables)
            }
            let answers = try #require(Answers(rawValue: name), "no answers are named '\(name)'")
            switch answers {
            case .oneAnswer:
                let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)
                return try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: answer)]) { server in
                    try await run(variables.merging(server.variablesForDefaultChains) { $1 })
                }
            case .everyProvider:
                var providers = CheckedProviders(job: .price)
                providers.failsLater = "kraken"
                return try await providers.withServer { _, urls in try await run(variables.merging(urls) { $1 }) }
            case .minutes:
                variables["CRYPTO_PROVIDER"] = "coinbase"
                let start = 1_709_164_800
                let rows = (0..<300).reversed().map { "[\(start + 60 * $0),1,9,2,\($0 % 7 + 2),5.5]" }
                let answer = Answer.json("[\(rows.joined(separator: ","))]")
                let candles = Exchange.get("/products/BTC-USD/candles", times: .any, answer: answer)
                return try await withLoopbackServer([candles]) { server in
                    try await run(variables.merging(server.variables(for: "coinbase")) { $1 })
                }
            case .moments:
                let minute = Answer.json("[[1708957920,1,99999,2,51000.5,5]]")
                let token = "ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
                let price = #"{"symbol":"USDC","price":1.0001,"timestamp":1708957700,"confidence":0.99}"#
                let exchanges: [Exchange] = [
                    .get("/products/BTC-EUR/candles", times: .any, answer: minute),
                    .get(
                        "/prices/historical/1708957920/\(token)", times: .any,
                        answer: .json(#"{"coins":{"\#(token)":\#(price)}}"#)),
                ]
                return try await withLoopbackServer(exchanges) { server in
                    try await run(variables.merging(server.variables(for: "coinbase", "defillama")) { $1 })
                }
            case .events:
                let answer = Answer.making { request in
                    let symbol = request.path.split(separator: "/").last ?? ""
                    let day = (request.parameter("period2").flatMap { Int($0) } ?? 0) - 10 * 86_400
                    return .json(
                        #"{"chart":{"result":[{"meta":{"currency":"USD","symbol":"\#(symbol)"},"events":{"#
                            + #""dividends":{"1":{"amount":0.25,"date":\#(day)}},"#
                            + #""splits":{"1":{"numerator":10,"denominator":1,"date":\#(day)}}}}],"error":null}}"#)
                }
                let charts = ["NVDA", "MSFT"].map {
                    Exchange.get("/v8/finance/chart/\($0)", times: .any, answer: answer)
                }
                return try await withLoopbackServer(charts) { server in
                    try await run(variables.merging(server.variablesForDefaultChains) { $1 })
                }
            case .metals:
                variables["CRYPTO_PROVIDER"] = "frankfurter"
                let rates = latestRates(#""XAU":0.0004,"XAG":0.04,"XPT":0.001"#)
                return try await withLoopbackServer([.get(RatePath.frankfurter, answer: rates)]) { server in
                    try await run(variables.merging(server.variables(for: "frankfurter")) { $1 })
                }
            case .keyed:
                let price = Exchange.get(
                    CoinGeckoAnswers.path, headers: ["x-cg-demo-api-key": "made-up-key"],
                    answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin))
                return try await withLoopbackServer([price]) { server in
                    try await run(variables.merging(server.variables(for: "coingecko")) { $1 })
                }
            case .ticksOfMinutes, .ticksOfHours:
                variables["CRYPTO_PROVIDER"] = "coinbase"
                variables["CRYPTO_WATCH_COUNT"] = "3"
                let step = answers == .ticksOfHours ? 2400 : 60
                let ticks = (0..<5).map {
                    let time = Timestamp(seconds: Int64(1_709_294_430 + $0 * step))
                    return StreamFrames.coinbase("BTC-USD", "6244\($0)", time: time.description)
                }
                let script: WebSocketScript = { peer in
                    try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
                    try peer.send(texts: ticks)
                    try peer.expectClose()
                }
                let candles = Answer.json("[[1709294400,62440,62440,62440,62440,1]]")
                let exchanges = [
                    Exchange.get("/products/BTC-USD/candles", times: .any, answer: candles),
                    .webSocket(script: script),
                ]
                return try await withLoopbackServer(exchanges) { server in
                    let urls = server.streams(of: "coinbase").merging(server.variables(for: "coinbase")) { $1 }
                    return try await run(variables.merging(urls) { $1 })
                }
            }
        }
    }

    /// Writes the files and the steps of a recipe.
    private func prepare(_ recipe: Recipe, _ home: TemporaryDirectory) throws {
        var count = 0
        for step in recipe.steps {
            switch step {
            case .file(let path, let content):
                try home.write(content + "\n", to: String(path.hasPrefix("~/") ? path.dropFirst(2) : path[...]))
            case .shell(let lines):
                count += 1
                try home.write(lines + "\n", to: ".steps/\(count)")
            case .cron(let line):
                count += 1
                // cron ends the command at a percent sign.
                #expect(!line.contains("%"))
                let words = line.split(separator: " ", maxSplits: 5)
                try home.write("\(try #require(words.last))\n", to: ".steps/\(count)")
            }
        }
    }

    /// Puts the program where `.ci/install` does; defines `step`, and `eventually`, which waits for another process.
    private static let begin = #"""
        cd
        mkdir -p .local/bin .config
        ln -s "$1" .local/bin/crypto
        step() { sh -e ".steps/$1"; }
        eventually() {
            tries=0
            until "$@"; do
                tries=$((tries + 1))
                [ "$tries" -lt 20000 ] || exit 99
            done
        }

        """#

    /// Starts a server that keeps the path and the body of each request, and the title and the type in its head, in the
    /// file `received`. `RECEIVER` is its address.
    static let receiver = #"""
        cat >receiver.py <<'END'
        import http.server
        class Receiver(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                kind = self.headers["Content-Type"]
                with open("received", "a") as file:
                    print(self.path, file=file)
                    if "Title" in self.headers: print("Title:", self.headers["Title"], file=file)
                    if kind != "application/x-www-form-urlencoded": print("Content-Type:", kind, file=file)
                    print(body.rstrip(), file=file)
                self.send_response(204)
                self.end_headers()
            def log_message(self, *words): pass
        server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
        with open("address", "w") as file: print(f"http://127.0.0.1:{server.server_port}", file=file)
        server.serve_forever()
        END
        python3 receiver.py &
        trap "kill $!" EXIT
        eventually grep -qs . address
        export RECEIVER="$(cat address)"

        """#

    private func run(_ variables: [String: String]) async throws -> ToolOutcome {
        let tool = try #require(Executables.builtProduct("crypto"))
        return try await ToolProcess.run(
            "/bin/sh", ["-ec", Self.begin + script, "sh", tool], environment: variables)
    }
}
