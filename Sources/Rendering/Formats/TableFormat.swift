/// Aligned columns for people: numbers right, the rest left, with two spaces between and none at the end of a line.
///
/// Widths fit all rows of a table of moderate size. Of a longer one only `bufferedRows` rows are in memory at once, and
/// later rows may make the columns wider from there on. Rows whose columns do not fit a terminal are records. Each row
/// may have a table below it.
struct TableFormat<Row>: RowFormat {
    private let fields: [Field<Row>]
    private let options: RenderingOptions
    private var sheet: TableSheet
    private var cells: TableCells
    private var inner: InnerTables<Row>?
    private var isFirst = true
    private var isRecords = false

    init(fields: [Field<Row>], inner: InnerTable<Row>?, options: RenderingOptions) {
        (self.fields, self.options) = (fields, options)
        sheet = TableSheet(fields.map(TableColumn.init), options: options)
        cells = TableCells(columnCount: fields.count)
        self.inner = inner.map { InnerTables($0, options: options) }
    }

    mutating func makeRoom(for rows: [Row]) {
        var cells = TableCells(columnCount: fields.count)
        for row in rows { cells.add(fields, of: row, digits: options.digits) }
        sheet.makeRoom(for: cells)
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        cells.add(fields, of: row, digits: options.digits)
        inner?.append(row)
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
        var lines: [UInt8] = []
        if !isRecords {
            isRecords = !sheet.write(
                cells, hasHeader: isFirst && options.header, continues: !isFirst, width: options.width, to: &lines)
        }
        if let below = inner?.takeLines() {
            // All rows together have decided the columns and their widths, and each is written alone.
            lines = []
            for (row, inner) in below.enumerated() {
                sheet.write(row: cells.row(row), isFirst: isFirst && row == 0, isRecord: isRecords, to: &lines)
                lines += inner
            }
        } else if isRecords {
            sheet.writeRecords(cells, continues: !isFirst, to: &lines)
        }
        bytes += options.isUnicode ? lines : ASCIIText.bytes(of: lines)
        (cells, isFirst) = (TableCells(columnCount: fields.count), false)
    }
}
