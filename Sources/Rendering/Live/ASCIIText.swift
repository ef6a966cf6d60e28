/// Text for a terminal without UTF-8.
enum ASCIIText {
    /// Replaces each character beyond ASCII in UTF-8 text by as many ASCII characters as it has columns, faces by
    /// emoticons.
    static func bytes(of text: some Sequence<UInt8>) -> [UInt8] {
        let text = Array(text)
        if text.allSatisfy({ $0 < 0x80 }) { return text }
        return String(decoding: text, as: UTF8.self).flatMap { character -> [UInt8] in
            if let ascii = character.asciiValue, character != "\r\n" { return [ascii] }
            if let emoticon = emoticons[character] { return Array(emoticon.utf8) }
            let columns = CharacterWidth.columns(of: character)
            return Array(repeating: replacement(of: character), count: columns)
        }
    }

    private static let emoticons: [Character: String] = [
        "😀": ":D", "🙂": ":)", "😐": ":|", "🙁": ":(", "😷": ":#", "☠️": "X(", "❔": "? ",
    ]

    private static func replacement(of character: Character) -> UInt8 {
        switch character {
        case "…": UInt8(ascii: "~")
        case "·", "–", "—", "−": UInt8(ascii: "-")
        default: UInt8(ascii: "?")
        }
    }
}
