/// Aligned columns for people: numbers right, the rest left, with two spaces between and none at the end of a line.
///
/// Widths fit all rows of a table of moderate size. Of a longer one only `heldRows` rows are buffered, and later rows
/// may make the columns wider from there on.
struct TableFormat<Row>: RowFormat {
    private let fields: [Field<Row>]
    private let options: RenderingOptions
    private let presenter: Presenter
    private var cells: TableCells
    private var widths: [Int]
    private var held = 0
    private var isFirst = true

    init(fields: [Field<Row>], options: RenderingOptions) {
        self.fields = fields
        self.options = options
        presenter = Presenter(digits: options.digits, escaping: TerminalText.escaping)
        cells = TableCells(columnCount: fields.count)
        widths = fields.map { _ in 0 }
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        if isFirst && held == 0 && options.header {
            for field in fields { cells.addTitle(field.name) }
        }
        for index in fields.indices {
            let field = fields[index]
            cells.add(field.value(row), as: field.presentation, by: presenter, tone: field.tone(of: row))
        }
        held += 1
        if held == options.heldRows { write(to: &bytes) }
    }

    mutating func finish(to bytes: inout [UInt8]) {
        write(to: &bytes)
    }

    /// Appends the buffered rows.
    private mutating func write(to bytes: inout [UInt8]) {
        guard !cells.isEmpty else { return }
        for index in fields.indices { widths[index] = max(widths[index], cells.widest(inColumn: index)) }
        var layout = TableLayout(
            columns: fields.enumerated().map { index, field in
                TableLayout.Column(field, index: index, width: widths[index])
            })
        if let width = options.width { layout.fit(width) }
        cells.write(layout, header: isFirst && options.header, colors: options.colors, to: &bytes)
        (cells, held, isFirst) = (TableCells(columnCount: fields.count), 0, false)
    }
}
