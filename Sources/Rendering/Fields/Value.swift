public import DecimalArithmetic
public import Platform

/// The value of a field in a row.
public enum Value: Sendable, Equatable {
    /// Unknown: null in JSON, empty in CSV, `--` in a table.
    case null
    /// Text as received; each format replaces its control characters.
    case text(String)
    /// An exact decimal.
    case number(Number)
    /// Exact decimals in order: an array in JSON, a sparkline in a table, the numbers with spaces between in other
    /// formats.
    case numbers([Number])
    /// A count, a rank, a number of seconds.
    case integer(Int)
    /// True or false.
    case bool(Bool)
    /// A time, RFC 3339 in every format.
    case time(Timestamp)
    /// Nested rows: an array of objects in JSON, text in every other format.
    case records([Record])

    /// Whether a table has nothing to show for it.
    var isEmpty: Bool {
        switch self {
        case .null, .text(""), .numbers([]), .records([]): true
        default: false
        }
    }

    /// A nested row.
    public struct Record: Sendable, Equatable {
        /// Its keys and values, in order.
        public let members: [(name: String, value: Value)]
        private let isExact: Bool
        private let words: @Sendable (Record) -> String

        /// Creates an object.
        ///
        /// - Parameters:
        ///   - members: The keys and values in order. The keys must be unique.
        ///   - isExact: Whether its numbers are never rounded.
        ///   - words: Returns the text of the object for formats without objects.
        package init(
            _ members: [(name: String, value: Value)], isExact: Bool = false,
            words: @escaping @Sendable (Record) -> String
        ) {
            (self.members, self.isExact, self.words) = (members, isExact, words)
        }

        /// Finds a value.
        ///
        /// - Parameter name: The key.
        /// - Returns: The exact value as text; empty if it is unknown.
        package subscript(name: String) -> String {
            var bytes: [UInt8] = []
            members.first { $0.name == name }?.value.writeExact(text: .removing, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }

        fileprivate var text: String { words(self) }

        fileprivate func rounded(toPlaces places: Int) -> Record {
            isExact ? self : Record(members.map { ($0.name, $0.value.rounded(toPlaces: places)) }, words: words)
        }

        /// Returns whether all names and values are equal, in the same order.
        public static func == (left: Record, right: Record) -> Bool {
            left.members.elementsEqual(right.members) { $0.name == $1.name && $0.value == $1.value }
        }
    }
}

extension Value {
    /// Appends the canonical text; nothing if the value is unknown.
    func writeExact(text escaping: Escaping, to bytes: inout [UInt8]) {
        switch self {
        case .null: break
        case .text(let text): escaping.write(text, to: &bytes)
        case .records(let records): escaping.write(Self.text(of: records), to: &bytes)
        case .number(let number): number.write(to: &bytes)
        case .numbers(let numbers): Self.write(numbers, between: UInt8(ascii: " "), to: &bytes)
        case .integer(let integer): bytes.append(decimal: integer)
        case .bool(let bool): bytes.append(bool ? "true" : "false")
        case .time(let time): time.write(to: &bytes)
        }
    }

    /// Appends a time as a whole number of units since 1970, rounded down; nothing if it is unknown.
    func writeEpoch(units: Int128, to bytes: inout [UInt8]) {
        guard case .time(let time) = self else { return }
        // The nanoseconds of a time before 1970 count from its second on too.
        let count = Int128(time.seconds) * units + Int128(time.nanoseconds) * units / 1_000_000_000
        bytes.append(contentsOf: count.description.utf8)
    }

    /// Appends the canonical text of numbers.
    static func write(_ numbers: [Number], between separator: UInt8, to bytes: inout [UInt8]) {
        for (index, number) in numbers.enumerated() {
            if index > 0 { bytes.append(separator) }
            number.write(to: &bytes)
        }
    }

    /// Returns the text of nested rows for formats without objects.
    static func text(of records: [Record]) -> String {
        records.map(\.text).joined(separator: ", ")
    }

    /// Returns the value with numbers rounded half to even to so many decimals; other values unchanged.
    func rounded(toPlaces places: Int) -> Value {
        switch self {
        case .number(let number): .number(number.rounded(toPlaces: places))
        case .numbers(let numbers): .numbers(numbers.map { $0.rounded(toPlaces: places) })
        case .records(let records): .records(records.map { $0.rounded(toPlaces: places) })
        case .null, .text, .integer, .bool, .time: self
        }
    }
}
