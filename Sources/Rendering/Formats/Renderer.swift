/// Writes rows of any type in one format, as bytes.
///
/// The caller calls `begin`, `append` for each row and `finish`, and writes the bytes to a file or terminal at any
/// time. A table appends its bytes in `finish`, since its widths are known only then, or for many rows at a time.
///
/// ```swift
/// import Rendering
///
/// struct Coin {
///     var symbol: String
///     var price: Number?
/// }
///
/// let coinFields = FieldTable<Coin>([
///     Field("symbol", .text, help: "The ticker") { .text($0.symbol) },
///     Field("price", .number, help: "The price in USD") { coin in coin.price.map { .number($0) } ?? .null },
/// ])
///
/// /// Returns the coins that meet a condition, such as `price > 100`, in an output format.
/// func text(of coins: [Coin], if condition: String, as format: OutputFormat) throws -> String {
///     let condition = try Condition(condition, fields: coinFields)
///     let rows = coins.filter { condition.isMet(by: $0) }
///     return String(decoding: Renderer.bytes(rows, as: format, fields: coinFields.fields), as: UTF8.self)
/// }
/// ```
public struct Renderer<Row>: Sendable {
    fileprivate var format: any RowFormat<Row>

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - fields: The fields in the order of the output.
    ///   - template: The template of the format `template`, which has its own fields; nil for every other format.
    ///   - inner: The table below each row of a table; other formats do not show it.
    ///   - options: The options. Each format uses those that it has.
    public init(
        _ format: OutputFormat, fields: [Field<Row>], template: Template<Row>? = nil, inner: InnerTable<Row>? = nil,
        options: RenderingOptions = RenderingOptions()
    ) {
        precondition((format == .template) == (template != nil), "a template goes with the format of its name")
        // Tables and markdown round later, to the decimals of a column.
        let exact = options.digits.map { places in fields.map { $0.rounded(toPlaces: places) } } ?? fields
        // In ledgers, metrics and points, rounding must not turn a price into 0.
        let books =
            options.digits.map { places in
                fields.map { $0.rounded(toPlaces: places, keepsNonzero: true) }
            } ?? fields
        switch format {
        case .table: self.format = TableFormat(fields: fields, inner: inner, options: options)
        case .json: self.format = JSONFormat(fields: exact, isArray: true)
        case .jsonl: self.format = JSONFormat(fields: exact, isArray: false)
        case .csv: self.format = SeparatedFormat(fields: exact, hasHeader: options.header, syntax: .csv)
        case .tsv: self.format = SeparatedFormat(fields: exact, hasHeader: options.header, syntax: .tsv)
        case .markdown: self.format = MarkdownFormat(fields: fields, options: options)
        case .records: self.format = RecordsFormat(fields: exact)
        case .ledger: self.format = PriceDirectiveFormat(fields: books, isLedger: true)
        case .beancount: self.format = PriceDirectiveFormat(fields: books, isLedger: false)
        case .prometheus: self.format = PrometheusFormat(fields: books)
        case .influx: self.format = InfluxFormat(fields: books)
        case .template, .none:
            self.format = TemplateFormat(template: template ?? Template(pieces: []), digits: options.digits)
        }
    }

    /// Appends what precedes the first row.
    ///
    /// - Parameter bytes: The bytes to append to.
    public mutating func begin(to bytes: inout [UInt8]) {
        format.begin(to: &bytes)
    }

    /// Appends a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - bytes: The bytes to append to.
    public mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        format.append(row, to: &bytes)
    }

    /// Makes the columns of a table wide enough for rows such as these, which are not written.
    package mutating func makeRoom(for rows: [Row]) {
        format.makeRoom(for: rows)
    }

    /// Appends the rows that the format holds back, as a table does to find its widths.
    package mutating func appendBufferedRows(to bytes: inout [UInt8]) {
        format.appendBufferedRows(to: &bytes)
    }

    /// Appends what follows the last row.
    ///
    /// - Parameter bytes: The bytes to append to.
    public mutating func finish(to bytes: inout [UInt8]) {
        format.finish(to: &bytes)
    }

    /// Removes and returns what a user should know about the rows so far, in one line: names that the format had to
    /// change, rows that it had to leave out.
    package mutating func takeRemark() -> String? {
        format.takeRemark()
    }

    /// Why what was rendered so far means something else to its reader, in words: two names became one.
    package var collision: String? { format.collision }

    /// Renders all rows at once.
    ///
    /// - Parameters:
    ///   - rows: The rows in the order of the output.
    ///   - format: The format.
    ///   - fields: The fields in the order of the output.
    ///   - template: The template of the format `template`; nil for every other format.
    ///   - options: The options. Each format uses those that it has.
    /// - Returns: The complete output.
    public static func bytes(
        _ rows: some Sequence<Row>, as format: OutputFormat, fields: [Field<Row>], template: Template<Row>? = nil,
        options: RenderingOptions = RenderingOptions()
    ) -> [UInt8] {
        var renderer = Renderer(format, fields: fields, template: template, options: options)
        return renderer.bytes(rows)
    }

    /// Renders all rows at once.
    package mutating func bytes(_ rows: some Sequence<Row>) -> [UInt8] {
        var bytes: [UInt8] = []
        begin(to: &bytes)
        for row in rows { append(row, to: &bytes) }
        finish(to: &bytes)
        return bytes
    }

    /// Renders all rows and hands over the bytes in pieces of about this size, so that the text of many rows takes
    /// little memory.
    package mutating func write<Problem: Error>(
        _ rows: some Sequence<Row>, inPiecesOf size: Int, to take: ([UInt8]) throws(Problem) -> Void
    ) throws(Problem) {
        var bytes: [UInt8] = []
        begin(to: &bytes)
        for row in rows {
            append(row, to: &bytes)
            guard bytes.count >= size else { continue }
            try take(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        finish(to: &bytes)
        try take(bytes)
    }
}

extension Renderer where Row: StreamRow {
    /// A faster writer of the lines after the first, which the renderer writes; nil if the format has no line per row.
    package var lines: LineWriter<Row>? {
        (format as? any LineFormat<Row>).flatMap { LineWriter($0) }
    }
}

/// A format of rows. Without rows it may append a header, an empty array, or nothing.
protocol RowFormat<Row>: Sendable {
    associatedtype Row
    mutating func makeRoom(for rows: [Row])
    mutating func begin(to bytes: inout [UInt8])
    mutating func append(_ row: Row, to bytes: inout [UInt8])
    mutating func appendBufferedRows(to bytes: inout [UInt8])
    mutating func finish(to bytes: inout [UInt8])
    mutating func takeRemark() -> String?
    var collision: String? { get }
}

/// Appends a part of a row's line, such as a value.
///
/// It is made of a field when a format is created, and holds only what it needs. To look up the field for each row
/// would copy all of it, by the metadata of its type.
typealias RowPart<Row> = @Sendable (Row, inout [UInt8]) -> Void

/// A format that writes one line per row: a separator before each value, the value, and the end of the line.
protocol LineFormat<Row>: RowFormat {
    var fields: [Field<Row>] { get }
    func writeSeparator(before index: Int, to bytes: inout [UInt8])
    /// Returns what appends the value of a field.
    func value(_ index: Int) -> RowPart<Row>
    func writeEnd(to bytes: inout [UInt8])
    /// The text of an unknown value.
    var unknown: StaticString { get }
    /// Returns whether the canonical text of a value is quoted.
    func quotes(_ index: Int) -> Bool
    /// Whether every line but the first consists of these parts only.
    var isLineByLine: Bool { get }
}

extension LineFormat {
    /// Returns what appends the values of a row with their separators, one closure for all of them.
    func values() -> RowPart<Row> {
        var line: RowPart<Row> = { _, _ in }
        for index in fields.indices {
            var separator: [UInt8] = []
            writeSeparator(before: index, to: &separator)
            let (before, value) = (line, value(index))
            line = { [separator] row, bytes in
                before(row, &bytes)
                bytes.append(contentsOf: separator)
                value(row, &bytes)
            }
        }
        return line
    }

    var unknown: StaticString { "" }
    func quotes(_ index: Int) -> Bool { false }
    // A line with one empty value may need special treatment.
    var isLineByLine: Bool { fields.count > 1 }
}

extension RowFormat {
    mutating func makeRoom(for rows: [Row]) {}
    mutating func begin(to bytes: inout [UInt8]) {}
    mutating func appendBufferedRows(to bytes: inout [UInt8]) {}
    mutating func finish(to bytes: inout [UInt8]) {}
    mutating func takeRemark() -> String? { nil }
    var collision: String? { nil }
}
