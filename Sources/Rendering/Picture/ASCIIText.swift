/// Text for a terminal without UTF-8.
enum ASCIIText {
    /// Replaces each character beyond ASCII in UTF-8 text: faces by emoticons, signs by what people write for them, any
    /// other character by as many question marks as it has columns.
    static func bytes(of text: some Sequence<UInt8>) -> [UInt8] {
        let text = Array(text)
        if text.allSatisfy({ $0 < 0x80 }) { return text }
        return String(decoding: text, as: UTF8.self).flatMap { character -> [UInt8] in
            if let ascii = character.asciiValue, character != "\r\n" { return [ascii] }
            if let known = known[character] { return Array(known.utf8) }
            return Array(repeating: UInt8(ascii: "?"), count: CharacterWidth.columns(of: character))
        }
    }

    /// Returns the same of a string.
    static func text(of text: String) -> String {
        String(decoding: bytes(of: text.utf8), as: UTF8.self)
    }

    private static let known: [Character: String] = [
        "😀": ":D", "🙂": ":)", "😐": ":|", "🙁": ":(", "😷": ":#", "☠️": "X(", "❔": "? ",
        "…": "~", "·": "-", "–": "-", "—": "-", "−": "-", "→": "->", "×": "x", "÷": "/", "µ": "u", "μ": "u", "³": "3",
        "▲": "^", "▼": "v", "‘": "'", "’": "'", "“": "\"", "”": "\"",
    ]
}
