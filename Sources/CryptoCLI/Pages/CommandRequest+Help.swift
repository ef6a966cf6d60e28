import CommandLineKit
import Markets
import Platform
import Rendering

extension CommandRequest {
    /// Prints the list that `--fields help`, `--provider help` or `--schema` asks for, and returns the exit status; nil
    /// without such an option. Lines on stderr tell of the other views, unless an option chose one.
    func help(_ environment: Environment) throws(Failure) -> ExitStatus? {
        let (isCheck, format) = (common.checkedProviders != nil, common.outputFormat)
        let view =
            isCheck
            ? View(when: ["provider check"], rows: { _ in FieldTable.checks(for: format).described }) : view()
        let options = isCheck ? view.when : Self.views.replacing(view.when)
        if common.fields == ["help"] {
            let status = try print(view.table.fields, FieldTable(Field<Never>.columns), environment)
            for other in options.isEmpty && !common.quiet ? Self.views.others : [] {
                environment.console.sayHelp(other.line)
            }
            return status
        }
        if common.providers == ["help"] {
            return try print(
                ProviderChoice(for: job, in: environment.providers).providers,
                .providers(for: job, in: environment.providers), environment)
        }
        guard common.schema else { return nil }
        let isArray = !view.has("watch") && format != .jsonl
        let fields = try translating(view.table.selection(common.fields, for: .jsonl)) { Failure($0, common) }
        let line = ["crypto", Self.name] + options.filter { $0 != "watch" }.map { "--\($0)" }
        let document = JSONDocument(
            schemaOf: fields, title: line.joined(separator: " ") + (isArray ? " --json" : " --format jsonl"),
            description: isArray ? "All rows, as one array." : "A row; each line of the output is one.",
            isArray: isArray)
        return try CryptoTool.page(document.text, environment)
    }

    private func print<Row: Sendable>(
        _ rows: [Row], _ table: FieldTable<Row>, _ environment: Environment
    ) throws(Failure) -> ExitStatus {
        var options = common
        (options.fields, options.condition) = (nil, nil)
        let output = try Output(options, fields: table, environment).asPage(environment)
        try output.print(rows, to: environment.console)
        return .success
    }
}

extension FieldTable {
    /// The same fields without rows: all but the values.
    var described: FieldTable<Never> { FieldTable<Never>(fields.map { $0.lifted { (_: Never) -> Row in } }) }
}
