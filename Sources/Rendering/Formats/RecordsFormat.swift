/// One `field: value` per line, with the exact value, and an empty line between rows.
struct RecordsFormat<Row>: RowFormat {
    private let fields: [Field<Row>]
    private var isFirst = true

    init(fields: [Field<Row>]) {
        self.fields = fields
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        if !isFirst { bytes.append(UInt8(ascii: "\n")) }
        isFirst = false
        for field in fields { field.value(row).writeRecordLine(of: field.name, to: &bytes) }
    }
}

extension Value {
    /// Appends the line of a field in a record.
    func writeRecordLine(of field: String, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: field.utf8)
        bytes.append(UInt8(ascii: ":"))
        let start = bytes.count
        writeExact(text: TerminalText.escaping, to: &bytes)
        if bytes.count > start { bytes.insert(UInt8(ascii: " "), at: start) }
        bytes.append(UInt8(ascii: "\n"))
    }
}
