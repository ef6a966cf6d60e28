import DecimalArithmetic
import JSONReader
import Platform

extension WAQI {
    /// Errors have HTTP status 200. They look like `{"status":"error","data":"Unknown station"}`, or contain an error
    /// as data: `{"status":"ok","data":{"status":"error","msg":"Unknown ID"}}`. The statuses `nope` and `nug` also
    /// occur; they are not documented. `Unknown station` is also sent for cities.
    static let errors = ErrorShape(
        [
            "status": .kind, "message": .words,
            "data": .words(in: ["status": .state, "msg": .words, "message": .words]),
        ],
        meanings: [
            (.unknownCity, ["unknown station", "no such station", "unknown id", "unknown city"]),
            (.wrongKey, ["invalid key"]), (.rateLimited, ["over quota"]),
        ],
        isError: { $0.kind.map { $0 != "ok" } ?? false || $0.state == "error" })

    /// Reads `data` of a response, which is always `{"status":"ok","data":…}`.
    static func data<Data>(
        _ reader: inout JSONReader, _ body: (inout JSONReader) throws -> Data
    ) throws -> Data {
        var again = reader
        _ = try again.readMember("status") { try $0.optionalText("status").required("status") }
        return try reader.readMember("data", body)
    }
}

/// The current measurements of a station or city.
struct WAQIFeed: Equatable, Cacheable {
    var aqi: Number?
    var city: String?
    var coordinates: Coordinates?
    /// When the air was measured, otherwise when the answer was requested.
    var time: Timestamp
    var attributions: [String] = []
    var namesakes: [String] = []
    /// True for an old answer.
    var isStale = false

    mutating func markStale() { isStale = true }

    /// Returns the reading. On a scale other than the service's own it has no index.
    func reading(of place: Place, _ scale: AQIScale) -> AirReading {
        let isOwn = scale == .us
        var reading = AirReading(
            time: time, city: city ?? place.description, aqi: isOwn ? aqi : nil, scale: scale,
            provider: WAQI.name)
        if !isOwn { reading.unknown = .noConcentrations }
        reading.coordinates = coordinates
        reading.attributions = attributions
        reading.namesakes = namesakes
        reading.stale = isStale
        return reading.asked(for: place)
    }
}

extension WAQIFeed {
    init(_ reader: inout JSONReader, requested: Timestamp) throws {
        time = requested
        var hasIndex = false
        try reader.readObject(JSONKeys(named: "aqi", "city", "time", "attributions")) { key, reader in
            switch key {
            case "aqi":
                hasIndex = true
                aqi = try reader.waqiIndex()
            case "city": try readCity(&reader)
            case "time": time = try WAQIFeed.readTime(&reader) ?? requested
            default: attributions = try WAQIFeed.readNames(&reader)
            }
        }
        guard hasIndex else { throw RowProblem(description: "aqi is missing") }
    }

    private mutating func readCity(_ reader: inout JSONReader) throws {
        guard reader.next == .object else { return }
        try reader.readObject(JSONKeys(named: "name", "geo")) { key, reader in
            if key == "name" { city = try reader.textIfSound() } else { coordinates = try reader.waqiPoint() }
        }
    }

    private static func readNames(_ reader: inout JSONReader) throws -> [String] {
        var names: [String] = []
        guard reader.next == .array else { return names }
        try reader.readArray { reader in
            guard reader.next == .object else { return }
            try reader.readObject(JSONKeys("name")) { _, reader in
                if let name = try reader.textIfSound() { names.append(name) }
            }
        }
        return names
    }

    /// Reads `iso` if it is present, otherwise the station's local time with its offset. `v` is ignored, because it
    /// can be the station's local time counted as if it were UTC.
    private static func readTime(_ reader: inout JSONReader) throws -> Timestamp? {
        var texts: [String: String] = [:]
        if try reader.takeNull() { return nil }
        try reader.readObject(JSONKeys(named: "s", "tz", "iso")) { texts[$0] = try $1.optionalText("time") }
        if let iso = texts["iso"] { return try Timestamp(rfc3339: iso).required("time in ISO 8601") }
        guard let clock = texts["s"], !clock.isEmpty, let zone = texts["tz"] else { return nil }
        return try Timestamp(rfc3339: clock + zone).required("time with its zone")
    }
}

extension JSONReader {
    /// Reads an index. Stations send `-`, an empty text or `-1` for an unknown one.
    fileprivate mutating func waqiIndex() throws -> Number? {
        if next == .string {
            var again = self
            let text = try again.readString()
            if text == "-" {
                self = again
                return nil
            }
        }
        return try optionalAir("aqi")
    }

    /// Reads latitude and longitude, as numbers or text. A few stations send them in reverse order, which is detected
    /// if the first cannot be a latitude. An invalid point is unknown.
    fileprivate mutating func waqiPoint() throws -> Coordinates? {
        guard next == .array else { return nil }
        var numbers: [Number?] = []
        try readArray { numbers.append(try $0.numberIfSound()) }
        guard numbers.count == 2, let first = numbers[0], let second = numbers[1] else { return nil }
        return Coordinates(latitude: first, longitude: second) ?? Coordinates(latitude: second, longitude: first)
    }
}

/// A station found by a search.
struct WAQIStation: Equatable, Cacheable {
    let uid: Int64
    let name: String
    let isKnown: Bool

    private static let keys = JSONKeys(named: "uid", "aqi", "station")

    /// A station has no age.
    mutating func markStale() {}

    /// Reads all results of a search.
    static func readAll(_ reader: inout JSONReader) throws -> [WAQIStation] {
        var rows = RowCollector<WAQIStation>()
        try reader.readArray { try rows.read(&$0, name: { _ in RowName() }, WAQIStation.init) }
        try rows.check()
        return rows.rows
    }

    private init(_ reader: inout JSONReader) throws {
        var (uid, name, aqi): (Int64?, String?, Number?)
        try reader.readObject(Self.keys) { key, reader in
            switch key {
            case "uid": uid = try reader.optionalInteger("uid")
            case "aqi": aqi = try reader.airIfSound()
            default:
                try reader.readObject(JSONKeys("name")) { name = try $1.optionalText("station name") }
            }
        }
        self.uid = try uid.required("uid")
        self.name = try name.required("station name")
        isKnown = aqi != nil
    }

    /// Returns the first station of the city with a name, preferring stations with values, and the stations of other
    /// cities with that name. A station's name ends with its city and country: `BTM, Bangalore, India`. Names are in
    /// English or in the script of the country. If no station shows a name that is not ASCII, all results are assumed
    /// to match it.
    static func match(
        _ name: String, in stations: [WAQIStation]
    ) -> (station: WAQIStation, others: [WAQIStation])? {
        let wanted = name.lowercased()
        var matches = stations.compactMap { station in station.city(named: wanted).map { (station, city: $0) } }
        if matches.isEmpty, !name.utf8.allSatisfy({ $0 < 128 }) { matches = stations.map { ($0, city: wanted) } }
        guard let first = matches.first(where: { $0.0.isKnown }) ?? matches.first else { return nil }
        return (first.0, matches.filter { $0.city != first.city }.map(\.0))
    }

    /// The part of the name that begins with the city; nil if the city is not the requested one.
    private func city(named wanted: String) -> String? {
        let parts = name.lowercased().split(separator: ",").map { $0.trimmed }
        return parts.firstIndex { $0 == wanted }.map { parts[$0...].joined(separator: ", ") }
    }
}
