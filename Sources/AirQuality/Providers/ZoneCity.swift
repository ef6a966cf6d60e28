import DecimalArithmetic
import Platform

/// A city that a time zone is named after. The system's list of about 400 of them says where large cities are while the
/// geocoding service is down.
///
/// Format: the file `zone.tab` of the time zone database (data.iana.org/time-zones/tz-link.html). A line has the
/// country code of ISO 3166, the point as `±DDMM±DDDMM` or `±DDMMSS±DDDMMSS` (ISO 6709) and the name of the zone, such
/// as `America/New_York`, separated by tabs.
struct ZoneCity {
    let name: String
    let countryCode: String
    let coordinates: Coordinates

    private static let list = "/usr/share/zoneinfo/zone.tab"

    /// Returns the city with a name, in any letter case; nil if there is none or no list.
    static func find(_ name: String, countryCode: String?, in path: String = list) -> ZoneCity? {
        guard let bytes = try? FileBytes.read(path)?.bytes else { return nil }
        let (wanted, country) = (name.folded, countryCode?.uppercased())
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let city = ZoneCity(line), city.name.folded == wanted else { continue }
            if country == nil || country == city.countryCode { return city }
        }
        return nil
    }

    /// Reads a line; nil for a comment.
    init?(_ line: ArraySlice<UInt8>) {
        let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        guard line.first != UInt8(ascii: "#"), fields.count >= 3,
            let city = fields[2].split(separator: UInt8(ascii: "/")).last,
            let middle = fields[1].dropFirst().firstIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
            ),
            let latitude = Self.degrees(fields[1][..<middle], digits: 2),
            let longitude = Self.degrees(fields[1][middle...], digits: 3),
            let point = Coordinates(latitude: latitude, longitude: longitude)
        else { return nil }
        name = String(decoding: city.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
        countryCode = String(decoding: fields[0], as: UTF8.self)
        coordinates = point
    }

    /// Returns degrees, rounded to four decimals, of a sign, degrees of so many digits, minutes and, if they are there,
    /// seconds.
    private static func degrees(_ text: ArraySlice<UInt8>, digits: Int) -> Number? {
        guard text.count == digits + 3 || text.count == digits + 5 else { return nil }
        var parts = (degrees: 0, minutes: 0, seconds: 0)
        for (place, byte) in text.dropFirst().enumerated() {
            let digit = Int(byte) - Int(UInt8(ascii: "0"))
            guard (0...9).contains(digit) else { return nil }
            switch place {
            case ..<digits: parts.degrees = parts.degrees * 10 + digit
            case ..<(digits + 2): parts.minutes = parts.minutes * 10 + digit
            default: parts.seconds = parts.seconds * 10 + digit
            }
        }
        let seconds = parts.degrees * 3600 + parts.minutes * 60 + parts.seconds
        let rounded = (seconds * 10_000 + 1800) / 3600
        return Number("\(text.first == UInt8(ascii: "-") ? "-" : "")\(rounded)e-4")
    }
}
