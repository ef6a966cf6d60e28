/// What a price is quoted in: a fiat currency (`SEK`) or a coin (`USDT`), by its code in capitals.
public struct Currency: Sendable, Hashable, CustomStringConvertible {
    /// The code in capitals.
    public let code: String

    /// A currency of any code, or nil where the text cannot be one: 1 to 20 letters or digits.
    public init?(_ text: some StringProtocol) {
        guard (1...20).contains(text.count), text.allSatisfy({ $0.isLetter || $0.isNumber }) else { return nil }
        code = text.uppercased()
    }

    package init(literal code: StaticString) {
        self.code = "\(code)"
    }

    /// United States dollar: what prices are in when nobody says otherwise.
    public static let usd = Currency(literal: "USD")
    package static let usdt = Currency(literal: "USDT")
    package static let eur = Currency(literal: "EUR")
    package static let inr = Currency(literal: "INR")

    /// The code.
    public var description: String { code }
}

/// The currency a command wants, and how firmly.
public struct CurrencyChoice: Sendable, Hashable {
    /// The currency asked for.
    public var currency: Currency
    /// True when a provider that does not quote in `currency` may answer in its own quote currency instead:
    /// nobody chose the currency and somebody chose the provider.
    public var ownIsFine: Bool

    /// A choice; by default nothing but `currency` will do.
    public init(_ currency: Currency, ownIsFine: Bool = false) {
        self.currency = currency
        self.ownIsFine = ownIsFine
    }
}
