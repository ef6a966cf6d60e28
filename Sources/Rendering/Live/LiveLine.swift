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
