import DecimalArithmetic

/// How tables and markdown show the values of a field; other formats hold the exact value.
public enum Presentation: Sendable, Equatable {
    /// The exact value, or rounded by `--digits`.
    case plain
    /// The exact value in spite of `--digits`, for what is neither a price nor an amount nor a percentage.
    case exact
    /// A price: from 1, two decimals and grouped thousands; below 1, four significant digits in at most 8 decimals, or
    /// in as many decimals as needed below 0.00000001.
    case price
    /// No decimals, thousands grouped.
    case whole
    /// A fixed number of decimals.
    case fixed(places: Int)
    /// Always with a sign, green above 0 and red below; decimals as for a price if nil.
    case signed(places: Int? = nil)
    /// As `signed(places: 2)`, followed by `%`.
    case percent
    /// A number of seconds in words: `just now`, `3 min ago`, `2 h ago`, `5 days ago`.
    case age
}

/// The meaning of the color of a cell.
enum Tone: Sendable, Equatable {
    case none
    case rise
    case fall
    /// A color that the row provides.
    case tint(ChartColor)
}

extension ColorDepth {
    /// Returns the escape sequence that begins a tone; empty without colors.
    func begin(_ tone: Tone) -> String {
        switch (self, tone) {
        case (.none, _), (_, .none): ""
        case (_, .rise): "\u{1B}[32m"
        case (_, .fall): "\u{1B}[31m"
        case (_, .tint(let color)): begin(color)
        }
    }
}

/// Writes values for people.
struct Presenter: Sendable {
    /// `--digits`: overrides the decimals of each presentation.
    let digits: Int?
    let escaping: Escaping

    /// Appends the value, or `--` if it is unknown.
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
        // A number that is rounded to 0 keeps its sign.
        if number.isNegative, bytes[start] != UInt8(ascii: "-") { bytes.insert(UInt8(ascii: "-"), at: start) }
        return number.isZero ? .none : number.isNegative ? .fall : .rise
    }

    private func write(price number: Number, places: Int?, to bytes: inout [UInt8]) {
        if let places { return number.write(places: places, grouping: true, to: &bytes) }
        let exponent = number.adjustedExponent
        if number.isZero || exponent >= 0 { return number.write(places: 2, grouping: true, to: &bytes) }
        let places = exponent >= -8 ? min(8, 3 - exponent) : 3 - exponent
        number.write(places: places, grouping: true, to: &bytes)
        // Beyond 8 decimals trailing zeros are left out: 0.00000000012, not 0.0000000001200.
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
