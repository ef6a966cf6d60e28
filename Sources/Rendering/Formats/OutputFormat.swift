/// The formats of rows, by their names in `--format`.
public enum OutputFormat: String, CaseIterable, Sendable {
    /// Aligned columns for people.
    case table
    /// One array, with one object per line (RFC 8259).
    case json
    /// One object per line.
    case jsonl
    /// Comma-separated values (RFC 4180: lines end in CRLF).
    case csv
    /// Tab-separated values; tab, newline, carriage return and backslash in text are `\t`, `\n`, `\r`, `\\`.
    case tsv
    /// A table of GitHub Flavored Markdown.
    case markdown
    /// One `field: value` per line, and an empty line between rows.
    case records
    /// A template given by the user.
    case template
    /// Nothing, for the exit status alone.
    case none
    /// A price directive of Ledger and hledger per row: `P 2024-03-01 12:00:00 BTC 62440.63 USD`.
    case ledger
    /// A price directive of Beancount per row: `2024-03-01 price BTC 62440.63 USD`.
    case beancount
    /// Metrics in the text format of Prometheus, without timestamps, as the textfile collector of node_exporter reads.
    case prometheus
    /// Points in the line protocol of InfluxDB: `crypto,currency=USD,symbol=BTC price=62440.63 1709294400000000000`.
    case influx

    var showsEveryField: Bool { [.json, .jsonl, .template].contains(self) }

    /// Whether it begins with a header row, which may be left out.
    package var hasHeader: Bool { self == .table || self == .csv || self == .tsv }

    /// Whether its rows are price directives, which have no choice of fields.
    package var isPriceDirective: Bool { self == .ledger || self == .beancount }

    /// Whether its output for no rows can be seen, or nothing is to be seen at all.
    package var isClearWithoutRows: Bool { [.json, .csv, .tsv, .none].contains(self) }
}

/// Options for all formats.
public struct RenderingOptions: Sendable, Equatable {
    /// Whether table, csv and tsv begin with a header row.
    public var header: Bool
    /// The decimals, 0 or more, of all numbers; nil for the presentation of each field.
    public var digits: Int?
    /// The colors of a table; with `none` no escape sequence is written.
    public var colors: ColorDepth
    /// The columns of the terminal that a table must fit, 1 or more; nil for no limit, as in a pipe or a file.
    public var width: Int?
    /// Whether a narrow table leaves out no column, because each was asked for.
    package var keepsColumns: Bool
    /// Whether a table may show more than ASCII.
    public var isUnicode: Bool
    /// How many rows a table buffers to find its widths, 1 or more; columns of later rows may be wider.
    package var bufferedRows = 1 << 14

    /// Creates options; the default values are those of a pipe. Each parameter sets the property of the same name.
    public init(
        header: Bool = true, digits: Int? = nil, colors: ColorDepth = .none, width: Int? = nil,
        keepsColumns: Bool = false, isUnicode: Bool = true
    ) {
        (self.header, self.digits, self.colors) = (header, digits, colors)
        (self.width, self.keepsColumns, self.isUnicode) = (width, keepsColumns, isUnicode)
    }
}
