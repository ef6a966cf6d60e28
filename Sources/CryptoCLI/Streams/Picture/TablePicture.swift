import Platform
import Rendering

/// A table of the newest row of each key on a terminal, with a mini chart of its last values.
final class TablePicture<Row: Sendable>: StreamPicture {
    /// A row and the last values of its mini chart.
    struct Line: Sendable {
        let key: String
        var row: Row
        var trend: [Double?]
        /// The number of the time step of the last value, where there is one value for each.
        var step = 0
    }

    /// What the table needs to know of its rows.
    struct Rules: Sendable {
        /// The value for the mini chart.
        var value: @Sendable (Row) -> Double?
        /// The order of the rows; rows of which none precedes the other keep the order in which they arrived.
        var precedes: @Sendable (Row, Row) -> Bool
        /// Updates a row before a drawing, such as its age.
        var update: @Sendable (inout Row, Timestamp) -> Void = { _, _ in }
        /// Whether the row counts as one of those that the last line tells the number of.
        var isCounted: @Sendable (Row) -> Bool = { _ in true }
        /// The group of a row. The rows of one stay together in every order.
        var group: @Sendable (Row) -> String? = { _ in nil }
        /// The fields that rows can be ordered by, as far as they are columns: text from A, numbers from the largest.
        var orders: [String] = []
        /// The time in which a row is not replaced.
        var interval: Duration?
        /// Whether the mini chart has a value for each step of time, in place of one for each row.
        var hasTimedTrend = false
    }

    /// The number of values of the mini chart of the last rows, and of that of the last minutes.
    private static var lastRows: Int { 16 }
    private static var lastSteps: Int { 40 }
    /// The seconds of a step of time.
    private static var step: Int { 30 }

    private var table: PictureTable<Line>
    private var lines: [Line] = []
    private var places: [String: Int] = [:]
    /// The newest row of each key that has had none to show.
    private var leftOut: [String: Row] = [:]
    private let rules: Rules
    private let elapsed: @Sendable () -> Duration
    private let orders: [Field<Line>]
    /// The index of the order; nil for that of the rules.
    private var orderIndex: Int?

    /// Creates a table of the selected fields; without `--fields` of these columns, which hold the default fields and
    /// may hold others, and a mini chart.
    init(
        _ common: CommonOptions, fields: FieldTable<Row>, columns names: [String]? = nil, environment: Environment,
        rules: Rules
    ) throws(Failure) {
        self.rules = rules
        elapsed = environment.time.elapsed
        var shown = try Output.fields(common, of: fields)
        if common.fields == nil, let names {
            assert(shown.map(\.name) == names.filter { fields[$0]?.isDefault == true }, "another order of columns")
            shown = names.compactMap { fields[$0] }
        }
        // A stream sends no trend: in its place is what arrived.
        let trend = PictureColumn<Line>.trend(rules.hasTimedTrend ? Self.lastMinutes : Self.recent)
        var columns = shown.map { $0.type == .numbers ? trend : .field($0.lifted { $0.row }) }
        let hasTrend = shown.contains { $0.type == .numbers }
        if !hasTrend, common.fields == nil || rules.hasTimedTrend { columns.append(trend) }
        orders = rules.orders.compactMap { name in shown.first { $0.name == name }?.lifted { $0.row } }
        // A younger age is "just now", and says no more than the time.
        table = PictureTable(
            columns, key: { $0.key }, options: common.rendering(environment), localTime: environment.localTime,
            freshness: max(rules.interval ?? .zero, .seconds(60)))
    }

    private static var recent: Trend<Line> {
        Trend(width: lastRows, importance: Importance.trend) { $0.trend }
    }

    /// The present is at the right edge of all rows.
    private static var lastMinutes: Trend<Line> {
        func name(_ steps: Int) -> String { "last \(steps * step / 60) min" }
        return Trend(
            name(lastSteps), width: lastSteps, importance: Importance.trend,
            narrow: (name(lastSteps / 2), lastSteps / 2)
        ) { Array(repeating: nil, count: max(0, lastSteps - $0.trend.count)) + $0.trend }
    }

    var count: RowCount {
        RowCount(shown: lines.count { rules.isCounted($0.row) }, leftOut: leftOut.count)
    }

    func put(_ row: Row, key: String, isWanted: Bool) {
        guard isWanted else {
            if places[key] == nil { leftOut[key] = row }
            return
        }
        let value = rules.value(row)
        guard let place = places[key] else {
            leftOut[key] = nil
            let line = Line(key: key, row: row, trend: [value], step: rules.hasTimedTrend ? present : 0)
            let place = lines.firstIndex { rules.precedes(row, $0.row) } ?? lines.count
            lines.insert(line, at: place)
            return findPlaces()
        }
        lines[place].row = row
        guard rules.hasTimedTrend else { return lines[place].add(value, of: Self.lastRows) }
        lines[place].pass(to: present, of: Self.lastSteps)
        lines[place].trend[lines[place].trend.count - 1] = value
    }

    /// The number of the present step of time.
    private var present: Int { Int(elapsed().components.seconds) / Self.step }

    func remove(where isGone: (Row) -> Bool) {
        lines.removeAll { isGone($0.row) }
        leftOut = leftOut.filter { !isGone($1) }
        findPlaces()
    }

    private func findPlaces() {
        places = Dictionary(uniqueKeysWithValues: lines.indices.map { (lines[$0].key, $0) })
    }

    func draw(
        _ size: Terminal.Size, cursorRow: Int?, status: StatusLine, now: Timestamp, isLast: Bool
    ) -> [UInt8] {
        let step = rules.hasTimedTrend ? present : 0
        for index in lines.indices {
            rules.update(&lines[index].row, now)
            lines[index].pass(to: step, of: Self.lastSteps)
        }
        return table.draw(
            ordered, status: status, now: now, elapsed: elapsed(), size: size, cursorRow: cursorRow, isLast: isLast)
    }

    var nextChange: Duration? { table.nextEnd }

    func erase(_ size: Terminal.Size, cursorRow: Int?) -> [UInt8] {
        table.erase(size: size, cursorRow: cursorRow)
    }

    func end() -> [UInt8] { table.end() }
}

// MARK: - Order

extension TablePicture {
    var isSortable: Bool { !orders.isEmpty }

    var order: String? { orderIndex.map { orders[$0].name } }

    func sortNext() {
        let next = orderIndex.map { $0 + 1 } ?? 0
        orderIndex = next < orders.count ? next : nil
    }

    /// The lines in their order: those of a group together, and a total behind its rows.
    private var ordered: [Line] {
        guard let field = orderIndex.map({ orders[$0] }) else { return lines }
        let groups = Dictionary(grouping: lines) { rules.group($0.row) }
        return lines.map { rules.group($0.row) }.withoutRepeats.flatMap { name -> [Line] in
            let lines = groups[name] ?? []
            let counted = lines.filter { rules.isCounted($0.row) }
            return field.sorted(counted, descending: field.type == .number)
                + lines.filter { !rules.isCounted($0.row) }
        }
    }
}

extension TablePicture.Line {
    /// Adds a value to those of the mini chart, which has so many.
    fileprivate mutating func add(_ value: Double?, of length: Int) {
        trend.append(value)
        if trend.count > length { trend.removeFirst() }
    }

    /// Repeats the last value for each step of time until this one: a price stays until the next one comes.
    fileprivate mutating func pass(to step: Int, of length: Int) {
        guard step > self.step, let last = trend.last else { return }
        for _ in 0..<min(step - self.step, length) { add(last, of: length) }
        self.step = step
    }
}
