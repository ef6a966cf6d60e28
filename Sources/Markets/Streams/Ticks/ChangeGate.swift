public import DecimalArithmetic

/// Lets a tick pass whose price has moved far enough from that of the last one that passed, up or down.
///
/// A market's first tick passes; one without a price never does.
public struct ChangeGate {
    private struct Last {
        /// The price's text, since most ticks of a quiet market repeat it.
        var text: [UInt8]
        var price: ExactDecimal
    }

    private let percent: ExactDecimal
    private var markets = TickMarketPlaces()
    /// One a market; nil for one that nothing of has passed.
    private var last: [Last?] = []

    /// A gate that opens at a change of `percent`, above 0, of the last price.
    public init(percent: ExactDecimal) {
        self.percent = percent
    }

    /// Whether the tick passes; if so, later ones are held against it.
    public mutating func passes(_ tick: Tick) -> Bool {
        let place = markets.place(of: tick.market)
        if place == last.count { last.append(nil) }
        let text = tick.price.bytes
        if let last = last[place], last.text.elementsEqual(text) { return false }
        guard let price = tick.price.number?.value else { return false }
        if let last = last[place], !isFar(price, from: last.price) { return false }
        last[place] = Last(text: Array(text), price: price)
        return true
    }

    /// 100 · |price − last| ≥ percent · |last|: no division, so nothing is rounded that a common number of digits holds.
    private func isFar(_ price: ExactDecimal, from last: ExactDecimal) -> Bool {
        guard let difference = try? price - last, let left = try? difference.magnitude * 100,
            let right = try? last.magnitude * percent
        else { return true }
        return left >= right
    }
}
