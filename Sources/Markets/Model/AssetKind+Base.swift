extension AssetKind {
    /// Creates the kind of the base asset of a spot market from its ticker in capitals: fiat for a currency in which an
    /// exchange quotes, otherwise a coin.
    ///
    /// Other codes of ISO 4217, such as ERN and MNT, are tickers of coins at an exchange, because no exchange trades
    /// these currencies.
    package init(base ticker: String) {
        self = ticker.utf8.count == 3 && Self.quotedFiat.contains(Self.number(ticker)) ? .fiat : .coin
    }

    /// The codes below as numbers. They are few, and each row of a list looks for one.
    private static let quotedFiat = quotedCurrencies.map(number)

    /// The codes of ISO 4217 in which any built-in provider with a stream quotes.
    package static let quotedCurrencies: [String] =
        """
        AED ARS AUD BGN BRL CAD CHF CNY COP CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW KZT MXN MYR NGN NOK NZD
        PHP PLN RON RUB SEK SGD THB TRY UAH USD ZAR
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    private static func number(_ code: String) -> UInt32 { code.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
}
