/// Text of others made harmless for a terminal.
///
/// Tab, newline, carriage return and the line and paragraph separators become a space; every other control character
/// (C0, DEL, C1) and every bidi mark, embedding, override and isolate becomes U+FFFD. An escape sequence thereby loses
/// its escape and stays readable.
public enum TerminalText {
    /// The text with nothing in it that steers a terminal or begins a line.
    public static func harmless(_ text: String) -> String {
        var bytes: [UInt8] = []
        escaping.write(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The line that holds the byte `offset` of `text`, harmless, and the spaces and `^` that point at it from the
    /// line below.
    public static func caret(in text: String, at offset: Int) -> (line: String, caret: String) {
        let before = String(decoding: text.utf8.prefix(offset), as: UTF8.self)
        let columns = CharacterWidth.columns(of: harmless(before))
        return (harmless(text), String(repeating: " ", count: columns) + "^")
    }

    static let escaping = Escaping(replace: { scalar, bytes in replace(scalar, to: &bytes) })

    /// What stands in a line for a character that may not.
    static func replace(_ scalar: UInt32, to bytes: inout [UInt8]) {
        switch scalar {
        case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: bytes.append(UInt8(ascii: " "))
        default: bytes.append("\u{FFFD}")
        }
    }

    /// Whether a scalar past ASCII is C1, a separator of lines or paragraphs, or one of Unicode's Bidi_Control.
    static func isSteering(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
