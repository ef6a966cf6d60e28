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

    /// Whether it is a number above 0.
    public var isPositive: Bool {
        if isCanonical { return bytes.count > 1 || bytes[0] != UInt8(ascii: "0") }
        return number.map { !$0.isZero && !$0.isNegative } ?? false
    }

    /// Appends the canonical form, as of `Number`; false, and nothing appended, where it is unknown.
    public func write(to output: inout [UInt8]) -> Bool {
        if isCanonical {
            output.append(contentsOf: bytes)
            return true
        }
        guard let number else { return false }
        number.write(to: &output)
        return true
    }

    /// True for what is in canonical form already: digits without a leading zero, then perhaps a point and digits that
    /// end with one that says something. A minus, an exponent, and more digits than are common are left to `Number`.
    private var isCanonical: Bool {
        guard let start = bytes.baseAddress, bytes.count <= 32 else { return false }
        var index = 0
        while index < bytes.count, start[index] &- UInt8(ascii: "0") < 10 { index += 1 }
        guard index > 0, index == 1 || start[0] != UInt8(ascii: "0") else { return false }
        if index == bytes.count { return true }
        guard start[index] == UInt8(ascii: "."), index + 1 < bytes.count else { return false }
        index += 1
        while index < bytes.count, start[index] &- UInt8(ascii: "0") < 10 { index += 1 }
        return index == bytes.count && start[index - 1] != UInt8(ascii: "0")
    }
}
