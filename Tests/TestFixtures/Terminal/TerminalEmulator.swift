import Rendering

/// A terminal emulator with the features that the program uses. It replays bytes and shows the visible text.
///
/// It behaves like a VT100: LF scrolls in the last row only, and a character in the last column waits to wrap. An
/// erasure before the wrap removes that character. Unknown sequences are kept in `unknown`.
package struct TerminalEmulator: Sendable {
    package struct Cell: Equatable, Sendable {
        package var character: Character
        /// The SGR parameters in force, as sent since the last reset: `32`, `1;38;5;167`.
        package var style: String
        /// The right half of a wide character.
        package var isTail = false
    }

    package struct Line: Equatable, Sendable {
        /// Nil for an erased cell.
        package var cells: [Cell?]
        /// Whether the text continues in the next line.
        package var isWrapped = false
    }

    /// Whether a change of width wraps text again (VTE, kitty, tmux) or cuts it (xterm).
    package let reflows: Bool
    /// Whether the empty rows below the cursor stay when text is wrapped again (tmux), so that rows above it scroll
    /// away.
    package var keepsEmptyRows = false
    /// The number of columns of a character.
    package let width: @Sendable (Character) -> Int
    package var columns: Int
    package var rows: Int
    package var screen: [Line]
    package var scrollback: [Line] = []
    package var row = 0
    package var column = 0
    package private(set) var isCursorVisible = true
    package private(set) var unknown: [String] = []
    private var wraps = true
    private var isWrapPending = false
    private var style = ""

    package init(
        columns: Int, rows: Int, reflows: Bool = true,
        width: @escaping @Sendable (Character) -> Int = { CharacterWidth.columns(of: String($0)) }
    ) {
        (self.columns, self.rows, self.reflows, self.width) = (columns, rows, reflows, width)
        screen = Array(repeating: Self.blank(columns), count: rows)
    }

    package static func blank(_ columns: Int) -> Line {
        Line(cells: Array(repeating: nil, count: columns))
    }

    /// The lines on the screen, without trailing blanks and blank lines below.
    package var text: String {
        Self.text(screen)
    }

    /// The lines that have left the screen at its top.
    package var history: String {
        Self.text(scrollback)
    }

    /// The text on the screen in a style.
    package func text(inStyle style: String) -> String {
        let characters = screen.flatMap(\.cells).compactMap { $0 }.filter { $0.style == style && !$0.isTail }
        return String(characters.map(\.character))
    }

    private static func text(_ lines: [Line]) -> String {
        let texts = lines.map { line in
            var (text, blanks) = ("", 0)
            for cell in line.cells where cell?.isTail != true {
                guard let cell, cell.character != " " else {
                    blanks += 1
                    continue
                }
                text += String(repeating: " ", count: blanks)
                text.append(cell.character)
                blanks = 0
            }
            return text
        }
        return texts.reversed().drop(while: \.isEmpty).reversed().joined(separator: "\n")
    }

    /// Whether any line continues in the next one.
    package var hasWrapped: Bool { screen.contains(where: \.isWrapped) }

    /// Replays bytes.
    package mutating func write(_ bytes: [UInt8]) {
        var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        var printable = ""
        while let scalar = scalars.popFirst() {
            if scalar.value >= 0x20 && scalar.value != 0x7F {
                printable.unicodeScalars.append(scalar)
                continue
            }
            printable.forEach { put($0) }
            printable = ""
            switch scalar {
            case "\r": moveTo(column: 0)
            case "\n": lineFeed()
            case "\u{1B}": control(&scalars)
            default: unknown.append("control \(scalar.value)")
            }
        }
        printable.forEach { put($0) }
    }

    private mutating func moveTo(column: Int) {
        self.column = column
        isWrapPending = false
    }

    private mutating func lineFeed() {
        isWrapPending = false
        guard row == rows - 1 else { return row += 1 }
        scrollback.append(screen.removeFirst())
        screen.append(Self.blank(columns))
    }

    private mutating func put(_ character: Character) {
        let wide = width(character)
        if isWrapPending || column + wide > columns {
            if wraps {
                screen[row].isWrapped = true
                lineFeed()
                column = 0
            } else {
                column = max(0, columns - wide)
            }
        }
        for place in column..<min(columns, column + wide) {
            screen[row].cells[place] = Cell(character: character, style: style, isTail: place > column)
        }
        column += wide
        guard column >= columns else { return }
        column = columns - 1
        isWrapPending = wraps
    }

    private mutating func control(_ scalars: inout Substring.UnicodeScalarView) {
        guard scalars.popFirst() == "[" else { return unknown.append("escape") }
        let body = String(scalars.prefix { !("@"..."~").contains($0) })
        scalars = scalars.dropFirst(body.unicodeScalars.count)
        let final = scalars.popFirst().map { String($0) } ?? ""
        switch (final, body) {
        case ("A", _): move(to: row - (Int(body) ?? 1))
        case ("B", _): move(to: row + (Int(body) ?? 1))
        case ("K", ""): erase(inRow: row, from: column)
        case ("K", "2"): erase(inRow: row, from: 0)
        case ("J", ""): eraseBelow()
        case ("m", _): style = ["", "0"].contains(body) ? "" : style.isEmpty ? body : "\(style);\(body)"
        case ("h", "?7"), ("l", "?7"): wraps = final == "h"
        case ("h", "?25"), ("l", "?25"): isCursorVisible = final == "h"
        case ("h", "?2026"), ("l", "?2026"): break
        default: unknown.append("[\(body)\(final)")
        }
    }

    private mutating func move(to row: Int) {
        self.row = min(max(0, row), rows - 1)
        isWrapPending = false
    }

    /// A line that is not erased completely keeps its length and its wrapping, as in tmux (`grid_clear`).
    private mutating func erase(inRow row: Int, from column: Int) {
        if column == 0 {
            if row > 0 {
                screen[row - 1].isWrapped = false
            } else if !scrollback.isEmpty {
                scrollback[scrollback.count - 1].isWrapped = false
            }
            return screen[row] = Self.blank(columns)
        }
        for place in column..<columns where screen[row].cells[place] != nil {
            screen[row].cells[place] = Cell(character: " ", style: "")
        }
    }

    private mutating func eraseBelow() {
        erase(inRow: row, from: column)
        for below in (row + 1)..<max(rows, row + 1) { erase(inRow: below, from: 0) }
    }
}
