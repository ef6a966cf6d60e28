import Markets

/// The symbols whose prices the ticks of a market are, by the name of the market.
struct MarketSymbols: Sendable {
    private var symbols: [String: [Symbol]] = [:]

    /// Adds the market whose ticks are prices of a symbol.
    mutating func add(_ market: TickMarket, of symbol: Symbol) {
        remove(symbol)
        symbols[market.name, default: []].append(symbol)
    }

    /// Removes a symbol.
    mutating func remove(_ symbol: Symbol) {
        for name in symbols.keys { symbols[name]?.removeAll { $0 == symbol } }
    }

    /// The symbols of a market whose prices are in a currency. Those of a provider that does not quote in the currency
    /// of the symbol are in another one.
    func symbols(of market: String, in currency: Currency, _ chosen: Currency) -> [Symbol] {
        let all = symbols[market] ?? []
        let exact = all.filter { ($0.quote ?? chosen) == currency }
        return exact.isEmpty ? all.filter { $0.quote == nil } : exact
    }
}

/// The groups of favorites that ticks are of: a tick is passed on once for each group that has a symbol of its market.
struct TickGroups: Sendable {
    /// The number of markets from which the known ones are found anew: a polled provider may make others.
    private static let limit = 1000

    private let favorites: FavoriteGroups
    private let currency: Currency
    private var symbols = MarketSymbols()
    /// By its identity, a market and the same one for each group; none if it is in no group.
    private var known: [ObjectIdentifier: (market: TickMarket, inGroups: [TickMarket])] = [:]

    /// Creates the groups of these favorites. The prices of symbols without a currency are in this one.
    init(_ favorites: FavoriteGroups, in currency: Currency) {
        (self.favorites, self.currency) = (favorites, currency)
    }

    /// Adds the market whose ticks are prices of a symbol.
    mutating func add(_ market: TickMarket, of symbol: Symbol) {
        symbols.add(market, of: symbol)
        known = [:]
    }

    /// Removes a symbol.
    mutating func remove(_ symbol: Symbol) {
        symbols.remove(symbol)
        known = [:]
    }

    /// Returns a market for each group that its ticks are of; none if they are of no group.
    mutating func markets(of market: TickMarket) -> [TickMarket] {
        if let found = known[ObjectIdentifier(market)] { return found.inGroups }
        let own = symbols.symbols(of: market.name, in: market.currency, currency)
        let inGroups = favorites.names(of: own).map { TickMarket(market, in: $0) }
        if known.count >= Self.limit { known = [:] }
        known[ObjectIdentifier(market)] = (market, inGroups)
        return inGroups
    }
}
