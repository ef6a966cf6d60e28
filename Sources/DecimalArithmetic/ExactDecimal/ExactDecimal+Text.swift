extension ExactDecimal: CustomStringConvertible {
    /// The canonical form: exact, without an exponent, `+`, or insignificant zeros.
    public var description: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the canonical form as ASCII: `67024`, `-0.00000012`.
    public func write(to output: inout [UInt8]) {
        withPlainDigits { $0.write(to: &output) }
    }

    /// Returns the number rounded half to even, with exactly `places` digits after the decimal point: `1,234.50`.
    ///
    /// If `grouping` is true, `,` separates thousands. A number that is rounded to zero has no minus sign.
    public func formatted(places: Int, grouping: Bool) -> String {
        var bytes: [UInt8] = []
        write(places: places, grouping: grouping, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the result of `formatted(places:grouping:)` as ASCII.
    public func write(places: Int, grouping: Bool, to output: inout [UInt8]) {
        withPlainDigits { $0.write(places: places, grouping: grouping, to: &output) }
    }

    /// Calls a closure with the digits of the coefficient, which are valid only inside `body`.
    func withPlainDigits<Result>(_ body: (PlainDigits) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 40) { buffer in
            var start = buffer.count
            var rest = coefficient
            while rest > UInt128(UInt64.max) {
                let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: .powerOfTen(18))
                Self.write(UInt64(truncatingIfNeeded: remainder), width: 18, endingAt: &start, of: buffer)
                rest = quotient
            }
            Self.write(UInt64(truncatingIfNeeded: rest), width: 0, endingAt: &start, of: buffer)
            return body(
                PlainDigits(
                    digits: UnsafeBufferPointer(rebasing: buffer[start...]), exponent: Int(exponent),
                    isNegative: isNegative))
        }
    }

    /// Writes at least `width` digits from the right, and moves `end` to the first one.
    private static func write(
        _ number: UInt64, width: Int, endingAt end: inout Int, of buffer: UnsafeMutableBufferPointer<UInt8>
    ) {
        let stop = end - width
        var rest = number
        while rest > 0 || end > stop {
            end -= 1
            buffer[end] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }
}
