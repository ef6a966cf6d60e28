import CommandLineKit
import Markets
import Platform
import Rendering

extension CommonOptions {
    /// Prints what `--fields help`, `--provider help` or `--schema` ask for in place of the rows of a command line, and
    /// returns the exit status; nil without them. `others` are the default fields with other options, which a line on
    /// stderr names.
    func help<Row>(
        _ table: FieldTable<Row>, of line: String, isStream: Bool = false,
        others: @autoclosure () -> [OtherDefaults] = [], job: ProviderJob, _ environment: Environment
    ) throws(Failure) -> ExitStatus? {
        if self.fields == ["help"] {
            let status = try print(table.fields, FieldTable(Field<Row>.columns), environment)
            for other in others() where !quiet { environment.console.sayHelp(other.line) }
            return status
        }
        if providers == ["help"] {
            return try print(ProviderChoice(for: job).providers, .providers(for: job), environment)
        }
        guard schema else { return nil }
        let isArray = !isStream && outputFormat != .jsonl
        let fields = try translating(table.selection(self.fields, for: .jsonl)) { Failure($0, self) }
        let document = JSONDocument(
            schemaOf: fields, title: "crypto \(line) --\(isArray ? "json" : "format jsonl")",
            description: isArray ? "All rows, as one array." : "A row; each line of the output is one.",
            isArray: isArray)
        return try CryptoTool.page(document.text, environment)
    }

    private func print<Row: Sendable>(
        _ rows: [Row], _ table: FieldTable<Row>, _ environment: Environment
    ) throws(Failure) -> ExitStatus {
        var options = self
        (options.fields, options.condition) = (nil, nil)
        let output = try Output(options, fields: table, environment).asPage(environment)
        try output.print(rows, to: environment.console)
        return .success
    }
}
