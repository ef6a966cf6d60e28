extension ExactDecimal: CustomStringConvertible {
    /// The canonical form: exact, without an exponent, `+`, or insignificant zeros.
    public var description: String { Number(self).description }

    /// Appends the canonical form as ASCII: `67024`, `-0.00000012`.
    ///
    /// - Parameter output: The bytes to append to.
    public func write(to output: inout [UInt8]) {
        if isNegative { output.append(UInt8(ascii: "-")) }
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.precision) { text in
            let first = unsafe writeDigits(to: text)
            unsafe output.append(digits: UnsafeBufferPointer(rebasing: text[first...]), exponent: Int(exponent))
        }
    }

    /// Formats the number, rounded half to even: `1,234.50`. A number that is rounded to zero has no minus sign.
    ///
    /// - Parameters:
    ///   - places: The exact number of digits after the decimal point.
    ///   - grouping: Whether `,` separates thousands.
    /// - Returns: The text.
    public func formatted(places: Int, grouping: Bool) -> String {
        Number(self).formatted(places: places, grouping: grouping)
    }

    /// Writes the digits of the coefficient to the end of a buffer; none for 0. Returns the place of the first digit.
    private func writeDigits(to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
        if let small = UInt64(exactly: coefficient) { return unsafe Self.write(small, to: text, before: text.count) }
        // One division of 128 bits leaves two numbers in 64 bits.
        let unit: UInt64 = 10_000_000_000_000_000_000
        let quotient = coefficient / UInt128(unit)
        let rest = UInt64(truncatingIfNeeded: coefficient &- quotient &* UInt128(unit))
        let end = text.count - 19
        let first = unsafe Self.write(rest, to: text, before: text.count)
        for place in end..<first { unsafe text[place] = UInt8(ascii: "0") }
        return unsafe Self.write(UInt64(truncatingIfNeeded: quotient), to: text, before: end)
    }

    /// Writes digits from right to left, two at a time. Returns the place of the first one.
    private static func write(_ number: UInt64, to text: UnsafeMutableBufferPointer<UInt8>, before end: Int) -> Int {
        let pairs: StaticString = """
            0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
            5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
            """
        var (rest, place) = (number, end)
        while rest >= 10 {
            let pair = Int(truncatingIfNeeded: rest % 100)
            rest /= 100
            place -= 2
            unsafe (text[place], text[place + 1]) = (pairs.utf8Start[2 * pair], pairs.utf8Start[2 * pair + 1])
        }
        if rest > 0 {
            place -= 1
            unsafe text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
        }
        return place
    }
}
