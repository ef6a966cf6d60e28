/// A whole number of any size, for products of many coefficients before they are divided and rounded once.
///
/// Only factors and divisors of 128 bits are needed, so there is no long division: dividing by one after the other gives
/// the quotient by their product, and something is left of it exactly when something is left of one step.
struct LongMagnitude {
    /// 128 bits each, the lowest first; no zero at the end.
    private var limbs: [UInt128]

    init(_ number: UInt128) {
        limbs = number == 0 ? [] : [number]
    }

    var isZero: Bool { limbs.isEmpty }

    /// A number that has no more decimal digits than this one, and at most one fewer.
    var leastDigitCount: Int {
        guard let last = limbs.last else { return 0 }
        // 1233/4096 is just below the logarithm of 2; a number of n bits is 2ⁿ⁻¹ or more.
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

    /// Leaves the quotient, rounded down, and says whether something was left over.
    mutating func divide(by divisor: UInt128) -> Bool {
        var remainder: UInt128 = 0
        for index in limbs.indices.reversed() {
            (limbs[index], remainder) = divisor.dividingFullWidth((remainder, limbs[index]))
        }
        if limbs.last == 0 { limbs.removeLast() }
        return remainder != 0
    }

    /// Divides by 10³⁸ until the number has at most 76 digits, which is 38 digits or more where it divides at all.
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
