import DecimalArithmetic
public import Platform

/// Candles made of ticks, for each market its own.
///
/// A span without a tick gives no candle. Streams tell a day's turnover, not what was traded, so a candle's volume is
/// unknown. A tick of an earlier span than the one under way comes too late and is left out.
public struct CandleBuilder {
    private struct Place {
        var start: Int64
        /// Nil once it was given away: what still comes for its span is late.
        var prices: (open: Number, high: Number, low: Number, close: Number)?

        func candle(of market: TickMarket) -> Candle? {
            guard let prices else { return nil }
            return Candle(
                time: Timestamp(seconds: start), symbol: market.symbol, open: prices.open, high: prices.high,
                low: prices.low, close: prices.close, currency: market.currency, provider: market.provider,
                stale: market.stale)
        }
    }

    private let width: CandleWidth
    private var markets = TickMarketPlaces()
    /// One a market, in the order of their first ticks.
    private var places: [Place] = []
    /// How many ticks came too late.
    public private(set) var late = 0

    /// A builder of candles of a width.
    public init(_ width: CandleWidth) {
        self.width = width
    }

    /// Takes a tick; the candle of the market's span before it, where it begins a new one.
    public mutating func take(_ tick: Tick) -> Candle? {
        guard let price = tick.price.number else { return nil }
        let (index, start) = (markets.place(of: tick.market), width.start(of: tick.time.timestamp))
        guard index < places.count else {
            places.append(Place(start: start, prices: (price, price, price, price)))
            return nil
        }
        if start > places[index].start {
            defer { (places[index].start, places[index].prices) = (start, (price, price, price, price)) }
            return candle(at: index)
        }
        guard start == places[index].start, places[index].prices != nil else {
            late += 1
            return nil
        }
        places[index].prices?.close = price
        if let high = places[index].prices?.high, price > high { places[index].prices?.high = price }
        if let low = places[index].prices?.low, price < low { places[index].prices?.low = price }
        return nil
    }

    /// The candle of a market that is under way.
    public func candle(of market: TickMarket) -> Candle? {
        markets.known(market).flatMap { candle(at: $0) }
    }

    private func candle(at index: Int) -> Candle? { places[index].candle(of: markets.markets[index]) }

    /// The candles of spans that were over at a moment, in the order of their markets; they need no further tick.
    public mutating func takeFinished(at now: Timestamp) -> [Candle] {
        let current = width.start(of: now)
        return take { $0.start < current }
    }

    /// All candles under way, which are not finished.
    public mutating func takeUnfinished() -> [Candle] {
        take { _ in true }
    }

    private mutating func take(where isTaken: (Place) -> Bool) -> [Candle] {
        var candles: [Candle] = []
        for index in places.indices where isTaken(places[index]) {
            if let candle = candle(at: index) { candles.append(candle) }
            places[index].prices = nil
        }
        return candles
    }
}
