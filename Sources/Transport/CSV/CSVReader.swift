/// A strict CSV reader (RFC 4180, section 2) that returns one record per call.
///
/// A record ends with CRLF or with LF alone, because many servers send LF. The last record may end with the text. All
/// records have the same number of fields as the first. Spaces are part of their field. Text beyond ASCII is UTF-8.
/// The reader does not know whether the first record is a header; the caller does.
///
/// After a method throws, the reader's position is undefined.
package struct CSVReader {
    /// The maximum number of fields in a record.
    package static let maximumFields = 1000
    /// The maximum length of a field in bytes.
    package static let maximumFieldLength = 1 << 16

    /// The whole text.
    package let text: [UInt8]
    /// The offset in `text` of the next record.
    package private(set) var offset = 0
    private var cursor = 0
    /// The number of fields in the first record.
    private var fieldCount: Int?

    /// Creates a reader of a whole text. The text is not checked until it is read.
    ///
    /// - Parameter text: The text, in UTF-8.
    package init(_ text: [UInt8]) {
        self.text = text
    }

    /// Reads the next record.
    ///
    /// - Returns: The fields of the record, at least one; nil after the last record.
    /// - Throws: `TextError` if the record is not valid.
    package mutating func next() throws(TextError) -> [String]? {
        var fields: [String] = []
        fields.reserveCapacity(fieldCount ?? 8)
        let isThere = try readRecord { _, field in fields.append(String(decoding: field, as: UTF8.self)) }
        return isThere ? fields : nil
    }

    /// Reads the next record without making strings of its fields. `body` is called for each field, with its column
    /// counted from 0 and its text in UTF-8.
    ///
    /// - Parameter body: A function that takes a field.
    /// - Returns: False after the last record.
    /// - Throws: `TextError` if the record is not valid.
    package mutating func readRecord(_ body: (_ column: Int, ArraySlice<UInt8>) -> Void) throws(TextError) -> Bool {
        guard cursor < text.count else { return false }
        let start = cursor
        var count = 0
        repeat {
            guard count < Self.maximumFields else { throw TextError("over \(Self.maximumFields) fields", at: cursor) }
            body(count, try readField())
            count += 1
        } while take(",")
        if take("\r") {
            guard take("\n") else { throw TextError("a control character", at: cursor - 1) }
        } else {
            _ = take("\n")
        }
        guard count == fieldCount ?? count else {
            throw TextError("\(count) fields instead of \(fieldCount ?? 0)", at: start)
        }
        fieldCount = count
        offset = cursor
        return true
    }

    private mutating func readField() throws(TextError) -> ArraySlice<UInt8> {
        let start = cursor
        let field = take("\"") ? try readQuoted() : try readPlain()
        // Most fields are ASCII.
        guard field.allSatisfy({ $0 < 0x80 }) || String(validating: field, as: UTF8.self) != nil else {
            throw TextError("no UTF-8", at: start)
        }
        return field
    }

    /// Reads an unquoted field, up to a comma or the end of the record.
    private mutating func readPlain() throws(TextError) -> ArraySlice<UInt8> {
        let start = cursor
        while cursor < text.count, !isAtFieldEnd {
            if text[cursor] == UInt8(ascii: "\"") { throw TextError("a quote within a field", at: cursor) }
            try checkCharacter()
            cursor += 1
            try checkLength(cursor - start)
        }
        return text[start..<cursor]
    }

    /// Reads a quoted field and its closing quote. Two quotes are an escaped quote, and the field may contain line
    /// breaks.
    private mutating func readQuoted() throws(TextError) -> ArraySlice<UInt8> {
        // The field up to its last escaped quote; the rest of it is a slice of the text, as all of most fields is.
        var unescaped: [UInt8] = []
        var start = cursor
        while true {
            guard cursor < text.count else { throw TextError(cutAfter: cursor, within: "quotes") }
            if take("\"") {
                guard take("\"") else { break }
                unescaped += text[start..<cursor - 1]
                start = cursor
            } else {
                try checkLength(unescaped.count + cursor - start)
                if !isLineBreak { try checkCharacter() }
                cursor += 1
            }
        }
        let rest = text[start..<cursor - 1]
        guard cursor == text.count || isAtFieldEnd else {
            throw TextError("neither a comma nor a line's end behind the quote", at: cursor)
        }
        return unescaped.isEmpty ? rest : unescaped + rest
    }

    private var isAtFieldEnd: Bool { text[cursor] == UInt8(ascii: ",") || isLineBreak }

    private var isLineBreak: Bool { text[cursor] == UInt8(ascii: "\r") || text[cursor] == UInt8(ascii: "\n") }

    private func checkLength(_ length: Int) throws(TextError) {
        guard length <= Self.maximumFieldLength else {
            throw TextError("a field of over \(Self.maximumFieldLength) bytes", at: cursor)
        }
    }

    private func checkCharacter() throws(TextError) {
        guard text[cursor] >= 0x20 && text[cursor] != 0x7F else { throw TextError("a control character", at: cursor) }
    }

    /// Consumes a character if it is next, and returns whether it was.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard cursor < text.count, text[cursor] == UInt8(ascii: character) else { return false }
        cursor += 1
        return true
    }
}
