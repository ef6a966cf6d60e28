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
                for field in fields { cells.add(field, of: row, digits: digits) }
            }
            return rows.count
        }
    }
}

/// A table with an indented one below each row. Those below have titles of their own, and are aligned with each other.
///
/// Rows that do not fit a terminal are records, with the same tables below them.
struct NestedTableFormat<Row>: RowFormat {
    private static var indent: Int { 4 }

    private let fields: [Field<Row>]
    private let inner: InnerTable<Row>
    private let options: RenderingOptions
    private let innerOptions: RenderingOptions
    private var sheet: TableSheet
    private var innerSheet: TableSheet
    private var cells: TableCells
    private var innerCells: TableCells
    /// For each row, the number of rows below it.
    private var counts: [Int] = []
    private var isFirst = true
    private var isRecords = false

    init(fields: [Field<Row>], inner: InnerTable<Row>, options: RenderingOptions) {
        (self.fields, self.inner, self.options) = (fields, inner, options)
        var innerOptions = options
        innerOptions.keepsColumns = false
        innerOptions.width = options.width.map { max(1, $0 - Self.indent) }
        self.innerOptions = innerOptions
        sheet = TableSheet(fields.map(TableColumn.init), options: options)
        innerSheet = TableSheet(inner.columns, options: innerOptions)
        cells = TableCells(columnCount: fields.count)
        innerCells = TableCells(columnCount: inner.columns.count)
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        for field in fields { cells.add(field, of: row, digits: options.digits) }
        counts.append(inner.add(row, options.digits, &innerCells))
        if cells.rowCount == options.bufferedRows { write(to: &bytes) }
    }

    mutating func appendBufferedRows(to bytes: inout [UInt8]) {
        write(to: &bytes)
    }

    mutating func finish(to bytes: inout [UInt8]) {
        write(to: &bytes)
    }

    /// Appends the buffered rows.
    private mutating func write(to bytes: inout [UInt8]) {
        guard cells.rowCount > 0 else { return }
        // All rows together decide the columns and their widths, then each is written alone.
        var measured: [UInt8] = []
        if !isRecords {
            isRecords = !sheet.write(
                cells, hasHeader: isFirst && options.header, continues: !isFirst, width: options.width, to: &measured)
        }
        let fits = innerSheet.write(
            innerCells, hasHeader: options.header, width: innerOptions.width, to: &measured)
        var lines: [UInt8] = []
        var next = 0
        for (row, count) in counts.enumerated() {
            let cells = cells.row(row)
            let isVeryFirst = isFirst && row == 0
            if isRecords {
                sheet.writeRecords(cells, continues: !isVeryFirst, to: &lines)
            } else {
                _ = sheet.write(
                    cells, hasHeader: isVeryFirst && options.header, continues: true, width: options.width, to: &lines)
            }
            writeInner(next..<next + count, areRecords: !fits, to: &lines)
            next += count
        }
        bytes += options.isUnicode ? lines : ASCIIText.bytes(of: lines)
        (cells, innerCells) = (TableCells(columnCount: fields.count), TableCells(columnCount: inner.columns.count))
        (counts, isFirst) = ([], false)
    }

    /// Appends the table below a row.
    private mutating func writeInner(_ rows: Range<Int>, areRecords: Bool, to bytes: inout [UInt8]) {
        var lines: [UInt8] = []
        for row in rows {
            let (cells, isFirst) = (innerCells.row(row), row == rows.first)
            if areRecords {
                innerSheet.writeRecords(cells, continues: !isFirst, to: &lines)
            } else {
                _ = innerSheet.write(
                    cells, hasHeader: isFirst && options.header, continues: true, width: innerOptions.width, to: &lines)
            }
        }
        for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            if !line.isEmpty { bytes += repeatElement(UInt8(ascii: " "), count: Self.indent) }
            bytes += line
            bytes.append(UInt8(ascii: "\n"))
        }
    }
}
