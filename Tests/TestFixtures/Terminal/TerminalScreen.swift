package import Platform

/// What a terminal shows after the output of a program, as text with its colours written out or as a picture.
package struct TerminalScreen: Sendable {
    typealias Cell = TerminalEmulator.Cell

    /// The lines with the text above the screen, without empty ones at the end. Nil is an empty cell.
    let lines: [[Cell?]]
    let columns: Int
    /// Whether a line was longer than the terminal.
    package let hasWrapped: Bool

    /// The screen of an emulator, with the lines that have left it at its top.
    package init(_ terminal: TerminalEmulator) {
        let all = terminal.scrollback + terminal.screen
        let cells = all.map { Array($0.cells.reversed().drop { $0 == nil }.reversed()) }
        lines = cells.reversed().drop(while: \.isEmpty).reversed()
        columns = terminal.columns
        hasWrapped = all.contains(where: \.isWrapped)
    }

    /// The screen after a program that ends its lines with LF, of which the terminal makes CR LF.
    package init(showing output: String, _ size: Terminal.Size) {
        var terminal = TerminalEmulator(columns: size.columns, rows: size.rows)
        terminal.write(Array(output.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8))
        self.init(terminal)
    }

    /// The lines, in which `«1;32»` begins a style and `«»` ends it.
    package var text: String {
        lines.map { line in
            var (text, style) = ("", "")
            for cell in line where cell?.isTail != true {
                let next = cell?.style ?? ""
                if next != style { text += "«\(next)»" }
                text.append(cell?.character ?? " ")
                style = next
            }
            return text + (style.isEmpty ? "" : "«»") + "\n"
        }.joined()
    }
}
