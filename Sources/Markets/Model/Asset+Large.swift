extension Asset {
    /// The tickers of large coins, to suggest one for a mistyped ticker.
    package static var largeCoins: [String] { SampleMarket.coins.map(\.symbol) }

    /// The tickers of some large stocks.
    package static var largeStocks: [String] { SampleMarket.assets.filter { $0.kind == .stock }.map(\.symbol) }

    /// Returns the ticker of a large coin by its name or id at coingecko, in any letter case.
    package static func largeCoin(named name: String) -> String? {
        let wanted = name.lowercased()
        return SampleMarket.coins.first { $0.name.lowercased() == wanted || $0.id == wanted }?.symbol
    }
}
