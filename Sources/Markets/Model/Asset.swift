/// What an amount can be of, and a rate between: a fiat currency, a coin, a stock.
///
/// The kind is part of the name: `MNT` is a tögrög and a coin, and their rates must never meet.
public struct Asset: Sendable, Hashable, CustomStringConvertible {
    /// The code or ticker in capitals.
    public let code: String
    /// What kind of asset it is.
    public let kind: AssetKind

    /// An asset of a code in capitals.
    public init(_ code: String, _ kind: AssetKind) {
        self.code = code
        self.kind = kind
    }

    /// What prices in a currency are in: fiat where ISO 4217 has the code, else a coin.
    public init(_ currency: Currency) {
        self.init(currency.code, currency.isFiat ? .fiat : .coin)
    }

    /// What a quote is the price of.
    ///
    /// Exchanges list the currencies they take deposits in as they list coins (`EUR/USDT`). Those of the ECB's list are
    /// taken for fiat there, since no coin of any size bears their codes; other ISO 4217 codes (MNT, SOS) may be coins.
    public init(of quote: Quote) {
        let isDeposit = quote.kind == .coin && quote.market != nil && Self.depositCurrencies.contains(quote.symbol)
        self.init(quote.symbol, isDeposit ? .fiat : quote.kind)
    }

    private static let depositCurrencies: Set<String> = Set(
        """
        AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY
        USD ZAR
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// The code.
    public var description: String { code }
}
