import DecimalArithmetic

/// What scales do to concentrations and indices; `ExactDecimal` itself only rounds half to even.
extension ExactDecimal {
    /// The largest number of `places` decimals that is not above this one.
    func roundedDown(toPlaces places: Int) throws(ArithmeticError) -> ExactDecimal {
        let nearest = rounded(toPlaces: places)
        return nearest > self ? try nearest - .unit(ofPlace: places) : nearest
    }

    /// The nearest number of `places` decimals, the larger of two.
    func roundedHalfUp(toPlaces places: Int) throws(ArithmeticError) -> ExactDecimal {
        let (floor, unit) = (try roundedDown(toPlaces: places), ExactDecimal.unit(ofPlace: places))
        return try (self - floor) * 2 >= unit ? floor + unit : floor
    }

    /// 1, 0.1, 0.01 …
    private static func unit(ofPlace places: Int) -> ExactDecimal {
        ExactDecimal("1e-\(places)") ?? 1
    }
}
