package import Platform
package import DecimalArithmetic
package import JSONReader

/// Readers for optional values of a row: an invalid value is treated as missing. They throw only for malformed JSON.
extension JSONReader {
    /// Reads a number, or a string that contains one.
    package mutating func numberIfSound() throws -> Number? {
        if let number = unsafe readNumber(ifAtStart: { unsafe Number.start(of: $0) }) { return number }
        if let text = try readPlainNumberOrString() { return unsafe Number(utf8: text.bytes.span) }
        guard next == .string else { return nil }
        return unsafe try readString().withUTF8 { unsafe Number(utf8: $0.span) }
    }

    /// Reads a price other than the latest one, such as the opening price of the day. It must be above 0.
    package mutating func positiveNumber() throws -> Number? {
        try numberIfSound()?.aboveZero
    }

    /// Reads an integer, or a string that contains one.
    package mutating func integerIfSound() throws -> Int64? {
        try numberIfSound()?.integer
    }

    /// Reads a time as a count of `unit` since 1970; nil for anything else.
    package mutating func timeIfSound(in unit: EpochUnit) throws -> Timestamp? {
        try numberIfSound().flatMap { unit.time($0) }
    }

    /// Reads a rank by size, at least 1.
    package mutating func rankIfSound() throws -> Int? {
        try integerIfSound().flatMap { $0 > 0 ? Int(exactly: $0) : nil }
    }

    /// Reads a string that is neither empty nor longer than the limit for texts.
    package mutating func textIfSound() throws -> String? {
        guard next == .string else { return nil }
        let string = try readString()
        return unsafe string.bytes.isEmpty ? nil : try? string.text("")
    }
}
