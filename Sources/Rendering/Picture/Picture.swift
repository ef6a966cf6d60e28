import Platform

/// Lines at one position of a terminal that are repeatedly replaced.
///
/// They begin at the initial cursor position on the normal screen. The text above them is kept, and the last picture
/// stays visible after the program ends. Between two drawings the cursor is hidden at the beginning of the last line.
///
/// The control sequences are those of ECMA-48 (CUU, CUD, EL, ED), the DEC private modes 7 (autowrap) and 25 (cursor) of
/// the VT100 and VT220, and mode 2026 (synchronized output), which other terminals ignore.
struct Picture: Sendable {
    private var lines: [PictureLine] = []
    /// Lines of earlier pictures that scrolled away when the window became lower, directly above the first row of the
    /// screen and so of the picture. Most terminals bring them back when it becomes higher. Only those that must have
    /// scrolled away, so that no line of the user is taken for one of them.
    private var scrolledAway: [PictureLine] = []
    private var size: Terminal.Size?
    private var isCursorHidden = false

    /// Returns the bytes that replace the picture with `lines`, at least one; empty if nothing changed.
    ///
    /// Lines must be narrower than the terminal and fewer than its rows, unless the picture is the last one. The last
    /// column must stay free because a terminal delays the wrap there and erases the wrong cells. The last row is for
    /// the output after the end.
    mutating func draw(_ lines: [PictureLine], _ size: Terminal.Size, cursorRow: Int? = nil) -> [UInt8] {
        if lines == self.lines && size == self.size { return [] }
        var bytes: [UInt8] = []
        bytes.append("\u{1B}[?2026h")
        if !isCursorHidden { bytes.append("\u{1B}[?25l") }
        // Disable autowrap, for terminals that use another version of Unicode for widths, or have just become
        // narrower.
        bytes.append("\u{1B}[?7l")
        moveToTop(size, cursorRow, &bytes)
        for (index, line) in lines.enumerated() {
            // tmux remembers the length of a line and its wrap until the whole line is erased. Erase only when
            // needed; otherwise a slow terminal shows the line empty for a moment.
            if size != self.size || index >= self.lines.count || line.columns < self.lines[index].columns {
                bytes.append("\u{1B}[2K")
            }
            bytes.append(contentsOf: line.bytes)
            if index == lines.count - 1 {
                bytes.append("\u{1B}[J\r")
            } else {
                // A row of the old picture is there, so no line feed is needed. It would scroll where the window has
                // just become lower and this process does not know yet.
                let isThere = size == self.size && index + 1 < self.lines.count
                bytes.append(isThere ? "\u{1B}[K\r\u{1B}[B" : "\u{1B}[K\r\n")
            }
        }
        bytes.append("\u{1B}[?7h\u{1B}[?2026l")
        (self.lines, self.size, isCursorHidden) = (lines, size, true)
        return bytes
    }

    /// Returns the bytes that remove the picture, so that other output can take its place.
    mutating func erase(_ size: Terminal.Size, cursorRow: Int? = nil) -> [UInt8] {
        if lines.isEmpty { return [] }
        var bytes: [UInt8] = []
        moveToTop(size, cursorRow, &bytes)
        bytes.append("\u{1B}[J")
        // The output that follows comes between them and the next picture.
        (lines, scrolledAway) = ([], [])
        return bytes
    }

    /// Returns the bytes that keep the picture and move to the line below it with a visible cursor.
    mutating func end() -> [UInt8] {
        guard isCursorHidden else { return [] }
        var bytes: [UInt8] = []
        bytes.append(lines.isEmpty ? "\u{1B}[?25h" : "\r\n\u{1B}[?25h")
        self = Picture()
        return bytes
    }

    /// Moves from the beginning of the last line to that of the first, or to the first row of the screen.
    ///
    /// When terminals become narrower, they wrap the lines (VTE, kitty, iTerm2, tmux, Windows Terminal) or cut them
    /// (xterm), and do not report which. This method assumes wrapping: if the terminal cut the lines, some lines
    /// above the picture are lost; the opposite assumption would leave remains of the picture behind.
    ///
    /// When terminals become higher, they restore lines that had scrolled away, or add empty ones at the bottom. Then
    /// the picture still begins in the first row, where the cursor stops.
    ///
    /// tmux keeps the empty rows below the cursor when it wraps lines, so that more of them scroll away than must. With
    /// the row of the cursor after the change, it is known how many.
    private mutating func moveToTop(_ size: Terminal.Size, _ cursorRow: Int?, _ bytes: inout [UInt8]) {
        var above = max(0, lines.count - 1)
        if size != self.size {
            let old = scrolledAway + lines.dropLast()
            let rows = old.map { $0.rows(in: size.columns) }
            above = rows.reduce(0, +)
            scrolledAway = hidden(old, rows, size, cursorRow)
        }
        guard above > 0 else { return }
        bytes.append("\u{1B}[")
        bytes.append(decimal: min(above, size.rows - 1))
        bytes.append("A")
    }

    /// Returns the lines that are above the screen after a change of size. `rows` is the number of rows of each line. A
    /// line that the upper edge divides is cut there, because the drawing erases the part below.
    private func hidden(
        _ lines: [PictureLine], _ rows: [Int], _ size: Terminal.Size, _ cursorRow: Int?
    ) -> [PictureLine] {
        // The cursor is on the screen, so at most the other rows are above it.
        var hidden = rows.reduce(0, +) - (cursorRow ?? size.rows - 1)
        if cursorRow == nil, let before = self.size, before.columns == size.columns, before.rows < size.rows {
            // At most the new rows have come back.
            hidden = max(hidden, rows.prefix(scrolledAway.count).reduce(0, +) - (size.rows - before.rows))
        }
        var result: [PictureLine] = []
        for (line, count) in zip(lines, rows) where hidden > 0 {
            result.append(hidden < count ? line.prefix(rows: hidden, in: size.columns) : line)
            hidden -= count
        }
        return result
    }
}
