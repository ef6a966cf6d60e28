extension Asset {
    /// The tickers of large coins, to suggest one for a mistyped ticker.
    package static let largeCoins = table(of: SampleData.coins).map { String($0[0]) }

    /// The tickers of some large stocks.
    package static let largeStocks = table(of: SampleData.stocks).map { String($0[0]) }

    /// Returns the ticker of a large coin by its name or id at coingecko, in any letter case.
    package static func largeCoin(named name: String) -> String? {
        let wanted = name.lowercased().split(separator: " ").joined(separator: "_")
        return table(of: SampleData.coins).first { $0[1] == wanted || $0[2].lowercased() == wanted }.map {
            String($0[0])
        }
    }

    private static func table(of rows: String) -> [[Substring]] {
        rows.split(separator: "\n").map { $0.split(separator: " ") }
    }
}
