import DecimalArithmetic
import Markets

/// An amount and its currency in one word, as people write it: `$5`, `5€`, `5BTC`. No command takes it; messages show
/// the words to write.
struct WrittenAmount: Equatable {
    /// The number as typed, and the code.
    let number, code: String

    /// Reads a text; nil for any other, such as the ticker 1INCH.
    init?(_ text: String) {
        let digits = text.drop { Self.signs[$0] != nil }.prefix { $0.isNumber || $0 == "." }
        let sign = text.prefix { Self.signs[$0] != nil } + text[digits.endIndex...]
        let code = sign.count == 1 ? sign.first.flatMap { Self.signs[$0] } : sign.uppercased()
        guard ExactDecimal(digits) != nil, let code, Failure.isKnown(code) else { return nil }
        (number, self.code) = (String(digits), code)
    }

    /// The command that converts it: to these codes without its own, otherwise to one of the other kind.
    func command(to codes: [String] = []) -> String {
        let codes = codes.filter { $0.uppercased() != code }
        let other = Currency(code)?.isFiat == true ? "BTC" : "USD"
        return "crypto convert \(number) \(code) " + (codes.isEmpty ? other : codes.joined(separator: " "))
    }

    /// The signs of currencies.
    static let signs: [Character: String] = ["$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR"]
}
