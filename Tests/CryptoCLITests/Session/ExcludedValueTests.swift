import CryptoCLI
import Platform
import TestSupport
import Testing

/// A command line with values of lower sources that it excludes, and one that says the same alone.
struct ExcludedValues: Sendable, CustomTestStringConvertible {
    let line: String
    var variables: [String: String] = [:]
    var config = ""
    /// The command line without those values, if it is another one.
    var alone: String?

    init(_ line: String, _ variables: [String: String] = [:], config: String = "", as alone: String? = nil) {
        (self.line, self.variables, self.config, self.alone) = (line, variables, config, alone)
    }

    var testDescription: String { "\(line) \(variables) \(config)" }
}

@Suite(
    "Of values that exclude each other, that of the first source counts: command line, environment, config file", .quick
)
struct ExcludedValueTests {
    @Test(
        "A value that one of a higher source excludes has no effect",
        arguments: [
            ExcludedValues("price BTC --template {price}", ["CRYPTO_JSON": "1"]),
            ExcludedValues("price BTC --template {price}", config: "--json\n"),
            ExcludedValues("price BTC --json", ["CRYPTO_TEMPLATE": "{price}"]),
            ExcludedValues("price BTC", ["CRYPTO_JSON": "1"], config: "--template {price}\n", as: "price BTC --json"),
            ExcludedValues("price BTC --chart", ["CRYPTO_FORMAT": "json"]),
            ExcludedValues("price BTC --csv", ["CRYPTO_PRICE_CHART": "1"]),
            ExcludedValues("price BTC --at 2024-02-01", config: "--format svg\n[price]\n--history 3d\n--chart\n"),
            ExcludedValues("aqi Delhi --chart", ["CRYPTO_FORMAT": "json"], config: "--template {aqi}\n"),
            ExcludedValues("price BTC --at 2024-02-01", ["CRYPTO_PRICE_HISTORY": "3d", "CRYPTO_PRICE_CANDLES": "1h"]),
            ExcludedValues("price BTC --at 2024-02-01", ["CRYPTO_PRICE_CHART": "1"]),
            ExcludedValues("price BTC --from 2024-02-01", ["CRYPTO_PRICE_HISTORY": "3d"]),
            ExcludedValues("price BTC --history 3d", ["CRYPTO_PRICE_FROM": "2024-02-01"]),
            ExcludedValues("price BTC --history 3d", config: "[price]\n--consensus\n--min-sources 2\n"),
            ExcludedValues("price BTC", ["CRYPTO_PRICE_FAVORITES": "1"]),
            ExcludedValues("watch BTC", ["CRYPTO_WATCH_TOP": "5"]),
            ExcludedValues("watch BTC", config: "[watch]\n--holdings\n--candles 1m\n", as: "watch BTC --candles 1m"),
            ExcludedValues("watch --favorites", ["CRYPTO_WATCH_TOP": "5"]),
            ExcludedValues("watch BTC --candles 1m", ["CRYPTO_WATCH_INTERVAL": "1s"]),
            ExcludedValues("list BTC", ["CRYPTO_LIST_FAVORITES": "1"]),
            ExcludedValues("list BTC", ["CRYPTO_LIST_OF": "5"]),
            ExcludedValues("list BTC", config: "[list]\n--holdings\n--total\n"),
            ExcludedValues("list --holdings", ["CRYPTO_LIST_FAVORITES": "1"], config: "[list]\n--available\n"),
            ExcludedValues("list --favorites", ["CRYPTO_LIST_OF": "5"]),
            ExcludedValues("list --fields price", ["CRYPTO_FORMAT": "ledger"]),
            ExcludedValues("list --fields price", ["CRYPTO_TEMPLATE": "{name}"]),
            ExcludedValues("list -f ledger", ["CRYPTO_FIELDS": "price"]),
            ExcludedValues("list --no-header", ["CRYPTO_FORMAT": "json"]),
            ExcludedValues("price BTC --refresh", ["CRYPTO_OFFLINE": "1"]),
            ExcludedValues("price BTC --offline", ["CRYPTO_MAX_AGE": "0"]),
            ExcludedValues("aqi Delhi --sort aqi", ["CRYPTO_AQI_WATCH": "1", "CRYPTO_AQI_COUNT": "2"]),
        ])
    func lower(_ values: ExcludedValues) async throws {
        try await withHome("BTC 0.5\nETH 2\n") { home in
            let expected = await home.run(values.alone ?? values.line)
            #expect(expected.status == .success && !expected.output.isEmpty, "\(expected.errors)")
            try home.directory.write(values.config, to: "crypto/config")
            let run = await home.run(values.line, values.variables)
            #expect(run.status == .success, "\(run.errors)")
            #expect(run.output == expected.output && run.errors == expected.errors)
        }
    }

    @Test(
        "A value that needs one that had no effect is an error if it is on the command line",
        arguments: [
            (
                "price BTC --history 3d --min-sources 2", ["CRYPTO_PRICE_CONSENSUS": "1"],
                "--min-sources needs --consensus"
            ),
            ("aqi Delhi --sort aqi --count 2", ["CRYPTO_AQI_WATCH": "1"], "--count needs --watch"),
        ])
    func needed(line: String, variables: [String: String], says: String) async {
        expectFailure(await runTool("\(line) -p sample", variables), .usage, says: says)
    }

    @Test("The ending of a file on the command line sets the format in place of one of a lower source")
    func ending() async throws {
        try await withHome { home in
            let file = home.directory.path("z.csv")
            for variables in [["CRYPTO_FORMAT": "json"], ["CRYPTO_TEMPLATE": "{price}"], ["CRYPTO_PRICE_CHART": "1"]] {
                let run = await home.run("price BTC --fields symbol -o \(file)", variables)
                #expect(run.status == .success, "\(run.errors)")
                let bytes = try Files.bytes(file)
                #expect(bytes == Array("symbol\r\nBTC\r\n".utf8))
            }
        }
    }
}
