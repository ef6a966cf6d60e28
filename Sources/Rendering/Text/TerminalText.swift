/// Makes text from outside safe for a terminal.
///
/// Tab, newline, carriage return and the line and paragraph separators become a space. Every other control character
/// (C0, DEL, C1) and every bidi mark, embedding, override and isolate becomes U+FFFD, so that an escape sequence has no
/// effect but stays readable.
package enum TerminalText {
    /// Escapes a text for one line of a terminal.
    ///
    /// - Parameter text: The text.
    /// - Returns: The text without characters that control a terminal or begin a line.
    package static func harmless(_ text: String) -> String {
        var bytes: [UInt8] = []
        escaping.write(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Marks a position in a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - offset: The byte offset of the position.
    /// - Returns: The escaped text, and a line of spaces and `^` that points to the position from below.
    package static func caret(in text: String, at offset: Int) -> (line: String, caret: String) {
        let before = String(decoding: text.utf8.prefix(offset), as: UTF8.self)
        let columns = CharacterWidth.columns(of: harmless(before))
        return (harmless(text), String(repeating: " ", count: columns) + "^")
    }

    static let escaping = Escaping(replace: { scalar, bytes in replace(scalar, to: &bytes) })

    /// Appends the replacement of a control character.
    static func replace(_ scalar: UInt32, to bytes: inout [UInt8]) {
        switch scalar {
        case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: bytes.append(UInt8(ascii: " "))
        default: bytes.append("\u{FFFD}")
        }
    }

    /// Returns whether a scalar beyond ASCII is C1, a line or paragraph separator, or has the property Bidi_Control.
    static func isSteering(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
