/// The tickers by which an exchange means another coin than everybody else, and its own names of common coins.
///
/// Sources: the exchanges' documentation, recorded lists of markets, the common currencies that multi-exchange
/// libraries list, and a portfolio tool's table of the contracts behind each exchange's tickers. None of them has
/// such a ticker of BTSE or WazirX. Names by which an exchange avoids the code of money (MANTLE for MNT at
/// Coinbase, RONIN for RON) stay, and so do markets in thousands of a coin (1000SATS at Binance), whose prices are
/// other numbers.
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

    /// BitTorrent's old coin had the ticker BTT, and an older Beam the ticker BEAM. That no market of these is left is
    /// unconfirmed.
    static let binance = ExchangeTickers([("BTTC", "BTT"), ("BEAMX", "BEAM")])

    /// Celo was Celo Gold when Coinbase listed it, and Pax Dollar was Paxos Standard.
    static let coinbase = ExchangeTickers([("CGLD", "CELO"), ("PAX", "USDP"), ("CORECHAIN", "CORE")])

    /// OKX names RSIC•GENESIS•RUNE by another ticker than other exchanges.
    static let okx = ExchangeTickers([("RUNECOIN", "RSIC")])

    /// TerraUSD kept its ticker when it became TerraClassicUSD.
    static let bitstamp = ExchangeTickers([("UST", "USTC")])

    /// Terra Classic, TerraClassicUSD and the first Augur kept their tickers.
    private static let krakenCoins = [
        ("LUNA", "LUNC"), ("LUNA2", "LUNA"), ("UST", "USTC"), ("REP", "REPV1"), ("REPV2", "REP"), ("APENFT", "NFT"),
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
