import Platform

/// Lines at one place of a terminal that are replaced there, again and again.
///
/// They stand where the cursor was at first, on the normal screen: what was above them stays, and the last picture can
/// be read when the program has ended. Between two drawings the cursor is hidden at the beginning of the last line.
///
/// Control sequences are those of ECMA-48 (CUU, EL, ED) and DEC's private modes 7 (autowrap) and 25 (cursor), of the
/// VT100 and VT220, and 2026 (all or nothing of a picture is shown), which others ignore.
struct LivePicture: Sendable {
    private var lines: [LiveLine] = []
    private var size: Terminal.Size?
    private var isCursorHidden = false

    /// The bytes that put `lines`, of which there is one or more, in place of those before; none where nothing changed.
    ///
    /// Lines must be narrower than the terminal and fewer than its rows: the last column stays free, since in it a
    /// terminal waits to wrap and erases what it should not, and the last row is for what comes after the end.
    mutating func draw(_ lines: [LiveLine], _ size: Terminal.Size) -> [UInt8] {
        if lines == self.lines && size == self.size { return [] }
        var bytes: [UInt8] = []
        bytes.append("\u{1B}[?2026h")
        if !isCursorHidden { bytes.append("\u{1B}[?25l") }
        // Whoever counts columns by another version of Unicode, or has just become narrower, must not wrap either.
        bytes.append("\u{1B}[?7l")
        moveToTop(size, &bytes)
        for (index, line) in lines.enumerated() {
            // tmux remembers how long a line was, and that it was wrapped, until all of it is erased. Where that is
            // not needed it is not done, lest a slow terminal shows the line empty for a moment.
            if size != self.size || index >= self.lines.count || line.columns < self.lines[index].columns {
                bytes.append("\u{1B}[2K")
            }
            bytes.append(contentsOf: line.bytes)
            bytes.append(index < lines.count - 1 ? "\u{1B}[K\r\n" : "\u{1B}[J\r")
        }
        bytes.append("\u{1B}[?7h\u{1B}[?2026l")
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
        let above = lines.dropLast().reduce(0) { $0 + (size == self.size ? 1 : $1.rows(in: size.columns)) }
        guard above > 0 else { return }
        bytes.append("\u{1B}[")
        bytes.append(decimal: min(above, size.rows - 1))
        bytes.append("A")
    }
}
