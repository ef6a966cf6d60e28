extension TerminalEmulator {
    /// Changes the size of the window, as a user may at any moment.
    package mutating func resize(columns: Int, rows: Int) {
        // tmux changes the height first.
        if keepsEmptyRows, rows != self.rows { resize(rows: rows) }
        if reflows && columns != self.columns { reflow(columns) } else { cut(columns) }
        resize(rows: rows)
        self.columns = columns
        column = min(column, columns - 1)
    }

    private mutating func resize(rows: Int) {
        while screen.count > rows {
            if screen.count > row + 1, screen.last.map(Self.isBlank) == true || row == 0 {
                screen.removeLast()
            } else {
                scrollback.append(screen.removeFirst())
                row -= 1
            }
        }
        // Terminals that wrap text again restore lines that had scrolled away.
        while reflows, screen.count < rows, let line = scrollback.popLast() {
            screen.insert(line, at: 0)
            row += 1
        }
        while screen.count < rows { screen.append(Self.blank(screen[0].cells.count)) }
        self.rows = rows
    }

    private static func isBlank(_ line: Line) -> Bool {
        line.cells.allSatisfy { $0 == nil }
    }

    private mutating func cut(_ columns: Int) {
        for index in screen.indices {
            let kept = screen[index].cells.prefix(columns)
            screen[index].cells = kept + Array(repeating: nil, count: columns - kept.count)
        }
    }

    /// Joins wrapped lines and wraps them again. The cursor stays at its character.
    private mutating func reflow(_ columns: Int) {
        var lines: [Line] = []
        var cursor = 0
        var text: [Cell?] = []
        for (index, line) in (scrollback + screen).enumerated() {
            if index == scrollback.count + row {
                cursor = lines.count + (text.count + column) / columns
            }
            text += line.isWrapped ? line.cells : line.cells.reversed().drop { $0 == nil }.reversed()
            if line.isWrapped { continue }
            lines += Self.wrapped(text, columns)
            text = []
        }
        while !keepsEmptyRows, lines.count > cursor + 1, lines.last.map(Self.isBlank) == true { lines.removeLast() }
        let top = min(cursor, max(0, lines.count - rows))
        scrollback = Array(lines[..<top])
        screen = Array(lines[top...])
        row = cursor - top
    }

    private static func wrapped(_ text: [Cell?], _ columns: Int) -> [Line] {
        if text.isEmpty { return [blank(columns)] }
        return stride(from: 0, to: text.count, by: columns).map { start in
            let part = text[start..<min(text.count, start + columns)]
            let rest = Array(repeating: nil as Cell?, count: columns - part.count)
            return Line(cells: part + rest, isWrapped: start + columns < text.count)
        }
    }
}
