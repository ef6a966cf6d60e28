/// CSV by RFC 4180: lines end in CRLF, and a cell is quoted only if needed.
///
/// Tab, newline and carriage return in text are kept; other control characters become U+FFFD.
struct CSVFormat<Row>: LineFormat {
    private let header: [String]?
    let fields: [Field<Row>]

    init(fields: [Field<Row>], hasHeader: Bool) {
        header = hasHeader ? fields.map(\.name) : nil
        self.fields = fields
    }

    mutating func begin(to bytes: inout [UInt8]) {
        guard let header else { return }
        for (index, name) in header.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            Self.write(name, to: &bytes)
        }
        bytes.append("\r\n")
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        let start = bytes.count
        for index in fields.indices {
            writeSeparator(before: index, to: &bytes)
            writeValue(index, of: row, to: &bytes)
        }
        // Most readers skip a blank line, so a single empty cell is quoted.
        if bytes.count == start { bytes.append("\"\"") }
        writeEnd(to: &bytes)
    }

    func writeSeparator(before index: Int, to bytes: inout [UInt8]) {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
    }

    func writeEnd(to bytes: inout [UInt8]) {
        bytes.append("\r\n")
    }

    func writeValue(_ index: Int, of row: Row, to bytes: inout [UInt8]) {
        if let write = fields[index].write {
            _ = write(row, &bytes)
            return
        }
        switch fields[index].value(row) {
        case .text(let text): Self.write(text, to: &bytes)
        case .records(let records): Self.write(Value.text(of: records), to: &bytes)
        case let value: value.writeExact(text: escaping, to: &bytes)
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        escaping.write(text, to: &bytes)
        guard bytes[start...].contains(where: needsQuotes) else { return }
        bytes.insert(UInt8(ascii: "\""), at: start)
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
