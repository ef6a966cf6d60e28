import CommandLineKit
import TestSupport
import Testing

@Suite("Usage errors: one line, with a suggestion", .quick)
struct UsageErrorTests {
    @Test(
        "The message for an invalid option of `sample list` names the mistake and the probable intention",
        arguments: [
            (["--lmit", "5"], "unknown option '--lmit'; did you mean '--limit'?"),
            (["--lim", "5"], "unknown option '--lim'; did you mean '--limit'?"),
            (["--LIMIT=5"], "unknown option '--LIMIT'; did you mean '--limit'?"),
            (["-limit", "5"], "unknown option '-l' in '-limit'; did you mean '--limit'?"),
            (["-format"], "--format: 'ormat' is not one of table, json, csv, template; did you mean '--format'?"),
            (["\u{2013}limit"], "unknown option '\u{2013}limit'; did you mean '--limit'?"),
            (["--bogus"], "unknown option '--bogus'; see 'sample list --help'"),
            (["-x"], "unknown option '-x'; see 'sample list --help'"),
            (["-?"], "unknown option '-?'; see 'sample list --help'"),
            (["-Q"], "unknown option '-Q'; did you mean '-q'?"),
            (["-q5"], "unknown option '-5' in '-q5'; see 'sample list --help'"),
            (["---"], "unknown option '---'; see 'sample list --help'"),
            (["--=x"], "unknown option '--=x'; see 'sample list --help'"),
            (["--no-limit"], "unknown option '--no-limit'; see 'sample list --help'"),
            (["--no-help"], "unknown option '--no-help'; see 'sample list --help'"),
            (["--no-quit"], "unknown option '--no-quit'; did you mean '--no-quiet'?"),
            (["--max-time", "5"], "unknown option '--max-time'; did you mean '--deadline'?"),
            (["--silent"], "unknown option '--silent'; did you mean '--quiet'?"),
            (["--output-format=json"], "unknown option '--output-format'; did you mean '--format'?"),
            (["--explain"], "unknown option '--explain' for 'list'; it belongs to 'sample convert'"),
            (["--limit"], "missing value for '--limit <n>'"),
            (["-n"], "missing value for '--limit <n>'"),
            (["-qn"], "missing value for '--limit <n>'"),
            (["--limit", "--json"], "missing value for '--limit <n>'"),
            (["--limit", "-q"], "missing value for '--limit <n>'"),
            (["--limit", "--", "5"], "missing value for '--limit <n>'"),
            (
                ["--search", "-x"],
                "missing value for '--search <text>'; a value that begins with '-' is written '--search=-x'"
            ),
            (["--json=x"], "'--json' takes no value, but 'x' was given"),
            (["--no-reverse=1"], "'--no-reverse' takes no value, but '1' was given"),
            (["--help=list"], "'--help' takes no value, but 'list' was given"),
            (["--limit", "5", "-n6"], "--limit is given twice: '--limit 5' and '-n6'"),
            (["--limit=5", "--limit=5"], "--limit is given twice: '--limit=5' and '--limit=5'"),
            (["--json", "--csv"], "--format is given twice: '--json' and '--csv'"),
            (["--json", "-f", "csv"], "--format is given twice: '--json' and '-f csv'"),
            (["-fjson", "BTC", "--json"], "--format is given twice: '-fjson' and '--json'"),
            (["--refresh", "--max-age", "1h"], "--max-age is given twice: '--refresh' and '--max-age 1h'"),
            (["--format", "jsn"], "--format: 'jsn' is not one of table, json, csv, template; did you mean 'json'?"),
            (["--format="], "--format: the value is empty"),
            (["--fields=a,,b"], "--fields: 'a,,b' has an empty element"),
            (["--fields", ","], "--fields: ',' has an empty element"),
            (["--limit", "0"], "--limit: '0' is not a whole number of 1 or more"),
            (["--limit", "-1"], "--limit: '-1' is not a whole number of 1 or more"),
            (["--limit", "1e9"], "--limit: '1e9' is not a whole number of 1 or more"),
            (["--limit", "5 "], "--limit: '5 ' is not a whole number of 1 or more"),
            (["--limit", "99999999999999999999"], "--limit: '99999999999999999999' is too large"),
            (["--move", "100", "BTC"], "--move: '100' is not a whole number from 1 to 99"),
            (["--move", "2"], "--move takes one symbol"),
            (["--move", "2", "BTC", "--limit", "5"], "--move and --limit cannot be used together"),
            (["--json", "BTC", "--move=2"], "--move and --json cannot be used together"),
            (["--move=2", "BTC", "--fields", "a"], "--move and --fields cannot be used together"),
            (["--limit", "x", "--max-age", "y"], "--limit: 'x' is not a whole number of 1 or more"),
            (["--\u{202e}x\u{1b}[31m\n"], "unknown option '--\\u{202e}x\\u{1b}[31m\\u{a}'; see 'sample list --help'"),
        ] as [([String], String)])
    func message(arguments: [String], expected: String) {
        #expect(listError(arguments)?.message == expected)
    }

    @Test("An option without effect beside another one is refused on the command line only, if it is not turned off")
    func idle() {
        #expect(listError(["--move", "2", "BTC", "--no-reverse", "--quiet"]) == nil)
        #expect(listError(["--move", "2", "BTC", "--limit", "5", "--fields", "help"]) == nil)
        #expect(
            listError(["--move", "2", "BTC"], variables: ["SAMPLE_LIST_LIMIT": "5", "SAMPLE_FORMAT": "csv"]) == nil)
        #expect(
            listError(
                ["--move", "2", "BTC"], settings: [Setting(FileLine("config", 1), name: "limit", value: "5")]) == nil)
    }

    @Test("The message for a very long argument is short")
    func longArgument() throws {
        for argument in [
            "--" + String(repeating: "x", count: 100_000), "-f" + String(repeating: "\u{301}", count: 9999),
        ] {
            let message = try #require(listError([argument])?.message)
            #expect(message.unicodeScalars.count < 200)
        }
    }

    @Test(
        "The message for invalid operands of `sample convert` names the operand",
        arguments: [
            ([], "missing argument '<amount>'"),
            (["1"], "missing argument '<from>'"),
            (["1", "BTC", "--json"], "missing argument '<to>'"),
            (["-1", "BTC", "SEK", "EUR", "USD"], nil),
            (["--fields", "help"], nil),
            (["--fields", "help,me"], "missing argument '<amount>'"),
            (
                ["--limit", "5", "1", "BTC", "SEK"],
                "unknown option '--limit' for 'convert'; it belongs to 'sample list'"
            ),
        ] as [([String], String?)])
    func operands(arguments: [String], expected: String?) {
        let parser = CommandParser(ConvertRequest.command, tool: "sample", siblings: sampleTool.commands)
        let result = Result { () throws(UsageError) in try parser.parse(arguments) }
        switch result {
        case .success: #expect(expected == nil)
        case .failure(let error): #expect(error.message == expected)
        }
    }

    @Test("An error in an expression has the offset of the mistake; an error in an operand has the operand's name")
    func caretAndOperand() {
        struct Request: Sendable { var texts: [String] = []; var condition = "" }
        let failing = ValueParser<String> { (text) throws(ValueError) in
            throw ValueError("\(text.inQuotes) has no end", offset: 2)
        }
        let command = Command<Request>(
            "c", overview: "",
            operands: .operands([OperandInfo("text", help: "", isOptional: true)], \.texts, as: failing),
            options: [.value("if", \.condition, as: failing, valueName: "expr", help: "")], make: { Request() })
        let parser = CommandParser(command, tool: "sample")
        let option = #expect(throws: UsageError.self) { try parser.parse(["--if", "a >"]) }
        #expect(option?.message == "--if: 'a >' has no end")
        #expect(option?.caret?.text == "a >")
        #expect(option?.caret?.offset == 2)
        let operand = #expect(throws: UsageError.self) { try parser.parse(["x"]) }
        #expect(operand?.message == "<text>: 'x' has no end")
        let tooMany = #expect(throws: UsageError.self) { try parser.parse(["x", "y", "z"]) }
        #expect(tooMany?.message == "2 unexpected arguments: 'y', 'z'")
    }
}
