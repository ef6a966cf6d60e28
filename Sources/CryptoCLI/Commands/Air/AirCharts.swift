import AirQuality
import Platform
import Rendering

/// Charts of the recorded values of each city: drawn in place on a terminal, otherwise printed once at the end.
struct AirCharts: StreamPicture {
    /// The minimum number of lines of a chart in a picture.
    private static let leastRows = 10

    private struct City {
        var history = AirHistory()
        /// The newest reading with an index, or the first of all.
        var newest: AirReading

        /// The recorded values, and the newest one even if it was not recorded, so that the last point is the current
        /// value.
        var points: [Chart.Point] {
            var points = history.records.map { Chart.Point($0.time, $0.aqi) }
            let current = Chart.Point(newest.time, newest.aqi)
            if newest.aqi != nil, points.last != current { points.append(current) }
            return points
        }
    }

    private let output: ChartOutput
    private let precedes: @Sendable (AirReading, AirReading) -> Bool
    private var cities: [City] = []
    private var places: [String: Int] = [:]
    /// The cities that have had no reading to draw.
    private var leftOut: Set<String> = []
    private var picture: PictureLines

    /// Creates charts in the given order.
    init(_ output: ChartOutput, precedes: @escaping @Sendable (AirReading, AirReading) -> Bool) {
        self.output = output
        self.precedes = precedes
        picture = PictureLines(colors: output.colors, unicode: output.glyphs == .braille)
    }

    var count: PictureCount { PictureCount(shown: cities.count, leftOut: leftOut.count) }

    /// Adds a reading to the history of its city, by the time of the reading, because the clock of a simulated provider
    /// differs from the system's.
    mutating func put(_ row: AirRow, key: String, isWanted: Bool) {
        guard isWanted else {
            if places[key] == nil { leftOut.insert(key) }
            return
        }
        leftOut.remove(key)
        let reading = row.reading
        let place = places[key] ?? add(reading)
        cities[place].history.record(
            reading.aqi, time: reading.time, elapsed: .seconds(reading.time.seconds))
        if reading.aqi != nil { cities[place].newest = reading }
    }

    private mutating func add(_ reading: AirReading) -> Int {
        let place = cities.firstIndex { precedes(reading, $0.newest) } ?? cities.count
        cities.insert(City(newest: reading), at: place)
        places = Dictionary(uniqueKeysWithValues: cities.indices.map { (cities[$0].newest.city, $0) })
        return place
    }

    mutating func remove(where isGone: (AirRow) -> Bool) {}

    /// One chart for each city.
    private var charts: [Chart] {
        cities.map { $0.newest.chart(output, $0.points) }
    }

    /// Prints all charts. Returns false if none has a value.
    func print(to console: Console) throws(Failure) -> Bool {
        try output.print(charts, to: console)
    }
}

// MARK: - Picture

extension AirCharts {
    /// Draws the first charts, as many as fit; the last time all of them.
    mutating func draw(
        _ size: Terminal.Size, cursorRow: Int?, status: StatusLine, now: Timestamp, isLast: Bool
    ) -> [UInt8] {
        let room = PictureLines.room(size)
        // An empty line is between two charts.
        let fitting = cities.prefix(max(1, (room.rows + 1) / (Self.leastRows + 1))).count
        let shown = isLast ? cities.count : fitting
        let rows = fitting > 0 ? max(1, (room.rows + 1) / fitting - 1) : 0
        let lines = charts.prefix(shown).map { output.lines(of: $0, columns: room.columns, rows: rows) }
        return picture.draw(
            Array(lines.joined(separator: [[]])), status: status, hidden: cities.count - shown, size: size,
            cursorRow: cursorRow, isLast: isLast)
    }

    mutating func erase(_ size: Terminal.Size, cursorRow: Int?) -> [UInt8] {
        picture.erase(size: size, cursorRow: cursorRow)
    }

    mutating func end() -> [UInt8] { picture.end() }
}
