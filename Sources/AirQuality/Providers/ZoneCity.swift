import DecimalArithmetic
import Platform

/// A city that a time zone is named after. The system's list of about 400 of them says where large cities are while the
/// geocoding service is down.
///
/// Format: the file `zone.tab` of the time zone database (data.iana.org/time-zones/tz-link.html). A line has the country
/// code of ISO 3166, the point as `±DDMM±DDDMM` or `±DDMMSS±DDDMMSS` (ISO 6709) and the name of the zone, such as
/// `America/New_York`, separated by tabs.
struct ZoneCity {
    let name: String
    let countryCode: String
    let coordinates: Coordinates

    private static let list = "/usr/share/zoneinfo/zone.tab"

    /// Returns the city with a name, in any letter case; nil if there is none or no list.
    static func find(_ name: String, countryCode: String?, in path: String = list) -> ZoneCity? {
        guard let bytes = try? FileBytes.read(path)?.bytes else { return nil }
        let wanted = name.folded
        return bytes.split(separator: UInt8(ascii: "\n")).lazy.compactMap(ZoneCity.init).first {
            $0.name.folded == wanted && countryCode.map { [code = $0.countryCode] in $0.uppercased() == code } ?? true
        }
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
        let values = text.dropFirst().map { Int($0) - Int(UInt8(ascii: "0")) }
        guard [digits + 2, digits + 4].contains(values.count), values.allSatisfy({ (0...9).contains($0) }) else {
            return nil
        }
        func value(_ range: Range<Int>) -> Int {
            range.clamped(to: values.indices).reduce(0) { $0 * 10 + values[$1] }
        }
        let seconds = value(0..<digits) * 3600 + value(digits..<digits + 2) * 60 + value(digits + 2..<digits + 4)
        let rounded = (seconds * 10_000 + 1800) / 3600
        return Number("\(text.first == UInt8(ascii: "-") ? "-" : "")\(rounded)e-4")
    }
}
