import DecimalArithmetic

/// The numbers that a column has shown so far, from which follow the decimals that they have in common.
///
/// Prices of about one size have the decimals of the smallest: those of a history, or 0.9998 and 1.0002. In a column of
/// many sizes, such as a list of coins, each has the decimals of its own size; a price from 1 to 10 has four if another
/// is between 0.1 and 1, so that coins pegged to 1 are alike there too. The prices of a table count as one column
/// (`TableNumbers`).
struct ColumnNumbers: Sendable {
    /// Whether none of them has a fraction.
    private(set) var isWhole = true
    /// The positions of the first digits of the smallest and of the largest number, without zeros.
    private var exponents: ClosedRange<Int>?
    /// Whether a number is between 0.1 and 1.
    private var hasTenths = false

    /// Whether all are prices of one asset, for people. Then those from 1 to 10 have four decimals, whatever others
    /// there are.
    private let isOfAsset: Bool

    /// No numbers yet.
    init(ofAsset isOfAsset: Bool = false) {
        self.isOfAsset = isOfAsset
    }

    /// A number by itself.
    init(_ number: Number) {
        self.init()
        add(number)
    }

    /// Adds a number.
    mutating func add(_ number: Number) {
        if isWhole { isWhole = number.places == 0 }
        guard !number.isZero else { return }
        let exponent = number.adjustedExponent
        hasTenths = hasTenths || exponent == -1
        let last = exponents ?? exponent...exponent
        exponents = min(last.lowerBound, exponent)...max(last.upperBound, exponent)
    }

    /// Adds the numbers among values.
    mutating func add(_ values: some Sequence<Value>) {
        for case .number(let number) in values { add(number) }
    }

    /// Whether some have a fraction and all are below 100, so that without decimals they would say little.
    var isSmall: Bool { !isWhole && exponents.map { $0.upperBound < 2 } ?? false }

    /// Returns the decimals of a price.
    func places(for price: Number) -> Int {
        if let exponents, exponents.upperBound - exponents.lowerBound <= 1 {
            return places(exponents.lowerBound)
        }
        if price.isZero { return 2 }
        let exponent = price.adjustedExponent
        return places(exponent == 0 && hasTenths ? -1 : exponent)
    }

    /// Returns the decimals of the price of a currency in another one: six significant digits, of numbers that are
    /// alike in size those of the smallest.
    func places(forRate rate: Number) -> Int {
        let areAlike = exponents.map { $0.upperBound - $0.lowerBound <= 1 } ?? false
        return Self.places(forRate: areAlike ? exponents?.lowerBound ?? 0 : rate.isZero ? 0 : rate.adjustedExponent)
    }

    /// Returns the decimals of six significant digits, the first of which is at this position.
    static func places(forRate exponent: Int) -> Int { max(0, 5 - exponent) }

    /// Returns the decimals that a size needs: two from 1, four significant digits below, or 8 decimals where those
    /// show three.
    private func places(_ exponent: Int) -> Int {
        if exponent == 0, isOfAsset { return 4 }
        if exponent >= 0 { return 2 }
        return exponent == -6 ? 8 : 3 - exponent
    }
}
