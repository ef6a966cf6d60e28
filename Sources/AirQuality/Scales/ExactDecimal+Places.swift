import DecimalArithmetic

/// The rounding modes of the scales. `ExactDecimal` itself only rounds half to even.
extension ExactDecimal {
    /// Returns the largest number with `places` decimals that is not above this one.
    func roundedDown(toPlaces places: Int) throws(ArithmeticError) -> ExactDecimal {
        let nearest = rounded(toPlaces: places)
        return nearest > self ? try nearest - .unit(ofPlace: places) : nearest
    }

    /// Returns the nearest number with `places` decimals; the larger one of two that are equally near.
    func roundedHalfUp(toPlaces places: Int) throws(ArithmeticError) -> ExactDecimal {
        let nearest = rounded(toPlaces: places)
        guard nearest < self else { return nearest }
        // Half to even goes down to an even digit.
        let unit = ExactDecimal.unit(ofPlace: places)
        return try (self - nearest) * 2 == unit ? nearest + unit : nearest
    }

    /// Returns 1, 0.1, 0.01 …
    private static func unit(ofPlace places: Int) -> ExactDecimal {
        places == 0 ? 1 : ExactDecimal("1e-\(places)") ?? 1
    }
}
