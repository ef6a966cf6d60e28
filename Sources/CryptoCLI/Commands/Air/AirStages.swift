import AirQuality
import DecimalArithmetic
import Platform
import Rendering

/// What happens to the readings of a stream on their way out: rows, lines of a picture, or charts.
struct AirStages: StreamStages {
    private var rows: RowStages<AirRow>
    private var screen: LiveScreen<AirRow>?
    private var charts: AirCharts?
    private let console: Console
    /// The newest reading of each city, by its name.
    private var newest: [String: AirReading] = [:]
    /// The cities with a reading since the last row, where rows come in an interval, in the order they came.
    private var waiting: [String] = []
    private var isWaiting: Set<String> = []
    private let hasInterval: Bool
    /// Whether charts are drawn in place.
    private var isPicture = false
    /// Whether cities came for the charts that are written at the end, and no value of any.
    private(set) var hasNothingToDraw = false

    private init(
        _ request: AirRequest, _ rows: RowStages<AirRow>, _ console: Console, screen: LiveScreen<AirRow>? = nil,
        charts: AirCharts? = nil
    ) {
        (self.rows, self.console, self.screen, self.charts) = (rows, console, screen, charts)
        hasInterval = request.ends.interval != nil
        if hasInterval { self.rows.hold() }
    }

    /// Takes the readings of one message; one that says nothing new of its city is passed over.
    mutating func take(_ readings: [AirReading], now: Timestamp) {
        for reading in readings where newest[reading.city] != reading {
            newest[reading.city] = reading
            let row = AirRow(reading, now: now)
            if rows.isConditional, rows.watch(row, of: reading.city) {
                show(row, isLast: true)
            } else if !hasInterval {
                show(row)
            } else if isWaiting.insert(reading.city).inserted {
                waiting.append(reading.city)
            }
        }
    }

    private mutating func show(_ row: AirRow, isLast: Bool = false) {
        if rows.isPictured(row) {
            screen?.put(row, key: row.reading.city, value: row.reading.aqi?.value.doubleValue)
            charts?.put(row.reading)
        }
        rows.print(row, isLast: isLast)
    }
}

// MARK: - Rows

extension AirStages {
    var tally: RowTally { rows.tally }
    var commands: RunningCommands? { rows.commands }
    var ending: StreamEnding? { rows.ending }

    mutating func printDue(now: Timestamp) {
        for city in waiting {
            if let reading = newest[city] { show(AirRow(reading, now: now)) }
        }
        waiting.removeAll(keepingCapacity: true)
        isWaiting.removeAll(keepingCapacity: true)
    }

    mutating func takeHeld() -> [UInt8] { rows.take() }

    mutating func fail(_ failure: Failure) { rows.fail(failure) }

    mutating func flush() { rows.flush() }

    mutating func finish(orNothing: Bool) throws(Failure) {
        try rows.finish(orNothing: orNothing)
        if let charts, !isPicture, charts.count > 0 { hasNothingToDraw = try !charts.print(to: console) }
    }
}

// MARK: - Picture

extension AirStages {
    var pictured: Int { screen?.count ?? charts?.count ?? 0 }

    mutating func draw(_ size: Terminal.Size, status: String, now: Timestamp) -> [UInt8] {
        screen?.update { $0.grow(to: now) }
        return screen?.draw(size, status: status) ?? charts?.draw(size, status: status) ?? []
    }

    mutating func erase(_ size: Terminal.Size) -> [UInt8] { screen?.erase(size) ?? charts?.erase(size) ?? [] }

    mutating func endPicture() -> [UInt8] { screen?.end() ?? charts?.endPicture() ?? [] }
}

// MARK: - Options

extension AirStages {
    /// The stages that a request asks for; options are checked before anybody is asked.
    init(_ request: AirRequest, _ environment: Environment, isPicture: Bool) throws(Failure) {
        let (order, console) = (request.order, environment.console)
        if request.chart {
            var common = request.common
            let chart = ChartOutput(common, environment)
            common.format = nil
            let rows = try RowStages(
                request.ends, .air, writer: nil, environment, common.origins,
                condition: try Output(common, .air, environment))
            self.init(request, rows, console, charts: AirCharts(chart, precedes: order))
            self.isPicture = isPicture
            return
        }
        let output = try Output(request.common, .air, environment)
        guard isPicture else {
            let writer = RowWriter(output, console, isStream: true)
            let rows = try RowStages(request.ends, .air, writer: writer, environment, request.common.origins)
            self.init(request, rows, console)
            return
        }
        let screen = LiveScreen<AirRow>(
            output.fields, hasTrend: request.common.fields == nil, options: request.common.rendering(environment),
            unicode: Terminal.isUTF8(environment.variables), precedes: { order($0.reading, $1.reading) })
        let rows = try RowStages(
            request.ends, .air, writer: nil, environment, request.common.origins, condition: output)
        self.init(request, rows, console, screen: screen)
    }
}

extension AirRequest {
    /// How cities of a picture stand: in the order asked, without operands by name.
    fileprivate var order: @Sendable (AirReading, AirReading) -> Bool {
        guard !places.isEmpty else { return { $0.city < $1.city } }
        let names = places.map { $0.description.lowercased() }
        let ranks = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
        return { left, right in
            ranks[left.city.lowercased()] ?? .max < ranks[right.city.lowercased()] ?? .max
        }
    }
}
