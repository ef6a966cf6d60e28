import DecimalArithmetic
import Platform
import ProviderKit
import Transport

/// The file of one hour: where its active sites are, and where their records begin. Of the thousands of sites only the
/// records of those near a place are read any further.
struct AirNowFile: Cacheable {
    /// Where an active site is, and its record, in bytes of the file.
    private typealias Site = (point: GlobePoint, record: Range<Int>)

    private let text: [UInt8]
    private let columns: AirNowColumns
    private var sites: [Site] = []
    private var dropped = DroppedRows()
    /// True for an old answer.
    private var isStale = false

    mutating func markStale() { isStale = true }

    var isWorthKeeping: Bool { !sites.isEmpty || dropped.isEmpty }

    /// Finds the active sites. Throws if the header lacks a column, or if no active site has coordinates.
    init(_ reader: inout CSVReader) throws {
        guard let header = try reader.next() else { throw RowProblem(description: "there is no line") }
        (columns, text) = (try AirNowColumns(header), reader.text)
        var (rows, start) = (0, reader.offset)
        var (isActive, latitude, longitude): (Bool, ArraySlice<UInt8>, ArraySlice<UInt8>) = (false, [], [])
        let places = (columns[.status], columns[.latitude], columns[.longitude])
        while try reader.readRecord({ column, cell in
            if column == places.0 { isActive = cell.elementsEqual("Active".utf8) }
            if column == places.1 { latitude = cell }
            if column == places.2 { longitude = cell }
        }) {
            rows += 1
            guard rows <= AnswerLimit.stations else {
                throw RowProblem(description: "over \(AnswerLimit.stations) rows")
            }
            let record = start..<reader.offset
            start = reader.offset
            guard isActive else { continue }
            guard let north = Number(utf8: latitude.span), let east = Number(utf8: longitude.span),
                let point = Coordinates(latitude: north, longitude: east)
            else {
                dropped.append(DroppedRow(place: rows, problem: "Latitude and Longitude are not a point"))
                continue
            }
            sites.append((GlobePoint(point), record))
        }
        if sites.isEmpty, let first = dropped.first {
            throw RowProblem(description: "row \(first.place): \(first.problem)")
        }
    }
}

// MARK: - Readings

extension AirNowFile {
    /// Returns the reading of the nearest site with an index; without one, that of the nearest site with concentrations
    /// if the scale is not the provider's own. A failure is not final if there are stations, but none has a value in
    /// this hour: the file of another hour may have one.
    func air(
        of place: LocatedPlace, _ scale: AQIScale, at now: Timestamp
    ) -> (air: Result<AirReading, ProviderFailure>, isFinal: Bool) {
        let stations = place.neighbors(among: sites) { $0.point }
        var (problem, withoutIndex): (DroppedRows, AirReading?) = ([], nil)
        for neighbor in stations.near {
            do {
                let row = try AirNowRow(cells(of: neighbor.station), columns)
                guard isStale || row.isRecent(at: now),
                    var reading = row.reading(of: place, at: neighbor.kilometres, scale)
                else { continue }
                (reading.stale, reading.dropped) = (isStale, problem)
                if reading.aqi != nil { return (.success(reading), true) }
                withoutIndex = withoutIndex ?? reading
            } catch {
                problem.append(DroppedRow(place: problem.total + 1, problem: "\(error)"))
            }
        }
        if let withoutIndex { return (.success(withoutIndex), true) }
        if let first = problem.first {
            return (.failure(ProviderFailure(AirNow.name, .invalidData(first.problem))), true)
        }
        let nearest = stations.nearest.map { name(of: $0.station).at($0.kilometres) }
        return (.failure(place.unmeasured(by: AirNow.name, nearest: nearest)), stations.near.isEmpty)
    }

    private func name(of site: Site) -> String { AirNowRow.name(of: (try? cells(of: site)) ?? [], columns) }

    private func cells(of site: Site) throws -> [String] {
        var reader = CSVReader(Array(text[site.record]))
        return try reader.next() ?? []
    }
}

/// The positions of the columns, found by the header. Their order may change.
struct AirNowColumns {
    enum Column: String, CaseIterable {
        case id = "AQSID", name = "SiteName", status = "Status", latitude = "Latitude", longitude = "Longitude"
        case country = "CountryCode", date = "ValidDate", clock = "ValidTime", source = "DataSource"
        case ozoneIndex = "OZONE_AQI", pm10Index = "PM10_AQI", pm2_5Index = "PM25_AQI", no2Index = "NO2_AQI"
        case pm2_5 = "PM25", pm2_5Unit = "PM25_Unit", pm10 = "PM10", pm10Unit = "PM10_Unit"
        case ozone = "OZONE", ozoneUnit = "OZONE_Unit", no2 = "NO2", no2Unit = "NO2_Unit"
        case so2 = "SO2", so2Unit = "SO2_Unit", co = "CO", coUnit = "CO_Unit"
    }

    static let indices: [Column] = [.ozoneIndex, .pm10Index, .pm2_5Index, .no2Index]

    /// The columns of a concentration and its unit.
    static func concentration(of pollutant: Pollutant) -> (value: Column, unit: Column) {
        switch pollutant {
        case .pm2_5: (.pm2_5, .pm2_5Unit)
        case .pm10: (.pm10, .pm10Unit)
        case .o3: (.ozone, .ozoneUnit)
        case .no2: (.no2, .no2Unit)
        case .so2: (.so2, .so2Unit)
        case .co: (.co, .coUnit)
        }
    }

    private let positions: [Column: Int]

    /// Throws `RowProblem` if a column is missing.
    init(_ header: [String]) throws {
        positions = Dictionary(
            header.enumerated().compactMap { place, name in Column(rawValue: name).map { ($0, place) } },
            uniquingKeysWith: { first, _ in first })
        for column in Column.allCases { _ = try positions[column].required("column \(column.rawValue)") }
    }

    subscript(column: Column) -> Int { positions[column] ?? 0 }
}

/// The record of one site. An empty cell is an unknown value, and so is `-999`.
struct AirNowRow {
    private let name: String
    private let time: Timestamp
    private let country: String?
    private let source: String?
    /// The largest index of the site.
    private let index: Number?
    private let concentrations: [Pollutant: Number]

    /// Throws `RowProblem` if the time or an index is not one.
    init(_ cells: [String], _ columns: AirNowColumns) throws {
        func cell(_ column: AirNowColumns.Column) -> String? {
            let place = columns[column]
            return cells.indices.contains(place) && !cells[place].isEmpty ? cells[place] : nil
        }
        name = Self.name(of: cells, columns)
        time = try Self.time(cell(.date), cell(.clock))
        (country, source) = (cell(.country), cell(.source))
        index = try AirNowColumns.indices.compactMap { column in
            guard let text = cell(column) else { return nil }
            guard let number = Number(text) else {
                throw RowProblem(description: "\(column.rawValue) is not a number")
            }
            return number.air
        }.max()
        concentrations = Dictionary(
            uniqueKeysWithValues: Pollutant.allCases.compactMap { pollutant in
                let columns = AirNowColumns.concentration(of: pollutant)
                guard let number = cell(columns.value).flatMap({ Number($0) })?.air,
                    let unit = cell(columns.unit).flatMap(ConcentrationUnit.init(airNow:)),
                    let value = try? pollutant.microgramsPerCubicMetre(of: number.value, in: unit)
                else { return nil }
                return (pollutant, Number(value))
            })
    }

    /// The name of a site, or its ID if it has none.
    static func name(of cells: [String], _ columns: AirNowColumns) -> String {
        let names = [columns[.name], columns[.id]].filter(cells.indices.contains).map { cells[$0] }
        return names.first { !$0.isEmpty } ?? "?"
    }

    /// Reads a day `MM/DD/YYYY` and a time `HH:MM`, both in UTC.
    private static func time(_ day: String?, _ clock: String?) throws -> Timestamp {
        let parts = try day.required("ValidDate").split(separator: "/", omittingEmptySubsequences: false)
        let text = parts.count == 3 ? "\(parts[2])-\(parts[0])-\(parts[1])" : ""
        let time = Timestamp(rfc3339: "\(text)T\(try clock.required("ValidTime")):00Z")
        guard let time else { throw RowProblem(description: "ValidDate and ValidTime are not a time") }
        return time
    }

    /// Whether the hour has begun, and is one of those whose files are tried.
    func isRecent(at now: Timestamp) -> Bool {
        (0..<(AirNow.pastHours + 1) * 3600).contains(now.wholeSeconds(since: time))
    }

    /// Returns the reading of the site; nil if it has no value for the scale in this hour.
    func reading(of place: LocatedPlace, at kilometres: Double, _ scale: AQIScale) -> AirReading? {
        let isOwn = scale == .us
        guard isOwn ? index != nil : !concentrations.isEmpty else { return nil }
        var reading = place.reading(
            at: time, scale: scale, provider: AirNow.name,
            station: name.at(kilometres), country: country)
        reading.concentrations = concentrations
        reading.attributions = [source].compactMap(\.self)
        reading.via? += "; preliminary"
        if isOwn {
            (reading.aqi, reading.band) = (index, scale.band(of: index?.value))
        } else {
            let hour = HourlyConcentrations(times: [time], values: concentrations.mapValues { [$0.value] })
            reading.takeBeside(scale.index(of: hour, at: 0))
        }
        return reading
    }
}

extension ConcentrationUnit {
    /// A unit as the files name it.
    fileprivate init?(airNow name: String) {
        switch name {
        case "UG/M3": self = .microgramsPerCubicMetre
        case "PPB": self = .partsPerBillion
        case "PPM": self = .partsPerMillion
        default: return nil
        }
    }
}
