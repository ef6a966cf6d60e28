import DecimalArithmetic

/// The prices of the last rows of markets, to tell whether the next one is above or below.
package struct LastPrices {
    /// The price also as text, because most ticks of a quiet market repeat it.
    private var markets = MarketTable<(text: [UInt8], price: Number?)>()

    /// Creates it without prices.
    package init() {}

    /// Returns how the price of a tick compares with the last one of its market; nil without one.
    package mutating func direction(of tick: borrowing Tick) -> Tick.Direction? {
        guard let index = markets.find(tick.market), let before = markets.values[index].price else { return nil }
        if unsafe markets.values[index].text.elementsEqual(tick.price.bytes) { return .flat }
        guard let price = tick.price.number else { return nil }
        return price == before ? .flat : price > before ? .up : .down
    }

    /// Keeps the price of a tick.
    package mutating func keep(_ tick: borrowing Tick) {
        let index = markets.index(of: tick.market, adding: ([], nil))
        if unsafe markets.values[index].text.elementsEqual(tick.price.bytes) { return }
        guard let price = tick.price.number else { return }
        markets.values[index].text.removeAll(keepingCapacity: true)
        unsafe markets.values[index].text.append(contentsOf: tick.price.bytes)
        markets.values[index].price = price
    }

    /// Forgets a market in these currencies; nil for all.
    package mutating func remove(_ market: TickMarket, in currencies: Set<Currency>?) {
        markets.remove { $0.isPart(of: market, in: currencies) }
    }
}
