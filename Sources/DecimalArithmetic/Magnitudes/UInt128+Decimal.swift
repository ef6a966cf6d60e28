/// 10⁰ to 10¹⁹, the powers that fit in 64 bits.
private let powersOfTen: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
]

extension UInt128 {
    /// Returns 10 to the power of `power`, 0 to 38.
    static func powerOfTen(_ power: Int) -> UInt128 {
        power <= 19
            ? UInt128(powersOfTen[power])
            : UInt128(powersOfTen[19]) &* UInt128(powersOfTen[power - 19])
    }

    /// The number of decimal digits; 0 for 0.
    var decimalDigitCount: Int {
        let bits = UInt128.bitWidth - leadingZeroBitCount
        // 1233/4096 is just below log₁₀ 2, so the estimate is correct or one too low.
        let estimate = (bits * 1233) >> 12
        return estimate + (self >= .powerOfTen(estimate) ? 1 : 0)
    }

    /// Returns the number divided by the largest power of ten that divides it, and that power; 0 is returned
    /// unchanged.
    func withoutTrailingDecimalZeros() -> (UInt128, zeros: Int) {
        guard self & 1 == 0, self != 0 else { return (self, 0) }
        if let small = UInt64(exactly: self) {
            let (stripped, zeros) = small.withoutTrailingDecimalZeros()
            return (UInt128(stripped), zeros)
        }
        var (rest, zeros, step) = (self, 0, 32)
        while step > 0 {
            // A number divisible by 10ⁿ is divisible by 2ⁿ, which is cheap to check.
            if rest.trailingZeroBitCount >= step {
                let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: .powerOfTen(step))
                if remainder == 0 { (rest, zeros) = (quotient, zeros + step) }
            }
            step /= 2
        }
        return (rest, zeros)
    }
}

extension UInt64 {
    /// Does the same as for `UInt128`, for a number that is not 0.
    func withoutTrailingDecimalZeros() -> (UInt64, zeros: Int) {
        var (rest, zeros) = (self, 0)
        guard rest & 1 == 0 else { return (self, 0) }
        while rest.isMultiple(of: 100_000_000) { (rest, zeros) = (rest / 100_000_000, zeros + 8) }
        while rest.isMultiple(of: 100) { (rest, zeros) = (rest / 100, zeros + 2) }
        if rest.isMultiple(of: 10) { (rest, zeros) = (rest / 10, zeros + 1) }
        return (rest, zeros)
    }
}
