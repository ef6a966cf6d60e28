import Markets
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
    /// Where the prices come from, which the recipe does not say.
    enum Prices: Sendable {
        /// `CRYPTO_PROVIDER=sample`.
        case sample
        /// A server that answers one request for the price of bitcoin, and fails the test at a second one.
        case oneAnswer
        /// All providers of prices, of which Kraken refuses the second request.
        case everyProvider
        /// A stream of ticks, each in another minute, of which three rows are printed.
        case ticksOfMinutes
    }

    /// The title of the recipe.
    let title: String
    let prices: Prices
    /// The programs that only the check needs.
    let programs: [String]
    let script: String
    /// All that the script prints.
    let prints: String

    init(_ title: String, _ prices: Prices = .sample, needs programs: String..., script: String, prints: String) {
        (self.title, self.prices, self.programs) = (title, prices, programs)
        (self.script, self.prints) = (script, prints)
    }

    var recipe: Recipe {
        get throws { try #require(Recipe.all.first { $0.title == title }) }
    }

    /// The programs that this machine lacks.
    var missing: [String] {
        let recipe = Recipe.all.first { $0.title == title }
        let standIns = ["notify-send", "podman"]
        return ((recipe?.programs ?? []) + programs).filter { program in
            !standIns.contains(program)
                && Self.path.split(separator: ":").allSatisfy { !Files.exists("\($0)/\(program)") }
        }
    }

    /// The directories of the programs; those of servers are often not in PATH.
    static let path: String = {
        let versions = Files.names(in: "/usr/lib/postgresql").map { "/usr/lib/postgresql/\($0)/bin" }
        return ([getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"] + versions + ["/usr/sbin"]).joined(
            separator: ":")
    }()

    /// Runs the script and returns what it prints.
    func run() async throws -> ToolOutcome {
        let recipe = try recipe
        return try await withTemporaryDirectory { home in
            try prepare(recipe, home)
            var variables = [
                "HOME": home.path, "PATH": "\(home.path(".local/bin")):\(Self.path)", "LC_ALL": "C.UTF-8", "TZ": "UTC",
                "XDG_RUNTIME_DIR": home.path, "TMUX_TMPDIR": home.path, "TERM": "xterm", "COLUMNS": "100",
                "SHELL": "/bin/sh",
            ]
            switch prices {
            case .sample:
                variables["CRYPTO_PROVIDER"] = "sample"
                return try await run(variables)
            case .oneAnswer:
                let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)
                return try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: answer)]) { server in
                    try await run(variables.merging(server.variablesForDefaultChains) { $1 })
                }
            case .everyProvider:
                var providers = CheckedProviders(job: .price)
                providers.failsLater = "kraken"
                return try await providers.withServer { _, urls in try await run(variables.merging(urls) { $1 }) }
            case .ticksOfMinutes:
                variables["CRYPTO_PROVIDER"] = "coinbase"
                variables["CRYPTO_WATCH_COUNT"] = "3"
                let ticks = (0..<5).map {
                    StreamFrames.coinbase("BTC-USD", "6244\($0)", time: "2024-03-01T12:0\($0):30Z")
                }
                let script: WebSocketScript = { peer in
                    try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
                    try peer.send(texts: ticks)
                    try peer.expectClose()
                }
                return try await withWebSocketServer([script]) { server in
                    try await run(variables.merging(server.streams(of: "coinbase")) { $1 })
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

    private func run(_ variables: [String: String]) async throws -> ToolOutcome {
        let tool = try #require(Executables.builtProduct("crypto"))
        return try await ToolProcess.run(
            "/bin/sh", ["-ec", Self.begin + script, "sh", tool], environment: variables)
    }
}
