/// A strict CSV reader (RFC 4180, section 2) that returns one record per call.
///
/// A record ends with CRLF or with LF alone, because many servers send LF. The last record may end with the text. All
/// records have the same number of fields as the first. Spaces are part of their field. Text beyond ASCII is UTF-8.
/// The reader does not know whether the first record is a header; the caller does.
///
/// After a method throws, the reader's position is undefined.
public struct CSVReader {
    /// The maximum number of fields in a record.
    public static let maximumFields = 1000
    /// The maximum length of a field in bytes.
    public static let maximumFieldLength = 1 << 16

    private let text: [UInt8]
    private var cursor = 0
    /// The number of fields in the first record.
    private var fieldCount: Int?

    /// Creates a reader of a whole text. The text is not checked until it is read.
    ///
    /// - Parameter text: The text, in UTF-8.
    public init(_ text: [UInt8]) {
        self.text = text
    }

    /// Reads the next record.
    ///
    /// - Returns: The fields of the record, at least one; nil after the last record.
    /// - Throws: `CSVError` if the record is not valid.
    public mutating func next() throws(CSVError) -> [String]? {
        guard cursor < text.count else { return nil }
        let start = cursor
        var fields: [String] = []
        fields.reserveCapacity(fieldCount ?? 8)
        repeat {
            guard fields.count < Self.maximumFields else { throw CSVError(.tooManyFields, at: cursor) }
            fields.append(try readField())
        } while take(",")
        if take("\r") {
            guard take("\n") else { throw CSVError(.forbiddenCharacter, at: cursor - 1) }
        } else {
            _ = take("\n")
        }
        guard fields.count == fieldCount ?? fields.count else {
            throw CSVError(.fieldCount(expected: fieldCount ?? 0, found: fields.count), at: start)
        }
        fieldCount = fields.count
        return fields
    }

    private mutating func readField() throws(CSVError) -> String {
        let start = cursor
        let bytes = take("\"") ? try readQuoted() : try readPlain()
        guard let field = String(validating: bytes, as: UTF8.self) else { throw CSVError(.invalidUTF8, at: start) }
        return field
    }

    /// Reads an unquoted field, up to a comma or the end of the record.
    private mutating func readPlain() throws(CSVError) -> ArraySlice<UInt8> {
        let start = cursor
        while cursor < text.count, !isAtFieldEnd {
            if text[cursor] == UInt8(ascii: "\"") { throw CSVError(.strayQuote, at: cursor) }
            try checkCharacter()
            cursor += 1
            try checkLength(cursor - start)
        }
        return text[start..<cursor]
    }

    /// Reads a quoted field and its closing quote. Two quotes are an escaped quote, and the field may contain line
    /// breaks.
    private mutating func readQuoted() throws(CSVError) -> ArraySlice<UInt8> {
        var field: [UInt8] = []
        while true {
            guard cursor < text.count else { throw CSVError(.truncated, at: cursor) }
            if take("\"") {
                guard take("\"") else { break }
                field.append(UInt8(ascii: "\""))
            } else {
                try checkLength(field.count)
                if !isLineBreak { try checkCharacter() }
                field.append(text[cursor])
                cursor += 1
            }
        }
        guard cursor == text.count || isAtFieldEnd else { throw CSVError(.afterQuote, at: cursor) }
        return field[...]
    }

    private var isAtFieldEnd: Bool { text[cursor] == UInt8(ascii: ",") || isLineBreak }

    private var isLineBreak: Bool { text[cursor] == UInt8(ascii: "\r") || text[cursor] == UInt8(ascii: "\n") }

    private func checkLength(_ length: Int) throws(CSVError) {
        guard length <= Self.maximumFieldLength else { throw CSVError(.fieldTooLong, at: cursor) }
    }

    private func checkCharacter() throws(CSVError) {
        guard text[cursor] >= 0x20 && text[cursor] != 0x7F else { throw CSVError(.forbiddenCharacter, at: cursor) }
    }

    /// Consumes a character if it is next, and returns whether it was.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard cursor < text.count, text[cursor] == UInt8(ascii: character) else { return false }
        cursor += 1
        return true
    }
}
