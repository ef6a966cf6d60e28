extension MarketProvider {
    static let kraken = MarketProvider(
        name: "kraken", jobs: [.watch], key: .none, host: "https://api.kraken.com",
        limits: "about 1 request a second", summary: "an exchange with markets in USD, EUR, GBP and others",
        isOnlyNamed: false, currencies: KrakenStream.quoteCurrencies,
        makeTicks: { KrakenStream.source($0) })
}
