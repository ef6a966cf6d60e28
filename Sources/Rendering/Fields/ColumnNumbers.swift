import DecimalArithmetic

/// The numbers that a column has shown so far, from which follow the decimals that they have in common.
struct ColumnNumbers: Sendable {
    /// Whether none of them has a fraction.
    private(set) var isWhole = true
    /// The positions of the first digits of numbers below 10.
    private var exponents: Set<Int> = []

    /// No numbers yet.
    init() {}

    /// A number by itself.
    init(_ number: Number) {
        add(number)
    }

    /// Adds a number.
    mutating func add(_ number: Number) {
        if isWhole { isWhole = number.places == 0 }
        if !number.isZero, number.adjustedExponent < 1 { exponents.insert(number.adjustedExponent) }
    }

    /// Adds the numbers among values.
    mutating func add(_ values: some Sequence<Value>) {
        for case .number(let number) in values { add(number) }
    }

    /// Returns the decimals of a price: those that its size needs, or those of prices a power of ten smaller in the
    /// same column, so that 0.9998 and 1.0002 both have four.
    func places(for price: Number) -> Int {
        if price.isZero { return 2 }
        let exponent = price.adjustedExponent
        return Self.places(exponents.contains(exponent - 1) ? exponent - 1 : exponent)
    }

    private static func places(_ exponent: Int) -> Int {
        if exponent >= 0 { return 2 }
        return exponent >= -8 ? min(8, 3 - exponent) : 3 - exponent
    }
}
