import DecimalArithmetic
import JSONReader
import ProviderKit

/// A station of the list.
struct EEAStation: Sendable, Cacheable {
    /// The name of its file.
    let code: String
    let name: String
    let point: GlobePoint
    private let isOperational: Bool

    private static let keys = JSONKeys(named: "code", "name", "lat", "lon", "operational")

    /// A station has no age.
    mutating func markStale() {}

    /// The code of its country, with which its own begins.
    var country: String { String(code.prefix(2)) }

    /// The beginning of the names of the files with all stations. The rest is the date: year, month, day and a number.
    private static let files = "raw_stations.json."

    /// Reads the name of the newest file with all stations: `{"contents":["raw_stations.json.26070101",…]}`. No
    /// recording confirms this form.
    static func readNewestFile(_ reader: inout JSONReader) throws -> String {
        var newest: String?
        try reader.readObject(JSONKeys("contents")) { _, reader in
            try reader.readArray { reader in
                guard let name = try reader.textIfSound(), name.hasPrefix(files), name.isPathSegment else { return }
                if name > newest ?? "" { newest = name }
            }
        }
        return try newest.required("a file \(files)* in contents")
    }

    /// Reads the operational stations.
    static func readAll(_ reader: inout JSONReader) throws -> [EEAStation] {
        var rows = RowCollector<EEAStation>()
        rows.reserveCapacity(5000)
        try reader.readArray { try rows.read(&$0, name: { _ in RowName() }, EEAStation.init) }
        try rows.check()
        return rows.rows.filter(\.isOperational)
    }

    private init(_ reader: inout JSONReader) throws {
        var (code, name): (String?, String?)
        var (latitude, longitude, operational): (Number?, Number?, Int64?)
        try reader.readObject(Self.keys) { key, reader in
            switch key {
            case "code": code = try reader.optionalText("code")
            case "name": name = try reader.textIfSound()
            case "lat": latitude = try reader.optionalNumber("lat")
            case "lon": longitude = try reader.optionalNumber("lon")
            default: operational = try reader.integerIfSound()
            }
        }
        let point = Coordinates(latitude: try latitude.required("lat"), longitude: try longitude.required("lon"))
        guard let point else { throw RowProblem(description: "lat and lon are not a point") }
        self.code = try code.required("code")
        guard self.code.isPathSegment else { throw RowProblem(description: "code is not the name of a file") }
        self.name = name ?? self.code
        self.point = GlobePoint(point)
        isOperational = operational == 1
    }
}
