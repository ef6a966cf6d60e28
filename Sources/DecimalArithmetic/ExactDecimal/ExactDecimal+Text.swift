extension ExactDecimal: CustomStringConvertible {
    /// The canonical form: exact, without an exponent, `+`, or insignificant zeros.
    public var description: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the canonical form as ASCII: `67024`, `-0.00000012`.
    ///
    /// - Parameter output: The bytes to append to.
    public func write(to output: inout [UInt8]) {
        if isNegative { output.append(UInt8(ascii: "-")) }
        let (digits, exponent) = (isZero ? 1 : coefficient.decimalDigitCount, Int(exponent))
        let whole = max(1, digits + exponent)
        output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: whole + (exponent < 0 ? 1 - exponent : 0)))
        // The span of an array needs macOS 26.
        unsafe output.withUnsafeMutableBufferPointer { buffer in
            var text = unsafe buffer.mutableSpan
            let point = exponent < 0 ? text.count - 1 + exponent : -1
            if point >= 0 { text[point] = UInt8(ascii: ".") }
            writeDigits(to: &text, endingAt: text.count - max(exponent, 0), skipping: point)
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

    /// Writes the digits of the coefficient from right to left, except at the position of the decimal point; −1 for
    /// none.
    @inline(__always)
    private func writeDigits(to text: inout MutableSpan<UInt8>, endingAt end: Int, skipping point: Int) {
        var (index, rest) = (end, coefficient)
        while rest > UInt128(UInt64.max) {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: .powerOfTen(18))
            Self.write(UInt64(truncatingIfNeeded: remainder), width: 18, to: &text, endingAt: &index, skipping: point)
            rest = quotient
        }
        Self.write(UInt64(truncatingIfNeeded: rest), width: 0, to: &text, endingAt: &index, skipping: point)
    }

    /// Writes at least `width` digits from right to left, and moves `end` to the first one.
    private static func write(
        _ number: UInt64, width: Int, to text: inout MutableSpan<UInt8>, endingAt end: inout Int, skipping point: Int
    ) {
        var (rest, left, index) = (number, width, end)
        while rest > 0 || left > 0 {
            index -= 1
            if index == point { index -= 1 }
            text[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            left -= 1
        }
        end = index
    }
}
