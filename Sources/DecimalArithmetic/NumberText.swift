/// A number as its sender wrote it, in place: read only where somebody computes with it.
///
/// It points into the sender's bytes and is valid only as long as they are. It may hold anything that stands where a
/// number should: what is no number in JSON's grammar (RFC 8259, 6) counts as unknown.
public struct NumberText {
    /// The bytes as they were sent; none where nothing was.
    public let bytes: UnsafeBufferPointer<UInt8>

    /// A number that was not sent.
    public static var unknown: NumberText { NumberText(UnsafeBufferPointer(start: nil, count: 0)) }

    /// What stands in these bytes.
    @inlinable
    public init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// True where nothing was sent; false says nothing about what was.
    @inlinable public var isEmpty: Bool { bytes.count == 0 }

    /// The number to calculate with; nil where it is unknown.
    public var number: Number? { bytes.count == 0 ? nil : Number(utf8: bytes) }

    /// The canonical form, as of `Number`, where it lies in the bytes: digits, all of them or as far as they say something.
    ///
    /// No bytes where it has to be made (a minus, an exponent, more digits than are common), and where nothing is known.
    public var canonicalBytes: UnsafeBufferPointer<UInt8> {
        let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        guard let start = bytes.baseAddress, bytes.count <= 32 else { return none }
        let others = Self.others(start, bytes.count)
        // A point at most.
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

    /// Appends the canonical form, as of `Number`; false, and nothing appended, where it is unknown.
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

    /// A bit for each of 32 bytes at most: set where it is no digit. Eight are looked at at a time; the last eight may be some
    /// that were looked at already.
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
        // A digit is 0 to 9 then; what is more gets its high bit, and nothing is carried from byte to byte.
        let values = word ^ 0x3030_3030_3030_3030
        let flags = ((values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
        // Gathers them: the first byte's becomes the lowest bit.
        return UInt32(truncatingIfNeeded: ((flags >> 7) &* 0x0102_0408_1020_4080) >> 56)
    }
}
