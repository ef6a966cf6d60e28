extension MarketProvider {
    /// The providers of figures of the market if none is named, in the order they are asked.
    public static let defaultFigureChain: [MarketProvider] = [.coingecko, .coinpaprika, .alternativeMe]
}

extension MarketProvider {
    /// Whether it may know a symbol, by the form of the symbol alone. It is not asked about others.
    func mayKnow(_ symbol: Symbol) -> Bool {
        switch symbol.name {
        case .token: !tokenJobs.isEmpty
        case .figure(let figure): figure.providers.contains(name)
        case .ticker, .id, .stock: !isOnlyOfTokens && kinds != [.index]
        }
    }
}

extension MarketFigure {
    /// The names of the providers that have it, in the order of the default chain.
    public var providers: [String] {
        switch self {
        case .marketCap, .volume, .btcDominance: [CoinGecko.name, CoinPaprika.name]
        case .ethDominance: [CoinGecko.name]
        case .fearGreed: [AlternativeMe.name]
        }
    }
}
