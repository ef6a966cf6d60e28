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
        let (floor, unit) = (try roundedDown(toPlaces: places), ExactDecimal.unit(ofPlace: places))
        return try (self - floor) * 2 >= unit ? floor + unit : floor
    }

    /// Returns 1, 0.1, 0.01 …
    private static func unit(ofPlace places: Int) -> ExactDecimal {
        ExactDecimal("1e-\(places)") ?? 1
    }
}
