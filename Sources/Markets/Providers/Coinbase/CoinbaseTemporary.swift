extension MarketProvider {
    static let coinbase = MarketProvider(
        name: "coinbase", jobs: [.watch], key: .none, host: "https://api.exchange.coinbase.com",
        limits: "10 requests a second", summary: "an exchange with markets in USD, EUR, GBP and others",
        isOnlyNamed: false, currencies: CoinbaseStream.quoteCurrencies,
        makeTicks: { CoinbaseStream.source($0) })
}
