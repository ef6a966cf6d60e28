/// The tickers by which an exchange means another coin than everybody else.
///
/// Sources: the exchanges' documentation, recorded lists of markets, and the common currencies that multi-exchange
/// libraries list. Binance, BTSE, OKX and WazirX have none that is confirmed.
struct ExchangeTickers: Sendable {
    private let common: [String: String]
    private let own: [String: String]

    /// Creates tickers from pairs of the exchange's own ticker and the common one.
    private init(_ pairs: [(own: String, common: String)]) {
        common = Dictionary(uniqueKeysWithValues: pairs.map { ($0.own, $0.common) })
        own = Dictionary(uniqueKeysWithValues: pairs.map { ($0.common, $0.own) })
    }

    /// Common tickers only.
    static let none = ExchangeTickers([])

    /// Celo was Celo Gold when Coinbase listed it.
    static let coinbase = ExchangeTickers([("CGLD", "CELO")])

    /// TerraUSD kept its ticker when it became TerraClassicUSD.
    static let bitstamp = ExchangeTickers([("UST", "USTC")])

    /// Terra Classic, TerraClassicUSD and the first Augur kept their tickers.
    private static let krakenCoins = [
        ("LUNA", "LUNC"), ("LUNA2", "LUNA"), ("UST", "USTC"), ("REP", "REPV1"), ("REPV2", "REP"),
    ]

    /// Kraken's REST.
    static let kraken = ExchangeTickers(krakenCoins + [("XBT", "BTC"), ("XDG", "DOGE")])

    /// Kraken's WebSocket v2, which has BTC and DOGE.
    static let krakenStream = ExchangeTickers(krakenCoins)

    /// Returns the common ticker of the exchange's own one.
    func common(_ own: String) -> String { common[own] ?? own }

    /// Returns the exchange's ticker of a common one.
    func own(_ common: String) -> String { own[common] ?? common }

    /// Returns the common ticker of one that a user typed, who may know the exchange's own: `BTC` of `XBT`. What is
    /// also a common ticker is not the exchange's: `LUNA` is Terra.
    func typed(_ ticker: String) -> String { own[ticker] == nil ? common(ticker) : ticker }
}
