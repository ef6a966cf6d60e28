package import DecimalArithmetic
package import JSONReader
package import Platform

/// Readers shared by the providers. Null and an empty text are unknown values. Some providers send a quantity as a
/// number, others as a string. These readers are for values that a row needs: a value of another type is an error.
/// `JSONReader+Extras` has those for all other values.
///
/// They throw `RowProblem` for an invalid value, and `JSONError` for malformed JSON. The name of the field is made only
/// for an error.
extension JSONReader {
    /// Reads a number, or a string that contains one.
    package mutating func optionalNumber(_ field: @autoclosure () -> String) throws -> Number? {
        if let number = unsafe readNumber(ifAtStart: { unsafe Number.start(of: $0) }) { return number }
        let number: Number?
        if let text = try readPlainNumberOrString() {
            if text.isEmpty { return nil }
            number = unsafe Number(utf8: text.bytes.span)
        } else {
            if try takeNull() { return nil }
            number = try numberIfSound()
        }
        guard let number else { throw RowProblem(description: "\(field()) is not a number") }
        return number
    }

    /// Reads the latest price, which must be above 0. A service sends 0 for a price that does not exist, so 0 is
    /// unknown.
    package mutating func optionalPrice(_ field: @autoclosure () -> String) throws -> Number? {
        try optionalNumber(field()).flatMap { try $0.price(field()) }
    }

    /// Reads a string. Throws `RowProblem` if it is longer than the limit for texts.
    package mutating func optionalText(_ field: @autoclosure () -> String) throws -> String? {
        try optionalString(field())?.makeString()
    }

    /// Does the same for a string that is not kept.
    private mutating func optionalString(_ field: @autoclosure () -> String) throws -> JSONString? {
        guard next == .string else {
            if try takeNull() { return nil }
            throw RowProblem(description: "\(field()) is not text")
        }
        let string = try readString()
        return unsafe string.bytes.isEmpty ? nil : try string.checked(field())
    }

    /// Reads a time in RFC 3339 format.
    package mutating func optionalTime(_ field: @autoclosure () -> String) throws -> Timestamp? {
        guard let text = try optionalString(field()) else { return nil }
        guard let time = unsafe text.withUTF8({ unsafe Timestamp(rfc3339: $0) }) else {
            throw RowProblem(description: "\(field()) is not a time")
        }
        return time
    }

    /// Reads a time in a format of the provider's own.
    package mutating func optionalTime(
        _ field: @autoclosure () -> String, parse: (String) -> Timestamp?
    ) throws -> Timestamp? {
        guard let text = try optionalText(field()) else { return nil }
        guard let time = parse(text) else { throw RowProblem(description: "\(field()) is not a time") }
        return time
    }

    /// Reads a time as a count of `unit` since 1970, which may have a fraction. Throws `RowProblem` for a count below 0
    /// unless `mayBeNegative`, and for a time outside the years 1 to 9999.
    package mutating func optionalTime(
        _ field: @autoclosure () -> String, in unit: EpochUnit, mayBeNegative: Bool = false
    ) throws -> Timestamp? {
        guard let count = try optionalNumber(field()) else { return nil }
        guard mayBeNegative || !count.isNegative, let time = unit.time(count) else {
            throw RowProblem(description: "\(field()) is not a time")
        }
        return time
    }

    /// Reads an integer, or a string that contains one.
    package mutating func optionalInteger(_ field: @autoclosure () -> String) throws -> Int64? {
        guard let number = try optionalNumber(field()) else { return nil }
        guard let integer = number.integer else {
            throw RowProblem(description: "\(field()) is not a whole number")
        }
        return integer
    }

    /// Reads one member of an object and skips the others. Throws `RowProblem` if it is missing or null.
    package mutating func readMember<Value>(
        _ name: String, _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        var value: Value?
        try readObject(JSONKeys(name)) { _, reader in
            if try !reader.takeNull() { value = try read(&reader) }
        }
        return try value.required(name)
    }
}

extension Number {
    /// The number as a price: nil for 0. Throws `RowProblem` below 0.
    func price(_ field: @autoclosure () -> String) throws -> Number? {
        guard !isNegative else { throw RowProblem(description: "\(field()) is below 0") }
        return unlessZero
    }

    /// The number, nil for 0.
    package var unlessZero: Number? { isZero ? nil : self }

    /// The number, nil if it is not above 0.
    package var aboveZero: Number? { isZero || isNegative ? nil : self }
}

/// The unit in which a provider counts time.
package enum EpochUnit: Sendable {
    case seconds, milliseconds, microseconds

    /// Returns the time `count` units after 1970, or before it if negative; nil outside the years 1 to 9999.
    package func time(_ count: Int64) -> Timestamp? {
        switch self {
        case .seconds: Timestamp(exactSeconds: count)
        case .milliseconds: Timestamp(exactMilliseconds: count)
        case .microseconds: Timestamp(exactMicroseconds: count)
        }
    }

    /// Returns the time `count` units after 1970 with the fraction of the count, up to nine digits; nil outside the
    /// years 1 to 9999.
    package func time(_ count: Number) -> Timestamp? {
        if let whole = count.integer { return time(whole) }
        let whole = count.value.rounded(toPlaces: 0, .down)
        guard let time = Number(whole).integer.flatMap({ time($0) }),
            let rest = try? (count.value - whole) * ExactDecimal(nanoseconds),
            let fraction = Number(rest.rounded(toPlaces: 0, .down)).integer
        else { return nil }
        return Timestamp(
            exactSeconds: time.seconds, nanoseconds: time.nanoseconds + UInt32(clamping: fraction),
            digits: UInt8(min(9, places + count.places)))
    }

    /// How many nanoseconds it has.
    private var nanoseconds: Int {
        switch self {
        case .seconds: 1_000_000_000
        case .milliseconds: 1_000_000
        case .microseconds: 1000
        }
    }

    /// How many digits of a fraction of a second a whole count has.
    private var places: Int {
        switch self {
        case .seconds: 0
        case .milliseconds: 3
        case .microseconds: 6
        }
    }
}

extension Optional {
    /// Returns the value. Throws `RowProblem` if it is missing.
    @inlinable
    package func required(_ field: String) throws -> Wrapped {
        guard let self else { throw RowProblem(description: "\(field) is missing") }
        return self
    }
}
