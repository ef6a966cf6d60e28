/// A number as it was sent, in place. It is parsed only when it is used in a calculation.
///
/// It points to the bytes of the message, so it cannot be copied. The code that creates it must keep the bytes until
/// its last use. The bytes may be invalid: what is not a number in the JSON grammar (RFC 8259, 6) is treated as
/// unknown.
@safe
public struct NumberText: ~Copyable {
    /// The bytes as sent; empty if the number is missing.
    public let bytes: UnsafeBufferPointer<UInt8>

    /// A missing number.
    public static var unknown: NumberText { unsafe NumberText(UnsafeBufferPointer(start: nil, count: 0)) }

    /// Creates a number from bytes, which must be valid as long as the number is used.
    @inlinable
    public init(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe self.bytes = bytes
    }

    /// True if the number is missing. False does not mean that the bytes are valid.
    @inlinable public var isEmpty: Bool { unsafe bytes.count == 0 }

    /// The number for calculations; nil if it is unknown.
    public var number: Number? { isEmpty ? nil : unsafe Number(utf8: bytes.span) }

    /// The canonical form, as for `Number`, if it is a part of the bytes: digits without insignificant zeros at the
    /// end.
    ///
    /// Empty if it would have to be built (a minus sign, an exponent, an unusual number of digits), and if the number
    /// is unknown.
    public var canonicalBytes: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: bytes.baseAddress, count: Self.canonicalLength(of: bytes.span))
    }

    /// Whether it is a number above 0.
    public var isPositive: Bool {
        let canonical = unsafe canonicalBytes
        if canonical.count > 0 { return unsafe canonical.count > 1 || canonical[0] != UInt8(ascii: "0") }
        return number.map { !$0.isZero && !$0.isNegative } ?? false
    }

    /// Appends the canonical form, as for `Number`.
    ///
    /// - Parameter output: The bytes to append to.
    /// - Returns: False, and nothing is appended, if the number is unknown.
    public func write(to output: inout [UInt8]) -> Bool {
        let canonical = unsafe canonicalBytes
        if canonical.count > 0 {
            unsafe output.append(contentsOf: canonical)
            return true
        }
        guard let number else { return false }
        number.write(to: &output)
        return true
    }

    /// Returns the length of the canonical form at the start of a text; 0 if the text does not begin with it.
    @inline(__always)
    private static func canonicalLength(of text: Span<UInt8>) -> Int {
        var end = text.count
        guard end > 0, end <= 32 else { return 0 }
        let others = others(in: text)
        // At most one decimal point.
        guard others & (others &- 1) == 0 else { return 0 }
        let whole = min(others.trailingZeroBitCount, end)
        guard whole > 0, whole == 1 || text[0] != UInt8(ascii: "0") else { return 0 }
        if whole == end { return end }
        guard text[whole] == UInt8(ascii: "."), whole + 1 < end else { return 0 }
        while text[end - 1] == UInt8(ascii: "0") { end -= 1 }
        return end - 1 == whole ? whole : end
    }

    /// Returns a bit for each of at most 32 bytes, set if the byte is not a digit. It checks eight bytes at a time;
    /// the last eight may overlap with bytes already checked.
    @inline(__always)
    private static func others(in text: Span<UInt8>) -> UInt32 {
        var others: UInt32 = 0
        if text.count >= 8 {
            var index = 0
            while index < text.count - 8 {
                others |= eightOthers(in: text, from: index) << index
                index += 8
            }
            others |= eightOthers(in: text, from: text.count - 8) << (text.count - 8)
        } else {
            for index in 0..<text.count where text[index] &- UInt8(ascii: "0") > 9 { others |= 1 << index }
        }
        return others
    }

    @inline(__always)
    private static func eightOthers(in text: Span<UInt8>, from start: Int) -> UInt32 {
        unsafe UInt64(littleEndian: text.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
            .bytesOtherThanDigits
    }
}
