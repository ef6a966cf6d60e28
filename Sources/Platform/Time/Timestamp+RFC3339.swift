/// Conversion from and to RFC 3339 text, with the proleptic Gregorian calendar (Howard Hinnant, "chrono-Compatible
/// Low-Level Date Algorithms", days_from_civil and civil_from_days).
extension Timestamp: CustomStringConvertible {
    /// The time as RFC 3339 text in UTC: `2024-03-01T12:00:00.5Z`.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(30)
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends `description` as ASCII.
    ///
    /// - Parameter bytes: The bytes to append to.
    public func write(to bytes: inout [UInt8]) {
        let (days, second) = seconds.flooredDivision(by: 86400)
        let (year, month, day) = Self.civil(fromDays: days)
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { text in
            unsafe Self.write(year, width: 4, then: "-", to: text, at: 0)
            unsafe Self.write(month, width: 2, then: "-", to: text, at: 5)
            unsafe Self.write(day, width: 2, then: "T", to: text, at: 8)
            unsafe Self.write(second / 3600, width: 2, then: ":", to: text, at: 11)
            unsafe Self.write(second / 60 % 60, width: 2, then: ":", to: text, at: 14)
            unsafe Self.write(second % 60, width: 2, then: ".", to: text, at: 17)
            unsafe writeFraction(to: text)
            unsafe bytes.append(contentsOf: text)
        }
    }

    /// Makes `bytes` the text of this time. It is the text of a time of the same second, of which the fraction is
    /// replaced.
    public func rewriteFraction(in bytes: inout [UInt8]) {
        if bytes.count == length {
            unsafe bytes.withUnsafeMutableBufferPointer { unsafe writeFraction(to: $0) }
        } else {
            bytes.removeAll(keepingCapacity: true)
            write(to: &bytes)
        }
    }

    /// The number of bytes of the text. Without a fraction there is no point.
    private var length: Int { digits == 0 ? 20 : 21 + Int(digits) }

    /// Writes the digits of the fraction and the `Z` to the end of a text, behind the point if there is one.
    private func writeFraction(to text: UnsafeMutableBufferPointer<UInt8>) {
        var rest = nanoseconds
        for place in 20..<(20 + Int(digits)) {
            let digit = rest / 100_000_000
            unsafe text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
            rest = (rest - digit * 100_000_000) * 10
        }
        unsafe text[text.count - 1] = UInt8(ascii: "Z")
    }

    /// Parses RFC 3339 text with any offset; nil for any other text, and for a time outside the years 1 to 9999 in
    /// UTC. A leap second (`:60`) is the next second. Fraction digits after the ninth are dropped; no provider has a
    /// clock that precise.
    ///
    /// - Parameter text: The text, such as `2024-03-01T13:00:00.5+01:00`.
    public init?(rfc3339 text: some StringProtocol) {
        var text = String(text)
        guard let time = text.withUTF8({ unsafe Timestamp(rfc3339: $0) }) else { return nil }
        self = time
    }

    /// Parses RFC 3339 text from bytes.
    ///
    /// - Parameter bytes: The text in ASCII.
    public init?(rfc3339 bytes: UnsafeBufferPointer<UInt8>) {
        var text = unsafe Scanner(bytes: bytes)
        guard let year = text.number(4), text.take("-"), let month = text.number(2), text.take("-"),
            let day = text.number(2), text.take("T") || text.take("t") || text.take(" "),
            let hour = text.number(2), text.take(":"), let minute = text.number(2), text.take(":"),
            let second = text.number(2), let fraction = text.fraction(), let offset = text.offset(),
            text.isAtEnd, hour < 24, minute < 60, second <= 60,
            let days = Self.days(year: year, month: month, day: day)
        else { return nil }
        self.init(
            exactSeconds: days * 86400 + hour * 3600 + minute * 60 + second - offset,
            nanoseconds: fraction.nanoseconds, digits: fraction.digits)
    }

    /// The date in UTC, `2024-03-01`.
    public var day: String { String(description.prefix(10)) }

    /// Creates the first moment in UTC of a date such as `2024-03-01`; nil if the date does not exist.
    ///
    /// - Parameter text: The date, `YYYY-MM-DD`.
    public init?(day text: some StringProtocol) {
        guard text.utf8.count == 10 else { return nil }
        self.init(rfc3339: text + "T00:00:00Z")
    }

    static func days(year: Int64, month: Int64, day: Int64) -> Int64? {
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.flooredDivision(by: 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        return civil(fromDays: days) == (year, month, day) ? days : nil
    }

    static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
        return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    /// Writes a number with leading zeros, and the character after it.
    @inline(__always)
    private static func write(
        _ number: Int64, width: Int, then next: Unicode.Scalar, to text: UnsafeMutableBufferPointer<UInt8>,
        at place: Int
    ) {
        var rest = UInt32(truncatingIfNeeded: number)
        for offset in stride(from: width - 1, through: 0, by: -1) {
            unsafe text[place + offset] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        unsafe text[place + width] = UInt8(ascii: next)
    }
}

/// Reads fixed-width ASCII fields from the front.
@safe
private struct Scanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    var isAtEnd: Bool { unsafe position == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard unsafe position < bytes.count, unsafe bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func digit() -> Int64? {
        guard unsafe position < bytes.count, case let digit = unsafe bytes[position] &- UInt8(ascii: "0"), digit < 10
        else {
            return nil
        }
        position += 1
        return Int64(digit)
    }

    mutating func number(_ width: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<width {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Parses `.5` as 500,000,000 with 1 digit. Returns 0 and 0 without a point; nil if a point has no digit.
    mutating func fraction() -> (nanoseconds: UInt32, digits: UInt8)? {
        guard take(".") else { return (0, 0) }
        var nanoseconds: UInt32 = 0
        var count: UInt8 = 0
        var unit: UInt32 = 100_000_000
        guard let first = digit() else { return nil }
        var next: Int64? = first
        while let digit = next {
            if count < 9 {
                nanoseconds += UInt32(digit) * unit
                unit /= 10
                count += 1
            }
            next = self.digit()
        }
        return (nanoseconds, count)
    }

    /// Parses an offset in seconds east of UTC; nil without a `Z` or `+hh:mm`.
    mutating func offset() -> Int64? {
        if take("Z") || take("z") { return 0 }
        let sign: Int64 = take("-") ? -1 : 1
        guard sign < 0 || take("+"), let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
