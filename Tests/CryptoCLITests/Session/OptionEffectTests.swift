import CommandLineKit
import CryptoCLI
import Platform
import TestSupport
import Testing

/// Two runs of a command that differ in one option.
struct OptionEffect: Sendable, CustomTestStringConvertible {
    /// The providers.
    enum Source: Sendable {
        case sample, mock
        /// `mock` with a clock that skips only the pauses between its ticks, whose number the times show.
        case ticks
        /// Real providers that all refuse or never answer.
        case refusing, silent
        /// Two real providers that refuse, so that the second is asked after the first.
        case fallback
    }

    var command = ""
    let given: [String]
    let extra: [String]
    let source: Source
    let variables: [String: String]

    /// The option as given, and the arguments of both runs.
    init(_ given: String, with extra: String = "", _ source: Source = .sample, _ variables: [String: String] = [:]) {
        self.given = given.split(separator: " ").map(String.init)
        self.extra = extra.split(separator: " ").map(String.init)
        (self.source, self.variables) = (source, variables)
    }

    var testDescription: String { "\(command) \((extra + given).joined(separator: " "))" }
}

extension OptionEffect.Source {
    /// A clock that skips pauses, except for providers that never answer.
    fileprivate var time: TimeSource {
        switch self {
        case .silent: .live
        case .ticks: TestClock().source(pausesUpTo: .seconds(1))
        case .sample, .mock, .refusing, .fallback: TestClock().source
        }
    }
}

@Suite("Each option that a command offers has an effect", .quick, .endsHang)
struct OptionEffectTests {
    /// By the name of the option.
    private static let common: [String: OptionEffect] = [
        "format": OptionEffect("--format markdown"), "json": OptionEffect("--json", .sample, ["CRYPTO_FORMAT": "csv"]),
        "csv": OptionEffect("--csv"), "fields": OptionEffect("--fields provider"),
        "template": OptionEffect("--template {provider}"), "no-header": OptionEffect("--no-header", with: "--csv"),
        "if": OptionEffect("--if provider=='x'"), "once": OptionEffect("--once"),
        "schema": OptionEffect("--schema"),
        "digits": OptionEffect("--digits 1", with: "-f table"),
        "color": OptionEffect("--color always", with: "-f table"), "currency": OptionEffect("--currency SEK"),
        "provider": OptionEffect("--provider mock"),
        "max-age": OptionEffect("--max-age 0", with: "--offline"),
        "refresh": OptionEffect("--refresh", with: "--offline"),
        "offline": OptionEffect("--offline", .refusing, ["CRYPTO_RETRIES": "0"]),
        "stale-if-error": OptionEffect("--stale-if-error 1h"),
        "timeout": OptionEffect("--timeout 20ms", .silent, ["CRYPTO_TIMEOUT": "30ms", "CRYPTO_RETRIES": "0"]),
        "deadline": OptionEffect("--deadline 20ms", .silent, ["CRYPTO_TIMEOUT": "90ms", "CRYPTO_RETRIES": "0"]),
        "retries": OptionEffect("--retries 2", with: "--verbose", .refusing, ["CRYPTO_RETRIES": "0"]),
        "strict": OptionEffect("--strict", .fallback), "quiet": OptionEffect("--quiet", with: "--verbose", .fallback),
        "verbose": OptionEffect("--verbose", .refusing), "config": OptionEffect("--config {home}/other"),
        "no-config": OptionEffect("--no-config", .sample, ["XDG_CONFIG_HOME": "{home}/configured"]),
        "output": OptionEffect("--output {home}/rows"), "append": OptionEffect("--append {home}/rows.csv"),
        "record": OptionEffect("--record {home}"),
        "replay": OptionEffect("--replay {home}/none"),
        "seed": OptionEffect("--seed 2", .mock), "rate": OptionEffect("--rate 1000", with: "--watch", .ticks),
    ]

    /// By the names of the command and the option.
    private static let own: [String: OptionEffect] = [
        "list limit": OptionEffect("--limit 1"), "list sort": OptionEffect("--sort price"),
        "list reverse": OptionEffect("--reverse"), "list search": OptionEffect("--search bit"),
        "list market": OptionEffect("--market futures"), "list favorites": OptionEffect("--favorites"),
        "list of": OptionEffect("--of 3"), "list available": OptionEffect("--available"),
        "list holdings": OptionEffect("--holdings"), "list total": OptionEffect("--total", with: "--holdings"),
        "list add": OptionEffect("--add", with: "SOL"),
        "list remove": OptionEffect("--remove", with: "BTC"), "list move": OptionEffect("--move 1", with: "BTC"),
        "list amount": OptionEffect("--amount 1", with: "ETH --add"),
        "list cost": OptionEffect("--cost 2", with: "ETH --add --amount 1"),
        "price favorites": OptionEffect("--favorites"), "watch favorites": OptionEffect("--favorites"),
        "list favorites-file": OptionEffect("--favorites-file {home}/crypto/favorites"),
        "price favorites-file": OptionEffect("--favorites-file {home}/crypto/favorites"),
        "watch favorites-file": OptionEffect("--favorites-file {home}/crypto/favorites"),
        "watch holdings": OptionEffect("--holdings"),
        "price history": OptionEffect("--history 2d"),
        "price candles": OptionEffect("--candles 4h", with: "--history 2d"),
        "price from": OptionEffect("--from 2024-02-27"), "price to": OptionEffect("--to 2024-02-27"),
        "price at": OptionEffect("--at 2024-02-27"), "price chart": OptionEffect("--chart"),
        "price candlesticks": OptionEffect("--candlesticks", with: "--chart"),
        "price overlay": OptionEffect("--overlay", with: "--chart"),
        "price adjusted": OptionEffect("--adjusted", with: "--history 2d"),
        "price events": OptionEffect("--events", with: "--history 2d"),
        "price consensus": OptionEffect("--consensus"), "price each": OptionEffect("--each"),
        "price min-sources": OptionEffect("--min-sources 2", with: "--consensus"),
        "price max-deviation": OptionEffect(
            "--max-deviation 0.0001", with: "--consensus --min-sources 1 -p sample,mock"),
        "convert at": OptionEffect("--at 2024-02-25"), "convert explain": OptionEffect("--explain"),
        "aqi scale": OptionEffect("--scale eu", with: "--fields scale"), "aqi sort": OptionEffect("--sort aqi"),
        "aqi reverse": OptionEffect("--reverse"), "aqi limit": OptionEffect("--limit 1"),
        "aqi forecast": OptionEffect("--forecast 3h"),
        "aqi digits": OptionEffect("--digits 3", with: "-f table --fields pm10"),
        "aqi history": OptionEffect("--history 3h"), "aqi chart": OptionEffect("--chart"),
        "aqi watch": OptionEffect("--watch --count 2"), "aqi count": OptionEffect("--count 1", with: "--watch"),
        "watch top": OptionEffect("--top 3", with: "--verbose", .refusing, ["CRYPTO_RETRIES": "0"]),
        "watch if": OptionEffect("--if symbol=='ETH'", with: "ETH"), "watch count": OptionEffect("--count 1"),
        "watch on-change": OptionEffect("--on-change 1", .mock, ["CRYPTO_WATCH_COUNT": "9"]),
        "watch gaps": OptionEffect("--gaps", with: "--csv"), "watch stats": OptionEffect("--stats"),
        "watch trend": OptionEffect("--trend"),
        "watch candles": OptionEffect("--candles 1m", with: "--fields price"),
        "watch poll": OptionEffect("--poll 1s", .mock),
        "watch rate": OptionEffect("--rate 1000", .ticks),
    ]

    /// The options of both streaming commands; `watch` is the option that makes the command stream, if it needs one.
    private static func ends(_ watch: String) -> [String: OptionEffect] {
        [
            "for": OptionEffect(
                "--for 20ms", with: watch, .silent, ["CRYPTO_TIMEOUT": "300ms", "CRYPTO_RETRIES": "0"]),
            "until": OptionEffect("--until provider=='sample'", with: watch),
            "when": OptionEffect("--when provider=='sample'", with: watch),
            "exec": OptionEffect("--exec true", with: watch), "cooldown": OptionEffect("--cooldown 1s", with: watch),
            "interval": OptionEffect("--interval 1h", with: watch, .mock),
        ]
    }

    /// Accepted by all commands with `mock`, although these have no ticks.
    private static let withoutTicks = ["list rate", "price rate", "convert rate"]

    /// An answer must be kept first: CacheTests has its effect.
    private static let ofKeptAnswers = ["list", "price", "convert", "aqi"].map { "\($0) stale-if-error" }

    private static let lines = [
        "list": "list", "price": "price BTC", "convert": "convert 1 BTC SEK", "watch": "watch BTC",
        "aqi": "aqi Delhi Mumbai",
    ]

    static let all: [OptionEffect] = CryptoTool.reference.tool.commands.flatMap { command in
        command.options.compactMap { option -> OptionEffect? in
            let name = "\(command.name) \(option.name)"
            if ["help", "version"].contains(option.name) || (withoutTicks + ofKeptAnswers).contains(name) {
                return nil
            }
            let ends = ends(command.name == "aqi" ? "--watch" : "")
            var effect = own[name] ?? ends[option.name] ?? common[option.name] ?? OptionEffect("nothing")
            effect.command = command.name
            return effect
        }
    }

    @Test(arguments: all)
    func effect(_ effect: OptionEffect) async throws {
        #expect(effect.given != ["nothing"], "no case for an option of \(effect.command)")
        let without = try await Self.run(effect, [])
        let with = try await Self.run(effect, effect.given)
        #expect(
            with.status != without.status || with.output != without.output || with.errors != without.errors,
            "\(without.status) \(without.output.prefix(500)) \(without.errors)")
        #expect(!with.errors.contains("unknown option"), "\(with.errors)")
    }

    @Test("An option without effect is unknown, on the command line and in the file, and its variable is ignored")
    func refused() async throws {
        for line in ["list --frobnicate", "price BTC --limit x", "convert 1 BTC SEK --currency EUR", "aqi -c EUR"] {
            let run = await runTool("\(line) -p sample")
            expectFailure(run, .usage, says: "unknown option '-")
        }
        let ways = ["convert": "the target currency is an argument, as in", "aqi": "air quality has no currency"]
        for (name, way) in ways {
            for option in ["--currency", "-c"] {
                let problem = "unknown option '\(option)' for '\(name)'; \(way)"
                expectFailure(await runTool("\(name) \(option) EUR 1 BTC SEK"), .usage, says: problem)
                expectFailure(await runTool("\(option) EUR \(name) 1 BTC SEK"), .usage, says: problem)
            }
        }
        let variables = ["CRYPTO_CURRENCY": "EUR", "CRYPTO_FROBNICATE": "x"]
        let convert = await runTool("convert 1 BTC SEK -p sample --csv --fields to --no-header", variables)
        #expect(convert.output == "SEK\r\n")
        try await withTemporaryDirectory { directory in
            try directory.write("--currency EUR\n", to: "shared")
            try directory.write("[convert]\n--currency EUR\n", to: "own")
            let line = "convert 1 BTC SEK -p sample --csv --fields to --no-header --config"
            #expect(await runTool("\(line) \(directory.path("shared"))").output == "SEK\r\n")
            let run = await runTool("\(line) \(directory.path("own"))")
            #expect(run.status == .configuration, "\(run.errors)")
        }
    }

    @Test("An option without effect is refused only if it is typed: variables and settings are for many command lines")
    func settings() async throws {
        try await withHome("BTC\nETH\n") { home in
            let variables = ["CRYPTO_PROVIDER": "sample", "CRYPTO_OFFLINE": "1", "CRYPTO_NO_HEADER": "1"]
            let removed = await home.run("list --remove ETH", variables)
            #expect(removed.status == .success && home.text == "BTC\n", "\(removed.errors)")
            for line in [
                "price BTC --json", "price BTC --template {symbol}", "price BTC -f none", "price BTC --chart",
                "aqi Delhi --chart", "aqi Delhi --watch --count 1 --chart",
            ] {
                let run = await home.run(line, ["CRYPTO_NO_HEADER": "1", "CRYPTO_FIELDS": "symbol,price"])
                #expect(run.status == .success, "\(line): \(run.errors)")
            }
            let csv = await home.run("price BTC --csv --no-header --fields symbol")
            #expect(csv.output == "BTC\r\n")
        }
    }

    private static func run(_ effect: OptionEffect, _ given: [String]) async throws -> ToolRun {
        try await withTemporaryDirectory { home in
            try home.write("ETH 2\nBTC\n", to: "crypto/favorites")
            try home.write("--format markdown\n", to: "other")
            try home.write("--format markdown\n", to: "configured/crypto/config")
            let answer = effect.source == .silent ? Answer.never : .status(503)
            return try await withLoopbackServer([.everything(answer)]) { server in
                var variables = server.variablesForDefaultChains.merging(server.airVariables) { $1 }
                variables.merge(server.variables(for: "frankfurter", "ecb", "erapi", "currencyapi")) { $1 }
                variables.merge(server.streamsOfDefaultChain) { $1 }
                variables.merge(["XDG_CONFIG_HOME": home.path, "CRYPTO_WATCH_COUNT": "2"]) { $1 }
                let isAir = effect.command == "aqi"
                let refusing = isAir ? "open-meteo" : "coinbase"
                switch effect.source {
                case .sample: variables["CRYPTO_PROVIDER"] = "sample"
                case .mock, .ticks: variables["CRYPTO_PROVIDER"] = "mock"
                case .refusing, .silent: variables["CRYPTO_PROVIDER"] = refusing
                case .fallback: variables["CRYPTO_PROVIDER"] = isAir ? "open-meteo,waqi" : "coinbase,kraken"
                }
                if effect.source == .fallback {
                    variables.merge(["CRYPTO_RETRIES": "0", "CRYPTO_WAQI_KEY": "key"]) { $1 }
                }
                if isAir { variables["CRYPTO_AQI_COUNT"] = effect.extra.contains("--watch") ? "2" : nil }
                variables.merge(effect.variables.mapValues { $0.replacing("{home}", with: home.path) }) { $1 }
                let words = lines[effect.command, default: ""].split(separator: " ").map(String.init)
                let options = (effect.extra + given).map { $0.replacing("{home}", with: home.path) }
                return await runTool(words + options, variables, time: effect.source.time)
            }
        }
    }
}
