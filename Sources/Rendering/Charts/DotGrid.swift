/// The character cells of a plot on a terminal, and the lines drawn on them. A cell has eight braille dots (Unicode
/// block U+2800), or one ASCII character.
struct DotGrid {
    /// A character cell.
    struct Cell {
        /// The dots that are set, in the bit order of braille.
        var dots: UInt8 = 0
        /// A character that replaces the dots.
        var mark: Character?
        /// The colour of what was drawn last.
        var tone = Tone.none
        /// What a dot is in ASCII.
        var stroke: Character = "*"

        var isEmpty: Bool { dots == 0 && mark == nil }
    }

    let columns: Int
    let rows: Int
    private let isBraille: Bool
    private var cells: [Cell]

    /// Creates a grid of at least one column and one row.
    init(columns: Int, rows: Int, isBraille: Bool) {
        (self.columns, self.rows, self.isBraille) = (columns, rows, isBraille)
        cells = Array(repeating: Cell(), count: columns * rows)
    }

    /// The position of a dot, counted from the left and from the top.
    struct Dot {
        let x: Int
        let y: Int
    }

    private var width: Int { columns * (isBraille ? 2 : 1) }
    private var height: Int { rows * (isBraille ? 4 : 1) }

    /// Returns the dot at a position from 0 to 1, from the left and from the bottom.
    func dot(_ x: Double, _ y: Double) -> Dot {
        Dot(
            x: Int(saturating: x * Double(width - 1)), y: height - 1 - Int(saturating: y * Double(height - 1)))
    }

    /// Returns the row of cells at a height from 0 to 1.
    func row(_ y: Double) -> Int {
        dot(0, y).y / (isBraille ? 4 : 1)
    }

    /// The cell at a row and column.
    subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

    /// A kind of line: its colour by its value, and what its dots are in ASCII.
    struct Ink {
        let tone: (Double) -> Tone
        var stroke: Character = "*"
    }

    /// Draws a straight line between two dots with their values, one dot per step along its longer side.
    mutating func line(_ from: (dot: Dot, value: Double), _ to: (dot: Dot, value: Double), _ ink: Ink) {
        let (dx, dy) = (to.dot.x - from.dot.x, to.dot.y - from.dot.y)
        let steps = max(abs(dx), abs(dy))
        for step in 0...steps {
            let share = steps == 0 ? 1 : Double(step) / Double(steps)
            let dot = Dot(
                x: from.dot.x + Int(saturating: Double(dx) * share), y: from.dot.y + Int(saturating: Double(dy) * share)
            )
            let index = index(of: dot)
            cells[index].dots |= isBraille ? Self.bits[dot.y % 4 * 2 + dot.x % 2] : 1
            cells[index].tone = ink.tone(from.value + (to.value - from.value) * share)
            cells[index].stroke = ink.stroke
        }
    }

    private func index(of dot: Dot) -> Int {
        isBraille ? dot.y / 4 * columns + dot.x / 2 : dot.y * columns + dot.x
    }

    /// Puts a character in the cell of a dot.
    mutating func mark(_ dot: Dot, with character: Character, _ tone: Tone) {
        let index = index(of: dot)
        (cells[index].mark, cells[index].tone) = (character, tone)
    }

    /// Puts a character in a cell.
    mutating func put(_ character: Character, row: Int, column: Int, _ tone: Tone) {
        cells[row * columns + column] = Cell(mark: character, tone: tone)
    }

    /// Draws a rule from top to bottom at a position from 0 to 1, behind what is drawn.
    mutating func rule(_ x: Double, with character: Character) {
        let column = column(x)
        for row in 0..<rows where self[row, column].isEmpty { put(character, row: row, column: column, .none) }
    }

    /// Returns the column of cells at a position from 0 to 1.
    func column(_ x: Double) -> Int { dot(x, 0).x / (isBraille ? 2 : 1) }

    /// Returns the last row of a column in which something is drawn; nil if there is none.
    func lowestRow(inColumn column: Int) -> Int? {
        (0..<rows).last { !self[$0, column].isEmpty }
    }

    /// Returns the character for a cell.
    func character(of cell: Cell) -> Character {
        if let mark = cell.mark { return mark }
        guard cell.dots > 0 else { return " " }
        return isBraille ? Character(Unicode.Scalar(0x2800 + UInt32(cell.dots)) ?? " ") : cell.stroke
    }

    /// The bit of each dot, row by row. Braille numbers its first six dots down the columns, then the last row.
    private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
}
