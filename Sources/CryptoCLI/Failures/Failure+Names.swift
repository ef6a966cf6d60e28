import CommandLineKit
import Markets

extension Failure {
    /// A currency code that does not exist.
    init(unknownCurrency text: String, known: Set<String>) {
        let hint =
            text.contains(",")
            ? "; separate codes with spaces" : Self.foreignNames[text.uppercased()].map { "; did you mean '\($0)'?" }
        self.init(
            .unknownName,
            "unknown currency \(text.inQuotes)" + (hint ?? Self.suggestion(for: text.uppercased(), in: known.sorted()))
        )
    }

    /// Returns whether the code is that of a fiat currency or of a large coin.
    static func isKnown(_ code: String) -> Bool {
        MarketProvider.knownCurrencies.contains(code) || MarketProvider.largeCoins.contains(code)
    }

    /// Returns the currency of a code. Throws, without a request, for text that cannot be a code and for names such as
    /// `EURO`. A code in no table here may still be a coin, and many tickers differ from a currency code in one letter
    /// (TON, TOP), so only a provider can reject it.
    static func currency(_ text: String) throws(Failure) -> Currency {
        guard let currency = Currency(text), foreignNames[currency.code] == nil else {
            throw Failure(unknownCurrency: text, known: MarketProvider.knownCurrencies)
        }
        return currency
    }

    /// The number of unknown symbols that are named, and for which a hint is looked for.
    static let namedSymbols = 10

    /// Symbols that no provider knows, in one line, with what to write instead.
    init(unknownSymbols symbols: [Symbol], providers: [String], hints: [Symbol: SymbolHint]) {
        let named = symbols.prefix(Self.namedSymbols)
        var message = "unknown symbol" + (symbols.count == 1 ? " " : "s ")
        message += named.map(\.description.inQuotes).joined(separator: ", ")
        if symbols.count > named.count { message += " and \(symbols.count - named.count) more" }
        message += " (asked: \(providers.joined(separator: ", ")))"
        self.init(.unknownName, message + SymbolHint.text(of: hints, for: Array(named), isOnly: symbols.count == 1))
    }

    /// Codes of currencies that people often call by another name.
    static let foreignNames = [
        "YEN": "JPY", "EURO": "EUR", "EUROS": "EUR", "DOLLAR": "USD", "DOLLARS": "USD", "POUND": "GBP", "KRONA": "SEK",
        "RMB": "CNY", "YUAN": "CNY", "RUPEE": "INR", "FRANC": "CHF",
    ]
}
