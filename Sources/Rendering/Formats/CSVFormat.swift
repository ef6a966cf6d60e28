/// RFC 4180: lines end in CRLF, and a cell is quoted only when it must be.
///
/// Tab, newline and carriage return in text stay as they are, quoted; whatever else steers a terminal becomes U+FFFD.
struct CSVFormat<Row>: RowFormat {
    private let fields: [Field<Row>]
    private let hasHeader: Bool

    init(fields: [Field<Row>], hasHeader: Bool) {
        self.fields = fields
        self.hasHeader = hasHeader
    }

    mutating func begin(to bytes: inout [UInt8]) {
        if hasHeader { Self.write(fields.lazy.map { .text($0.name) }, to: &bytes) }
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        Self.write(fields.lazy.map { $0.value(row) }, to: &bytes)
    }

    private static func write(_ values: some Collection<Value>, to bytes: inout [UInt8]) {
        let start = bytes.count
        var isFirst = true
        for value in values {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            if case .text(let text) = value {
                write(text, to: &bytes)
            } else {
                value.writeExact(text: escaping, to: &bytes)
            }
        }
        // A blank line would be no record to most readers, so a lone empty cell is quoted.
        if bytes.count == start { bytes.append("\"\"") }
        bytes.append("\r\n")
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        guard text.utf8.contains(where: needsQuotes) else { return escaping.write(text, to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
        escaping.write(text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
        default: false
        }
    }
}

private let escaping = Escaping(and: "\"", keeping: "\t\r\n") { scalar, bytes in
    bytes.append(scalar == 0x22 ? "\"\"" : "\u{FFFD}")
}
