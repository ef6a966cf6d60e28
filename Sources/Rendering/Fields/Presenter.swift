import DecimalArithmetic
import Platform

/// Writes values for people.
struct Presenter: Sendable {
    /// `--digits`: overrides the decimals of each presentation.
    let digits: Int?
    let escaping: Escaping
    /// Whether lists of numbers are drawn as sparklines.
    var drawsLists = false
    /// Whether the text may hold more than ASCII.
    var isUnicode = true

    /// Appends the value, or `--` if it is unknown.
    ///
    /// `column` has the numbers of the same column, whose decimals are alike; nil for a number by itself. A rate has at
    /// least `leastPlaces` decimals, a change that many unless they are 0. A price with any is a rate, which has six
    /// significant digits.
    func write(
        _ value: Value, as presentation: Presentation, in column: ColumnNumbers? = nil, leastPlaces: Int = 0,
        to bytes: inout [UInt8]
    ) -> Tone {
        switch value {
        case .null: bytes.append("--")
        case .text, .time: value.writeExact(text: escaping, to: &bytes)
        case .numbers:
            let shown = drawn(value)
            (digits.map { shown.rounded(toPlaces: $0) } ?? shown).writeExact(text: escaping, to: &bytes)
        case .records: (digits.map { value.rounded(toPlaces: $0) } ?? value).writeExact(text: escaping, to: &bytes)
        case .bool(let bool): bytes.append(bool ? "yes" : "no")
        case .integer(let integer):
            if presentation == .age { Self.write(age: integer, to: &bytes) } else { bytes.append(decimal: integer) }
        case .number(let number):
            return write(
                number, as: presentation, in: column ?? ColumnNumbers(number), leastPlaces: leastPlaces, to: &bytes)
        }
        return .none
    }

    /// Returns a list of numbers as the text of its sparkline, if lists are drawn; any other value unchanged.
    ///
    /// A narrow sparkline has one column for each day of a week, another one two.
    func drawn(_ value: Value, isNarrow: Bool = false) -> Value {
        guard drawsLists, case .numbers(let numbers) = value else { return value }
        return .text(Sparkline.text(numbers, width: isNarrow ? 7 : 14, unicode: isUnicode))
    }

    private func write(
        _ number: Number, as presentation: Presentation, in column: ColumnNumbers, leastPlaces: Int,
        to bytes: inout [UInt8]
    ) -> Tone {
        switch presentation {
        case .exact: number.write(to: &bytes)
        case .plain, .grouped, .age, .name, .sentence, .phrase, .prose, .day, .minute, .flag, .detail:
            let places = column.isWhole ? 0 : digits ?? number.places
            number.write(places: places, grouping: presentation == .grouped, to: &bytes)
        case .price where leastPlaces > 0:
            number.write(places: digits ?? column.places(forRate: number), grouping: true, to: &bytes)
        case .price, .money: write(price: number, places: digits, in: column, to: &bytes)
        case .rate:
            number.write(places: max(leastPlaces, 5 - number.adjustedExponent), grouping: true, to: &bytes)
        case .amount:
            let places = max(2, number.isZero ? 0 : 5 - number.adjustedExponent)
            number.write(places: digits ?? places, grouping: true, to: &bytes)
            if digits == nil { Self.removeZeros(after: 2, of: places, from: &bytes) }
        case .fixed(let places):
            number.write(places: column.isWhole ? 0 : digits ?? places, grouping: true, to: &bytes)
        case .bar: writeBar(number, to: &bytes)
        case .share: number.write(places: digits ?? 2, grouping: true, to: &bytes)
        case .whole where column.isSmall: write(price: number, places: digits, in: column, to: &bytes)
        case .whole: number.write(places: column.isWhole ? 0 : digits ?? 0, grouping: true, to: &bytes)
        case .signed(let places): return write(signed: number, places: digits ?? places, in: column, to: &bytes)
        case .change:
            guard digits == nil, leastPlaces > 0 else {
                return write(signed: number, places: digits, in: column, to: &bytes)
            }
            let tone = write(signed: number, places: leastPlaces, in: column, to: &bytes)
            Self.removeZeros(after: 2, of: leastPlaces, from: &bytes)
            return tone
        case .percent:
            let tone = write(signed: number, places: digits ?? 2, in: column, to: &bytes)
            bytes.append(UInt8(ascii: "%"))
            return tone
        }
        return .none
    }

    private func write(signed number: Number, places: Int?, in column: ColumnNumbers, to bytes: inout [UInt8]) -> Tone {
        let start = bytes.count
        write(price: number, places: places, in: column, to: &bytes)
        // 0, and what is rounded to it, has no direction.
        guard bytes[start...].contains(where: { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }) else {
            return .none
        }
        if !number.isNegative { bytes.insert(UInt8(ascii: "+"), at: start) }
        return number.isNegative ? .fall : .rise
    }

    private func write(price number: Number, places: Int?, in column: ColumnNumbers, to bytes: inout [UInt8]) {
        if let places { return number.write(places: places, grouping: true, to: &bytes) }
        let places = column.places(for: number)
        number.write(places: places, grouping: true, to: &bytes)
        // Beyond 8 decimals trailing zeros are left out: 0.00000000012, not 0.0000000001200.
        Self.removeZeros(after: 8, of: places, from: &bytes)
    }

    /// Removes zeros at the end of a number with `places` decimals, but not one of the first `kept` decimals.
    private static func removeZeros(after kept: Int, of places: Int, from bytes: inout [UInt8]) {
        for _ in stride(from: places, to: kept, by: -1) {
            guard bytes.last == UInt8(ascii: "0") else { return }
            bytes.removeLast()
        }
    }

    /// Appends a bar of eighths of a column, at least one unless the number is 0; in ASCII of whole columns.
    private func writeBar(_ part: Number, to bytes: inout [UInt8]) {
        let eighths =
            (try? part.value * 64).map { Number($0).rounded(toPlaces: 0).description }.flatMap { Int($0) } ?? 0
        let length = part.isZero ? 0 : min(max(eighths, 1), 64)
        guard isUnicode else {
            bytes.append(contentsOf: repeatElement(UInt8(ascii: "#"), count: (length + 7) / 8))
            return
        }
        // U+258F is an eighth, U+2589 are seven, U+2588 is a whole one.
        let scalars = repeatElement(8, count: length / 8) + [length % 8]
        for case let scalar? in scalars.filter({ $0 > 0 }).map({ Unicode.Scalar(UInt32(0x2590 - $0)) }) {
            bytes.append(contentsOf: String(scalar).utf8)
        }
    }

    private static func write(age seconds: Int, to bytes: inout [UInt8]) {
        if abs(seconds) < 60 { return bytes.append("just now") }
        if seconds < 0 { bytes.append("in ") }
        switch abs(seconds) {
        case ..<3600:
            bytes.append(decimal: abs(seconds) / 60)
            bytes.append(" min")
        case ..<86400:
            bytes.append(decimal: abs(seconds) / 3600)
            bytes.append(" h")
        default:
            bytes.append(decimal: abs(seconds) / 86400)
            bytes.append(abs(seconds) < 2 * 86400 ? " day" : " days")
        }
        if seconds > 0 { bytes.append(" ago") }
    }

    /// Appends a number with two decimals and a letter for thousands, millions, billions or trillions: `1.23T`; below
    /// 1,000 as a whole number.
    static func write(abbreviated number: Number, to bytes: inout [UInt8]) {
        var step = min(units.count, max(0, number.rounded(toPlaces: 0).adjustedExponent / 3))
        guard step > 0 else { return number.write(places: 0, grouping: true, to: &bytes) }
        var scaled = Self.scaled(number, down: 3 * step)
        if step < units.count, scaled.rounded(toPlaces: 2).adjustedExponent > 2 {
            step += 1
            scaled = Self.scaled(number, down: 3 * step)
        }
        scaled.write(places: 2, grouping: true, to: &bytes)
        bytes.append(units[step - 1])
    }

    /// Appends a time for people: a day, a minute, or as sent.
    static func write(_ time: Timestamp, as presentation: Presentation, to bytes: inout [UInt8]) {
        if presentation == .day { return bytes.append(contentsOf: time.day.utf8) }
        guard presentation == .minute, time.seconds % 60 == 0 else { return time.write(to: &bytes) }
        bytes.append(contentsOf: Timestamp(seconds: time.seconds).description.utf8.dropLast(":00Z".utf8.count))
        bytes.append(UInt8(ascii: "Z"))
    }

    private static let units = Array("KMBT".utf8)

    private static func scaled(_ number: Number, down places: Int) -> Number {
        var text: [UInt8] = []
        number.write(to: &text)
        text.append("e-")
        text.append(decimal: places)
        // The span of an array needs macOS 26.
        let slice = text[...]
        return Number(utf8: slice.span) ?? number
    }
}
