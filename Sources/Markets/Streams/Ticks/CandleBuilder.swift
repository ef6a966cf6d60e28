import DecimalArithmetic
import Platform

/// Candles made of ticks, for each market its own.
///
/// A span without a tick gives no candle. Streams tell a day's turnover, not what was traded, so a candle's volume is
/// unknown. A tick of an earlier span than the one under way comes too late and is left out. Time is what the ticks say: the
/// machine's clock may be wrong, or be set while the stream runs, and spans are neither cut short nor held open by it.
package struct CandleBuilder {
    private struct Place {
        let start: Int64
        /// False once it was given away: what still comes for its span is late.
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

    /// The date, hour and minute of a time as it was sent, which decide the span it is in.
    private struct Minute: Equatable {
        let words: (UInt64, UInt64)

        /// Nil for a time that is no plain RFC 3339 in UTC.
        init?(_ time: TickTime) {
            let text = unsafe UnsafeRawBufferPointer(time.canonicalBytes)
            guard text.count >= 16 else { return nil }
            words = unsafe (
                text.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
                text.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        }

        static func == (left: Minute, right: Minute) -> Bool { left.words == right.words }
    }

    /// How far back a tick is of a span under way that nobody would be that late for: the clock it was stamped by, which
    /// is ours where the provider sends no time, was set back.
    private static var setBack: Int64 { 600 }

    private let width: CandleWidth
    private var markets = TickMarketPlaces()
    /// One a market, in the order of their first ticks.
    private var places: [Place] = []
    /// The minute of the last tick, and where its span begins: most ticks are of the same.
    private var last: (minute: Minute, start: Int64)?
    /// What the time of a tick was, one a minute or more, and when it came by a clock that is never set.
    private var clock: (time: Timestamp, elapsed: Duration)?
    /// The candle that a tick ended last.
    package private(set) var finished: Candle?
    /// How many ticks came too late.
    package private(set) var late = 0

    /// A builder of candles of a width.
    ///
    /// - Parameter width: The width of the candles.
    package init(_ width: CandleWidth) {
        self.width = width
    }

    /// Takes a tick that came at `elapsed` of a clock that is never set; true where it begins a new span of its market, and
    /// `finished` is then the candle of the one before. A candle is large, and hardly any tick ends one.
    package mutating func take(_ tick: Tick, elapsed: () -> Duration) -> Bool {
        guard let price = tick.price.number else { return false }
        let (index, start) = (markets.place(of: tick.market), start(of: tick.time, elapsed: elapsed))
        guard index < places.count else {
            places.append(Place(start: start, price))
            return false
        }
        if start > places[index].start || start < places[index].start && isSetBack(tick.time, places[index].start) {
            finished = candle(at: index)
            places[index] = Place(start: start, price)
            return finished != nil
        }
        guard start == places[index].start, places[index].isOpen else {
            late += 1
            return false
        }
        places[index].add(price)
        return false
    }

    private func isSetBack(_ time: TickTime, _ start: Int64) -> Bool { time.timestamp.seconds < start - Self.setBack }

    private mutating func start(of time: TickTime, elapsed: () -> Duration) -> Int64 {
        let minute = Minute(time)
        if let last, last.minute == minute { return last.start }
        let moment = time.timestamp
        clock = (moment, elapsed())
        let start = width.start(of: moment)
        last = minute.map { ($0, start) }
        return start
    }

    /// The candle of a market that is under way.
    package func candle(of market: TickMarket) -> Candle? {
        markets.known(market).flatMap { candle(at: $0) }
    }

    private func candle(at index: Int) -> Candle? { places[index].candle(of: markets.markets[index]) }

    /// The candles of spans that are over at `elapsed`, in the order of their markets; they need no further tick. They are
    /// given `grace` seconds for ticks that come a moment late.
    package mutating func takeFinished(elapsed: Duration, grace: Int64 = 0) -> [Candle] {
        guard let clock else { return [] }
        let passed = (elapsed - clock.elapsed).components.seconds
        let current = width.start(of: clock.time.advanced(bySeconds: passed - grace))
        return take { $0.start < current }
    }

    /// How long at `elapsed` none of the spans under way is over; nil where none is.
    package func rest(elapsed: Duration, grace: Int64 = 0) -> Duration? {
        guard let clock, let first = places.filter(\.isOpen).map(\.start).min() else { return nil }
        return .seconds(first + width.seconds + grace - clock.time.seconds) - (elapsed - clock.elapsed)
    }

    /// All candles under way, which are not finished.
    package mutating func takeUnfinished() -> [Candle] {
        take { _ in true }
    }

    private mutating func take(where isTaken: (Place) -> Bool) -> [Candle] {
        var candles: [Candle] = []
        for index in places.indices where isTaken(places[index]) {
            if let candle = candle(at: index) { candles.append(candle) }
            places[index].isOpen = false
        }
        return candles
    }
}
