import CommandLineKit
import Markets
import Platform
import Rendering

/// `--fields help`, `--provider help` and `--schema`: what every command prints in place of its rows.
enum HelpRows {
    /// Prints what the options ask for in place of the rows of a command line and returns the exit status; returns nil
    /// if they ask for nothing else. `others` are the default fields with other options, which a line on stderr names.
    static func print<Row>(
        _ table: FieldTable<Row>, of line: String, isStream: Bool = false,
        others: @autoclosure () -> [OtherDefaults] = [], job: ProviderJob, options common: CommonOptions,
        _ environment: Environment
    ) throws(Failure) -> ExitStatus? {
        if common.fields == ["help"] {
            let status = try print(
                table.fields, table: FieldTable(Field<Row>.columns), common: common, environment: environment)
            for other in others() where !common.quiet {
                environment.console.sayHelp(other.line)
            }
            return status
        }
        if common.providers == ["help"] {
            return try print(
                ProviderChoice(for: job).providers, table: .providers(for: job), common: common,
                environment: environment)
        }
        guard common.schema else { return nil }
        let isArray = !isStream && common.outputFormat != .jsonl
        let fields = try translating(table.selection(common.fields, for: .jsonl)) { Failure($0, common) }
        let document = RowSchema(fields).document(
            title: "crypto \(line) --\(isArray ? "json" : "format jsonl")",
            description: isArray ? "All rows, as one array." : "A row; each line of the output is one.",
            isArray: isArray)
        return try CryptoTool.page(document.text, environment)
    }

    private static func print<Row: Sendable>(
        _ rows: [Row], table: FieldTable<Row>, common: CommonOptions, environment: Environment
    ) throws(Failure) -> ExitStatus {
        var common = common
        (common.fields, common.condition) = (nil, nil)
        let output = try Output(common, fields: table, environment).asPage(environment)
        try output.print(rows, to: environment.console)
        return .success
    }
}
