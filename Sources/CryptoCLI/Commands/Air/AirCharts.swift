import AirQuality
import Platform
import Rendering

/// Charts of the recorded values of each city: drawn in place on a terminal, otherwise printed once at the end.
final class AirCharts: StreamPicture {
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

        /// Whether its chart would be a line over less than half a minute, which looks like one over hours.
        var isBrief: Bool {
            let times = points.map(\.time)
            guard let first = times.first, let last = times.last else { return false }
            return .seconds(last.wholeSeconds(since: first)) < AirHistory.interval
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
        picture = PictureLines(colors: output.colors, unicode: output.isUnicode)
    }

    var count: RowCount { RowCount(shown: cities.count, leftOut: leftOut.count) }

    /// Adds a reading to the history of its city, by the time of the reading, because the clock of a simulated provider
    /// differs from the system's.
    func put(_ row: AirRow, key: String, isWanted: Bool) {
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

    private func add(_ reading: AirReading) -> Int {
        let place = cities.firstIndex { precedes(reading, $0.newest) } ?? cities.count
        cities.insert(City(newest: reading), at: place)
        places = Dictionary(uniqueKeysWithValues: cities.indices.map { (cities[$0].newest.city, $0) })
        return place
    }

    func remove(where isGone: (AirRow) -> Bool) {}

    private func chart(of city: City) -> Chart { city.newest.chart(output, city.points) }

    /// Prints one chart for each city. Returns false if none has a value.
    func print(to console: Console) throws(Failure) -> Bool {
        try output.print(cities.map(chart), to: console)
    }
}

// MARK: - Picture

extension AirCharts {
    /// Draws the first charts, as many as fit; the last time all of them.
    func draw(
        _ size: Terminal.Size, cursorRow: Int?, status: StatusLine, now: Timestamp, isLast: Bool
    ) -> [UInt8] {
        let room = PictureLines.room(size)
        // An empty line is between two charts.
        let fitting = cities.prefix(max(1, (room.rows + 1) / (Self.leastRows + 1))).count
        let shown = isLast ? cities.count : fitting
        let rows = fitting > 0 ? max(1, (room.rows + 1) / fitting - 1) : 0
        let lines = cities.prefix(shown).map { city in
            city.isBrief
                ? Array(reading(of: city, columns: room.columns, now: now, isLast: isLast).prefix(rows))
                : output.lines(of: chart(of: city), columns: room.columns, rows: rows)
        }
        return picture.draw(
            Array(lines.joined(separator: [[]])), status: status, hidden: cities.count - shown, size: size,
            cursorRow: cursorRow, isLast: isLast)
    }

    /// Returns the lines in the place of a chart that is to come, or that has not come: the newest reading as a number.
    private func reading(of city: City, columns: Int, now: Timestamp, isLast: Bool) -> [[UInt8]] {
        let output = output
        let index = Field<AirRow>(
            "aqi", .text, help: "", importance: Field<AirRow>.essential, presentation: .exact,
            tint: FieldTable.air["aqi"]?.tint
        ) { Value($0.reading.index(output, as: .fixed(places: 1))) }
        let fields = [FieldTable.air["city"], index, FieldTable.air["level"], FieldTable.air["face"]]
        var renderer = Renderer(.table, fields: fields.compactMap(\.self), options: output.rendering(columns: columns))
        let bytes = renderer.bytes([AirRow(reading: city.newest, now: now)])
        let note = isLast ? [] : [Array("a chart follows after half a minute".utf8.prefix(columns))]
        return bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) } + note
    }

    func erase(_ size: Terminal.Size, cursorRow: Int?) -> [UInt8] {
        picture.erase(size: size, cursorRow: cursorRow)
    }

    func end() -> [UInt8] { picture.end() }
}
