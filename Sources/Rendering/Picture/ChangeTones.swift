import DecimalArithmetic

/// Records which cells of a table rose or fell recently, by row key and column.
struct ChangeTones: Sendable {
    private struct Cell {
        var number: Number
        var tone = Tone.none
        /// The number of further drawings that show the tone.
        var rest = 0
    }

    private struct Spot: Hashable {
        let key: String
        let column: Int
    }

    /// The number of drawings that show a change.
    private let length: Int
    private var before: [Spot: Cell] = [:]
    private var present: [Spot: Cell] = [:]

    init(length: Int) {
        self.length = length
    }

    /// Begins a drawing. Cells that the last one did not show are forgotten.
    mutating func beginDrawing() {
        before = present
        present.removeAll(keepingCapacity: true)
    }

    /// Returns the tone of a cell in this drawing. Call it once per cell.
    mutating func tone(of number: Number, key: String, column: Int) -> Tone {
        let place = Spot(key: key, column: column)
        var cell = before[place] ?? Cell(number: number)
        if cell.number != number {
            cell = Cell(number: number, tone: cell.number < number ? .rise : .fall, rest: length)
        }
        let tone = cell.rest > 0 ? cell.tone : .none
        cell.rest -= cell.rest > 0 ? 1 : 0
        present[place] = cell
        return tone
    }
}
