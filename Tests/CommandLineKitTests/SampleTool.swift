import CommandLineKit

/// A tool for tests only, with an option of every kind.
enum SampleFormat: String, CaseIterable, Sendable {
    case table, json, csv, template
}

struct CommonOptions: Equatable, Sendable {
    var format = SampleFormat.table
    var fields: [String]?
    var maxAge: Duration?
    var deadline = Duration.seconds(30)
    var isQuiet = false
    var isVerbose = false
    var hasNoHeader = false
    var config: String?
    var hasNoConfig = false

    static let table: [CommandLineKit.Option<CommonOptions>] = [
        .value(
            "format", short: "f", \.format, as: .oneOf(), valueName: "name", help: "Print the rows in this format.",
            default: "table"
        ).known(as: "output-format"),
        .shorthand("json", setting: "format", to: "json", help: "Short for --format json."),
        .shorthand("csv", setting: "format", to: "csv", help: "Short for --format csv."),
        .value(
            "fields", \.fields, as: .list(of: .text), valueName: "a,b,...", help: "Print these fields, in this order."
        ).detailed("Write 'help' to list the fields.").completing(.fields).waivingOperands(when: .value("help")),
        .toggle("no-header", \.hasNoHeader, help: "Print no header row."),
        .value("max-age", \.maxAge, as: .time(), valueName: "time", help: "Take an answer that is not older."),
        .shorthand("refresh", setting: "max-age", to: "0", help: "Short for --max-age 0."),
        .value(
            "deadline", \.deadline, as: .time(isPositive: true), valueName: "time",
            help: "End after this time, everything included.", default: "30s"
        ).known(as: "max-time"),
        .toggle("quiet", short: "q", \.isQuiet, help: "Print no notices.").known(as: "silent"),
        .toggle("verbose", short: "v", \.isVerbose, help: "Print each request on stderr."),
        .value("config", \.config, as: .text, valueName: "file", help: "Read this file.").completing(.file),
        .toggle("no-config", \.hasNoConfig, help: "Read no file."),
    ]
}

struct ListRequest: Equatable, Sendable {
    var common = CommonOptions()
    var symbols: [String] = []
    var limit = 50
    var isReversed = false
    var search: String?
    var move: Int?

    static let command = Command<ListRequest>(
        "list", overview: "List the largest assets, or a list of your own.",
        discussion:
            "The first paragraph says what is listed and in which order, at some length.\n\nThe second is short.",
        examples: [Example("sample list -n 5 --json", "The five largest as JSON.")],
        synonyms: ["ls", "top"],
        operands: .operands(
            [OperandInfo("symbol", help: "List only these.", isOptional: true, repeats: true, completion: .symbol)],
            \.symbols, as: .anyText),
        options: [
            .value(
                "limit", short: "n", \.limit, as: .wholeNumber(from: 1), valueName: "n", help: "List so many.",
                default: "50"),
            .toggle("reverse", \.isReversed, help: "Turn the order round."),
            .value("search", \.search, as: .text, valueName: "text", help: "List what has the text in symbol or name."),
            .value("move", \.move, as: .wholeNumber(from: 1, to: 99), valueName: "n", help: "Put the operand there.")
                .commandLineOnly().silencing(["limit", "reverse", "format", "fields"]),
        ] + CommonOptions.table.map { $0.lifted(\.common, in: .common) },
        make: { ListRequest() },
        validate: { (request) throws(OptionProblem) in
            guard request.move == nil || request.symbols.count == 1 else {
                throw "\(option: "move") takes one symbol"
            }
        })
}

struct ConvertRequest: Equatable, Sendable {
    var common = CommonOptions()
    var operands: [String] = []
    var explain = false

    static let command = Command<ConvertRequest>(
        "convert", overview: "Convert an amount.",
        operands: .operands(
            [
                OperandInfo("amount", help: "How much."), OperandInfo("from", help: "The currency it is in."),
                OperandInfo("to", help: "The currencies it is wanted in.", repeats: true),
            ], \.operands, as: .anyText),
        options: [.toggle("explain", \.explain, help: "Show each leg.")]
            + CommonOptions.table.map { $0.lifted(\.common, in: .common) },
        make: { ConvertRequest() })
}

let sampleTool = ToolInfo(
    name: "sample", overview: "Lists and converts.", commands: [ListRequest.command.info, ConvertRequest.command.info],
    examples: [Example("sample list", "The fifty largest.")])

/// Parses the arguments of `sample list` into a request.
func list(
    _ arguments: [String], variables: [String: String] = [:], settings: [Setting] = []
) throws(UsageError) -> ParseOutcome<ListRequest> {
    try CommandParser(ListRequest.command, tool: "sample", siblings: sampleTool.commands)
        .parse(arguments, variables: variables, settings: settings)
}

extension CommandParser {
    /// Returns the request of a command line with all its sources, or the page that it asks for.
    func parse(
        _ arguments: [String], variables: [String: String] = [:], settings: [Setting] = []
    ) throws(UsageError) -> ParseOutcome<Request> {
        switch try read(arguments, variables: variables) {
        case .run(let given): .run(try given.with(settings).request)
        case .help(let length): .help(length)
        case .version(let isDetailed): .version(isDetailed: isDetailed)
        }
    }

    /// Returns what a command line and the variables say that ask for no page.
    func given(
        _ arguments: [String], variables: [String: String] = [:]
    ) throws(UsageError) -> GivenValues<Request> {
        guard case .run(let given) = try read(arguments, variables: variables) else {
            preconditionFailure("a page in place of a request")
        }
        return given
    }
}

/// The message of the error that the arguments of `sample list` cause, or nil.
func listError(
    _ arguments: [String], variables: [String: String] = [:], settings: [Setting] = []
) -> UsageError? {
    do throws(UsageError) {
        _ = try list(arguments, variables: variables, settings: settings)
        return nil
    } catch {
        return error
    }
}
