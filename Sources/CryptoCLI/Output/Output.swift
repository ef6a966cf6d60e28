import CommandLineKit
import Markets
import Platform
import Rendering

/// The output of a command: fields, format and condition, all checked before the first request.
struct Output<Row>: Sendable {
    private let format: OutputFormat
    let fields: [Field<Row>]
    private let template: Template<Row>?
    private let inner: InnerTable<Row>?
    private var options: RenderingOptions
    private let condition: Condition<Row>?
    private let isQuiet: Bool
    private let isStrict: Bool
    private let isOnce: Bool
    /// Whether all rows are rendered before the first is written: with `--strict` a row may refuse all, and a batch is
    /// appended to a file whole or not at all.
    private let isWhole: Bool

    /// Creates the output that the options choose from a command's fields, with a table below each row of a table.
    /// Throws if they are invalid.
    init(
        _ common: CommonOptions, fields table: FieldTable<Row>, inner: InnerTable<Row>? = nil,
        _ environment: Environment
    ) throws(Failure) {
        self.inner = inner
        format = common.outputFormat
        (isQuiet, isStrict, isOnce) = (common.quiet, common.strict, common.once)
        isWhole = common.strict || common.append != nil
        guard table.fits(format) else {
            throw Failure(
                "\(option: "format", format.rawValue) is for \(format.subject), which these rows are not",
                common.origins)
        }
        fields = try Self.fields(common, of: table)
        let selected = fields
        template = try common.template.map { (text) throws(Failure) in
            try translating(Template(text, fields: table, selected: selected)) {
                Failure($0, option: "template", text: text, common)
            }
        }
        if let template, template.fieldNames.isEmpty {
            let form = table.defaults(for: .csv).prefix(2).map { "{\($0.name)}" }.joined(separator: " ") + #"\n"#
            let problem =
                "\((common.template ?? "").inQuotes) has no field; one stands in single braces, as in '\(form)'"
            throw .option("template", problem: problem, common.origins)
        }
        condition = try Condition.reading(common.condition, of: "if", fields: table, common)
        options = common.rendering(environment)
    }

    /// Returns the fields that the options select from a table.
    static func fields(_ common: CommonOptions, of table: FieldTable<Row>) throws(Failure) -> [Field<Row>] {
        let format = common.outputFormat
        return try translating(
            common.append == nil
                ? table.selection(common.fields, for: format) : table.keyedSelection(common.fields, for: format)
        ) { Failure($0, common) }
    }

    /// Returns the output for text of this program, which is ASCII where the locale is, as a table also in a pipe.
    func asPage(_ environment: Environment) -> Output {
        var page = self
        page.options.isUnicode = Terminal.isUTF8(environment.variables)
        return page
    }

    /// The names of the fields that are printed, or that decide which rows are.
    var usedFields: Set<String> {
        let printed = template?.fieldNames ?? (format == .none ? [] : Set(fields.map(\.name)))
        return printed.union(condition?.fieldNames ?? [])
    }

    /// Whether `--if` was given.
    var isSelective: Bool { condition != nil }

    /// Returns whether the row meets `--if`; true without it.
    func isWanted(_ row: Row) -> Bool {
        condition?.isMet(by: row) ?? true
    }

    /// Whether rows are for people, who read their total below them.
    var hasTotal: Bool { format == .table || format == .markdown }

    /// A renderer for rows that are appended one by one.
    var renderer: Renderer<Row> { renderer(options) }

    /// A renderer that writes each row as soon as it is appended.
    var streamRenderer: Renderer<Row> {
        var options = options
        options.bufferedRows = 1
        return renderer(options)
    }

    private func renderer(_ options: RenderingOptions) -> Renderer<Row> {
        Renderer(format, fields: fields, template: template, inner: inner, options: options)
    }

    /// Prints on stderr what the format had to change or leave out since the last call.
    func remark(_ renderer: inout Renderer<Row>, to console: Console) {
        if let line = renderer.takeRemark(), !isQuiet { console.say("\(format.rawValue): \(line)") }
    }

    /// Throws with `--strict` if what was rendered so far means something else to its reader.
    func check(_ renderer: Renderer<Row>) throws(Failure) {
        guard isStrict, let collision = renderer.collision else { return }
        throw Failure(.usage, "\(format.rawValue): \(collision), which --strict does not accept")
    }

    /// Prints what belongs to the first row beside it.
    func beginRows(on console: Console) {
        if format != .none { console.deferredNotices.open() }
    }

    /// Writes rows, all of which are there. With `--once` there is no header without a row, so that a job of cron sends
    /// no mail.
    func print(_ rows: [Row], to console: Console) throws(Failure) {
        var options = options
        if rows.isEmpty, isOnce { options.header = false }
        if !rows.isEmpty { beginRows(on: console) }
        var renderer = renderer(options)
        if isWhole {
            let bytes = renderer.bytes(rows)
            try check(renderer)
            try console.print(bytes)
        } else {
            try renderer.write(rows, inPiecesOf: RowWriter<Row>.batch) { (piece) throws(Failure) in
                try console.print(piece)
            }
        }
        remark(&renderer, to: console)
    }
}

extension CommonOptions {
    /// The format of rows: `template` if a template is given. Rows of a chart are not written.
    var outputFormat: OutputFormat {
        if template != nil { return .template }
        guard case .rows(let format) = format else { return .table }
        return format
    }

    /// Returns the options for rows on this console.
    func rendering(_ environment: Environment) -> RenderingOptions {
        let width = environment.console.columns
        return RenderingOptions(
            header: !noHeader, digits: digits, colors: colors(environment), width: width,
            keepsColumns: fields != nil, isUnicode: width == nil || Terminal.isUTF8(environment.variables))
    }

    /// Whether rows are a table for people who look at it.
    func isTableOnTerminal(_ environment: Environment) -> Bool {
        outputFormat == .table && environment.console.columns != nil
    }

    /// Returns how many colors to use on this console.
    func colors(_ environment: Environment) -> ColorDepth {
        guard hasColor(environment) else { return .none }
        return ColorDepth(environment.variables, isTerminal: environment.console.columns != nil)
    }

    /// no-color.org and bixense.com/clicolors: NO_COLOR wins over CLICOLOR_FORCE, an option over both.
    private func hasColor(_ environment: Environment) -> Bool {
        switch color {
        case .always: return true
        case .never: return false
        case .auto:
            if environment.variable("NO_COLOR") != nil { return false }
            if let force = environment.variable("CLICOLOR_FORCE"), force != "0" { return true }
            return environment.console.columns != nil && environment.variables["TERM"] != "dumb"
        }
    }
}
