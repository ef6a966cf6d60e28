/// The cells of a plot on a terminal, and the line drawn on them: eight dots of braille a cell (Unicode's block U+2800),
/// or one ASCII character.
struct DotGrid {
    /// A character cell.
    struct Cell {
        /// Which dots are set, in braille's order of bits.
        var dots: UInt8 = 0
        /// A character in place of the dots.
        var mark: Character?
        /// The value drawn last, for its colour.
        var value = 0.0

        var isEmpty: Bool { dots == 0 && mark == nil }
    }

    let columns: Int
    let rows: Int
    private let isBraille: Bool
    private var cells: [Cell]

    /// A grid of one column and row or more.
    init(columns: Int, rows: Int, isBraille: Bool) {
        (self.columns, self.rows, self.isBraille) = (columns, rows, isBraille)
        cells = Array(repeating: Cell(), count: columns * rows)
    }

    /// A dot's place, counted from the left and from the top.
    struct Dot {
        let x: Int
        let y: Int
    }

    private var width: Int { columns * (isBraille ? 2 : 1) }
    private var height: Int { rows * (isBraille ? 4 : 1) }

    /// The dot at these shares of the grid, from the left and from below.
    func dot(_ x: Double, _ y: Double) -> Dot {
        Dot(
            x: Int(saturating: x * Double(width - 1)), y: height - 1 - Int(saturating: y * Double(height - 1)))
    }

    /// The row of cells that a share of the height is in.
    func row(_ y: Double) -> Int {
        dot(0, y).y / (isBraille ? 4 : 1)
    }

    /// A cell by row and column.
    subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

    /// Draws a straight line, a dot a step along its longer side, from a dot of one value to one of another.
    mutating func line(_ from: (dot: Dot, value: Double), _ to: (dot: Dot, value: Double)) {
        let (dx, dy) = (to.dot.x - from.dot.x, to.dot.y - from.dot.y)
        let steps = max(abs(dx), abs(dy))
        for step in 0...steps {
            let share = steps == 0 ? 1 : Double(step) / Double(steps)
            let dot = Dot(
                x: from.dot.x + Int(saturating: Double(dx) * share), y: from.dot.y + Int(saturating: Double(dy) * share)
            )
            set(dot, from.value + (to.value - from.value) * share)
        }
    }

    private mutating func set(_ dot: Dot, _ value: Double) {
        let index = isBraille ? dot.y / 4 * columns + dot.x / 2 : dot.y * columns + dot.x
        cells[index].dots |= isBraille ? Self.bits[dot.y % 4 * 2 + dot.x % 2] : 1
        cells[index].value = value
    }

    /// Puts a character in the cell of a dot.
    mutating func mark(_ dot: Dot, _ character: Character, _ value: Double) {
        let index = isBraille ? dot.y / 4 * columns + dot.x / 2 : dot.y * columns + dot.x
        cells[index].mark = character
        cells[index].value = value
    }

    /// What stands in a cell.
    func character(of cell: Cell) -> Character {
        if let mark = cell.mark { return mark }
        guard cell.dots > 0 else { return " " }
        return isBraille ? Character(Unicode.Scalar(0x2800 + UInt32(cell.dots)) ?? " ") : "*"
    }

    /// The bit of each dot, row by row: braille counts its first six dots down the columns, then the last row.
    private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
}
