import DecimalArithmetic
public import Platform

/// What is wanted of a past: the candles of one symbol that begin between two moments, both included.
public struct HistoryQuery: Sendable {
    /// Whose prices.
    public var symbol: Symbol
    /// What they are to be in.
    public var currency: CurrencyChoice
    /// The first moment at which a candle may begin.
    public var from: Timestamp
    /// The last moment at which a candle may begin.
    public var to: Timestamp
    /// How wide the candles are.
    public var width: CandleWidth

    /// A query.
    public init(symbol: Symbol, currency: CurrencyChoice, from: Timestamp, to: Timestamp, width: CandleWidth) {
        self.symbol = symbol
        self.currency = currency
        self.from = from
        self.to = to
        self.width = width
    }
}

extension HistoryQuery {
    /// The candles that were asked for, the oldest first, without the one whose span is not over, unless it is all there
    /// is; of two of one time the first counts.
    func pick(from candles: [Candle], now: Timestamp) -> [Candle] {
        var seen: Set<Timestamp> = []
        let wanted = candles.filter { $0.time >= from && $0.time <= to && seen.insert($0.time).inserted }
            .sorted { $0.time < $1.time }
        let finished = wanted.filter { $0.time.advanced(bySeconds: width.seconds) <= now }
        return finished.isEmpty ? wanted : finished
    }
}

extension CandleWidth {
    /// Candles of this width made of narrower ones that lie in their spans, given oldest first.
    func joined(_ candles: [Candle]) -> [Candle] {
        var joined: [Candle] = []
        for candle in candles {
            let start = Timestamp(seconds: start(of: candle.time))
            guard var last = joined.last, last.time == start else {
                var first = candle
                first.time = start
                joined.append(first)
                continue
            }
            last.high = max(last.high, candle.high)
            last.low = min(last.low, candle.low)
            last.close = candle.close
            last.volume = last.volume.flatMap { sum in
                candle.volume.flatMap { try? sum.value + $0.value }.map(Number.init)
            }
            joined[joined.count - 1] = last
        }
        return joined
    }
}
