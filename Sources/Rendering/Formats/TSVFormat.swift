/// Tab-separated values, a line a row: tab, newline, carriage return and backslash in text are `\t`, `\n`, `\r`, `\\`;
/// whatever else steers a terminal becomes U+FFFD.
struct TSVFormat<Row>: RowFormat {
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
        var isFirst = true
        for value in values {
            if !isFirst { bytes.append(UInt8(ascii: "\t")) }
            isFirst = false
            value.writeExact(text: escaping, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
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
