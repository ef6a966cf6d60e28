import AirQuality
import DecimalArithmetic
import Platform
import Rendering

/// The stages of readings: rows, a picture, or charts.
final class AirStages: StreamStages {
    var rows: RowSink<AirRow>
    private(set) var picture: (any StreamPicture<AirRow>)?
    /// The charts to print at the end; nil if there are none, or a picture shows them.
    private var charts: AirCharts?
    private let console: Console
    /// The newest reading of each city, by its name.
    private var newest: [String: AirReading] = [:]
    /// The cities with a reading since the last row of an interval, in the order in which they arrived.
    private var waiting: [String] = []
    private var isWaiting: Set<String> = []
    private let hasInterval: Bool
    /// True if there were cities for the charts at the end, but no values.
    private(set) var hasNothingToDraw = false

    /// Creates the stages for a request. Throws `Failure` for invalid options.
    init(_ request: AirRequest, _ environment: Environment, isPicture: Bool) throws(Failure) {
        let (order, console) = (request.order, environment.console)
        let common = request.chart ? request.common.besideChart : request.common
        if request.chart {
            let charts = AirCharts(
                ChartOutput(request.common, environment).knowingBackground(), precedes: order)
            if isPicture { picture = charts } else { self.charts = charts }
        } else if isPicture {
            picture = try TablePicture<AirRow>(
                common, fields: request.fields, columns: request.columns(request.view(on: ["live": true]), environment),
                environment: environment,
                rules: TablePicture<AirRow>.Rules(
                    value: { $0.reading.aqi?.value.doubleValue }, precedes: { order($0.reading, $1.reading) },
                    update: { $0.now = $1 }, orders: ["city", "aqi"], interval: request.ends.interval))
        }
        rows = try RowSink(
            request.ends, common, fields: request.fields,
            windows: RollingWindows(of: "aqi", in: request.fields) { $0.reading.city }, environment: environment,
            isPicture: isPicture || request.chart)
        self.console = console
        hasInterval = request.ends.interval != nil
    }

    /// Takes the readings of one message, except those that do not differ from the last of their city.
    func take(_ readings: [AirReading], now: Timestamp) {
        // The rest of a message, after the last row, is left out.
        for reading in readings where !rows.hasEnded && newest[reading.city] != reading {
            let isFirst = newest.updateValue(reading, forKey: reading.city) == nil
            let row = AirRow(reading: reading, now: now)
            if rows.isConditional, rows.watch(row) {
                show(row, isLast: true)
            } else if !hasInterval {
                show(row)
            } else if isWaiting.insert(reading.city).inserted {
                waiting.append(reading.city)
                // A picture does not stay empty until the first interval is over.
                if isFirst { picture(row) }
            }
        }
    }

    private func show(_ row: AirRow, isLast: Bool = false) {
        picture(row)
        charts?.put(row, key: row.reading.city, isWanted: rows.isPictured(row))
        rows.print(row, isLast: isLast)
    }

    private func picture(_ row: AirRow) {
        picture?.put(row, key: row.reading.city, isWanted: rows.isPictured(row))
    }

    func printDue(now: Timestamp) {
        for city in waiting {
            if !rows.hasEnded, let reading = newest[city] { show(AirRow(reading: reading, now: now)) }
        }
        waiting.removeAll(keepingCapacity: true)
        isWaiting.removeAll(keepingCapacity: true)
    }

    func finish(orNothing: Bool) throws(Failure) {
        try rows.finish(orNothing: orNothing)
        if let charts, charts.count.shown > 0 { hasNothingToDraw = try !charts.print(to: console) }
    }
}

extension AirRequest {
    /// The order of cities in a picture: as requested; without operands by name.
    fileprivate var order: @Sendable (AirReading, AirReading) -> Bool {
        guard !places.isEmpty else { return { $0.city < $1.city } }
        let names = places.map { $0.description.lowercased() }
        let ranks = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
        return { left, right in
            ranks[left.city.lowercased()] ?? .max < ranks[right.city.lowercased()] ?? .max
        }
    }
}
