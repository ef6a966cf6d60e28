import Platform
import Rendering

/// A stream's rows as a picture on a terminal: the newest row of each key, and the way its value came.
struct LiveScreen<Row: Sendable> {
    /// A row and the last values of what its sparkline shows.
    struct Line: Sendable {
        let key: String
        var row: Row
        var trend: [Double?]
    }

    private static var trendLength: Int { 16 }

    private var table: LiveTable<Line>
    private var lines: [Line] = []
    private var places: [String: Int] = [:]
    private let precedes: @Sendable (Row, Row) -> Bool

    /// A picture of these fields; rows of which none precedes the other stand in the order they came.
    init(
        _ fields: [Field<Row>], hasTrend: Bool, options: RenderingOptions, unicode: Bool,
        precedes: @escaping @Sendable (Row, Row) -> Bool
    ) {
        self.precedes = precedes
        var columns = fields.map { LiveColumn<Line>.field($0.lifted { $0.row }) }
        if hasTrend { columns.append(.trend(Trend(width: Self.trendLength, importance: 5) { $0.trend })) }
        table = LiveTable(columns, key: { $0.key }, options: options, unicode: unicode)
    }

    /// How many rows there are.
    var count: Int { lines.count }

    /// Shows a row in place of the one of its key before it; `value` is what its sparkline shows.
    mutating func put(_ row: Row, key: String, value: Double?) {
        guard let place = places[key] else {
            let place = lines.firstIndex { precedes(row, $0.row) } ?? lines.count
            lines.insert(Line(key: key, row: row, trend: [value]), at: place)
            return findPlaces()
        }
        lines[place].row = row
        lines[place].trend.append(value)
        if lines[place].trend.count > Self.trendLength { lines[place].trend.removeFirst() }
    }

    /// Takes rows away.
    mutating func remove(where isGone: (Row) -> Bool) {
        lines.removeAll { isGone($0.row) }
        findPlaces()
    }

    private mutating func findPlaces() {
        places = Dictionary(uniqueKeysWithValues: lines.indices.map { (lines[$0].key, $0) })
    }

    /// Changes every row, such as its age.
    mutating func update(_ change: (inout Row) -> Void) {
        for index in lines.indices { change(&lines[index].row) }
    }

    /// The bytes of a drawing; none where nothing has changed.
    mutating func draw(_ size: Terminal.Size, status: String) -> [UInt8] {
        table.draw(lines, status: status, size: size)
    }

    /// The bytes that take the picture away for lines of others.
    mutating func erase(_ size: Terminal.Size) -> [UInt8] { table.erase(size: size) }

    /// The bytes that leave the picture as it is.
    mutating func end() -> [UInt8] { table.end() }
}
