/// A value for each market, in the order in which the markets were added.
///
/// A market is found by its identity, which is fast. Another object with the same name, provider, currency and group
/// takes its place.
struct MarketTable<Value> {
    /// They are retained, so that no other market gets the address of one.
    private(set) var markets: [TickMarket] = []
    /// By index of the market.
    var values: [Value] = []
    private var indices: [ObjectIdentifier: Int] = [:]
    private var named: [Name: Int] = [:]
    /// The last result, because many streams repeat a market.
    private var last: (market: ObjectIdentifier, index: Int)?

    /// Returns the index of a market by its identity; nil if it is unknown. Most streams repeat a market, or send all
    /// in the same order in each message.
    @inline(__always)
    mutating func find(_ key: ObjectIdentifier) -> Int? {
        if let last, last.market == key { return last.index }
        let next = (last?.index ?? -1) + 1
        guard let index = next < markets.count && ObjectIdentifier(markets[next]) == key ? next : indices[key] else {
            return nil
        }
        last = (key, index)
        return index
    }

    /// Returns the index of a market; nil if it is unknown.
    @inline(__always)
    mutating func find(_ market: TickMarket) -> Int? { find(ObjectIdentifier(market)) }

    /// Returns the index of a market. An unknown one is added with a value.
    @inline(__always)
    mutating func index(of market: TickMarket, adding value: @autoclosure () -> Value) -> Int {
        find(market) ?? add(market, value())
    }

    private mutating func add(_ market: TickMarket, _ value: Value) -> Int {
        let index = named[Name(market)] ?? markets.count
        if index == markets.count {
            markets.append(market)
            values.append(value)
            named[Name(market)] = index
        } else {
            indices[ObjectIdentifier(markets[index])] = nil
            markets[index] = market
        }
        indices[ObjectIdentifier(market)] = index
        last = nil
        return index
    }

    /// Removes markets and their values. The indices of later ones decrease.
    mutating func remove(where isGone: (TickMarket) -> Bool) {
        let kept = markets.indices.filter { !isGone(markets[$0]) }
        guard kept.count < markets.count else { return }
        (markets, values, last) = (kept.map { markets[$0] }, kept.map { values[$0] }, nil)
        indices = Dictionary(uniqueKeysWithValues: markets.indices.map { (ObjectIdentifier(markets[$0]), $0) })
        named = Dictionary(uniqueKeysWithValues: markets.indices.map { (Name(markets[$0]), $0) })
    }
}

extension MarketTable: Sendable where Value: Sendable {}

/// The identity of a market across its objects.
private struct Name: Hashable {
    let name: String
    let provider: String
    let currency: Currency
    let group: String?

    init(_ market: TickMarket) {
        (name, provider, currency, group) = (market.name, market.provider, market.currency, market.group)
    }
}
