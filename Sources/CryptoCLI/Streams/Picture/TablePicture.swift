import Platform
import Rendering

/// A table of the newest row of each key on a terminal, with a sparkline of its last values.
struct TablePicture<Row: Sendable>: StreamPicture {
    /// A row and the last values of its sparkline.
    struct Line: Sendable {
        let key: String
        var row: Row
        var trend: [Double?]
    }

    /// What the table needs to know of its rows.
    struct Rules: Sendable {
        /// The value for the sparkline.
        var value: @Sendable (Row) -> Double?
        /// The order of the rows; rows of which none precedes the other keep the order in which they arrived.
        var precedes: @Sendable (Row, Row) -> Bool
        /// Updates a row before a drawing, such as its age.
        var update: @Sendable (inout Row, Timestamp) -> Void = { _, _ in }
        /// Whether the row counts as one of those that the last line tells the number of.
        var isCounted: @Sendable (Row) -> Bool = { _ in true }
        /// The time in which a row is not replaced.
        var interval: Duration?
    }

    private static var trendLength: Int { 16 }

    private var table: PictureTable<Line>
    private var lines: [Line] = []
    private var places: [String: Int] = [:]
    /// The newest row of each key that has had none to show.
    private var leftOut: [String: Row] = [:]
    private let rules: Rules
    private let elapsed: @Sendable () -> Duration

    /// Creates a table of the selected fields; without `--fields` of these columns, which hold the default fields and
    /// may hold others, and a sparkline.
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
        let trend = PictureColumn<Line>.trend(
            Trend(width: Self.trendLength, importance: Importance.trend) { $0.trend })
        // A stream sends no trend: in its place is what arrived.
        var columns = shown.map { $0.type == .numbers ? trend : .field($0.lifted { $0.row }) }
        if common.fields == nil { columns.append(trend) }
        // A younger age is "just now", and says no more than the time.
        table = PictureTable(
            columns, key: { $0.key }, options: common.rendering(environment), localTime: environment.localTime,
            freshness: max(rules.interval ?? .zero, .seconds(60)))
    }

    var count: PictureCount {
        PictureCount(shown: lines.count { rules.isCounted($0.row) }, leftOut: leftOut.count)
    }

    mutating func put(_ row: Row, key: String, isWanted: Bool) {
        guard isWanted else {
            if places[key] == nil { leftOut[key] = row }
            return
        }
        let value = rules.value(row)
        guard let place = places[key] else {
            leftOut[key] = nil
            let place = lines.firstIndex { rules.precedes(row, $0.row) } ?? lines.count
            lines.insert(Line(key: key, row: row, trend: [value]), at: place)
            return findPlaces()
        }
        lines[place].row = row
        lines[place].trend.append(value)
        if lines[place].trend.count > Self.trendLength { lines[place].trend.removeFirst() }
    }

    mutating func remove(where isGone: (Row) -> Bool) {
        lines.removeAll { isGone($0.row) }
        leftOut = leftOut.filter { !isGone($1) }
        findPlaces()
    }

    private mutating func findPlaces() {
        places = Dictionary(uniqueKeysWithValues: lines.indices.map { (lines[$0].key, $0) })
    }

    mutating func draw(
        _ size: Terminal.Size, cursorRow: Int?, status: StatusLine, now: Timestamp, isLast: Bool
    ) -> [UInt8] {
        for index in lines.indices { rules.update(&lines[index].row, now) }
        return table.draw(
            lines, status: status, now: now, elapsed: elapsed(), size: size, cursorRow: cursorRow, isLast: isLast)
    }

    var nextChange: Duration? { table.nextEnd }

    mutating func erase(_ size: Terminal.Size, cursorRow: Int?) -> [UInt8] {
        table.erase(size: size, cursorRow: cursorRow)
    }

    mutating func end() -> [UInt8] { table.end() }
}
