/// One line of a picture, and how wide it is.
struct LiveLine: Sendable, Equatable {
    /// Its text and colours (ECMA-48 SGR), no other control characters and no end of line.
    let bytes: [UInt8]
    /// The columns it takes.
    let columns: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        columns = Self.text(of: bytes).reduce(0) { $0 + CharacterWidth.columns(of: $1) }
    }

    /// The rows it takes where it is wrapped; what is wide is not halved.
    func rows(in limit: Int) -> Int {
        if columns <= limit { return 1 }
        var (rows, column) = (1, 0)
        for character in Self.text(of: bytes).flatMap({ String(decoding: $0, as: UTF8.self) }) {
            let width = CharacterWidth.columns(of: character)
            if column + width > limit { (rows, column) = (rows + 1, 0) }
            column += width
        }
        return rows
    }

    /// What stands between the colours.
    private static func text(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let pieces = bytes.split(separator: 0x1B, omittingEmptySubsequences: false)
        return [pieces[0]] + pieces.dropFirst().map { $0.drop { $0 != UInt8(ascii: "m") }.dropFirst() }
    }
}

extension LiveLine {
    /// The line below a picture, dim where there are colours: how things are, and how much of the picture has no room.
    static func status(
        _ text: String, hidden: Int, _ width: Int, _ colors: ColorDepth, unicode: Bool
    ) -> LiveLine {
        let suffix = hidden > 0 ? " · \(hidden) hidden" : ""
        let rest = width - CharacterWidth.columns(of: suffix)
        let text = rest > 0 ? fit(TerminalText.harmless(text), rest) + suffix : fit(suffix, width)
        let line = unicode ? Array(text.utf8) : ASCIIText.bytes(of: text.utf8)
        return LiveLine(colors != .none ? Array("\u{1B}[2m".utf8) + line + Array("\u{1B}[0m".utf8) : line)
    }

    private static func fit(_ text: String, _ width: Int) -> String {
        CharacterWidth.columns(of: text) <= width ? text : CharacterWidth.cut(text, to: width)
    }
}
