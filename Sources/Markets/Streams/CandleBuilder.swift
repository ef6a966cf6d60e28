import DecimalArithmetic
public import Platform

/// Candles made of ticks, for each market its own.
///
/// A span without a tick gives no candle. Streams tell a day's turnover, not what was traded, so a candle's volume is
/// unknown. A tick of an earlier span than the one under way comes too late and is left out.
public struct CandleBuilder {
    private struct Open {
        let market: TickMarket
        let start: Int64
        var candle: (open: Number, high: Number, low: Number, close: Number)

        var finished: Candle {
            Candle(
                time: Timestamp(seconds: start), symbol: market.symbol, open: candle.open, high: candle.high,
                low: candle.low, close: candle.close, currency: market.currency, provider: market.provider,
                stale: market.stale)
        }
    }

    private let width: CandleWidth
    private var open: [ObjectIdentifier: Open] = [:]
    /// Markets in the order of their first ticks.
    private var order: [ObjectIdentifier] = []
    /// How many ticks came too late.
    public private(set) var late = 0

    /// A builder of candles of a width.
    public init(_ width: CandleWidth) {
        self.width = width
    }

    /// Takes a tick; the candle of the market's span before it, where it begins a new one.
    public mutating func take(_ tick: Tick) -> Candle? {
        guard let price = tick.price.number else { return nil }
        let (key, start) = (ObjectIdentifier(tick.market), width.start(of: tick.time.timestamp))
        guard var current = open[key] else {
            order.append(key)
            open[key] = Open(market: tick.market, start: start, candle: (price, price, price, price))
            return nil
        }
        if start < current.start {
            late += 1
            return nil
        }
        if start > current.start {
            open[key] = Open(market: tick.market, start: start, candle: (price, price, price, price))
            return current.finished
        }
        current.candle.close = price
        if price > current.candle.high { current.candle.high = price }
        if price < current.candle.low { current.candle.low = price }
        open[key] = current
        return nil
    }

    /// The candles of spans that were over at a moment, in the order of their markets; they need no further tick.
    public mutating func takeFinished(at now: Timestamp) -> [Candle] {
        let current = width.start(of: now)
        return take { $0.start < current }
    }

    /// All candles under way, which are not finished.
    public mutating func takeUnfinished() -> [Candle] {
        take { _ in true }
    }

    private mutating func take(where isTaken: (Open) -> Bool) -> [Candle] {
        let taken = order.filter { open[$0].map(isTaken) ?? false }
        let candles = taken.compactMap { open.removeValue(forKey: $0)?.finished }
        order.removeAll { open[$0] == nil }
        return candles
    }
}
