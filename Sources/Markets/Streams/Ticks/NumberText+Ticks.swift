import DecimalArithmetic
import Platform

/// Checks of a number that do not parse it.
extension NumberText {
    /// Whether it may be a number above 0: providers send 0 if there was no trade.
    ///
    /// A text that begins with another digit is neither 0 nor negative. It is checked when it is parsed.
    @inline(__always)
    package var mayBeAboveZero: Bool { unsafe bytes.count > 0 && (bytes[0] &- UInt8(ascii: "1") < 9 || isPositive) }

    /// Whether it is a number of 0 or more.
    @inline(__always)
    package var isNotNegative: Bool { isPositive || number?.isZero == true }

    /// Whether it is a price: false if it is missing, or 0, which means no trade. Throws `RowProblem` if it is not a
    /// number, or negative.
    @inline(__always)
    package func isPrice() throws -> Bool {
        if unsafe bytes.count == 0 { return false }
        if isPositive { return true }
        guard number?.isZero == true else { throw RowProblem(description: "a price that is not a number above 0") }
        return false
    }

    /// The time as a count of `unit` since 1970, or `arrival` if it is missing. Throws `RowProblem` if it is not a
    /// count, or after the year 9999.
    package func time(in unit: EpochUnit, else arrival: Timestamp) throws -> Timestamp {
        guard unsafe bytes.count > 0 else { return arrival }
        guard let time = time(in: unit) else { throw RowProblem(description: "an invalid time") }
        return time
    }

    private func time(in unit: EpochUnit) -> Timestamp? {
        // More digits could overflow.
        guard unsafe bytes.count <= 18 else { return unusualTime(in: unit) }
        var count: Int64 = 0
        for index in unsafe bytes.indices {
            let digit = unsafe bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return unusualTime(in: unit) }
            count = count &* 10 &+ Int64(digit)
        }
        return unit.time(count)
    }

    /// Does the same for a count with a fraction or an exponent.
    @inline(never)
    private func unusualTime(in unit: EpochUnit) -> Timestamp? {
        number.flatMap { $0.isNegative ? nil : unit.time($0) }
    }
}
