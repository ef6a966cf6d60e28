import DecimalArithmetic

/// Which cells rose or fell of late, by the row's key and the column.
struct ChangeTones: Sendable {
    private struct Cell {
        var number: Number
        var tone = Tone.none
        /// For how many more drawings the tone is shown.
        var rest = 0
    }

    private struct Place: Hashable {
        let key: String
        let column: Int
    }

    /// For how many drawings a change is shown.
    private let length: Int
    private var before: [Place: Cell] = [:]
    private var present: [Place: Cell] = [:]

    init(length: Int) {
        self.length = length
    }

    /// Begins a drawing; what the last one did not show is forgotten.
    mutating func beginDrawing() {
        before = present
        present.removeAll(keepingCapacity: true)
    }

    /// What colour a cell has in this drawing; to be called once for each cell.
    mutating func tone(of number: Number, key: String, column: Int) -> Tone {
        let place = Place(key: key, column: column)
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
