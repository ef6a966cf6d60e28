import CryptoCLI
import TestFixtures
import TestSupport
import Testing

/// `Tests/Cases/help/schemas.txt` has a whole schema.
@Suite("--schema", .computes, .quick)
struct PagesSchemaTests {
    /// Command lines with all kinds of rows.
    static let lines = [
        "list --json", "list -f jsonl", "list --json --fields rank,symbol,kind,trend", "list --json --digits 1",
        "list --json --market futures", "list --json --if price<0", "list --json --provider mock",
        "list --json --search apple", "list --json --holdings", "list --json --holdings --total -c SEK",
        "price BTC ETH stock:AAPL --json", "price --favorites --json", "price BTC -c SEK -f jsonl",
        "price --favorites-file {home}/crypto/favorites,{home}/more --json",
        "list --holdings --total --favorites-file {home}/crypto/favorites,{home}/more --json",
        "watch --favorites-file {home}/crypto/favorites,{home}/more --count 9 -f jsonl",
        "price BTC --history 7d --json", "price BTC --history 1d --candles 1h -f jsonl",
        "price BTC --at 2024-02-27 --json",
        "price BTC --consensus --min-sources 1 -p sample,mock --json", "price BTC --each -p sample,mock --json",
        "convert 0.5 BTC SEK EUR --json", "convert 1 USD USD --json", "convert 1 BTC SEK --at 2024-02-25 -f jsonl",
        "convert 1 BTC SEK --json --fields path,stale",
        "watch BTC ETH --count 4 --json", "watch BTC --count 3 -p mock -f jsonl", "watch BTC --candles 1m --json",
        "watch --holdings --count 4 --json", "watch BTC -f jsonl --fields price,time",
        "aqi Delhi Mumbai --json", "aqi --json --provider mock", "aqi Delhi --scale eu -f jsonl",
        "aqi Delhi --history 24h --json", "aqi Delhi --watch --count 3 --json",
    ]

    /// Returns the output of a command line, and its schema.
    fileprivate static func run(_ line: String) async throws -> (output: String, schema: String) {
        try await withTemporaryDirectory { home in
            try home.write("BTC 0.5 @ 30000 USD\nETH 2\nstock:AAPL 3 @ 100\nSEK 1000\nSOL\n", to: "crypto/favorites")
            try home.write("BTC 1 @ 20000\nXRP\n", to: "more")
            let line = line.replacing("{home}", with: home.path)
            let variables = ["XDG_CONFIG_HOME": home.path, "CRYPTO_PROVIDER": "sample"]
            let run = await runTool(line, variables)
            #expect([.success, .noMatch].contains(run.status), "\(line): \(run.errors)")
            let schema = await runTool("\(line) --schema", variables)
            #expect(schema.status == .success, "\(line): \(schema.errors)")
            #expect(schema.errors == "")
            return (run.output, schema.output)
        }
    }

    @Test("The JSON of each kind of rows is as its schema says", arguments: lines)
    func valid(line: String) async throws {
        let (output, schema) = try await Self.run(line)
        #expect(!output.isEmpty)
        #expect(try SchemaCheck(output, against: AnswerTree(schema)).problems == [])
    }

    /// Outputs that are changed, each with a part that its schema refuses.
    private static let changes: [(line: String, part: String, other: String)] = [
        ("list --json", "\"stale\":false", "\"stale\":\"no\""), ("list --json", "\"kind\":\"coin\"", "\"kind\":\"x\""),
        ("list --json", "\"symbol\":\"BTC\"", "\"symbol\":null"), ("list --json", "\"rank\":1,", ""),
        ("list --json", "\"rank\":1,", "\"rank\":1.5,"), ("list --json", "\"rank\":1,", "\"rank\":1,\"rnk\":1,"),
        ("price BTC --json", "\"price\":", "\"price\":\"1\",\"p\":"), ("price BTC --json", "[\n{", "{"),
        ("convert 1 BTC SEK --json", "\"rate\":", "\"rat\":"),
        ("aqi Delhi --json", "\"scale\":\"in\"", "\"scale\":null"),
    ]

    @Test("A schema refuses a missing or an unknown key, and a value of another type", arguments: changes)
    func invalid(line: String, part: String, other: String) async throws {
        let (output, schema) = try await Self.run(line)
        try #require(output.contains(part))
        // A text that is no JSON any more is refused too.
        let changed = output.replacing(part, with: other)
        let problems = (try? SchemaCheck(changed, against: AnswerTree(schema)).problems) ?? ["no JSON"]
        #expect(problems != [])
    }

    @Test("Names and types of the fields are as recorded")
    func types() async throws {
        let lines = [
            "list", "list --holdings", "price", "price --consensus", "price --each", "price --history 7d",
            "price --events",
            "convert", "watch",
            "watch --holdings", "watch --candles 1m", "aqi", "aqi --history 24h", "aqi --watch",
        ]
        var text = ""
        for line in lines {
            let schema = try AnswerTree(await runTool("\(line) --schema").output)
            let items = schema[["items"]]
            text += "\(line): \(items == nil ? "one row on each line" : "an array of rows")\n"
            text += Self.types(of: items ?? schema, indent: "  ")
        }
        expectSnapshot(of: text, named: "schema-types")
    }

    /// Returns a line for each property, with its types and what else limits its values.
    private static func types(of row: AnswerTree, indent: String) -> String {
        guard case .object(let members) = row[["properties"]] else { return "" }
        return members.map { member in
            let words = SchemaCheck.texts(member.value[["type"]]) + SchemaCheck.texts(member.value[["format"]])
            let choices = SchemaCheck.texts(member.value[["enum"]]).joined(separator: "|")
            let nested = member.value[["items"]].map { items in
                let types = types(of: items, indent: indent + "  ")
                return types.isEmpty ? " of \(SchemaCheck.texts(items[["type"]]).joined())\n" : "\n" + types
            }
            return "\(indent)\(member.name) \(words.joined(separator: " "))\(choices.isEmpty ? "" : " " + choices)"
                + (nested ?? "\n")
        }.joined()
    }

    @Test(
        "It is printed without arguments, network and key, and whatever the format is",
        arguments: [
            "list -f csv", "list --template x", "list --if nosuch>", "list --add", "list --limit 1 --sort price",
            "price -p coinmarketcap", "price --chart", "price --favorites", "price --if price>1 --once",
            "price --append x",
            "convert -p fixer", "convert --explain", "watch -f table", "watch --top 3", "aqi --chart", "aqi --sort aqi",
        ])
    func instead(line: String) async throws {
        let run = await runTool("\(line) --schema")
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.errors == "")
        #expect(run.output.hasPrefix("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"))
        #expect(await runTool("--schema \(line)").output == run.output)
    }
}

/// The same schemas, as an independent implementation reads them: the module jsonschema of PyPI.
@Suite(
    "--schema: against python3's jsonschema",
    .enabled("needs python3 with its module jsonschema") { await PythonSchemas.python.value != nil }, .quick)
struct PagesSchemaPythonTests {
    @Test("The outputs of all kinds of rows are valid, and a changed one is not", .quick, .endsHang)
    func outputs() async throws {
        let python = try #require(await PythonSchemas.python.value)
        var input = ""
        for line in PagesSchemaTests.lines {
            let (output, schema) = try await PagesSchemaTests.run(line)
            input += "\(line)\0\(schema)\0\(output)\0"
        }
        let (output, schema) = try await PagesSchemaTests.run("list --json")
        for part in ["\"stale\":false", "\"kind\":\"coin\"", "\"rank\":1,"] {
            let changed = output.replacing(
                part, with: part.hasSuffix(",") ? "" : part.replacing(":", with: ":1.5,\"x\":"))
            input += "changed\0\(schema)\0\(changed)\0"
        }
        let outcome = try await ToolProcess.run(
            python, ["-c", PythonSchemas.script], environment: PythonModule.environment,
            input: .bytes(Array(input.utf8)))
        #expect(outcome.status == .exited(0), "\(outcome.errorText)")
        let answers = outcome.outputText.split(separator: "\n")
        try #require(answers.count == PagesSchemaTests.lines.count + 3)
        for answer in answers.dropLast(3) { #expect(answer.hasSuffix(": valid")) }
        for answer in answers.suffix(3) { #expect(!answer.hasSuffix(": valid")) }
    }
}

private enum PythonSchemas {
    static let python = Task { await PythonModule.interpreter(importing: "jsonschema") }

    /// Reads a name, a schema and an output, and so on, with zero bytes between, and says what is wrong with it.
    static let script = #"""
        import json, sys
        from jsonschema import Draft202012Validator, FormatChecker
        words = sys.stdin.read().split("\0")
        for name, schema, output in zip(words[0::3], words[1::3], words[2::3]):
            schema = json.loads(schema)
            Draft202012Validator.check_schema(schema)
            validator = Draft202012Validator(schema, format_checker=FormatChecker())
            texts = [output] if schema["type"] == "array" else output.strip("\n").split("\n")
            errors = [error.message for text in texts for error in validator.iter_errors(json.loads(text))]
            print(name + ": " + (repr(errors[0]) if errors else "valid"))
        """#
}
