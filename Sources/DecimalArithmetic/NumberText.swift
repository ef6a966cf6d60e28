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
        let whole = endOfDigits(start, from: 0)
        guard whole > 0, whole == 1 || start[0] != UInt8(ascii: "0") else { return none }
        if whole == bytes.count { return bytes }
        guard start[whole] == UInt8(ascii: "."), whole + 1 < bytes.count else { return none }
        var end = endOfDigits(start, from: whole + 1)
        guard end == bytes.count else { return none }
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

    /// The end of the digits from a place on, eight at a time as far as there are so many bytes.
    @inline(__always)
    private func endOfDigits(_ start: UnsafePointer<UInt8>, from first: Int) -> Int {
        var index = first
        while bytes.count - index >= 8 {
            let word = UInt64(littleEndian: UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self))
            // The upper half of a digit is 3, and still is when 6 is added. What that carries over falls on the bytes behind
            // the first that is no digit.
            let halves = word ^ 0x3030_3030_3030_3030
            let others = (halves | (halves &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0
            if others != 0 { return index + (others.trailingZeroBitCount >> 3) }
            index += 8
        }
        while index < bytes.count, start[index] &- UInt8(ascii: "0") < 10 { index += 1 }
        return index
    }
}
