import DecimalArithmetic

/// The values of the stretch of time before a row: the oldest, the highest, the lowest and the mean.
///
/// The window ends before the row itself, so that the row's value can be compared with it. A value holds until the next
/// one. So the window has the value that held when it began, and all since. It knows nothing until its first value is
/// as old as it is long.
///
/// Values within a small part of the time share a cell, so that there are at most 512 of them; where the beginning of
/// the window falls into a cell, all of it counts. The cells are a queue of two stacks: those of `older` have the
/// summary of themselves and of all that came after them there, and `newer` has one summary. So no value looks at all
/// cells, except that every cell moves once from one stack to the other.
struct RollingWindow {
    /// What can be asked.
    enum Function: String, CaseIterable {
        case move, high, low, mean
    }

    private struct Value {
        var value: ExactDecimal
        let time: Duration
    }

    private struct Summary {
        var high, low: ExactDecimal
        /// Nil if it is beyond the range of decimals.
        var sum: ExactDecimal?
        var count = 1

        init(_ value: ExactDecimal) { (high, low, sum) = (value, value, value) }

        mutating func add(_ other: Summary?) {
            guard let other else { return }
            high = max(high, other.high)
            low = min(low, other.low)
            if let left = sum, let right = other.sum { sum = try? left + right } else { sum = nil }
            count += other.count
        }
    }

    private struct Cell {
        let first: Value
        var last: Value
        var summary: Summary

        init(_ value: Value) {
            (first, last) = (value, value)
            summary = Summary(value.value)
        }
    }

    /// The seconds by which a value may be late. Behind an older one the clock was set back.
    private static var setBack: Duration { .seconds(600) }

    /// How long it is.
    let length: Duration
    /// Whether values of the same time are one that changes; an older one then comes too late.
    private let isRevised: Bool
    private var began = Duration.zero
    /// The newest value, which is in no cell yet.
    private var newest: Value?
    /// The value that held when the window began, unless it is in a cell.
    private var held: ExactDecimal?
    /// The last one is the oldest of all.
    private var older: [Cell] = []
    private var newer: [Cell] = []
    private var summaryOfNewer: Summary?

    init(_ length: Duration, isRevised: Bool = false) {
        (self.length, self.isRevised) = (length, isRevised)
    }

    /// The number of cells.
    var cellCount: Int { older.count + newer.count }

    /// Takes a value. Its time is counted from the same moment as those of the others; a value that is late counts as
    /// one of the newest time.
    mutating func take(_ value: ExactDecimal, at time: Duration) {
        guard let newest, time >= newest.time - Self.setBack else {
            self = RollingWindow(length, isRevised: isRevised)
            (newest, began) = (Value(value: value, time: time), time)
            return
        }
        if isRevised, time <= newest.time {
            if time == newest.time { self.newest?.value = value }
            return
        }
        keep(newest)
        let time = max(time, newest.time)
        self.newest = Value(value: value, time: time)
        leaveOut(before: time - length)
    }

    private mutating func keep(_ value: Value) {
        // There may be two more cells: one that began before the window, and one at the border of the two stacks.
        if let cell = newer.last, value.time - cell.first.time < length / 510 {
            newer[newer.count - 1].last = value
            newer[newer.count - 1].summary.add(Summary(value.value))
        } else {
            newer.append(Cell(value))
        }
        var summary = Summary(value.value)
        summary.add(summaryOfNewer)
        summaryOfNewer = summary
    }

    private var oldest: Cell? { older.last ?? newer.first }

    private mutating func leaveOut(before begin: Duration) {
        while let cell = oldest, cell.last.time <= begin {
            held = cell.last.value
            if older.isEmpty { turn() }
            older.removeLast()
        }
        if let cell = oldest, cell.first.time <= begin { held = nil }
    }

    /// Moves all cells to the other stack.
    private mutating func turn() {
        for var cell in newer.reversed() {
            cell.summary.add(older.last?.summary)
            older.append(cell)
        }
        (newer, summaryOfNewer) = ([], nil)
    }

    /// Returns the result of a function for the newest value, which is not in the window itself; nil until the window
    /// is full. `move` is the percentage from the oldest value of the window to the newest one; it is unknown if the
    /// oldest value is 0 or less.
    func value(of function: Function) -> ExactDecimal? {
        guard let newest, newest.time - began >= length else { return nil }
        if function == .move {
            guard let oldest = held ?? oldest?.first.value, oldest > 0 else { return nil }
            return try? (newest.value - oldest).percentage(of: oldest)
        }
        var parts = [held.map { Summary($0) }, older.last?.summary, summaryOfNewer].compactMap(\.self)[...]
        guard var all = parts.popFirst() else { return nil }
        for part in parts { all.add(part) }
        switch function {
        case .high: return all.high
        case .low: return all.low
        case .move, .mean: return try? all.sum?.divided(by: ExactDecimal(all.count))
        }
    }
}
