package import DecimalArithmetic
package import JSONReader
package import Platform

/// The readings that providers share. Null and an empty text are unknown everywhere; the same quantity is a number here and
/// a string there. A value of another type is a problem where its row says nothing without it, which these readings are
/// for; `JSONReader+Extras` has those of everything else.
extension JSONReader {
    /// A number, or a string that holds one.
    package mutating func optionalNumber(_ field: String) throws -> Number? {
        if try takeNull() { return nil }
        guard next == .number || next == .string else { throw RowProblem(description: "\(field) is no number") }
        let text = try readNumberOrString()
        if text.bytes.isEmpty { return nil }
        guard let number = text.withUTF8({ Number(utf8: $0) }) else {
            throw RowProblem(description: "\(field) is no number")
        }
        return number
    }

    /// The latest price: above 0. A service sends 0 for what never happened; nothing costs less.
    package mutating func optionalPrice(_ field: String) throws -> Number? {
        let number = try optionalNumber(field)
        guard number?.isNegative != true else { throw RowProblem(description: "\(field) is below 0") }
        return number?.isZero == true ? nil : number
    }

    /// A string, of no more bytes than any text of a provider has.
    package mutating func optionalText(_ field: String) throws -> String? {
        if try takeNull() { return nil }
        guard next == .string else { throw RowProblem(description: "\(field) is no text") }
        let string = try readString()
        return string.bytes.isEmpty ? nil : try string.text(field)
    }

    /// RFC 3339 text.
    package mutating func optionalTime(_ field: String) throws -> Timestamp? {
        guard let text = try optionalText(field) else { return nil }
        guard let time = Timestamp(rfc3339: text) else { throw RowProblem(description: "\(field) is no time") }
        return time
    }

    /// A moment as a count of `unit` since 1970, `lowest` or more; anything outside the years 1 to 9999 is none.
    package mutating func optionalTime(
        _ field: String, in unit: EpochUnit, lowest: Int64 = 0
    ) throws -> Timestamp? {
        guard let count = try optionalInteger(field) else { return nil }
        guard count >= lowest, let time = unit.time(count) else { throw RowProblem(description: "\(field) is no time") }
        return time
    }

    /// A whole number, or a string that holds one.
    package mutating func optionalInteger(_ field: String) throws -> Int64? {
        guard let number = try optionalNumber(field) else { return nil }
        guard let integer = Int64(number.description) else {
            throw RowProblem(description: "\(field) is no whole number")
        }
        return integer
    }
}

/// What a provider counts time in.
package enum EpochUnit: Sendable {
    case seconds, milliseconds

    /// The moment so many units after 1970, or before it; nil outside the years 1 to 9999.
    package func time(_ count: Int64) -> Timestamp? {
        self == .seconds ? Timestamp(exactSeconds: count) : Timestamp(exactMilliseconds: count)
    }
}

extension Optional {
    /// The value, or the problem that a row lacks it.
    @inlinable
    package func required(_ field: String) throws -> Wrapped {
        guard let self else { throw RowProblem(description: "\(field) is missing") }
        return self
    }
}
