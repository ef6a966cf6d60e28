/// Reads a CSV text from front to back, one record a call; strict, as RFC 4180, section 2 has it.
///
/// Its choices: a record ends with CRLF or with LF alone, as many servers send it, and the last one may end with the
/// text; all records have as many fields as the first; spaces belong to their field; text beyond ASCII is UTF-8.
/// Whether the first record is a header is for the caller to know.
///
/// A reader whose method has thrown stands anywhere.
public struct CSVReader {
    /// How many fields a record may have.
    public static let maximumFields = 1000
    /// How many bytes a field may have.
    public static let maximumFieldLength = 1 << 16

    private let text: [UInt8]
    private var cursor = 0
    /// How many fields the first record has.
    private var fieldCount: Int?

    /// A reader of a whole text; checks nothing yet.
    public init(_ text: [UInt8]) {
        self.text = text
    }

    /// The fields of the next record, one or more; nil behind the last.
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

    /// Everything up to a comma or the record's end.
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

    /// Everything up to the closing quote, which is passed; two quotes stand for one, and lines may break.
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

    /// Passes a character if it stands here, and says whether it did.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard cursor < text.count, text[cursor] == UInt8(ascii: character) else { return false }
        cursor += 1
        return true
    }
}
