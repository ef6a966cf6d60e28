/// An unsigned integer of 256 bits, for an exact product of two coefficients or a sum before rounding.
struct WideMagnitude: Equatable {
    let high: UInt128
    let low: UInt128

}

extension WideMagnitude {
    init(_ low: UInt128) {
        self.init(high: 0, low: low)
    }

    /// Creates the exact product of two numbers.
    init(_ left: UInt128, times right: UInt128) {
        if let small = UInt64(exactly: left), let factor = UInt64(exactly: right) {
            self.init(UInt128(small) &* UInt128(factor))
        } else {
            let (high, low) = left.multipliedFullWidth(by: right)
            self.init(high: high, low: low)
        }
    }

    /// Returns 10 to the power of `power`, 0 to 76.
    static func powerOfTen(_ power: Int) -> WideMagnitude {
        power <= 38
            ? WideMagnitude(.powerOfTen(power))
            : WideMagnitude(.powerOfTen(38), times: .powerOfTen(power - 38))
    }

    /// The number of decimal digits; 0 for 0.
    var decimalDigitCount: Int {
        guard high != 0 else { return low.decimalDigitCount }
        let bits = 256 - high.leadingZeroBitCount
        let estimate = (bits * 1233) >> 12
        return estimate + (self < .powerOfTen(estimate) ? 0 : 1)
    }

    static func < (left: WideMagnitude, right: WideMagnitude) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }

    /// Returns the sum. It must fit in 256 bits.
    static func + (left: WideMagnitude, right: WideMagnitude) -> WideMagnitude {
        let (low, carries) = left.low.addingReportingOverflow(right.low)
        return WideMagnitude(high: left.high + right.high + (carries ? 1 : 0), low: low)
    }

    /// Returns the difference. `right` must not be larger than `left`.
    static func - (left: WideMagnitude, right: WideMagnitude) -> WideMagnitude {
        let (low, borrows) = left.low.subtractingReportingOverflow(right.low)
        return WideMagnitude(high: left.high - right.high - (borrows ? 1 : 0), low: low)
    }

    /// Returns the product with a power of ten, 0 to 76. It must fit in 256 bits.
    func scaled(byPowerOfTen power: Int) -> WideMagnitude {
        var (result, rest) = (self, power)
        while rest > 0 {
            let step = min(rest, 38)
            let factor = UInt128.powerOfTen(step)
            let (carry, low) = result.low.multipliedFullWidth(by: factor)
            result = WideMagnitude(high: result.high * factor + carry, low: low)
            rest -= step
        }
        return result
    }

    func quotientAndRemainder(dividingBy divisor: UInt128) -> (quotient: WideMagnitude, remainder: UInt128) {
        guard high != 0 else {
            let (quotient, remainder) = low.quotientAndRemainder(dividingBy: divisor)
            return (WideMagnitude(quotient), remainder)
        }
        let (quotientHigh, carry) = high.quotientAndRemainder(dividingBy: divisor)
        let (quotientLow, remainder) = divisor.dividingFullWidth((carry, low))
        return (WideMagnitude(high: quotientHigh, low: quotientLow), remainder)
    }

    /// Returns the quotient by a power of ten, 1 or more, rounded half to even in one step.
    ///
    /// `inexact` means that the exact value is slightly larger than this number, because a digit after its last one
    /// is not 0.
    func roundedQuotient(byPowerOfTen power: Int, inexact: Bool) -> WideMagnitude {
        var (rest, dropped, inexact) = (self, power, inexact)
        while dropped > 38 {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: .powerOfTen(38))
            (rest, dropped, inexact) = (quotient, dropped - 38, inexact || remainder != 0)
        }
        let divisor = UInt128.powerOfTen(dropped)
        let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: divisor)
        let half = divisor / 2
        let isUp = remainder == half ? inexact || quotient.low & 1 == 1 : remainder > half
        return isUp ? quotient + WideMagnitude(1) : quotient
    }
}
