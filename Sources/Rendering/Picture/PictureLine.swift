/// A line of a picture, with its width.
struct PictureLine: Sendable, Equatable {
    /// The text and its colours (ECMA-48 SGR), without other control characters and without a line end.
    let bytes: [UInt8]
    /// The width in columns.
    let columns: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        columns = Self.text(of: bytes).reduce(0) { $0 + CharacterWidth.columns(of: $1) }
    }

    /// Returns the number of rows if the line wraps at `limit` columns. A wide character is not split.
    func rows(in limit: Int) -> Int { columns <= limit ? 1 : wrapped(in: limit).count }

    /// Returns the first rows of the line if it wraps at `limit` columns, as a line without colours.
    func prefix(rows: Int, in limit: Int) -> PictureLine {
        PictureLine(Array(wrapped(in: limit).prefix(rows).joined().utf8))
    }

    private func wrapped(in limit: Int) -> [String] {
        var (rows, column) = ([""], 0)
        for character in Self.text(of: bytes).flatMap({ String(decoding: $0, as: UTF8.self) }) {
            let width = CharacterWidth.columns(of: character)
            if column + width > limit {
                rows.append("")
                column = 0
            }
            rows[rows.count - 1].append(character)
            column += width
        }
        return rows
    }

    /// Returns the text between the colour sequences.
    private static func text(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let pieces = bytes.split(separator: 0x1B, omittingEmptySubsequences: false)
        return [pieces[0]] + pieces.dropFirst().map { $0.drop { $0 != UInt8(ascii: "m") }.dropFirst() }
    }
}

extension PictureLine {
    /// Returns the status line below a picture, dim if there are colours, with the number of items that do not fit.
    static func status(
        _ status: StatusLine, hidden: Int, width: Int, colors: ColorDepth, unicode: Bool
    ) -> PictureLine {
        let text = status.hiding(hidden).text(width: width) { text in
            let harmless = TerminalText.harmless(text)
            return unicode ? harmless : ASCIIText.text(of: harmless)
        }
        // The sign of a cut.
        let line = unicode ? Array(text.utf8) : ASCIIText.bytes(of: text.utf8)
        return PictureLine(colors != .none ? Array("\u{1B}[2m".utf8) + line + Array("\u{1B}[0m".utf8) : line)
    }
}
