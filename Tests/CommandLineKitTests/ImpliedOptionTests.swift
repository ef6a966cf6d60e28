import CommandLineKit
import TestSupport
import Testing

@Suite("An option whose value follows from that of another one", .quick)
struct ImpliedOptionTests {
    private struct Request: Equatable, Sendable {
        var format = SampleFormat.table
        var template: String?
        var output: String?
        var hasNoHeader = false

        static let command = Command<Request>(
            "write", overview: "Write a file.",
            options: [
                .value("format", \.format, as: .oneOf(), valueName: "name", help: "The format.")
                    .silencing(["no-header"], when: ["json"]),
                .shorthand("csv", setting: "format", to: "csv", help: "Short for --format csv."),
                .value("template", \.template, as: .text, valueName: "text", help: "The template."),
                .value("output", \.output, as: .text, valueName: "file", help: "The file.")
                    .implyingByEnding("format", unless: "template") { path in
                        path.split(separator: ".").last.flatMap { $0 == "txt" ? nil : String($0) }
                    },
                .toggle("no-header", \.hasNoHeader, help: "No header."),
            ],
            make: { Request() },
            validate: { (request) throws(OptionProblem) in
                guard request.format != .template else { throw "\(option: "format", "template") needs a template" }
            })
    }

    private func parse(
        _ arguments: [String], _ variables: [String: String] = [:]
    ) throws(UsageError) -> (request: Request, origins: ValueOrigins) {
        try CommandParser(Request.command, tool: "sample").given(arguments, variables: variables).with([])
    }

    @Test(
        "Its value counts after those of the same source or a higher one, and not beside the rival of that",
        arguments: [
            (["--output", "x.json"], [:], .json), (["--output", "x.txt"], [:], .table),
            (["--output", "x.json", "--csv"], [:], .csv), (["--output", "x.json", "--format", "table"], [:], .table),
            (["--output", "x.json"], ["SAMPLE_WRITE_FORMAT": "csv"], .json),
            (["--output", "x.json"], ["SAMPLE_WRITE_TEMPLATE": "y"], .json),
            (["--output", "x.txt"], ["SAMPLE_WRITE_FORMAT": "csv"], .csv),
            (["--csv"], ["SAMPLE_WRITE_OUTPUT": "x.json"], .csv),
            ([], ["SAMPLE_WRITE_OUTPUT": "x.json", "SAMPLE_WRITE_FORMAT": "csv"], .csv),
            (["--output", "x.json", "--template", "y"], [:], .table), ([], ["SAMPLE_WRITE_OUTPUT": "x.json"], .json),
        ] as [([String], [String: String], SampleFormat)])
    func told(arguments: [String], variables: [String: String], format: SampleFormat) throws {
        #expect(try parse(arguments, variables).request.format == format)
    }

    @Test("Before all sources are known nothing is told")
    func partial() throws {
        let given = try CommandParser(Request.command, tool: "sample").given(["--output", "x.json"])
        #expect(given.request.format == .table)
        let ending = Origin.ending(ofFile: "x.json", implying: "format", of: .option("output"))
        #expect(try parse(["--output", "x.json"]).origins["format"] == ending)
    }

    @Test(
        "An error in a told value, or beside it, names the ending and how to choose another value",
        arguments: [
            (["--output", "x.xml"], "the ending of 'x.xml': 'xml' is not one of table, json, csv, template"),
            (["--output", "x.template"], "format template (the ending of 'x.template') needs a template"),
            (
                ["--output", "x.json", "--no-header"],
                "format json (the ending of 'x.json') and --no-header cannot be used together"
            ),
        ])
    func refused(arguments: [String], says: String) {
        let error = #expect(throws: UsageError.self) { try parse(arguments) }
        #expect(error?.message == says + "; --format chooses another one")
    }
}
