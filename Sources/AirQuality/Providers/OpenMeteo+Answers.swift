import DecimalArithmetic
import JSONReader
import Platform
import ProviderKit

extension OpenMeteo {
    /// `{"error":true,"reason":"…"}`
    static let errors = ErrorShape(["error": .state, "reason": .words], isError: { $0.state == "true" })
}

/// The response of Open-Meteo for one place.
struct OpenMeteoAnswer {
    /// The cell of the model grid.
    var grid: Coordinates?
    /// The values of the current hour.
    var now: (time: Timestamp?, concentrations: [Pollutant: Number], indices: [String: Number]) = (nil, [:], [:])
    /// When the answer was requested, for values without a time.
    var requested = Timestamp(seconds: 0)
    /// True for an old answer.
    var isStale = false
    /// The past and coming hours.
    var hours = HourlyConcentrations()
    /// Whether the response contains a list of hours, even an empty one.
    var hasHours = false
    /// The index of each hour, by scale.
    var indices: [String: [Number?]] = [:]

    /// A variable of the API: the time, the index of a scale or a concentration.
    struct Variable: Sendable {
        let name: String
        var scale: AQIScale?
        var pollutant: Pollutant?
    }

    private static let indices = [Variable(name: "us_aqi", scale: .us), Variable(name: "european_aqi", scale: .europe)]
    private static let concentrations = [
        ("pm2_5", Pollutant.pm2_5), ("pm10", .pm10), ("ozone", .o3), ("nitrogen_dioxide", .no2),
        ("sulphur_dioxide", .so2), ("carbon_monoxide", .co),
    ].map { Variable(name: $0, pollutant: $1) }
    private static let keys = JSONKeys(
        ([Variable(name: "time")] + indices + concentrations).map { ($0.name, $0) })

    /// The names of the concentrations, and of all variables, in requests.
    static let pollutants = concentrations.map(\.name).joined(separator: ",")
    static let values = (indices + concentrations).map(\.name).joined(separator: ",")
}

// MARK: - Readings

extension OpenMeteoAnswer {
    /// Returns the current reading: the service's index if it has one on the scale, otherwise an index computed from
    /// the hours.
    func reading(of place: LocatedPlace, _ scale: AQIScale) -> AirReading {
        reading(
            of: place, scale, time: now.time ?? requested, own: now.indices[scale.name], now.concentrations,
            position: now.time.flatMap { hours.position(at: $0) })
    }

    /// Returns the readings of the hours that are asked for, oldest first. The service sends whole days. Where its
    /// model ends before them, the hours have no values, and are left out.
    func readings(of place: LocatedPlace, _ query: AirHistoryQuery, now: Timestamp) -> [AirReading] {
        let scale = query.scale ?? .us
        let begin = now.advanced(bySeconds: -3600 * Int64(query.hours))
        let end = now.advanced(bySeconds: 3600 * Int64(query.ahead))
        let positions = hours.times.indices.filter { hours.times[$0] > begin && hours.times[$0] <= end }
        let last = positions.last { hours.times[$0] <= now || hasValue(at: $0) } ?? -1
        return positions.filter { $0 <= last }.map { position in
            var reading = reading(
                of: place, scale, time: hours.times[position], own: indices[scale.name]?[position],
                hours.values.compactMapValues { $0[position].map(Number.init) }, position: position)
            // The answer does not say when the model ran.
            if reading.time > now { reading.issued = requested }
            return reading
        }
    }

    /// Whether the answer has an index or a concentration of an hour, from which an index is not only computed by the
    /// hours before it.
    private func hasValue(at position: Int) -> Bool {
        hours.values.values.contains { $0[position] != nil } || indices.values.contains { $0[position] != nil }
    }

    private func reading(
        of place: LocatedPlace, _ scale: AQIScale, time: Timestamp, own: Number?,
        _ concentrations: [Pollutant: Number], position: Int?
    ) -> AirReading {
        var reading = AirReading(time: time, city: place.city, aqi: own, scale: scale, provider: OpenMeteo.name)
        place.describe(&reading)
        reading.grid = grid
        reading.stale = isStale
        reading.concentrations = concentrations
        if own == nil {
            let reason = hours.times.isEmpty ? UnknownIndex.noConcentrations : .tooFewHours
            reading.take(position.map { scale.index(of: hours, at: $0) } ?? .failure(reason))
        }
        return reading
    }
}

extension OpenMeteoAnswer: Cacheable {
    mutating func markStale() { isStale = true }
}

// MARK: - Reading JSON

extension OpenMeteoAnswer {
    /// Reads one result per place: an object for one place, an array for more.
    ///
    /// The member `block` with the requested values, `current` or `hourly`, is needed. The index of the requested scale
    /// must be a number if it is present. Other values that are not numbers are treated as unknown.
    static func read(
        _ reader: inout JSONReader, count: Int, of block: String, _ scale: AQIScale, requested: Timestamp
    ) throws -> [Result<OpenMeteoAnswer, RowProblem>] {
        var answers: [Result<OpenMeteoAnswer, RowProblem>] = []
        var others = 0
        if reader.next == .array {
            try reader.readArray { reader in
                guard answers.count < count else { return others += 1 }
                answers.append(try reader.readSoundRow { try OpenMeteoAnswer(&$0, block, scale, requested: requested) })
            }
        } else {
            answers.append(.success(try OpenMeteoAnswer(&reader, block, scale, requested: requested)))
        }
        guard answers.count == count, others == 0 else {
            throw RowProblem(description: "\(answers.count + others) places instead of \(count)")
        }
        return answers
    }

    private init(_ reader: inout JSONReader, _ block: String, _ scale: AQIScale, requested: Timestamp) throws {
        self.requested = requested
        var (latitude, longitude): (Number?, Number?)
        var offset: Int64 = 0
        var (now, columns): (JSONReader?, JSONReader?)
        try reader.readObject(Self.members) { key, reader in
            switch key {
            case "latitude": latitude = try reader.numberIfSound()
            case "longitude": longitude = try reader.numberIfSound()
            case "utc_offset_seconds": offset = try reader.optionalInteger(key) ?? 0
            // Times need the UTC offset, so these two are read after all other fields.
            case "current": now = reader
            default: columns = reader
            }
        }
        guard offset.magnitude <= 86400 else { throw RowProblem(description: "utc_offset_seconds is over a day") }
        // Without the values of now, those of an hour would be shown as if they were current.
        _ = try (block == "current" ? now : columns).required(block)
        if let latitude, let longitude { grid = Coordinates(latitude: latitude, longitude: longitude) }
        if var now { try readNow(&now, offset: offset, scale) }
        if var columns { try readHours(&columns, offset: offset, scale) }
    }

    private mutating func readNow(_ reader: inout JSONReader, offset: Int64, _ scale: AQIScale) throws {
        try reader.readObject(Self.keys) { variable, reader in
            if variable.name == "time" {
                now.time = try reader.openMeteoTime(offset: offset)
            } else {
                let number = try reader.openMeteoValue(of: variable, scale)
                if let pollutant = variable.pollutant { now.concentrations[pollutant] = number }
                if let scale = variable.scale { now.indices[scale.name] = number }
            }
        }
    }

    private mutating func readHours(_ reader: inout JSONReader, offset: Int64, _ scale: AQIScale) throws {
        var columns: [(variable: Variable, values: [Number?])] = []
        var times: [Timestamp] = []
        try reader.readObject(Self.keys) { variable, reader in
            if variable.name == "time" {
                hasHours = true
                try reader.readArray(upTo: AnswerLimit.hours) {
                    times.append(try $0.openMeteoTime(offset: offset).required("hourly time"))
                }
            } else if variable.scale == scale ? try !reader.takeNull() : reader.next == .array {
                var column: [Number?] = []
                try reader.readArray(upTo: AnswerLimit.hours) {
                    column.append(try $0.openMeteoValue(of: variable, scale))
                }
                columns.append((variable, column))
            }
        }
        guard zip(times, times.dropFirst()).allSatisfy(<) else {
            throw RowProblem(description: "hours are not in order")
        }
        hours.times = times
        for (variable, column) in columns where !column.isEmpty {
            guard column.count == times.count else {
                throw RowProblem(description: "\(column.count) values of \(variable.name) for \(times.count) hours")
            }
            if let pollutant = variable.pollutant { hours.values[pollutant] = column.map { $0?.value } }
            if let scale = variable.scale { indices[scale.name] = column }
        }
    }

    private static let members = JSONKeys(
        named: "latitude", "longitude", "current", "hourly", "utc_offset_seconds")
}

extension JSONReader {
    fileprivate mutating func openMeteoValue(
        of variable: OpenMeteoAnswer.Variable, _ scale: AQIScale
    ) throws -> Number? {
        variable.scale == scale ? try optionalAir(variable.name) : try airIfSound()
    }

    /// Reads `2026-10-10T14:00` on a clock `offset` seconds ahead of UTC, or seconds since 1970 in UTC.
    fileprivate mutating func openMeteoTime(offset: Int64) throws -> Timestamp? {
        if next == .number { return try optionalTime("time", in: .seconds) }
        guard let text = try optionalText("time") else { return nil }
        if let time = Timestamp(rfc3339: text) { return time }
        guard let local = Timestamp(rfc3339: text + "Z") ?? Timestamp(rfc3339: text + ":00Z"),
            let time = Timestamp(
                exactSeconds: local.seconds - offset, nanoseconds: local.nanoseconds, digits: local.digits)
        else { throw RowProblem(description: "time is not a time") }
        return time
    }
}
