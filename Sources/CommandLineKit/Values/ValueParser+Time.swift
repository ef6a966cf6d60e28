extension ValueParser where Value == Duration {
    /// Parses a duration: a number with the unit `ms`, `s`, `m`, `h`, `d` or `w`, or a number of seconds without a
    /// unit.
    ///
    /// The result is exact. A duration finer than a nanosecond, a negative one, or one of more than 292 years is
    /// rejected, and so is 0 if `isPositive` is true, and a number without a unit if `needsUnit` is true.
    package static func time(isPositive: Bool = false, needsUnit: Bool = false) -> ValueParser {
        var parser = ValueParser { (text) throws(ValueError) in
            let nanoseconds = try TimeText.nanoseconds(text, isPeriod: needsUnit)
            guard nanoseconds > 0 || !isPositive else { throw ValueError("\(text.inQuotes) is not a time above 0") }
            if needsUnit, text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }) {
                throw ValueError("\(text.inQuotes) has no unit; write \(text)d for days or \(text)h for hours")
            }
            return .nanoseconds(nanoseconds)
        }
        parser.units = TimeText.words
        return parser
    }
}

/// The TIME of the options: a decimal number with a unit.
private enum TimeText {
    private static let units: [(name: String, nanoseconds: Int64)] = [
        ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000),
        ("d", 86_400_000_000_000), ("w", 604_800_000_000_000), ("", 1_000_000_000),
    ]

    /// The names of the units in words.
    private static let names: [(names: [String], unit: String)] = [
        (["millisecond", "milliseconds"], "ms"), (["sec", "secs", "second", "seconds"], "s"),
        (["min", "mins", "minute", "minutes"], "m"), (["hr", "hrs", "hour", "hours"], "h"), (["day", "days"], "d"),
        (["week", "weeks"], "w"),
    ]

    /// All words that people write after a number of a time.
    static let words = Set((names.flatMap { $0.names } + spans.flatMap { $0.names }).filter { $0.count > 2 })

    /// Units that no option has, because they have no fixed length, and the days that people mean by them.
    private static let spans: [(names: [String], days: Int64)] = [
        (["y", "yr", "year", "years"], 365), (["mo", "month", "months"], 30),
    ]

    static func nanoseconds(_ text: String, isPeriod: Bool) throws(ValueError) -> Int64 {
        guard !text.isEmpty else { throw ValueError.empty }
        let bytes = Array(text.utf8)
        let number = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") }
        let unit = String(decoding: bytes[number.count...], as: UTF8.self)
        guard let factor = units.first(where: { $0.name == unit })?.nanoseconds, let decimal = decimal(number) else {
            let word = unit.drop { $0 == " " }.lowercased()
            if isPeriod, let days = days(number, word) {
                throw ValueError("\(text.inQuotes) is not a time; write \(days)d")
            }
            if decimal(number) != nil, let known = Self.unit(ofName: word, isApart: word.utf8.count < unit.utf8.count) {
                throw ValueError(
                    "\(text.inQuotes) is not a time; write \(String(decoding: number, as: UTF8.self))\(known)")
            }
            throw malformed(text, isPeriod: isPeriod)
        }
        guard let whole = decimal.whole else { throw ValueError("\(text.inQuotes) is too long a time") }
        let (scaled, isTooLong) = whole.multipliedReportingOverflow(by: factor)
        guard let fraction = fraction(decimal.fraction, of: factor) else {
            throw ValueError("\(text.inQuotes) is finer than a nanosecond")
        }
        let (sum, isOver) = scaled.addingReportingOverflow(fraction)
        guard !isTooLong, !isOver else { throw ValueError("\(text.inQuotes) is too long a time") }
        return sum
    }

    /// The unit that a word names, or that stands apart from its number; nil for any other text.
    private static func unit(ofName word: String, isApart: Bool) -> String? {
        names.first { $0.names.contains(word) }?.unit
            ?? (isApart && !word.isEmpty ? units.first { $0.name == word }?.name : nil)
    }

    /// The days that are meant by a number of years or months, or by one of them; nil for any other text.
    private static func days(_ number: ArraySlice<UInt8>, _ unit: String) -> Int64? {
        guard let span = spans.first(where: { $0.names.contains(unit) }),
            let count = number.isEmpty ? 1 : Int64(String(decoding: number, as: UTF8.self)), count > 0, count < 1000
        else { return nil }
        return count * span.days
    }

    private static func malformed(_ text: String, isPeriod: Bool) -> ValueError {
        let rest = text.utf8.dropFirst()
        if text.utf8.first == UInt8(ascii: "-"), let next = rest.first, next >= 0x30 && next <= 0x39 {
            return ValueError("\(text.inQuotes) is negative")
        }
        let example = isPeriod ? "30d or 12h" : "90s or 1.5h"
        return ValueError("\(text.inQuotes) is not a time: a number with ms, s, m, h, d or w, such as \(example)")
    }

    /// Splits digits with an optional fraction, of any length. The part before the decimal point is nil if it does not
    /// fit.
    private static func decimal(_ bytes: ArraySlice<UInt8>) -> (whole: Int64?, fraction: ArraySlice<UInt8>)? {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, let last = parts.last, !last.isEmpty, let first = parts.first else { return nil }
        let whole = first.isEmpty ? 0 : Int64(String(decoding: first, as: UTF8.self))
        return (whole, parts.count == 2 ? last : [])
    }

    /// Returns a fraction times a factor; nil if the result is not an integer.
    private static func fraction(_ digits: ArraySlice<UInt8>, of factor: Int64) -> Int64? {
        var digits = digits
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        // A week is 2^16 * 5^11 * 27 * 7 ns, so a fraction with more than 18 digits never gives an integer.
        guard digits.count <= 18 else { return nil }
        var (numerator, denominator): (Int128, Int128) = (0, 1)
        for digit in digits { (numerator, denominator) = (numerator * 10 + Int128(digit - 0x30), denominator * 10) }
        let product = numerator * Int128(factor)
        return product % denominator == 0 ? Int64(product / denominator) : nil
    }
}
