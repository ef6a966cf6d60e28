/// Text for a terminal that does not read UTF-8.
enum ASCIIText {
    /// The bytes of UTF-8 text, with an ASCII character for each column that another character takes.
    static func bytes(of text: some Sequence<UInt8>) -> [UInt8] {
        let text = Array(text)
        if text.allSatisfy({ $0 < 0x80 }) { return text }
        return String(decoding: text, as: UTF8.self).flatMap { character -> [UInt8] in
            if let ascii = character.asciiValue, character != "\r\n" { return [ascii] }
            let columns = CharacterWidth.columns(of: character)
            return Array(repeating: replacement(of: character), count: columns)
        }
    }

    private static func replacement(of character: Character) -> UInt8 {
        switch character {
        case "…": UInt8(ascii: "~")
        case "·", "–", "—", "−": UInt8(ascii: "-")
        default: UInt8(ascii: "?")
        }
    }
}
