import CryptoCLI
import TestSupport
import Testing

@Suite("Output of the provider sample", .quick)
struct TableSnapshotTests {
    struct Look: Sendable, CustomTestStringConvertible {
        let name: String
        let arguments: [String]
        var columns: Int?
        var variables: [String: String] = [:]

        var testDescription: String { name }
    }

    private static let list = ["list", "--provider", "sample", "--currency", "SEK", "--limit", "12"]
    private static let mixed = ["price", "BTC", "PEPE", "XRP", "USDT/EUR", "--provider", "sample"]

    static let looks: [Look] = [
        Look(name: "list-piped", arguments: list),
        Look(name: "list-80", arguments: list, columns: 80, variables: ["NO_COLOR": "1"]),
        Look(name: "list-40", arguments: list + ["--color", "never"], columns: 40),
        Look(name: "list-100", arguments: list, columns: 100, variables: ["NO_COLOR": "1"]),
        Look(name: "list-160", arguments: list, columns: 160, variables: ["NO_COLOR": "1"]),
        Look(name: "list-ascii", arguments: list, columns: 200, variables: ["NO_COLOR": "1", "LC_ALL": "C"]),
        Look(name: "list-colors", arguments: list + ["--color", "always"], columns: 100),
        Look(name: "list-no-header", arguments: list + ["--no-header"]),
        Look(name: "list-digits-0", arguments: list + ["--digits", "0"]),
        Look(name: "list-markdown", arguments: list + ["--format", "markdown"]),
        Look(name: "list-csv", arguments: list + ["--csv"]),
        Look(name: "list-tsv", arguments: list + ["--format", "tsv"]),
        Look(name: "list-records", arguments: list + ["--format", "records"]),
        Look(name: "list-none", arguments: list + ["--format", "none"]),
        Look(name: "list-ledger", arguments: list + ["--format", "ledger"]),
        Look(name: "list-beancount", arguments: list + ["--format", "beancount"]),
        Look(name: "list-prometheus", arguments: list + ["--format", "prometheus"]),
        Look(name: "list-influx", arguments: list + ["--format", "influx"]),
        Look(
            name: "list-narrow-fields", arguments: list + ["--fields", "time,symbol,name,price,market_cap"], columns: 40
        ),
        Look(name: "list-json", arguments: list + ["--json"]),
        Look(name: "list-jsonl", arguments: list + ["--format", "jsonl"]),
        Look(
            name: "list-template",
            arguments: list + ["--template", #"{rank:>3} {symbol:<6}|{price:>16.2}|{name}{{}}\t{bid}\n"#]),
        Look(name: "price-piped", arguments: mixed),
        Look(name: "price-80", arguments: mixed, columns: 80, variables: ["NO_COLOR": "1"]),
        Look(name: "price-json", arguments: mixed + ["--json"]),
    ]

    @Test("Rows are as recorded", arguments: Self.looks)
    func asRecorded(_ look: Look) async throws {
        let run = await runTool(look.arguments, look.variables, columns: look.columns)
        #expect(run.status == .success)
        #expect(run.errors.isEmpty)
        if let columns = look.columns, look.name != "list-colors" {
            #expect(run.outputLines.filter { $0.count > columns } == [])
        }
        expectSnapshot(of: run.output, named: look.name)
    }

    struct Colour: Sendable, CustomTestStringConvertible {
        let variables: [String: String]
        let choice: String
        let isTerminal: Bool
        let isColored: Bool

        var testDescription: String { "\(variables) --color \(choice), terminal: \(isTerminal)" }
    }

    static let colours: [Colour] = [
        Colour(variables: [:], choice: "auto", isTerminal: true, isColored: true),
        Colour(variables: [:], choice: "auto", isTerminal: false, isColored: false),
        Colour(variables: ["TERM": "dumb"], choice: "auto", isTerminal: true, isColored: false),
        Colour(variables: ["NO_COLOR": "1"], choice: "auto", isTerminal: true, isColored: false),
        Colour(variables: ["NO_COLOR": ""], choice: "auto", isTerminal: true, isColored: true),
        Colour(variables: ["CLICOLOR_FORCE": "1"], choice: "auto", isTerminal: false, isColored: true),
        Colour(variables: ["CLICOLOR_FORCE": "0"], choice: "auto", isTerminal: false, isColored: false),
        Colour(
            variables: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], choice: "auto", isTerminal: true, isColored: false),
        Colour(variables: ["NO_COLOR": "1"], choice: "always", isTerminal: false, isColored: true),
        Colour(variables: ["CLICOLOR_FORCE": "1"], choice: "never", isTerminal: true, isColored: false),
    ]

    @Test("Colors appear only where requested", arguments: colours)
    func inColour(_ colour: Colour) async {
        let line = "list --provider sample --color \(colour.choice)"
        let run = await runTool(line, colour.variables, columns: colour.isTerminal ? 120 : nil)
        #expect(run.output.contains("\u{1B}[") == colour.isColored)
        let machine = await runTool(line + " --csv", colour.variables, columns: colour.isTerminal ? 120 : nil)
        #expect(!machine.output.contains("\u{1B}"))
    }
}
