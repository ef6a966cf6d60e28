import CommandLineKit
import DecimalArithmetic
import Platform

/// A unit of weight after the amount of a metal, as in `10 g XAU`. It is in small letters: in capitals it is a coin.
/// Metals are quoted per troy ounce, so the amount of a row is one of troy ounces.
enum MetalWeight: String, CaseIterable {
    case gram = "g"
    case kilogram = "kg"
    case troyOunce = "ozt"

    /// The codes of the metals.
    static let metals = ["XAU", "XAG", "XPT", "XPD"]

    /// In units of a ten-millionth of a gram, of which a troy ounce has a whole number.
    private var units: ExactDecimal {
        switch self {
        case .gram: 10_000_000
        case .kilogram: 10_000_000_000
        case .troyOunce: 311_034_768
        }
    }

    /// Creates the weight of its bytes; nil for any other text.
    init?(_ bytes: ArraySlice<UInt8>) {
        // Few amounts have a weight: the length and the last byte exclude most of the others.
        guard bytes.count <= 3, let last = bytes.last, last == UInt8(ascii: "g") || last == UInt8(ascii: "t"),
            let weight = Self(rawValue: String(decoding: bytes, as: UTF8.self))
        else { return nil }
        self = weight
    }

    /// Removes the weight at the end of an amount in one word, such as `10g`, and returns it; nil if there is none.
    static func remove(from amount: inout ArraySlice<UInt8>) -> MetalWeight? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let last = amount.last, !digits.contains(last), let end = amount.lastIndex(where: digits.contains),
            let weight = MetalWeight(amount[(end + 1)...])
        else { return nil }
        amount = amount[...end]
        return weight
    }

    /// Returns an amount of a metal in troy ounces, rounded to 20 digits where the quotient has more. Throws for a code
    /// of anything else.
    func ounces(_ amount: ExactDecimal, of code: String) throws(ValueError) -> ExactDecimal {
        guard Self.metals.contains(code.uppercased()) else {
            let metals = Self.metals.dropLast().joined(separator: ", ") + " and " + Self.metals[Self.metals.count - 1]
            throw ValueError(
                "\(rawValue.inQuotes) before \(code.inQuotes) is a weight, which only \(metals) have; "
                    + "write \(rawValue.uppercased().inQuotes) for the coin")
        }
        if self == .troyOunce { return amount }
        return try translating(amount.multiplied(by: units, dividedBy: Self.troyOunce.units)) { (_: ArithmeticError) in
            ValueError("\("\(amount)".prefix(40)) \(rawValue) is too much for a number")
        }
    }
}
