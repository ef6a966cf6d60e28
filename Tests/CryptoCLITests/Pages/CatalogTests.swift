import CommandLineKit
import Rendering
import TestFixtures
import TestSupport
import Testing

@testable import CryptoCLI

@Suite("--generate catalog", .quick)
struct CatalogTests {
    private static let reference = CryptoTool.reference

    private static func catalog() async throws -> AnswerTree {
        let run = await runTool("--generate catalog")
        #expect(run.status == .success)
        #expect(run.errors == "")
        return try AnswerTree(run.output)
    }

    /// The elements of an array.
    private static func elements(_ tree: AnswerTree?) -> [AnswerTree] {
        if case .array(let elements) = tree { elements } else { [] }
    }

    /// The texts of one member of each element.
    private static func texts(_ member: String, of tree: AnswerTree?) -> [String] {
        elements(tree).flatMap { SchemaCheck.texts($0[[member]]) }
    }

    @Test("It has the commands, operands and options of the tables, with their choices and defaults")
    func commands() async throws {
        let catalog = try await Self.catalog()
        let tool = Self.reference.tool
        #expect(Self.texts("name", of: catalog[["commands"]]) == tool.commands.map(\.name))
        #expect(Self.texts("name", of: catalog[["options"]]) == ["--help", "--version", "--generate"])
        for (command, info) in zip(Self.elements(catalog[["commands"]]), tool.commands) {
            #expect(Self.texts("name", of: command[["operands"]]) == info.operands.map(\.name))
            #expect(Self.texts("line", of: command[["examples"]]) == info.examples.map(\.line))
            let options = Self.elements(command[["options"]])
            try #require(options.count == info.options.count)
            for (option, expected) in zip(options, info.options) {
                #expect(option[["name"]] == .scalar("\"--\(expected.name)\""))
                #expect(Self.texts("name", of: option[["choices"]]) == expected.choices.map(\.name))
                #expect(SchemaCheck.texts(option[["default"]]) == [expected.defaultText].compactMap(\.self))
                #expect(SchemaCheck.texts(option[["value"]]) == [expected.valueName].compactMap(\.self))
                let variable = expected.variable(tool: "crypto", command: info.name)
                #expect(SchemaCheck.texts(option[["variable"]]) == [variable].compactMap(\.self))
            }
        }
    }

    @Test("It has the fields that --fields help lists, also those of rows that options choose")
    func fields() async throws {
        let commands = Self.elements(try await Self.catalog()[["commands"]])
        for command in commands {
            let name = try #require(SchemaCheck.texts(command[["name"]]).first)
            let views = try #require(CryptoTool.commands.first { $0.name == name }).views
            #expect(Self.texts("name", of: command[["fields"]]) == views.fields.map(\.name))
            #expect(Self.texts("type", of: command[["fields"]]) == views.fields.map(\.type.rawValue))
            #expect(SchemaCheck.texts(command[["default_fields"]]) == views.defaults)
            #expect(Self.elements(command[["other_rows"]]).count == views.others.count)
        }
        for (name, line) in [("price", "price --history 7d"), ("watch", "watch --candles 1m")] {
            let command = try #require(commands.first { SchemaCheck.texts($0[["name"]]) == [name] })
            let others = Self.elements(command[["other_rows"]]).map { Self.texts("name", of: $0[["fields"]]) }
            let listed = await runTool("\(line) --fields help --template {field}\\n").outputLines
            #expect(others.last == listed)
        }
    }

    @Test("It has the formats, the providers of each job, and the exit codes")
    func others() async throws {
        let catalog = try await Self.catalog()
        #expect(SchemaCheck.texts(catalog[["formats"]]) == OutputFormat.allCases.map(\.rawValue) + ["svg"])
        let codes = ["0", "1", "64", "65", "66", "69", "70", "74", "75", "77", "78", "128+n"]
        #expect(Self.texts("code", of: catalog[["exit_codes"]]) == codes)
        let jobs = ["list", "price", "history", "watch", "rates", "air", "forecast"]
        #expect(Self.texts("job", of: catalog[["providers"]]) == jobs)
        for job in Self.elements(catalog[["providers"]]) {
            let command = [
                "air": "aqi", "forecast": "aqi --forecast 24h", "rates": "convert", "history": "price --history 7d",
            ]
            let name = try #require(SchemaCheck.texts(job[["job"]]).first)
            let listed = await runTool("\(command[name] ?? name) --provider help --template {provider}\\n").outputLines
            #expect(Self.texts("name", of: job[["providers"]]) == listed)
        }
    }

    @Test("Each option that it names is one that the parser knows, with or without a value")
    func options() async throws {
        for command in Self.elements(try await Self.catalog()[["commands"]]) {
            let name = try #require(SchemaCheck.texts(command[["name"]]).first)
            for option in Self.elements(command[["options"]]) {
                let spellings = ["name", "letter", "negations"].flatMap { SchemaCheck.texts(option[[$0]]) }
                let value = SchemaCheck.texts(option[["value"]])
                for spelling in spellings where !["--help", "-h", "--version", "-V"].contains(spelling) {
                    // The last option is the first that is wrong, so nothing is run.
                    let run = await runTool([name, spelling] + value + ["--nosuch"])
                    expectFailure(run, .usage, says: "unknown option '--nosuch'")
                }
            }
        }
    }

    @Test("jq reads it", .needs(program: "jq"))
    func jq() async throws {
        let jq = try #require(Executables.inPath("jq"))
        let text = await runTool("--generate catalog").output
        let outcome = try await ToolProcess.run(
            jq, ["-r", ".commands[] | select(.name == \"list\") | .options[] | select(.name == \"--limit\").variable"],
            input: .bytes(Array(text.utf8)))
        #expect(outcome.status == .exited(0), "\(outcome.errorText)")
        #expect(outcome.outputText == "CRYPTO_LIST_LIMIT\n")
    }
}
