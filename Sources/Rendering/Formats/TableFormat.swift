/// Columns aligned for people: numbers right, the rest left, two spaces between, none at the end of a line.
struct TableFormat<Row>: RowFormat {
    private let fields: [Field<Row>]
    private let options: RenderingOptions
    private let presenter: Presenter
    private var cells: TableCells

    init(fields: [Field<Row>], options: RenderingOptions) {
        self.fields = fields
        self.options = options
        presenter = Presenter(digits: options.digits, escaping: TerminalText.escaping)
        cells = TableCells(columnCount: fields.count)
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        if cells.isEmpty && options.header {
            for field in fields { cells.addTitle(field.name) }
        }
        for index in fields.indices {
            cells.add(fields[index].value(row), as: fields[index].presentation, by: presenter)
        }
    }

    mutating func finish(to bytes: inout [UInt8]) {
        guard !cells.isEmpty else { return }
        var layout = TableLayout(
            columns: fields.enumerated().map { index, field in
                TableLayout.Column(field, index: index, width: cells.widest(inColumn: index))
            })
        if let width = options.width { layout.fit(width) }
        cells.write(layout, header: options.header, color: options.color, to: &bytes)
    }
}
