import CommandLineKit
import Markets

extension Failure {
    /// A currency code that nobody has.
    init(unknownCurrency text: String, known: Set<String>) {
        let meant =
            text.contains(",")
            ? "; separate codes with spaces" : Self.foreignNames[text.uppercased()].map { "; did you mean '\($0)'?" }
        self.init(
            .unknownName,
            "unknown currency \(text.inQuotes)" + (meant ?? Self.suggestion(for: text.uppercased(), in: known.sorted()))
        )
    }

    /// Whether a code is in a table: a currency's, or a large coin's.
    static func isKnown(_ code: String) -> Bool {
        MarketProvider.knownCurrencies.contains(code) || MarketProvider.largeCoins.contains(code)
    }

    /// The currency of a code; no code at all, and what people call a currency in other words, are refused before anybody
    /// is asked. A code that is in no table here may be a coin: coins are many, their tickers a letter from each other's
    /// and from those of currencies (TON, TOP), so only who has prices can tell.
    static func currency(_ text: String) throws(Failure) -> Currency {
        guard let currency = Currency(text), foreignNames[currency.code] == nil else {
            throw Failure(unknownCurrency: text, known: MarketProvider.knownCurrencies)
        }
        return currency
    }

    /// Symbols that nobody knows, in one line; the code is that of one.
    init(unknownSymbols symbols: [Symbol], providers: [String]) {
        let shown = symbols.prefix(10).map(\.description.inQuotes).joined(separator: ", ")
        let more = symbols.count > 10 ? " and \(symbols.count - 10) more" : ""
        var message = (symbols.count == 1 ? "unknown symbol " : "unknown symbols ") + shown + more
        message += " (asked: \(providers.joined(separator: ", ")))"
        let coins = MarketProvider.largeCoins
        let meansCoin = providers.contains { MarketProvider.named($0)?.kinds.contains(.coin) ?? true }
        if meansCoin, symbols.count == 1, let ticker = symbols[0].ticker, !coins.contains(ticker) {
            message += Self.suggestion(for: ticker, in: coins)
        }
        self.init(.unknownName, message)
    }

    /// What people write for currencies that have another code.
    static let foreignNames = [
        "YEN": "JPY", "EURO": "EUR", "EUROS": "EUR", "DOLLAR": "USD", "DOLLARS": "USD", "POUND": "GBP", "KRONA": "SEK",
        "RMB": "CNY", "YUAN": "CNY", "RUPEE": "INR", "FRANC": "CHF",
    ]
}
