import CommandLineKit
import TestSupport
import Testing

@Suite("Sources of a value: command line, environment variable, config file, default", .quick)
struct ValuePrecedenceTests {
    static let config = [
        Setting(FileLine("config", 1), name: "limit", value: "30"),
        Setting(FileLine("config", 2), name: "csv", value: nil),
        Setting(FileLine("config", 3), name: "reverse", value: nil),
    ]

    @Test(
        "The first source that has a value wins",
        arguments: [
            ([], [:], [], 50, .table, false),
            ([], [:], config, 30, .csv, true),
            ([], ["SAMPLE_LIST_LIMIT": "20"], config, 20, .csv, true),
            (["-n1"], ["SAMPLE_LIST_LIMIT": "20"], config, 1, .csv, true),
            ([], ["SAMPLE_FORMAT": "json"], config, 30, .json, true),
            ([], ["SAMPLE_JSON": "1"], config, 30, .json, true),
            ([], ["SAMPLE_JSON": "0"], config, 30, .csv, true),
            ([], ["SAMPLE_CSV": "0"], config, 30, .table, true),
            (["--no-csv"], [:], config, 30, .table, true),
            (["--json"], ["SAMPLE_FORMAT": "template"], config, 30, .json, true),
            (["--no-json"], ["SAMPLE_JSON": "1"], [], 50, .table, false),
            ([], ["SAMPLE_LIST_REVERSE": "0"], config, 30, .csv, false),
            (["--no-reverse"], ["SAMPLE_LIST_REVERSE": "1"], config, 30, .csv, false),
            ([], ["SAMPLE_LIST_LIMIT": "", "SAMPLE_LIST_REVERSE": ""], [], 50, .table, false),
            (["-n1"], ["SAMPLE_LIST_LIMIT": "wrong"], [], 1, .table, false),
            (["--reverse"], ["SAMPLE_LIST_REVERSE": "wrong"], [], 50, .table, true),
            (
                [], ["SAMPLE_LIMIT": "5", "SAMPLE_LIST_FORMAT": "csv", "SAMPLE_CONVERT_LIMIT": "5"], [], 50, .table,
                false
            ),
            ([], ["SAMPLE_LIST_MOVE": "5", "SAMPLE_HELP": "1", "SAMPLE_VERSION": "1"], [], 50, .table, false),
        ] as [([String], [String: String], [Setting], Int, SampleFormat, Bool)])
    func precedence(
        arguments: [String], variables: [String: String], settings: [Setting], limit: Int, format: SampleFormat,
        isReversed: Bool
    ) throws {
        var expected = ListRequest()
        expected.limit = limit
        expected.common.format = format
        expected.isReversed = isReversed
        #expect(try list(arguments, variables: variables, settings: settings) == .run(expected))
    }

    @Test("The later of two lines of the config file wins")
    func laterSetting() throws {
        let lines = [
            Setting(FileLine("f", 1), name: "limit", value: "3"), Setting(FileLine("f", 2), name: "json", value: nil),
            Setting(FileLine("f", 3), name: "limit", value: "4"),
            Setting(FileLine("f", 4), name: "format", value: "csv"),
            Setting(FileLine("f", 5), name: "no-header", value: nil),
            Setting(FileLine("f", 6), name: "header", value: nil),
        ]
        var expected = ListRequest()
        expected.limit = 4
        expected.common.format = .csv
        #expect(try list([], settings: lines) == .run(expected))
    }

    @Test(
        "An error in an environment variable names the variable",
        arguments: [
            ("SAMPLE_LIST_LIMIT", "0", "SAMPLE_LIST_LIMIT: '0' is not a whole number of 1 or more"),
            ("SAMPLE_QUIET", "yes", "SAMPLE_QUIET: 'yes' is not 1 or 0"),
            ("SAMPLE_NO_HEADER", "true", "SAMPLE_NO_HEADER: 'true' is not 1 or 0"),
            (
                "SAMPLE_FORMAT", "xml",
                "SAMPLE_FORMAT: 'xml' is not one of table, json, csv, template"
            ),
            (
                "SAMPLE_MAX_AGE", "1y",
                "SAMPLE_MAX_AGE: '1y' is not a time: a number with ms, s, m, h, d or w, such as 90s or 1.5h"
            ),
        ])
    func wrongVariable(name: String, value: String, message: String) {
        let error = listError([], variables: [name: value])
        #expect(error?.message == message)
        #expect(error?.origin == .variable(name))
    }

    @Test("Two variables that set the same option are an error unless the command line sets the option")
    func doubledVariables() throws {
        let variables = ["SAMPLE_JSON": "1", "SAMPLE_FORMAT": "csv"]
        #expect(
            listError([], variables: variables)?.message
                == "--format is given twice: 'SAMPLE_FORMAT=csv' and 'SAMPLE_JSON=1'")
        #expect(listError(["-ftable"], variables: variables) == nil)
    }

    @Test(
        "An error in the config file names the file and the line",
        arguments: [
            ("limit", "0", "f:7: --limit: '0' is not a whole number of 1 or more"),
            ("limit", nil, "f:7: missing value for '--limit <n>'"),
            ("quiet", "1", "f:7: '--quiet' takes no value, but '1' was given"),
            ("lmit", "1", "f:7: unknown option '--lmit'; did you mean '--limit'?"),
            ("move", "1", "f:7: '--move' is for the command line only"),
            ("help", nil, "f:7: '--help' is for the command line only"),
        ] as [(String, String?, String)])
    func wrongSetting(name: String, value: String?, message: String) {
        let error = listError([], settings: [Setting(FileLine("f", 7), name: name, value: value)])
        #expect(error?.message == message)
        #expect(error?.origin == .line(FileLine("f", 7), option: name))
    }

    @Test("Each value has its origin, with the name of the shorthand that set it, and messages name options by origin")
    func origins() throws {
        let parser = CommandParser(ListRequest.command, tool: "sample", siblings: sampleTool.commands)
        let settings = [
            Setting(FileLine("f", 4), name: "reverse", value: nil),
            Setting(FileLine("f", 7), name: "fields", value: "a"),
            Setting(FileLine("f", 9), name: "limit", value: "3"),
        ]
        let origins = try parser.given(["-n5", "--json"], variables: ["SAMPLE_MAX_AGE": "1h"]).with(settings).origins
        let expected: [String: Origin?] = [
            "limit": .option("limit"), "format": .option("json"), "max-age": .variable("SAMPLE_MAX_AGE"),
            "reverse": .line(FileLine("f", 4), option: "reverse"), "search": nil,
        ]
        for (option, origin) in expected { #expect(origins[option] == origin, "\(option)") }
        let problem: OptionProblem = """
            \(option: "limit", "5"), \(option: "format", "json"), \(option: "max-age", "1h"), \(option: "max-age"), \
            \(option: "fields", "a"), \(option: "search") and \(1 + 1)
            """
        #expect(
            problem.text(origins)
                == "--limit 5, --json, SAMPLE_MAX_AGE=1h, SAMPLE_MAX_AGE, f:7: --fields a, --search and 2")
        #expect(problem.options == ["limit", "format", "max-age", "max-age", "fields", "search"])
        #expect(origins.areOfFiles(["reverse", "fields", "search"]))
        #expect(!origins.areOfFiles(["reverse", "limit"]) && !origins.areOfFiles(["search"]))
    }

    @Test("Before the settings are known neither operands nor conflicts between options are checked")
    func firstLook() throws {
        let parser = CommandParser(ListRequest.command, tool: "sample", siblings: sampleTool.commands)
        #expect(throws: UsageError.self) { try parser.parse(["--move", "2"]) }
        var expected = ListRequest()
        expected.move = 2
        #expect(try parser.given(["--move", "2", "BTC"]).request == expected)
    }
}
