/// CSV or tab-separated values: a line of names and a line for each row.
struct SeparatedFormat<Row>: LineFormat {
    let fields: [Field<Row>]
    let hasHeader: Bool
    let syntax: SeparatedSyntax
    private var line: RowPart<Row> = { _, _ in }

    init(fields: [Field<Row>], hasHeader: Bool, syntax: SeparatedSyntax) {
        (self.fields, self.hasHeader, self.syntax) = (fields, hasHeader, syntax)
        line = values()
    }

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
        line(row, &bytes)
        if bytes.count == start { bytes.append(syntax.blankLine) }
        writeEnd(to: &bytes)
    }

    func writeSeparator(before index: Int, to bytes: inout [UInt8]) {
        if index > 0 { bytes.append(syntax.separator) }
    }

    func writeEnd(to bytes: inout [UInt8]) {
        bytes.append(syntax.lineEnd)
    }

    func value(_ index: Int) -> RowPart<Row> {
        if let write = fields[index].write { return { row, bytes in _ = write(row, &bytes) } }
        let (value, syntax) = (fields[index].value, syntax)
        return { row, bytes in
            switch value(row) {
            case .text(let text): syntax.write(text, to: &bytes)
            case .records(let records): syntax.write(Value.text(of: records), to: &bytes)
            case let value: value.writeExact(text: syntax.escaping, to: &bytes)
            }
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
    /// The characters for which a text is put in quotes: bit n is set for ASCII character n, below 64.
    private let quoted: UInt64

    init(
        separator: UInt8, lineEnd: StaticString, blankLine: StaticString, escaping: Escaping, quoted: String = ""
    ) {
        (self.separator, self.lineEnd, self.blankLine) = (separator, lineEnd, blankLine)
        self.escaping = escaping
        self.quoted = quoted.utf8.reduce(0) { $0 | 1 << UInt64($1) }
    }

    /// RFC 4180: lines end in CRLF, and a value is quoted only if needed. Tab, newline and carriage return in text are
    /// kept; other control characters become U+FFFD. Most readers skip a blank line, so a single empty value is quoted.
    static let csv = SeparatedSyntax(
        separator: UInt8(ascii: ","), lineEnd: "\r\n", blankLine: "\"\"",
        escaping: Escaping(and: "\"", keeping: "\t\r\n") { scalar, bytes in
            bytes.append(scalar == 0x22 ? "\"\"" : "\u{FFFD}")
        }, quoted: ",\"\n\r")

    /// Tab, newline, carriage return and backslash in text are `\t`, `\n`, `\r`, `\\`; other control characters become
    /// U+FFFD.
    static let tsv = SeparatedSyntax(
        separator: UInt8(ascii: "\t"), lineEnd: "\n", blankLine: "",
        escaping: Escaping(["\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\"]) { $1.append("\u{FFFD}") })

    func write(_ text: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        escaping.write(text, to: &bytes)
        guard (start..<bytes.count).contains(where: { quoted >> UInt64(bytes[$0]) & 1 == 1 }) else { return }
        bytes.insert(UInt8(ascii: "\""), at: start)
        bytes.append(UInt8(ascii: "\""))
    }
}
