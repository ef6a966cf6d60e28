/// The indices of markets in an array with a value for each, in the order in which they were first seen.
///
/// A market is found by its identity, which is fast. A new value with the same name, provider and currency gets the
/// same index.
struct TickMarketPlaces {
    /// The last value of each market by index. They are retained, so that no other market gets the address of one.
    private(set) var markets: [TickMarket] = []
    private var places: [ObjectIdentifier: Int] = [:]
    private var named: [Name: Int] = [:]
    /// The last result, because many streams have one market.
    private var last: (market: ObjectIdentifier, place: Int)?

    /// Returns the index of a market, the next free one for a new market.
    @inline(__always)
    mutating func place(of market: TickMarket) -> Int {
        let key = ObjectIdentifier(market)
        if let last, last.market == key { return last.place }
        let place = places[key] ?? take(market)
        last = (key, place)
        return place
    }

    /// Returns the index of a known market.
    func known(_ market: TickMarket) -> Int? { places[ObjectIdentifier(market)] }

    private mutating func take(_ market: TickMarket) -> Int {
        let place = named[Name(market)] ?? markets.count
        if place == markets.count {
            markets.append(market)
            named[Name(market)] = place
        } else {
            places[ObjectIdentifier(markets[place])] = nil
            markets[place] = market
            last = nil
        }
        places[ObjectIdentifier(market)] = place
        return place
    }

    /// Removes markets. The indices of later ones decrease.
    mutating func remove(_ gone: (TickMarket) -> Bool) {
        markets.removeAll(where: gone)
        last = nil
        places = Dictionary(uniqueKeysWithValues: markets.indices.map { (ObjectIdentifier(markets[$0]), $0) })
        named = Dictionary(uniqueKeysWithValues: markets.indices.map { (Name(markets[$0]), $0) })
    }
}

/// The identity of a market across its values.
private struct Name: Hashable {
    let name: String
    let provider: String
    let currency: Currency

    init(_ market: TickMarket) {
        (name, provider, currency) = (market.name, market.provider, market.currency)
    }
}
