import Platform

/// Lines at one position of a terminal that are repeatedly replaced.
///
/// They begin at the initial cursor position on the normal screen. The text above them is kept, and the last picture
/// stays visible after the program ends. Between two drawings the cursor is hidden at the beginning of the last line.
///
/// The control sequences are those of ECMA-48 (CUU, EL, ED), the DEC private modes 7 (autowrap) and 25 (cursor) of
/// the VT100 and VT220, and mode 2026 (synchronized output), which other terminals ignore.
struct LivePicture: Sendable {
    private var lines: [LiveLine] = []
    private var size: Terminal.Size?
    private var isCursorHidden = false

    /// Returns the bytes that replace the picture with `lines`, at least one; empty if nothing changed.
    ///
    /// Lines must be narrower than the terminal and fewer than its rows, unless the picture is the last one. The last column must stay free because a
    /// terminal delays the wrap there and erases the wrong cells. The last row is for the output after the end.
    mutating func draw(_ lines: [LiveLine], _ size: Terminal.Size) -> [UInt8] {
        if lines == self.lines && size == self.size { return [] }
        var bytes: [UInt8] = []
        bytes.append("\u{1B}[?2026h")
        if !isCursorHidden { bytes.append("\u{1B}[?25l") }
        // Disable autowrap, for terminals that use another version of Unicode for widths, or have just become
        // narrower.
        bytes.append("\u{1B}[?7l")
        moveToTop(size, &bytes)
        for (index, line) in lines.enumerated() {
            // tmux remembers the length of a line and its wrap until the whole line is erased. Erase only when
            // needed; otherwise a slow terminal shows the line empty for a moment.
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

    /// Returns the bytes that remove the picture, so that other output can take its place.
    mutating func erase(_ size: Terminal.Size) -> [UInt8] {
        if lines.isEmpty { return [] }
        var bytes: [UInt8] = []
        moveToTop(size, &bytes)
        bytes.append("\u{1B}[J")
        lines = []
        return bytes
    }

    /// Returns the bytes that keep the picture and move to the line below it with a visible cursor.
    mutating func end() -> [UInt8] {
        guard isCursorHidden else { return [] }
        var bytes: [UInt8] = []
        bytes.append(lines.isEmpty ? "\u{1B}[?25h" : "\r\n\u{1B}[?25h")
        self = LivePicture()
        return bytes
    }

    /// Moves from the beginning of the last line to that of the first.
    ///
    /// When terminals become narrower, they wrap the lines (VTE, kitty, iTerm2, tmux, Windows Terminal) or cut them
    /// (xterm), and do not report which. This method assumes wrapping: if the terminal cut the lines, some lines
    /// above the picture are lost; the opposite assumption would leave remains of the picture behind.
    private func moveToTop(_ size: Terminal.Size, _ bytes: inout [UInt8]) {
        let above = lines.dropLast().reduce(0) { $0 + (size == self.size ? 1 : $1.rows(in: size.columns)) }
        guard above > 0 else { return }
        bytes.append("\u{1B}[")
        bytes.append(decimal: min(above, size.rows - 1))
        bytes.append("A")
    }
}
