import DecimalArithmetic

/// Records which cells of a table rose or fell recently, by row key and column.
struct ChangeTones: Sendable {
    /// A number, and its tone until a time.
    private typealias Cell = (number: Number, tone: Tone, end: Duration)

    /// How long a change is shown.
    private let length: Duration
    /// The time of this drawing, by a monotonic clock.
    private var now = Duration.zero
    /// The cells of the last drawing and of this one, by row key and column.
    private var before: [String: [Int: Cell]] = [:]
    private var present: [String: [Int: Cell]] = [:]

    init(length: Duration) {
        self.length = length
    }

    /// When the first of the tones of the last drawing is over; nil if it has none.
    var nextEnd: Duration? { present.values.lazy.flatMap(\.values).filter { $0.tone != .none }.map(\.end).min() }

    /// Begins a drawing. Cells that the last one did not show are forgotten.
    mutating func beginDrawing(at now: Duration) {
        self.now = now
        before = present
        present.removeAll(keepingCapacity: true)
    }

    /// Returns the tone of a cell in this drawing. Call it once per cell.
    mutating func tone(of number: Number, key: String, column: Int) -> Tone {
        var cell = before[key]?[column] ?? (number, .none, .zero)
        if cell.number != number {
            cell = (number, .moved(up: cell.number < number), now + length)
        }
        if cell.end <= now { cell.tone = .none }
        present[key, default: [:]][column] = cell
        return cell.tone
    }
}
