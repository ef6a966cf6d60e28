/// JSON by RFC 8259: one object per line, in an array or not.
struct JSONFormat<Row>: LineFormat {
    private let isArray: Bool
    let fields: [Field<Row>]
    private var line: RowPart<Row> = { _, _ in }
    private var isFirst = true

    init(fields: [Field<Row>], isArray: Bool) {
        (self.isArray, self.fields) = (isArray, fields)
        line = values()
    }

    mutating func begin(to bytes: inout [UInt8]) {
        if isArray { bytes.append("[") }
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        let start = bytes.count
        if fields.isEmpty { bytes.append(opening) }
        line(row, &bytes)
        writeEnd(to: &bytes)
        // There is no object before the first one.
        if isFirst, isArray { bytes.remove(at: start) }
        isFirst = false
    }

    mutating func finish(to bytes: inout [UInt8]) {
        if isArray { bytes.append(isFirst ? "]\n" : "\n]\n") }
    }

    /// The beginning of an object. In an array the comma before it ends the previous line.
    private var opening: StaticString { isArray ? ",\n{" : "{" }

    func writeSeparator(before index: Int, to bytes: inout [UInt8]) {
        bytes.append(index == 0 ? opening : ",")
        bytes.append(json: fields[index].name)
        bytes.append(":")
    }

    func writeEnd(to bytes: inout [UInt8]) {
        bytes.append(isArray ? "}" : "}\n")
    }

    var isLineByLine: Bool { !fields.isEmpty }

    var unknown: StaticString { "null" }

    func quotes(_ index: Int) -> Bool { fields[index].type == .time }

    func value(_ index: Int) -> RowPart<Row> {
        guard let write = fields[index].write else {
            let value = fields[index].value
            return { row, bytes in value(row).writeJSON(to: &bytes) }
        }
        let isQuoted = quotes(index)
        return { row, bytes in
            let start = bytes.count
            if isQuoted { bytes.append(UInt8(ascii: "\"")) }
            if !write(row, &bytes) {
                bytes.removeSubrange(start...)
                bytes.append("null")
            } else if isQuoted {
                bytes.append(UInt8(ascii: "\""))
            }
        }
    }
}

extension [UInt8] {
    /// Appends a string of JSON with its quotes.
    mutating func append(json text: String) {
        append(UInt8(ascii: "\""))
        escaping.write(text, to: &self)
        append(UInt8(ascii: "\""))
    }
}

extension Value {
    func writeJSON(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append("null")
        case .text(let text): bytes.append(json: text)
        case .time:
            bytes.append(UInt8(ascii: "\""))
            writeExact(text: escaping, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        case .number, .integer, .bool: writeExact(text: escaping, to: &bytes)
        case .numbers(let numbers):
            bytes.append("[")
            Value.write(numbers, between: UInt8(ascii: ","), to: &bytes)
            bytes.append("]")
        case .records(let records): Self.writeJSON(records, to: &bytes)
        }
    }

    private static func writeJSON(_ records: [Record], to bytes: inout [UInt8]) {
        bytes.append("[")
        for (index, record) in records.enumerated() {
            bytes.append(index == 0 ? "{" : ",{")
            for (place, member) in record.members.enumerated() {
                if place > 0 { bytes.append(",") }
                bytes.append(json: member.name)
                bytes.append(":")
                member.value.writeJSON(to: &bytes)
            }
            bytes.append("}")
        }
        bytes.append("]")
    }
}

/// The escapes of RFC 8259, 7. Control characters that JSON would allow are escaped as well.
private let escaping = Escaping([
    "\"": "\\\"", "\\": "\\\\", "\u{8}": "\\b", "\t": "\\t", "\n": "\\n", "\u{C}": "\\f", "\r": "\\r",
]) { scalar, bytes in
    bytes.append("\\u")
    for shift in stride(from: UInt32(12), through: 0, by: -4) {
        let digit = UInt8(scalar >> shift & 15)
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
}
