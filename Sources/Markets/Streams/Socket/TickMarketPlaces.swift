/// The places of markets in an array that holds something for each, in the order they were first seen.
///
/// A market is found by its identity, which is quick. One that is told anew, by another path or after it was away, takes
/// the place that it had: it is the same by name, provider and currency.
struct TickMarketPlaces {
    /// By place, as they were told last. Held, so that no other market can come to lie where one of them lay.
    private(set) var markets: [TickMarket] = []
    private var places: [ObjectIdentifier: Int] = [:]
    private var named: [Name: Int] = [:]
    /// What was found last: many streams are of one market.
    private var last: (market: ObjectIdentifier, place: Int)?

    /// The place of a market; the next free one where it has none.
    @inline(__always)
    mutating func place(of market: TickMarket) -> Int {
        let key = ObjectIdentifier(market)
        if let last, last.market == key { return last.place }
        let place = places[key] ?? take(market)
        last = (key, place)
        return place
    }

    /// The place of a market that has one.
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

    /// Forgets places; the later ones move up.
    mutating func remove(_ gone: (TickMarket) -> Bool) {
        markets.removeAll(where: gone)
        last = nil
        places = Dictionary(uniqueKeysWithValues: markets.indices.map { (ObjectIdentifier(markets[$0]), $0) })
        named = Dictionary(uniqueKeysWithValues: markets.indices.map { (Name(markets[$0]), $0) })
    }
}

/// What makes two values the same market.
private struct Name: Hashable {
    let name: String
    let provider: String
    let currency: Currency

    init(_ market: TickMarket) {
        (name, provider, currency) = (market.name, market.provider, market.currency)
    }
}
