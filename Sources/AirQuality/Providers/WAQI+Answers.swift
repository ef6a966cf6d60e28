import DecimalArithmetic
import JSONReader
import Platform

/// What stands around every answer: `{"status":"ok","data":…}`.
enum WAQIAnswer {
    /// `{"status":"error","data":"Unknown station"}` with status 200, or an answer whose data is an error of its own:
    /// `{"status":"ok","data":{"status":"error","msg":"Unknown ID"}}`. `nope` and `nug` have been seen as well; what they
    /// mean is documented nowhere. `Unknown station` is said of cities too.
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

    /// Reads `data` of an answer.
    static func read<Data>(
        _ reader: inout JSONReader, _ body: (inout JSONReader) throws -> Data
    ) throws -> Data {
        var (status, data): (String?, JSONReader?)
        try reader.readObject(Key.keys) { key, reader in
            switch key {
            case .status: status = try reader.optionalText("status")
            case .data: data = reader
            }
        }
        _ = try status.required("status")
        var rest = try data.required("data")
        return try body(&rest)
    }

    private enum Key: String, CaseIterable {
        case status, data
        static let keys = JSONKeys<Self>()
    }
}

/// What a station or city measures now.
struct WAQIFeed: Equatable {
    var aqi: Number?
    var city: String?
    var coordinates: Coordinates?
    var time: Timestamp?
    var attributions: [String] = []
    var namesakes: [String] = []

    /// The reading: of another scale than the service's own it has nothing.
    func reading(of place: Place, _ scale: AQIScale, now: Timestamp) -> AirReading {
        let isOwn = scale == AirQualityProvider.waqi.scale
        var reading = AirReading(
            time: time ?? now, city: city ?? place.description, aqi: isOwn ? aqi : nil, scale: scale,
            provider: WAQI.name)
        if !isOwn { reading.unknown = .noConcentrations }
        reading.coordinates = coordinates
        reading.attributions = attributions
        reading.namesakes = namesakes
        return reading.asked(for: place)
    }
}

extension WAQIFeed {
    init(_ reader: inout JSONReader) throws {
        var hasIndex = false
        try reader.readObject(Key.keys) { key, reader in
            switch key {
            case .aqi:
                hasIndex = true
                aqi = try reader.waqiIndex()
            case .city: try readCity(&reader)
            case .time: time = try WAQIFeed.readTime(&reader)
            case .attributions: attributions = try WAQIFeed.readNames(&reader)
            }
        }
        guard hasIndex else { throw RowProblem(description: "aqi is missing") }
    }

    private mutating func readCity(_ reader: inout JSONReader) throws {
        guard reader.next == .object else { return }
        try reader.readObject(CityKey.keys) { key, reader in
            switch key {
            case .name: city = try reader.textIfSound()
            case .geo: coordinates = try reader.waqiPoint()
            }
        }
    }

    private static func readNames(_ reader: inout JSONReader) throws -> [String] {
        var names: [String] = []
        guard reader.next == .array else { return names }
        try reader.readArray { reader in
            guard reader.next == .object else { return }
            try reader.readObject(CityKey.keys) { key, reader in
                if key == .name, let name = try reader.textIfSound() { names.append(name) }
            }
        }
        return names
    }

    /// `iso` where it is sent, else the station's clock with its offset. `v` is left alone: it has been seen to be the
    /// station's clock counted as if it were UTC.
    private static func readTime(_ reader: inout JSONReader) throws -> Timestamp? {
        var texts: [TimeKey: String] = [:]
        if try reader.takeNull() { return nil }
        try reader.readObject(TimeKey.keys) { key, reader in texts[key] = try reader.optionalText("time") }
        if let iso = texts[.iso] { return try Timestamp(rfc3339: iso).required("time in ISO 8601") }
        guard let clock = texts[.clock], !clock.isEmpty, let zone = texts[.zone] else { return nil }
        return try Timestamp(rfc3339: clock + zone).required("time with its zone")
    }

    private enum Key: String, CaseIterable {
        case aqi, city, time, attributions
        static let keys = JSONKeys<Self>()
    }

    private enum CityKey: String, CaseIterable {
        case name, geo
        static let keys = JSONKeys<Self>()
    }

    private enum TimeKey: String, CaseIterable {
        case clock = "s", zone = "tz", iso
        static let keys = JSONKeys<Self>()
    }
}

extension JSONReader {
    /// An index; `-` is a station's word for unknown.
    fileprivate mutating func waqiIndex() throws -> Number? {
        if next == .string {
            var again = self
            let text = try again.readString()
            if text == "-" {
                self = again
                return nil
            }
        }
        return try optionalNumber("aqi")
    }

    /// Latitude and longitude, as numbers or text; a few stations have them the other way round, which shows where the
    /// first cannot be a latitude. What is no point is unknown.
    fileprivate mutating func waqiPoint() throws -> Coordinates? {
        guard next == .array else { return nil }
        var numbers: [Number?] = []
        try readArray { numbers.append(try $0.numberIfSound()) }
        guard numbers.count == 2, let first = numbers[0], let second = numbers[1] else { return nil }
        return Coordinates(latitude: first, longitude: second) ?? Coordinates(latitude: second, longitude: first)
    }
}

/// A station that a search found.
struct WAQIStation: Equatable {
    let uid: Int64
    let name: String
    let isKnown: Bool

    /// All that was found.
    static func readAll(_ reader: inout JSONReader) throws -> [WAQIStation] {
        var rows = RowCollector<WAQIStation>()
        try reader.readArray { try rows.read(&$0, name: { _ in RowName() }, WAQIStation.init) }
        try rows.check()
        return rows.rows
    }

    private init(_ reader: inout JSONReader) throws {
        var (uid, name, aqi): (Int64?, String?, Number?)
        try reader.readObject(Key.keys) { key, reader in
            switch key {
            case .uid: uid = try reader.optionalInteger("uid")
            case .aqi: aqi = try reader.numberIfSound()
            case .station:
                try reader.readObject(StationKey.keys) { name = try $1.optionalText("station name") }
            }
        }
        self.uid = try uid.required("uid")
        self.name = try name.required("station name")
        isKnown = aqi != nil
    }

    /// The first station of a city of that name, one that knows something before others, and those of other cities that
    /// bear it. A station's name ends with its city and country: `BTM, Bangalore, India`. Names are in English or the
    /// country's own script: a name that is written otherwise is taken for what was found.
    static func match(
        _ name: String, in stations: [WAQIStation]
    ) -> (station: WAQIStation, others: [WAQIStation])? {
        let wanted = name.lowercased()
        var matches = stations.compactMap { station in station.city(named: wanted).map { (station, city: $0) } }
        if matches.isEmpty, !name.utf8.allSatisfy({ $0 < 128 }) { matches = stations.map { ($0, city: wanted) } }
        guard let first = matches.first(where: { $0.0.isKnown }) ?? matches.first else { return nil }
        return (first.0, matches.filter { $0.city != first.city }.map(\.0))
    }

    /// The part of the name from the city on, where the city's name is the one wanted.
    private func city(named wanted: String) -> String? {
        let parts = name.lowercased().split(separator: ",").map { $0.trimmed }
        return parts.firstIndex { $0 == wanted }.map { parts[$0...].joined(separator: ", ") }
    }

    private enum Key: String, CaseIterable {
        case uid, aqi, station
        static let keys = JSONKeys<Self>()
    }

    private enum StationKey: String, CaseIterable {
        case name
        static let keys = JSONKeys<Self>()
    }
}
