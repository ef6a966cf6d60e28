package import DecimalArithmetic
package import JSONReader

/// The readings of what a row may lack: a value that is not as it should be counts as not there.
extension JSONReader {
    /// A number, or a string that holds one.
    package mutating func numberIfSound() throws -> Number? {
        guard next == .number || next == .string else { return nil }
        return try readNumberOrString().withUTF8 { Number(utf8: $0) }
    }

    /// A price beside the latest one, such as the day's open: above 0.
    package mutating func positiveNumber() throws -> Number? {
        try numberIfSound().flatMap { $0.isZero || $0.isNegative ? nil : $0 }
    }

    /// A whole number, or a string that holds one.
    package mutating func integerIfSound() throws -> Int64? {
        try numberIfSound().flatMap { Int64($0.description) }
    }

    /// A place by size: 1 or more.
    package mutating func rankIfSound() throws -> Int? {
        try integerIfSound().flatMap { $0 > 0 ? Int(exactly: $0) : nil }
    }

    /// A string that is neither empty nor longer than any text of a provider.
    package mutating func textIfSound() throws -> String? {
        guard next == .string else { return nil }
        let string = try readString()
        return string.bytes.isEmpty ? nil : try? string.text("")
    }
}
