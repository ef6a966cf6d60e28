/// CSV or tab-separated values: a line of names and a line for each row.
struct SeparatedFormat<Row>: LineFormat {
    let fields: [Field<Row>]
    let hasHeader: Bool
    let syntax: SeparatedSyntax

    mutating func begin(to bytes: inout [UInt8]) {
        guard hasHeader else { return }
        for (index, field) in fields.enumerated() {
            writeSeparator(before: index, to: &bytes)
            syntax.write(field.name, to: &bytes)
        }
        writeEnd(to: &bytes)
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        let start = bytes.count
        writeValues(of: row, to: &bytes)
        if bytes.count == start { bytes.append(syntax.blankLine) }
        writeEnd(to: &bytes)
    }

    func writeSeparator(before index: Int, to bytes: inout [UInt8]) {
        if index > 0 { bytes.append(syntax.separator) }
    }

    func writeEnd(to bytes: inout [UInt8]) {
        bytes.append(syntax.lineEnd)
    }

    func writeValue(_ index: Int, of row: Row, to bytes: inout [UInt8]) {
        if let write = fields[index].write {
            _ = write(row, &bytes)
            return
        }
        switch fields[index].value(row) {
        case .text(let text): syntax.write(text, to: &bytes)
        case .records(let records): syntax.write(Value.text(of: records), to: &bytes)
        case let value: value.writeExact(text: syntax.escaping, to: &bytes)
        }
    }
}

/// The characters between values and lines, and those that are escaped in text.
struct SeparatedSyntax: Sendable {
    let separator: UInt8
    let lineEnd: StaticString
    /// What a line of one empty value holds.
    let blankLine: StaticString
    let escaping: Escaping
    /// The characters for which a text is put in quotes.
    let quoted: [UInt8]

    /// RFC 4180: lines end in CRLF, and a value is quoted only if needed. Tab, newline and carriage return in text are
    /// kept; other control characters become U+FFFD. Most readers skip a blank line, so a single empty value is quoted.
    static let csv = SeparatedSyntax(
        separator: UInt8(ascii: ","), lineEnd: "\r\n", blankLine: "\"\"",
        escaping: Escaping(and: "\"", keeping: "\t\r\n") { scalar, bytes in
            bytes.append(scalar == 0x22 ? "\"\"" : "\u{FFFD}")
        }, quoted: Array(",\"\n\r".utf8))

    /// Tab, newline, carriage return and backslash in text are `\t`, `\n`, `\r`, `\\`; other control characters become
    /// U+FFFD.
    static let tsv = SeparatedSyntax(
        separator: UInt8(ascii: "\t"), lineEnd: "\n", blankLine: "",
        escaping: Escaping(and: "\\") { scalar, bytes in
            switch scalar {
            case 0x09: bytes.append("\\t")
            case 0x0A: bytes.append("\\n")
            case 0x0D: bytes.append("\\r")
            case 0x5C: bytes.append("\\\\")
            default: bytes.append("\u{FFFD}")
            }
        }, quoted: [])

    func write(_ text: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        escaping.write(text, to: &bytes)
        guard !quoted.isEmpty, bytes[start...].contains(where: quoted.contains) else { return }
        bytes.insert(UInt8(ascii: "\""), at: start)
        bytes.append(UInt8(ascii: "\""))
    }
}
