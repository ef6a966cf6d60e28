extension MarketProvider {
    /// Codes that may stand for `--currency`: ISO 4217 and the coins that some provider quotes in.
    package static var knownCurrencies: Set<String> {
        all.reduce(into: Currency.iso4217) { $0.formUnion($1.currencies) }
    }

    /// Tickers of large coins, to guess what a mistyped one meant; most coins are not among them.
    package static var largeCoins: [String] { SampleMarket.coins.map(\.symbol) }
}
