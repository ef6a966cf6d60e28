/// A fiat currency, a coin, a stock or a future: the unit of an amount, and one side of a rate.
///
/// The kind is part of the name: `MNT` is both the tögrög and a coin, with different rates.
package struct Asset: Sendable, Hashable, CustomStringConvertible {
    /// The code or ticker in capitals.
    package let code: String
    /// The kind of asset.
    package let kind: AssetKind

    /// Creates an asset.
    ///
    /// - Parameters:
    ///   - code: The code or ticker in capitals.
    ///   - kind: The kind of asset.
    package init(_ code: String, _ kind: AssetKind) {
        self.code = code
        self.kind = kind
    }

    /// Creates the asset of a currency: fiat if ISO 4217 has the code, a token by its contract, otherwise a coin.
    ///
    /// - Parameter currency: The currency.
    package init(_ currency: Currency) {
        self.init(currency.code, currency.isFiat ? .fiat : currency.isToken ? .token : .coin)
    }

    /// Creates the asset of a quote.
    ///
    /// Exchanges list the currencies of deposits like coins (`EUR/USDT`). Those in the ECB's list are fiat here,
    /// because no large coin has their codes; other codes of ISO 4217 (MNT, SOS) may be coins.
    ///
    /// - Parameter quote: The quote.
    package init(of quote: Quote) {
        let isDeposit = quote.kind == .coin && quote.market != nil && Self.depositCurrencies.contains(quote.symbol)
        self.init(quote.symbol, isDeposit ? .fiat : quote.kind)
    }

    package static let depositCurrencies: Set<String> = Set(
        """
        AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY
        USD ZAR
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// The code.
    package var description: String { code }
}
