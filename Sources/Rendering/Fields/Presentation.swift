import DecimalArithmetic

/// How table and markdown show the values of a field; machine formats and templates hold the exact value.
public enum Presentation: Sendable, Equatable {
    /// The exact value, but for `--digits`.
    case plain
    /// The exact value whatever `--digits` says: what is neither a price nor an amount nor a percentage.
    case exact
    /// A price: two decimals from 1 up, with thousands; below 1 four significant digits in at most 8 decimals, in as
    /// many as that takes when the price is under 0.00000001.
    case price
    /// No decimals, thousands grouped.
    case whole
    /// So many decimals.
    case fixed(places: Int)
    /// Always with a sign, green above 0 and red below; decimals as a price when nil.
    case signed(places: Int? = nil)
    /// As `signed(places: 2)`, followed by `%`.
    case percent
    /// Whole seconds in words: `just now`, `3 min ago`, `2 h ago`, `5 days ago`.
    case age
}

/// What the colour of a cell says.
enum Tone: Sendable, Equatable {
    case none
    case rise
    case fall
    /// A colour that the row brings.
    case tint(ChartColor)
}

extension ColorDepth {
    /// The sequence that makes a cell's text of its tone; nothing without colours.
    func begin(_ tone: Tone) -> String {
        switch (self, tone) {
        case (.none, _), (_, .none): ""
        case (_, .rise): "\u{1B}[32m"
        case (_, .fall): "\u{1B}[31m"
        case (_, .tint(let color)): begin(color)
        }
    }
}

/// Writes values the way people read them.
struct Presenter: Sendable {
    /// `--digits`: wins over each presentation's own decimals.
    let digits: Int?
    let escaping: Escaping

    /// Appends the value; `--` when it is unknown.
    func write(_ value: Value, as presentation: Presentation, to bytes: inout [UInt8]) -> Tone {
        switch value {
        case .null: bytes.append("--")
        case .text, .time: value.writeExact(text: escaping, to: &bytes)
        case .records: (digits.map { value.rounded(toPlaces: $0) } ?? value).writeExact(text: escaping, to: &bytes)
        case .bool(let bool): bytes.append(bool ? "yes" : "no")
        case .integer(let integer):
            if presentation == .age { Self.write(age: integer, to: &bytes) } else { bytes.append(decimal: integer) }
        case .number(let number): return write(number, as: presentation, to: &bytes)
        }
        return .none
    }

    private func write(_ number: Number, as presentation: Presentation, to bytes: inout [UInt8]) -> Tone {
        switch presentation {
        case .exact: number.write(to: &bytes)
        case .plain, .age:
            if let digits {
                number.write(places: digits, grouping: false, to: &bytes)
            } else {
                number.write(to: &bytes)
            }
        case .price: write(price: number, places: digits, to: &bytes)
        case .fixed(let places): number.write(places: digits ?? places, grouping: true, to: &bytes)
        case .whole: number.write(places: digits ?? 0, grouping: true, to: &bytes)
        case .signed(let places): return write(signed: number, places: digits ?? places, to: &bytes)
        case .percent:
            let tone = write(signed: number, places: digits ?? 2, to: &bytes)
            bytes.append(UInt8(ascii: "%"))
            return tone
        }
        return .none
    }

    private func write(signed number: Number, places: Int?, to bytes: inout [UInt8]) -> Tone {
        let start = bytes.count
        if !number.isNegative { bytes.append(UInt8(ascii: "+")) }
        write(price: number, places: places, to: &bytes)
        // What is rounded to 0 keeps its direction.
        if number.isNegative, bytes[start] != UInt8(ascii: "-") { bytes.insert(UInt8(ascii: "-"), at: start) }
        return number.isZero ? .none : number.isNegative ? .fall : .rise
    }

    private func write(price number: Number, places: Int?, to bytes: inout [UInt8]) {
        if let places { return number.write(places: places, grouping: true, to: &bytes) }
        let exponent = number.adjustedExponent
        if number.isZero || exponent >= 0 { return number.write(places: 2, grouping: true, to: &bytes) }
        let places = exponent >= -8 ? min(8, 3 - exponent) : 3 - exponent
        number.write(places: places, grouping: true, to: &bytes)
        // Past the eighth decimal a zero says nothing: 0.00000000012, not 0.0000000001200.
        for _ in stride(from: places, to: 8, by: -1) where bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    }

    private static func write(age seconds: Int, to bytes: inout [UInt8]) {
        switch seconds {
        case ..<60: return bytes.append("just now")
        case ..<3600:
            bytes.append(decimal: seconds / 60)
            bytes.append(" min ago")
        case ..<86400:
            bytes.append(decimal: seconds / 3600)
            bytes.append(" h ago")
        default:
            bytes.append(decimal: seconds / 86400)
            bytes.append(seconds < 2 * 86400 ? " day ago" : " days ago")
        }
    }
}
