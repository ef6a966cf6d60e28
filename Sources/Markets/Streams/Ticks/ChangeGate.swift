package import DecimalArithmetic

/// Passes a tick if its price differs enough from the last one that passed, in either direction.
///
/// The first tick of a market passes. A tick without a price never does.
package struct ChangeGate {
    private let percent: ExactDecimal
    /// The price of the last tick that passed, also as text, because most ticks of a quiet market repeat it. Nil for a
    /// market of which no tick passed.
    private var markets = MarketTable<(text: [UInt8], price: ExactDecimal)?>()

    /// Creates a gate that passes changes of at least `percent`, which is above 0, of the last price.
    package init(percent: ExactDecimal) {
        self.percent = percent
    }

    /// Returns true if the tick passes. Later ticks are then compared with it.
    package mutating func passes(_ tick: borrowing Tick) -> Bool {
        let index = markets.index(of: tick.market, adding: nil)
        let text = unsafe tick.price.bytes
        if let last = markets.values[index], unsafe last.text.elementsEqual(text) { return false }
        guard let price = tick.price.number?.value else { return false }
        if let last = markets.values[index], !isFar(price, from: last.price) { return false }
        markets.values[index] = unsafe (Array(text), price)
        return true
    }

    /// 100 · |price − last| ≥ percent · |last|, without a division, so that common numbers of digits are not rounded.
    private func isFar(_ price: ExactDecimal, from last: ExactDecimal) -> Bool {
        guard let difference = try? price - last, let left = try? difference.magnitude * 100,
            let right = try? last.magnitude * percent
        else { return true }
        return left >= right
    }
}
