/// The quote currency of a price: a fiat currency (`SEK`), a minor unit of one (`GBp`) or a coin (`USDT`), by its code.
public struct Currency: Sendable, Hashable, CustomStringConvertible {
    /// The code in capitals, but for two minor units: `GBp` and `ZAc`.
    public let code: String

    /// Creates a currency from any code of 1 to 20 letters or digits; nil for any other text.
    ///
    /// The spellings of a minor unit, such as `GBp`, `GBX` and `gbx`, are one currency. `gbp` and `GBP` are pounds.
    ///
    /// - Parameter text: The code, in any letter case.
    @inlinable
    public init?(_ text: some StringProtocol) { self.init(text: String(text)) }

    @usableFromInline
    init?(text: String) {
        // Nearly all codes are ASCII, and a list has one in each row: the properties of Unicode are looked up for the
        // rest.
        var text = text
        var (isPlain, isInCapitals) = (true, true)
        text.withUTF8 { bytes in
            for index in bytes.indices {
                let byte = unsafe bytes[index]
                let isCapital = byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "A") < 26
                isInCapitals = isInCapitals && isCapital
                isPlain = isPlain && (isCapital || byte &- UInt8(ascii: "a") < 26)
            }
        }
        guard (1...20).contains(isPlain ? text.utf8.count : text.count),
            isPlain || text.allSatisfy({ $0.isLetter || $0.isNumber })
        else { return nil }
        let capitals = isInCapitals ? text : text.uppercased()
        let mayBeMinor = isPlain && 3...4 ~= text.utf8.count
        code = mayBeMinor ? Self.minorUnit(text, inCapitals: capitals) ?? capitals : capitals
    }

    /// The currency of an amount of a token, which no price is in. Its code is the token's symbol.
    package init(_ token: Token) {
        code = token.description
    }

    package init(literal code: StaticString) {
        self.code = "\(code)"
    }

    /// The United States dollar, the default quote currency.
    public static let usd = Currency(literal: "USD")
    package static let usdt = Currency(literal: "USDT")
    package static let eur = Currency(literal: "EUR")
    package static let inr = Currency(literal: "INR")

    /// What a number has that is no amount, such as a percentage: a currency without a code.
    package static let unitless = Currency(literal: "")

    /// The code.
    public var description: String { code }

    /// Returns the code that a text means; any text that is no code in capitals.
    package static func spelling(_ text: String) -> String { Currency(text)?.code ?? text.uppercased() }
}

/// The currency that a command requests, and whether another one is acceptable.
public struct CurrencyChoice: Sendable, Hashable {
    /// The requested currency.
    public var currency: Currency
    /// True if a provider that does not quote in `currency` may use its own quote currency instead: the user chose
    /// the provider but not the currency.
    public var allowsOtherCurrency: Bool

    /// Creates a choice. By default only `currency` is acceptable.
    ///
    /// - Parameters:
    ///   - currency: The requested currency.
    ///   - allowsOtherCurrency: Whether a provider that does not quote in it may use its own quote currency.
    package init(_ currency: Currency, allowsOtherCurrency: Bool = false) {
        self.currency = currency
        self.allowsOtherCurrency = allowsOtherCurrency
    }
}

extension Currency {
    /// Whether it is a token, which no price is in.
    package var isToken: Bool { code.utf8.contains(UInt8(ascii: ":")) }
}

extension CurrencyChoice {
    /// Returns the currencies to look for a market in, best first: the chosen one, then `others` if another one is
    /// allowed.
    package func candidates(or others: [Currency]) -> [Currency] {
        [currency] + (allowsOtherCurrency ? others : [])
    }

    /// As above, for a symbol: a pair fixes its own quote currency.
    package func candidates(for symbol: Symbol, or others: [Currency]) -> [Currency] {
        symbol.quote.map { [$0] } ?? candidates(or: others)
    }
}
