/// Points in the line protocol of InfluxDB, one per line: the measurement, tags sorted by name, fields, and the time in
/// nanoseconds. An unknown value is left out, and so is a row without any field, which the protocol does not allow.
///
/// A decimal has no suffix, which makes it a float also where it is whole; a whole number by its type always has an
/// `i`. So a field has one type in all rows: InfluxDB refuses a point with another one.
struct InfluxFormat<Row>: RowFormat {
    /// A field, and what stands before its value.
    private typealias Member = (field: Field<Row>, key: [UInt8])

    private let measurement: [UInt8]
    private let tags: [Member]
    private let values: [Member]
    private let time: Field<Row>?
    private var leftOut = 0

    /// Creates the format. Texts are tags, everything else but the time of the row is a field.
    init(fields: [Field<Row>]) {
        measurement = Array((fields.lazy.compactMap(\.measurement).first ?? "").utf8)
        tags = fields.filter { $0.type == .text }.sorted { $0.name < $1.name }.map(Self.member)
        values = fields.filter { ![.text, .time, .numbers].contains($0.type) }.map(Self.member)
        time = fields.first(where: \.isPointTime)
    }

    private static func member(_ field: Field<Row>) -> Member { (field, Array("\(field.name)=".utf8)) }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes += measurement
        for tag in tags {
            write(tag, after: ",", to: &bytes) { field, bytes in field.value(row).writeTag(to: &bytes) }
        }
        let end = bytes.count
        for value in values {
            write(value, after: bytes.count == end ? " " : ",", to: &bytes) { field, bytes in
                if field.type == .number, let write = field.write {
                    _ = write(row, &bytes)
                } else {
                    field.value(row).writePoint(to: &bytes)
                }
            }
        }
        guard bytes.count > end, !measurement.isEmpty else {
            bytes.removeSubrange(start...)
            leftOut += 1
            return
        }
        if let time = time?.value(row), time != .null {
            bytes.append(UInt8(ascii: " "))
            time.writeEpoch(units: 1_000_000_000, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends a separator, a key and what `write` appends; nothing if that is nothing.
    private func write(
        _ member: Member, after separator: Unicode.Scalar, to bytes: inout [UInt8],
        _ write: (Field<Row>, inout [UInt8]) -> Void
    ) {
        let start = bytes.count
        bytes.append(UInt8(ascii: separator))
        bytes += member.key
        let valueStart = bytes.count
        write(member.field, &bytes)
        if bytes.count == valueStart { bytes.removeSubrange(start...) }
    }

    mutating func takeRemark() -> String? {
        guard leftOut > 0 else { return nil }
        defer { leftOut = 0 }
        return "\(leftOut == 1 ? "1 row is" : "\(leftOut) rows are") left out, without a number"
    }
}

/// The values of the line protocol.
extension Value {
    fileprivate func writePoint(to bytes: inout [UInt8]) {
        writeExact(text: .removing, to: &bytes)
        if case .integer = self { bytes.append(UInt8(ascii: "i")) }
    }

    fileprivate func writeTag(to bytes: inout [UInt8]) {
        if case .text(let text) = self, text.utf8.contains(UInt8(ascii: "\\")) {
            Value.text(Self.withoutFalseEscapes(TerminalText.harmless(text))).writeExact(text: tagEscaping, to: &bytes)
        } else {
            writeExact(text: tagEscaping, to: &bytes)
        }
    }

    /// Returns the text with a slash for each backslash at its end, or before what gets or is one. The protocol cannot
    /// escape a backslash, and its readers differ in what two of them are.
    private static func withoutFalseEscapes(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\\") {
            let next = index + 1 < bytes.count ? bytes[index + 1] : UInt8(ascii: " ")
            if " ,=\\".utf8.contains(next) { bytes[index] = UInt8(ascii: "/") }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

private let tagEscaping = Escaping(and: ",= ") { scalar, bytes in
    switch scalar {
    case 0x20, 0x2C, 0x3D:
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(scalar))
    default:
        let start = bytes.count
        TerminalText.replace(scalar, to: &bytes)
        if bytes[start...] == [UInt8(ascii: " ")] { bytes.insert(UInt8(ascii: "\\"), at: start) }
    }
}
