import Platform

/// Lines at one place of a terminal that are replaced there, again and again.
///
/// They stand where the cursor was at first, on the normal screen: what was above them stays, and the last picture can
/// be read when the program has ended. Between two drawings the cursor is hidden at the beginning of the last line.
///
/// Control sequences are those of ECMA-48 (CUU, EL, ED) and DEC's private modes 7 (autowrap) and 25 (cursor), of the
/// VT100 and VT220, and 2026 (all or nothing of a picture is shown), which others ignore.
struct LivePicture: Sendable {
    private var lines: [[UInt8]] = []
    private var size: Terminal.Size?
    private var isCursorHidden = false

    /// The bytes that put `lines`, of which there is one or more, in place of those before; none where nothing changed.
    ///
    /// Lines must be narrower than the terminal and fewer than its rows: the last column stays free, since in it a
    /// terminal waits to wrap and erases what it should not, and the last row is for what comes after the end.
    mutating func draw(_ lines: [[UInt8]], _ size: Terminal.Size) -> [UInt8] {
        if lines == self.lines && size == self.size { return [] }
        var bytes: [UInt8] = []
        bytes.append("\u{1B}[?2026h")
        if !isCursorHidden { bytes.append("\u{1B}[?25l") }
        // Whoever counts columns by another version of Unicode, or has just become narrower, must not wrap either.
        bytes.append("\u{1B}[?7l")
        moveToTop(size, &bytes)
        for line in lines.dropLast() {
            bytes.append(contentsOf: line)
            bytes.append("\u{1B}[K\r\n")
        }
        bytes.append(contentsOf: lines.last ?? [])
        bytes.append("\u{1B}[J\r\u{1B}[?7h\u{1B}[?2026l")
        (self.lines, self.size, isCursorHidden) = (lines, size, true)
        return bytes
    }

    /// The bytes that take the picture away, so that somebody else may write in its place.
    mutating func erase(_ size: Terminal.Size) -> [UInt8] {
        if lines.isEmpty { return [] }
        var bytes: [UInt8] = []
        moveToTop(size, &bytes)
        bytes.append("\u{1B}[J")
        lines = []
        return bytes
    }

    /// The bytes that leave the picture as it is, with a visible cursor on the line below it.
    mutating func end() -> [UInt8] {
        guard isCursorHidden else { return [] }
        var bytes: [UInt8] = []
        bytes.append(lines.isEmpty ? "\u{1B}[?25h" : "\r\n\u{1B}[?25h")
        self = LivePicture()
        return bytes
    }

    /// From the beginning of the last line to that of the first.
    ///
    /// Terminals that have become narrower have wrapped the lines (VTE, kitty, iTerm2, tmux, Windows Terminal), or cut
    /// them (xterm), and do not say which. We expect the wrapping: where there was none, some lines above the picture
    /// are lost, and the other way round the picture would leave rests behind.
    private func moveToTop(_ size: Terminal.Size, _ bytes: inout [UInt8]) {
        let above = lines.dropLast().reduce(0) { $0 + (size == self.size ? 1 : Self.rows(of: $1, size.columns)) }
        guard above > 0 else { return }
        bytes.append("\u{1B}[")
        bytes.append(decimal: min(above, size.rows - 1))
        bytes.append("A")
    }

    private static func rows(of line: [UInt8], _ columns: Int) -> Int {
        max(1, (visibleColumns(of: line) + columns - 1) / columns)
    }

    /// The columns of a line without its colours (ECMA-48 SGR).
    private static func visibleColumns(of line: [UInt8]) -> Int {
        let pieces = line.split(separator: 0x1B, omittingEmptySubsequences: false)
        return pieces.enumerated().reduce(0) { sum, piece in
            let text = piece.offset == 0 ? piece.element : piece.element.drop { $0 != UInt8(ascii: "m") }.dropFirst()
            return sum + CharacterWidth.columns(of: text)
        }
    }
}
