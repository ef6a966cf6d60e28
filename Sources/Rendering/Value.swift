public import DecimalArithmetic
public import Platform

/// What a field holds in one row.
public enum Value: Sendable, Equatable {
    /// Unknown: null in JSON, empty in CSV, `--` in a table.
    case null
    /// Text of others as it came; each format makes it harmless.
    case text(String)
    /// An exact decimal.
    case number(Number)
    /// A count, a rank, a number of seconds.
    case integer(Int)
    /// True or false.
    case bool(Bool)
    /// A moment, RFC 3339 in every format.
    case time(Timestamp)
    /// Rows within the row: an array of objects in JSON, the text in every other format.
    case records([Record], text: String)

    /// An object within a row.
    public struct Record: Sendable, Equatable {
        /// Its keys and values, in order.
        public let members: [(name: String, value: Value)]

        /// An object of these members, their names all different.
        public init(_ members: [(name: String, value: Value)]) {
            self.members = members
        }

        /// Equal where all names and values are, in the same order.
        public static func == (left: Record, right: Record) -> Bool {
            left.members.elementsEqual(right.members) { $0.name == $1.name && $0.value == $1.value }
        }
    }
}

extension Value {
    /// Appends the canonical form that machines read; nothing when unknown.
    func writeExact(text escaping: Escaping, to bytes: inout [UInt8]) {
        switch self {
        case .null: break
        case .text(let text), .records(_, let text): escaping.write(text, to: &bytes)
        case .number(let number): number.write(to: &bytes)
        case .integer(let integer): bytes.append(decimal: integer)
        case .bool(let bool): bytes.append(bool ? "true" : "false")
        case .time(let time): time.write(to: &bytes)
        }
    }
}
