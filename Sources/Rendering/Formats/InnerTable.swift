/// A table below each row of a table, such as the legs of a conversion.
public struct InnerTable<Row>: Sendable {
    let columns: [TableColumn]
    /// Adds the cells of a row's table. Returns the number of its rows.
    let add: @Sendable (Row, _ digits: Int?, inout TableCells) -> Int

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - fields: Its columns.
    ///   - rows: Returns the rows below a row, for the value of `--digits` or nil; a row without any has no table.
    public init<Inner>(_ fields: [Field<Inner>], rows: @escaping @Sendable (Row, _ digits: Int?) -> [Inner]) {
        columns = fields.map(TableColumn.init)
        add = { row, digits, cells in
            let rows = rows(row, digits)
            for row in rows {
                cells.add(fields, of: row, digits: digits)
            }
            return rows.count
        }
    }
}

/// The tables below the rows of a table, indented. They have titles of their own, and are aligned with each other.
struct InnerTables<Row>: Sendable {
    private static var indent: Int { 4 }

    private let table: InnerTable<Row>
    private let options: RenderingOptions
    private var sheet: TableSheet
    private var cells: TableCells
    /// For each row, the number of rows below it.
    private var counts: [Int] = []

    init(_ table: InnerTable<Row>, options: RenderingOptions) {
        var options = options
        options.keepsColumns = false
        options.width = options.width.map { max(1, $0 - Self.indent) }
        (self.table, self.options) = (table, options)
        sheet = TableSheet(table.columns, options: options)
        cells = TableCells(columnCount: table.columns.count)
    }

    /// Adds the table below a row.
    mutating func append(_ row: Row) {
        counts.append(table.add(row, options.digits, &cells))
    }

    /// Removes and returns the lines below each row.
    mutating func takeLines() -> [[UInt8]] {
        defer { (cells, counts) = (TableCells(columnCount: table.columns.count), []) }
        // All tables together decide the columns and their widths, then each is written alone.
        var measured: [UInt8] = []
        let fits = sheet.write(cells, hasHeader: options.header, width: options.width, to: &measured)
        var next = 0
        return counts.map { count in
            defer { next += count }
            return lines(next..<next + count, areRecords: !fits)
        }
    }

    private mutating func lines(_ rows: Range<Int>, areRecords: Bool) -> [UInt8] {
        var lines: [UInt8] = []
        for row in rows {
            sheet.write(row: cells.row(row), isFirst: row == rows.first, isRecord: areRecords, to: &lines)
        }
        var indented: [UInt8] = []
        for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            if !line.isEmpty { indented += repeatElement(UInt8(ascii: " "), count: Self.indent) }
            indented += line
            indented.append(UInt8(ascii: "\n"))
        }
        return indented
    }
}
