/// A number as it was sent, in place. It is parsed only when it is used in a calculation.
///
/// It points to the bytes of the message and is valid only as long as they are. The bytes may be invalid: what is not
/// a number in the JSON grammar (RFC 8259, 6) is treated as unknown.
public struct NumberText {
    /// The bytes as sent; empty if the number is missing.
    public let bytes: UnsafeBufferPointer<UInt8>

    /// A missing number.
    public static var unknown: NumberText { NumberText(UnsafeBufferPointer(start: nil, count: 0)) }

    /// Creates a number from bytes.
    @inlinable
    public init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// True if the number is missing. False does not mean that the bytes are valid.
    @inlinable public var isEmpty: Bool { bytes.count == 0 }

    /// The number for calculations; nil if it is unknown.
    public var number: Number? { bytes.count == 0 ? nil : Number(utf8: bytes) }

    /// The canonical form, as for `Number`, if it is a part of the bytes: digits without insignificant zeros at the
    /// end.
    ///
    /// Empty if it would have to be built (a minus sign, an exponent, an unusual number of digits), and if the number
    /// is unknown.
    public var canonicalBytes: UnsafeBufferPointer<UInt8> {
        let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        guard let start = bytes.baseAddress, bytes.count <= 32 else { return none }
        let others = Self.others(start, bytes.count)
        // At most one decimal point.
        guard others & (others &- 1) == 0 else { return none }
        let whole = min(others.trailingZeroBitCount, bytes.count)
        guard whole > 0, whole == 1 || start[0] != UInt8(ascii: "0") else { return none }
        if whole == bytes.count { return bytes }
        var end = bytes.count
        guard start[whole] == UInt8(ascii: "."), whole + 1 < end else { return none }
        while start[end - 1] == UInt8(ascii: "0") { end -= 1 }
        return UnsafeBufferPointer(start: start, count: end - 1 == whole ? whole : end)
    }

    /// Whether it is a number above 0.
    public var isPositive: Bool {
        let canonical = canonicalBytes
        if canonical.count > 0 { return canonical.count > 1 || canonical[0] != UInt8(ascii: "0") }
        return number.map { !$0.isZero && !$0.isNegative } ?? false
    }

    /// Appends the canonical form, as for `Number`. If the number is unknown, appends nothing and returns false.
    public func write(to output: inout [UInt8]) -> Bool {
        let canonical = canonicalBytes
        if canonical.count > 0 {
            output.append(contentsOf: canonical)
            return true
        }
        guard let number else { return false }
        number.write(to: &output)
        return true
    }

    /// Returns a bit for each of at most 32 bytes, set if the byte is not a digit. It checks eight bytes at a time;
    /// the last eight may overlap with bytes already checked.
    @inline(__always)
    private static func others(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
        var others: UInt32 = 0
        if count >= 8 {
            var index = 0
            while index < count - 8 {
                others |= eightOthers(start + index) << index
                index += 8
            }
            others |= eightOthers(start + (count - 8)) << (count - 8)
        } else {
            for index in 0..<count where start[index] &- UInt8(ascii: "0") > 9 { others |= 1 << index }
        }
        return others
    }

    @inline(__always)
    private static func eightOthers(_ start: UnsafePointer<UInt8>) -> UInt32 {
        let word = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
        // A digit is now 0 to 9. A larger value gets its high bit set, without a carry between bytes.
        let values = word ^ 0x3030_3030_3030_3030
        let flags = ((values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
        // Gather the bits. The bit of the first byte becomes the lowest.
        return UInt32(truncatingIfNeeded: ((flags >> 7) &* 0x0102_0408_1020_4080) >> 56)
    }
}
