import CommandLineKit
import CryptoCLI
import TestSupport
import Testing

/// An invalid value of an option, and its origin.
struct BadValue: Sendable, CustomTestStringConvertible {
    enum Place: Sendable, CaseIterable {
        case commandLine, variable, file
    }

    let command: String
    let option: OptionInfo
    let place: Place

    var testDescription: String { "\(command) \(option.longForm) by \(place)" }
}

@Suite("An error in a value names the option, the variable, or the file and line of the value")
struct ValueOriginTests {
    /// Invalid values of options; the other options get `x`.
    private static let values = [
        "fields": "nosuch", "template": "{", "if": "nosuch >", "currency": "S!", "provider": "nosuch",
        "until": "nosuch >", "when": "nosuch >", "config": "/nowhere/config", "exec": "", "search": "", "output": "",
        "append": "rows.xls", "favorites-file": "-",
        "record": "/dev/null", "replay": "/dev/null",
    ]

    /// Options that accept any value.
    private static let free = ["search", "exec", "output"]

    private static let lines = [
        "list": ["list"], "price": ["price", "BTC"], "convert": ["convert", "1", "BTC", "SEK"],
        "watch": ["watch", "BTC"], "aqi": ["aqi", "Delhi"],
    ]

    static let badValues: [BadValue] = CryptoTool.reference.tool.commands.flatMap { command in
        command.options.filter { !["help", "version"].contains($0.name) }.flatMap { option in
            BadValue.Place.allCases.filter { place in
                switch place {
                case .commandLine: true
                case .variable: !option.isCommandLineOnly && !free.contains(option.name)
                case .file: !option.isCommandLineOnly && !["config", "no-config"].contains(option.name)
                }
            }.map { BadValue(command: command.name, option: option, place: $0) }
        }
    }

    @Test(arguments: badValues)
    func names(bad: BadValue) async throws {
        try await withTemporaryDirectory { home in
            let option = bad.option
            let value = option.isSwitch ? "yes" : Self.values[option.name] ?? "x"
            var arguments = try #require(Self.lines[bad.command])
            var variables = ["XDG_CONFIG_HOME": home.path]
            if bad.command == "aqi", option.name == "when" || option.name == "until" { arguments += ["--watch"] }
            if option.name == "when" { arguments += ["--exec", "true"] }
            if option.name != "provider" { variables["CRYPTO_PROVIDER"] = "sample" }
            let label: String
            switch bad.place {
            case .commandLine:
                arguments.append("\(option.longForm)=\(value)")
                label = option.isSwitch ? "'\(option.longForm)' takes no value" : "\(option.longForm): "
            case .variable:
                let name = try #require(option.variable(tool: "crypto", command: bad.command))
                variables[name] = value
                label = "\(name): "
            case .file:
                try home.write("# mine\n[\(bad.command)]\n\(option.longForm)=\(value)\n", to: "crypto/config")
                let line = "\(home.path("crypto/config")):3: "
                label = line + (option.isSwitch ? "'\(option.longForm)' takes no value" : "\(option.longForm): ")
            }
            let run = await runTool(arguments, variables)
            #expect(run.errors.hasPrefix("crypto: \(label)"), "\(run.errors)")
            let isCode = option.name == "currency"
            let isFile = bad.place == .file || option.name == "config"
            #expect(run.status == (isCode ? .unknownName : isFile ? .configuration : .usage), "\(run.status)")
            #expect(run.output.isEmpty)
        }
    }

    @Test(
        "Values that cannot be used together are both named by their origin",
        arguments: [
            ("price BTC --from 2024-01-01 --history 3d", [:], "", "--from and --history cannot be used together"),
            (
                "price BTC", ["CRYPTO_PRICE_HISTORY": "3d", "CRYPTO_PRICE_FROM": "2024-01-01"], "",
                "CRYPTO_PRICE_FROM and CRYPTO_PRICE_HISTORY cannot be used together"
            ),
            (
                "price BTC", [:], "[price]\n--from 2024-01-01\n--history 3d\n",
                "FILE:2: --from and FILE:3: --history cannot be used together"
            ),
            (
                "price BTC --to 2024-01-01", ["CRYPTO_PRICE_FROM": "2024-01-02"], "",
                "CRYPTO_PRICE_FROM is later than --to"
            ),
            ("price BTC --at 2024-01-01 --chart", [:], "", "--at is one day, but --chart draws several"),
            ("price BTC", [:], "[price]\n--min-sources 2\n", "FILE:2: --min-sources needs --consensus"),
            ("price BTC", [:], "[price]\n--consensus\n--chart\n", "FILE:2: --consensus uses current prices and cannot"),
            (
                "price BTC --chart --json", [:], "",
                "--json and --chart cannot be used together; the format of a chart is table or svg"
            ),
            (
                "price BTC", ["CRYPTO_FORMAT": "json", "CRYPTO_PRICE_CHART": "1"], "",
                "CRYPTO_FORMAT=json and CRYPTO_PRICE_CHART cannot be used together; the format of a chart is table or svg"
            ),
            (
                "price BTC", ["CRYPTO_JSON": "1", "CRYPTO_TEMPLATE": "x"], "",
                "CRYPTO_TEMPLATE and CRYPTO_JSON cannot be used together"
            ),
            (
                "price BTC", [:], "--format json\n--template x\n",
                "FILE:2: --template and FILE:1: --format json cannot be"
            ),
            ("price BTC", ["CRYPTO_FORMAT": "template"], "", "CRYPTO_FORMAT=template needs --template <text>"),
            ("list --market futures -p coingecko", [:], "", "--market futures: coingecko has none"),
            ("list -p coingecko", ["CRYPTO_LIST_MARKET": "futures"], "", "CRYPTO_LIST_MARKET=futures: coingecko has"),
            (
                "list", ["CRYPTO_PROVIDER": "ecb"], "",
                "CRYPTO_PROVIDER: ecb: has no list; '--provider help' lists"
            ),
            ("convert 1 BTC SEK -p yahoo", [:], "", "--provider: yahoo: has no exchange rates"),
            (
                "list", [:], "[list]\n--favorites\n--available\n",
                "FILE:2: --favorites and FILE:3: --available cannot be used together"
            ),
            (
                "list", ["CRYPTO_LIST_TOTAL": "1"], "[list]\n--holdings\n--no-holdings\n",
                "CRYPTO_LIST_TOTAL needs --holdings"
            ),
            ("watch BTC", [:], "[watch]\n--cooldown 1s\n", "FILE:2: --cooldown needs --when and --exec"),
            ("aqi", ["CRYPTO_AQI_COUNT": "2"], "", "CRYPTO_AQI_COUNT needs --watch"),
            ("price BTC", ["CRYPTO_PRICE_AT": "2030-01-01"], "", "CRYPTO_PRICE_AT: 2030-01-01 is in the future"),
            ("convert 1 BTC SEK", [:], "[convert]\n--at 2030-01-01\n", "FILE:2: --at: 2030-01-01 is in the future"),
        ] as [(String, [String: String], String, String)])
    func together(line: String, variables: [String: String], config: String, says: String) async throws {
        try await withTemporaryDirectory { home in
            try home.write(config, to: "crypto/config")
            let path = home.path("crypto/config")
            let settings = ["XDG_CONFIG_HOME": home.path, "CRYPTO_PROVIDER": "sample"].merging(variables) { $1 }
            let run = await runTool(line, settings)
            let isFile = !config.isEmpty && variables.isEmpty && !line.contains("--")
            expectFailure(
                run, isFile ? .configuration : .usage, says: says.replacing("FILE", with: path))
        }
    }

    @Test(
        "A code that no provider knows names its variable or line, with the status of unknown names",
        arguments: [
            (["CRYPTO_CURRENCY": "SEKK"], "", "CRYPTO_CURRENCY: sample: unknown currency 'SEKK'; did you mean 'SEK'?"),
            (["CRYPTO_CURRENCY": "YEN"], "", "CRYPTO_CURRENCY: unknown currency 'YEN'; did you mean 'JPY'?"),
            ([:], "\n--currency SEKK\n", "FILE:2: --currency: sample: unknown currency 'SEKK'; did you mean 'SEK'?"),
            ([:], "\n--currency YEN\n", "FILE:2: --currency: unknown currency 'YEN'; did you mean 'JPY'?"),
        ])
    func currency(variables: [String: String], config: String, says: String) async throws {
        try await withTemporaryDirectory { home in
            try home.write(config, to: "crypto/config")
            let settings = ["XDG_CONFIG_HOME": home.path, "CRYPTO_PROVIDER": "sample"].merging(variables) { $1 }
            let expected = says.replacing("FILE", with: home.path("crypto/config"))
            for line in ["list", "price BTC", "price BTC --history 2d", "watch BTC --count 1"] {
                expectFailure(await runTool(line, settings), .unknownName, says: "crypto: \(expected)")
            }
        }
    }

    @Test("The config file cannot choose itself or another", arguments: ["--config /nowhere", "--no-config"])
    func chosenByItself(line: String) async throws {
        try await withTemporaryDirectory { home in
            try home.write("\(line)\n", to: "crypto/config")
            let run = await runTool("list -p sample", ["XDG_CONFIG_HOME": home.path])
            expectFailure(
                run, .configuration, says: "crypto/config:1: '\(line.split(separator: " ")[0])' has no effect")
        }
    }
}
