import Markets

/// What to write instead of a symbol that no provider knows, as far as that needs no request.
struct SymbolHint {
    private let symbol: Symbol

    init(_ symbol: Symbol) { self.symbol = symbol }

    /// `; did you mean 'BTC/USDT'?` and the like; nil if nothing is known about the text.
    var text: String? {
        guard let ticker = symbol.ticker else { return nil }
        if symbol.quote == nil, Currency(ticker)?.isFiat == true {
            return "; \(ticker) is a currency: try 'crypto convert 1 \(ticker) \(ticker == "USD" ? "EUR" : "USD")'"
        }
        return meant(ticker).map { "; did you mean '\($0)'?" }
    }

    /// The symbol that was meant by a name, a pair without a separator, or the ticker of a stock.
    private func meant(_ ticker: String) -> String? {
        let quote = symbol.quote.map { "/\($0)" } ?? ""
        if let coin = MarketProvider.largeCoin(named: ticker) { return coin + quote }
        if MarketProvider.largeStocks.contains(ticker) { return "stock:\(ticker)\(quote)" }
        guard quote.isEmpty else { return nil }
        return pair(ticker)
    }

    private func pair(_ ticker: String) -> String? {
        for coin in MarketProvider.largeCoins where ticker.hasPrefix(coin) {
            let rest = ticker.dropFirst(coin.count)
            if let quote = Currency(rest), quote.isQuoteOfMarkets { return "\(coin)/\(quote)" }
        }
        return nil
    }
}
