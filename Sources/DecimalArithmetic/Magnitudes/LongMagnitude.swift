/// An unsigned integer of any size, for products of many coefficients before a single division and rounding.
///
/// Factors and divisors have at most 128 bits, so long division is not needed. Dividing by one divisor after the
/// other gives the quotient by their product, and it has a remainder exactly if one of the steps has one.
struct LongMagnitude {
    /// Limbs of 128 bits, the lowest first, without a zero at the end.
    private var limbs: [UInt128]

    init(_ number: UInt128) {
        limbs = number == 0 ? [] : [number]
    }

    var isZero: Bool { limbs.isEmpty }

    /// A lower bound for the number of decimal digits, at most one too small.
    var leastDigitCount: Int {
        guard let last = limbs.last else { return 0 }
        // 1233/4096 is just below log₁₀ 2. A number of n bits is at least 2ⁿ⁻¹.
        return ((bitWidth(last) - 1) * 1233) >> 12 + 1
    }

    private func bitWidth(_ last: UInt128) -> Int {
        limbs.count * UInt128.bitWidth - last.leadingZeroBitCount
    }

    mutating func multiply(by factor: UInt128) {
        var carry: UInt128 = 0
        for index in limbs.indices {
            let (high, low) = limbs[index].multipliedFullWidth(by: factor)
            let (sum, overflows) = low.addingReportingOverflow(carry)
            limbs[index] = sum
            carry = high + (overflows ? 1 : 0)
        }
        if carry > 0 { limbs.append(carry) }
        if factor == 0 { limbs = [] }
    }

    mutating func multiply(byPowerOfTen power: Int) {
        var rest = power
        while rest > 0 {
            multiply(by: .powerOfTen(min(rest, 38)))
            rest -= 38
        }
    }

    /// Replaces the number by the quotient, rounded down. Returns whether there is a remainder.
    mutating func divide(by divisor: UInt128) -> Bool {
        var remainder: UInt128 = 0
        for index in limbs.indices.reversed() {
            (limbs[index], remainder) = divisor.dividingFullWidth((remainder, limbs[index]))
        }
        if limbs.last == 0 { limbs.removeLast() }
        return remainder != 0
    }

    /// Divides by 10³⁸ until the number has at most 76 digits. A number that was divided still has at least 38
    /// digits.
    mutating func shortened() -> (magnitude: WideMagnitude, droppedDigits: Int, inexact: Bool) {
        var (dropped, inexact) = (0, false)
        while let last = limbs.last, bitWidth(last) > 252 {
            let isLeft = divide(by: .powerOfTen(38))
            (dropped, inexact) = (dropped + 38, inexact || isLeft)
        }
        let (low, high) = (limbs.first ?? 0, limbs.dropFirst().first ?? 0)
        return (WideMagnitude(high: high, low: low), dropped, inexact)
    }
}
