extension AssetKind {
    /// The kind of what an exchange's spot market is of, by its ticker in capitals: fiat for a currency that some
    /// exchange quotes in, else a coin.
    ///
    /// Not every code of ISO 4217 is one: some are tickers of coins, such as ERN and MNT, and no exchange trades
    /// these currencies.
    init(base ticker: String) {
        self = ticker.utf8.count == 3 && Self.quotedFiat.contains(ticker) ? .fiat : .coin
    }

    /// The codes of ISO 4217 that any provider with a stream quotes in.
    private static let quotedFiat = MarketProvider.all.filter { $0.jobs.contains(.watch) }
        .reduce(into: Set<String>()) { $0.formUnion($1.currencies) }.intersection(Currency.iso4217)
}
