/// Tab-separated values, one line per row: tab, newline, carriage return and backslash in text are `\t`, `\n`, `\r`,
/// `\\`; other control characters become U+FFFD.
struct TSVFormat<Row>: LineFormat {
    private let header: [String]?
    let fields: [Field<Row>]

    init(fields: [Field<Row>], hasHeader: Bool) {
        header = hasHeader ? fields.map(\.name) : nil
        self.fields = fields
    }

    mutating func begin(to bytes: inout [UInt8]) {
        guard let header else { return }
        for (index, name) in header.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "\t")) }
            escaping.write(name, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        for index in fields.indices {
            writeSeparator(before: index, to: &bytes)
            writeValue(index, of: row, to: &bytes)
        }
        writeEnd(to: &bytes)
    }

    func writeSeparator(before index: Int, to bytes: inout [UInt8]) {
        if index > 0 { bytes.append(UInt8(ascii: "\t")) }
    }

    func writeEnd(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\n"))
    }

    func writeValue(_ index: Int, of row: Row, to bytes: inout [UInt8]) {
        if let write = fields[index].write {
            _ = write(row, &bytes)
        } else {
            fields[index].value(row).writeExact(text: escaping, to: &bytes)
        }
    }
}

private let escaping = Escaping(and: "\\") { scalar, bytes in
    switch scalar {
    case 0x09: bytes.append("\\t")
    case 0x0A: bytes.append("\\n")
    case 0x0D: bytes.append("\\r")
    case 0x5C: bytes.append("\\\\")
    default: bytes.append("\u{FFFD}")
    }
}
