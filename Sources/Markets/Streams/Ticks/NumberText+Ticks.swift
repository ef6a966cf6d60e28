import DecimalArithmetic
import Platform

/// What dialects ask of a number without reading it.
extension NumberText {
    /// The same text where it is a number above 0, else unknown: providers send 0 for what never happened.
    ///
    /// A text that begins with another digit is left to those who read it: it is neither 0 nor below.
    @inline(__always)
    var aboveZero: NumberText {
        guard bytes.count > 0 else { return self }
        return bytes[0] &- UInt8(ascii: "1") < 9 || isPositive ? self : .unknown
    }

    /// The same text where it is a number of 0 or more, else unknown.
    @inline(__always)
    var notNegative: NumberText {
        guard bytes.count > 0, !isPositive else { return self }
        return number?.isZero == true ? self : .unknown
    }

    /// Whether it is a price: false where nothing was sent, or 0 for what never happened. Throws for what is no number
    /// above 0.
    @inline(__always)
    func isPrice() throws -> Bool {
        if bytes.count == 0 { return false }
        if isPositive { return true }
        guard number?.isZero == true else { throw RowProblem(description: "a price that is no number above 0") }
        return false
    }

    /// The moment that a count of `unit` since 1970 stands for, `arrival` where nothing was sent. Throws for what is no
    /// such count, and past the year 9999.
    func time(in unit: EpochUnit, else arrival: Timestamp) throws -> Timestamp {
        guard bytes.count > 0 else { return arrival }
        guard let time = time(in: unit) else { throw RowProblem(description: "a time that is none") }
        return time
    }

    private func time(in unit: EpochUnit) -> Timestamp? {
        // More digits are past the year 9999 in milliseconds too, and would not fit.
        guard bytes.count <= 15 else { return nil }
        var count: Int64 = 0
        for byte in bytes {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            count = count &* 10 &+ Int64(digit)
        }
        return unit.time(count)
    }
}
