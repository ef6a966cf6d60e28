import CommandLineKit
import Markets
import Rendering

/// How a command's rows leave it: the fields, the format and the condition, all checked before anybody is asked.
struct Output<Row>: Sendable {
    private let format: OutputFormat
    let fields: [Field<Row>]
    private let template: Template<Row>?
    private let options: RenderingOptions
    private let condition: Condition<Row>?

    /// The output that the options make of a command's fields.
    init(
        _ common: CommonOptions, _ table: FieldTable<Row>, _ environment: Environment
    ) throws(Failure) {
        format = common.outputFormat
        do throws(FieldError) {
            fields =
                try common.fields.map { names throws(FieldError) in try table.select(names) }
                ?? table.defaults(for: format)
        } catch {
            throw Failure(error, common.origins)
        }
        template = try Self.reading(common.template, "template", common.origins) { text throws(SyntaxError) in
            try Template(text, fields: table)
        }
        condition = try Self.reading(common.condition, "if", common.origins) { text throws(SyntaxError) in
            try Condition(text, fields: table)
        }
        options = common.rendering(environment)
    }

    private static func reading<Result>(
        _ text: String?, _ option: String, _ origins: ValueOrigins, _ read: (String) throws(SyntaxError) -> Result
    ) throws(Failure) -> Result? {
        guard let text else { return nil }
        do throws(SyntaxError) {
            return try read(text)
        } catch {
            throw Failure(error, option: option, text: text, origins)
        }
    }

    /// Whether `--if` was given.
    var isSelective: Bool { condition != nil }

    /// Whether the row meets `--if`; true where there is none.
    func isWanted(_ row: Row) -> Bool {
        condition?.isMet(by: row) ?? true
    }

    /// Whether rows are written as a table.
    var isTable: Bool { format == .table }

    /// A renderer for rows that come one after the other.
    var renderer: Renderer<Row> { Renderer(format, fields: fields, template: template, options: options) }

    /// A renderer whose rows are all written as soon as they are appended.
    var streamRenderer: Renderer<Row> {
        var options = options
        options.heldRows = 1
        return Renderer(format, fields: fields, template: template, options: options)
    }

    /// Writes the rows, all at once; what a format prints for no rows at all is its own affair.
    func print(_ rows: [Row], to console: Console) throws(Failure) {
        try console.print(Renderer.bytes(rows, as: format, fields: fields, template: template, options: options))
    }
}

extension CommonOptions {
    /// The format of rows. A template brings its own; a chart's rows are not written.
    var outputFormat: OutputFormat {
        if template != nil { return .template }
        guard case .rows(let format) = format else { return .table }
        return format
    }

    /// How rows are written on this console.
    func rendering(_ environment: Environment) -> RenderingOptions {
        RenderingOptions(
            header: !noHeader, digits: digits, colors: colors(environment), width: environment.console.columns)
    }

    /// How many colours this console has, and is to show.
    func colors(_ environment: Environment) -> ColorDepth {
        guard hasColor(environment) else { return .none }
        return ["truecolor", "24bit"].contains(environment.variables["COLORTERM"]) ? .truecolor : .palette
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
