/// The formats rows are written in, by their names in `--format`.
public enum OutputFormat: String, CaseIterable, Sendable {
    /// Aligned columns for people.
    case table
    /// One array, an object a line (RFC 8259).
    case json
    /// One object a line.
    case jsonl
    /// Comma-separated values (RFC 4180: lines end in CRLF).
    case csv
    /// Tab-separated values; tab, newline, carriage return and backslash in text are `\t`, `\n`, `\r`, `\\`.
    case tsv
    /// A table of GitHub Flavored Markdown.
    case markdown
    /// The user's own template.
    case template

    var showsEveryField: Bool {
        switch self {
        case .json, .jsonl, .template: true
        case .table, .csv, .tsv, .markdown: false
        }
    }
}

/// How rows are written, whatever the format.
public struct RenderingOptions: Sendable, Equatable {
    /// Whether table, csv and tsv begin with the names of their columns.
    public var header: Bool
    /// Decimals, 0 or more, of every number in table, markdown and template; nil for each field's own.
    public var digits: Int?
    /// The ANSI colours that a table may hold; with none no escape byte is written.
    public var colors: ColorDepth
    /// Columns of the terminal a table must fit, 1 or more; nil (a pipe, a file) for no limit: nothing is dropped or cut.
    public var width: Int?
    /// How many rows a table holds to find its widths, 1 or more; the columns of later ones may be wider.
    public var heldRows = 1 << 14

    /// Options, by default those of a pipe.
    public init(header: Bool = true, digits: Int? = nil, colors: ColorDepth = .none, width: Int? = nil) {
        self.header = header
        self.digits = digits
        self.colors = colors
        self.width = width
    }
}
