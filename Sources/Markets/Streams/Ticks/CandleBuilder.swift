import DecimalArithmetic
import Platform

/// Makes candles of ticks, for each market its own.
///
/// A span without a tick has no candle. Streams send the turnover of a day, not the traded amounts, so a candle's volume
/// is unknown. A tick of an earlier span than the current one is late and left out. The time is that of the ticks, because
/// the system's clock may be wrong, or be set while the stream runs.
public struct CandleBuilder {
    private struct Place {
        let start: Int64
        /// False once the candle was returned. Later ticks of its span are late.
        var isOpen = true
        let open: Number
        var high, low, close: Number

        init(start: Int64, _ price: Number) {
            self.start = start
            (open, high, low, close) = (price, price, price, price)
        }

        @inline(__always)
        mutating func add(_ price: Number) {
            close = price
            if price > high { high = price }
            if price < low { low = price }
        }

        func candle(of market: TickMarket) -> Candle? {
            guard isOpen else { return nil }
            return Candle(
                time: Timestamp(seconds: start), symbol: market.symbol, open: open, high: high, low: low, close: close,
                currency: market.currency, provider: market.provider, stale: market.quote.stale)
        }
    }

    /// The date, hour and minute of a time as it was sent, which determine its span.
    private struct Minute: Equatable {
        let words: (UInt64, UInt64)

        /// Nil for a time that is not canonical RFC 3339 in UTC.
        init?(_ time: borrowing TickTime) {
            let text = unsafe UnsafeRawBufferPointer(time.canonicalBytes)
            guard text.count >= 16 else { return nil }
            words = unsafe (
                text.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
                text.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        }

        static func == (left: Minute, right: Minute) -> Bool { left.words == right.words }
    }

    /// The seconds before the current span after which a tick is not late: its clock was set back. It is the system's
    /// clock if the provider sends no time.
    private static var setBack: Int64 { 600 }

    private let width: CandleWidth
    private var markets = MarketTable<Place>()
    /// The minute of the last tick, and the begin of its span, because most ticks are of the same.
    private var last: (minute: Minute, start: Int64)?
    /// The time of a tick, updated at least once a minute, and its arrival by the monotonic clock.
    private var clock: (time: Timestamp, elapsed: Duration)?
    /// The last candle that was ended by a tick.
    public private(set) var finished: Candle?
    /// The number of late ticks.
    public private(set) var late = 0

    /// Creates a builder of candles of a width.
    public init(_ width: CandleWidth) {
        self.width = width
    }

    /// Takes a tick that arrived at `elapsed` of the monotonic clock. Returns true if it begins a new span of its market;
    /// `finished` is then the candle of the last one. It is not returned, because a candle is large and few ticks end one.
    public mutating func take(_ tick: borrowing Tick, elapsed: () -> Duration) -> Bool {
        guard let price = tick.price.number else { return false }
        let start = start(of: tick.time, elapsed: elapsed)
        let index = markets.index(of: tick.market, adding: Place(start: start, price))
        let current = markets.values[index].start
        if start > current || start < current && isSetBack(tick.time, current) {
            finished = candle(at: index)
            markets.values[index] = Place(start: start, price)
            return finished != nil
        }
        if start == current, markets.values[index].isOpen {
            markets.values[index].add(price)
        } else {
            late += 1
        }
        return false
    }

    private func isSetBack(_ time: borrowing TickTime, _ start: Int64) -> Bool {
        time.timestamp.seconds < start - Self.setBack
    }

    private mutating func start(of time: borrowing TickTime, elapsed: () -> Duration) -> Int64 {
        let minute = Minute(time)
        if let last, last.minute == minute { return last.start }
        let moment = time.timestamp
        clock = (moment, elapsed())
        let start = width.start(of: moment)
        last = minute.map { ($0, start) }
        return start
    }

    /// The unfinished candle of a market.
    public mutating func candle(of market: TickMarket) -> Candle? {
        markets.find(market).flatMap { candle(at: $0) }
    }

    private func candle(at index: Int) -> Candle? { markets.values[index].candle(of: markets.markets[index]) }

    /// Returns the candles of spans that ended `grace` seconds before `elapsed`, in the order of their markets. Ticks may
    /// arrive a moment late.
    public mutating func takeFinished(elapsed: Duration, grace: Int64 = 0) -> [Candle] {
        guard let clock else { return [] }
        let passed = (elapsed - clock.elapsed).components.seconds
        let current = width.start(of: clock.time.advanced(bySeconds: passed - grace))
        return take { $0.start < current }
    }

    /// Returns the time from `elapsed` until the first current span ends; nil if there is none.
    public func rest(elapsed: Duration, grace: Int64 = 0) -> Duration? {
        guard let clock, let first = markets.values.filter(\.isOpen).map(\.start).min() else { return nil }
        return .seconds(first + width.seconds + grace - clock.time.seconds) - (elapsed - clock.elapsed)
    }

    /// Returns all unfinished candles.
    public mutating func takeUnfinished() -> [Candle] {
        take { _ in true }
    }

    private mutating func take(where isTaken: (Place) -> Bool) -> [Candle] {
        var candles: [Candle] = []
        for index in markets.values.indices where isTaken(markets.values[index]) {
            if let candle = candle(at: index) { candles.append(candle) }
            markets.values[index].isOpen = false
        }
        return candles
    }
}
