/// Aligned columns for people: numbers right, the rest left, with two spaces between and none at the end of a line.
///
/// Widths fit all rows of a table of moderate size. Of a longer one only `bufferedRows` rows are in memory at once, and
/// later rows may make the columns wider from there on. Rows whose columns do not fit a terminal are records.
struct TableFormat<Row>: RowFormat {
    private let fields: [Field<Row>]
    private let options: RenderingOptions
    private var sheet: TableSheet
    private var cells: TableCells
    private var isFirst = true
    private var isRecords = false

    init(fields: [Field<Row>], options: RenderingOptions) {
        self.fields = fields
        self.options = options
        sheet = TableSheet(fields.map(TableColumn.init), options: options)
        cells = TableCells(columnCount: fields.count)
    }

    mutating func makeRoom(for rows: [Row]) {
        var cells = TableCells(columnCount: fields.count)
        for row in rows {
            for field in fields { cells.add(field, of: row, digits: options.digits) }
        }
        sheet.makeRoom(for: cells)
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        for field in fields { cells.add(field, of: row, digits: options.digits) }
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
        if isRecords { sheet.writeRecords(cells, continues: !isFirst, to: &lines) }
        bytes += options.isUnicode ? lines : ASCIIText.bytes(of: lines)
        (cells, isFirst) = (TableCells(columnCount: fields.count), false)
    }
}
