extension MarketProvider {
    /// The codes that `--currency` accepts: ISO 4217 and the coins in which a provider quotes.
    package static var knownCurrencies: Set<String> {
        all.reduce(into: Currency.iso4217) { $0.formUnion($1.currencies) }
    }

    /// The tickers of large coins, to suggest one for a mistyped ticker.
    package static var largeCoins: [String] { SampleMarket.coins.map(\.symbol) }
}
