import DecimalArithmetic
import Platform

/// Makes candles of ticks, for each market its own.
///
/// A span without a tick has no candle. Streams send the turnover of a day, not the traded amounts, so a candle's
/// volume is unknown. A tick of an earlier span than the current one is late and left out. The time is that of the
/// ticks, because the system's clock may be wrong, or be set while the stream runs.
///
/// A candle is complete if its market had a tick before it, and the stream was not interrupted from then to its end.
/// The end was seen if the provider sent anything after it.
package struct CandleBuilder {
    /// A candle and its market.
    package typealias Built = (candle: Candle, market: TickMarket)

    /// Whether ticks may be missing since the last one.
    private enum Silence {
        /// What happened was seen.
        case seen
        /// The stream was interrupted.
        case missed
        /// Ticks of the market were not wanted for a time.
        case unwanted
    }

    private struct Slot {
        let start: Int64
        /// False once the candle was returned. Later ticks of its span are late.
        var isOpen = true
        /// Whether no tick of the span can be missing so far.
        var isWhole: Bool
        /// What happened since the last tick.
        var silence = Silence.seen
        let open: Number
        var high, low, close: Number

        init(start: Int64, _ price: Number, isWhole: Bool) {
            (self.start, self.isWhole) = (start, isWhole)
            (open, high, low, close) = (price, price, price, price)
        }

        @inline(__always)
        mutating func add(_ price: Number) {
            silence = .seen
            close = price
            if price > high { high = price }
            if price < low { low = price }
        }

        mutating func interrupt(_ silence: Silence) { (isWhole, self.silence) = (false, silence) }

        func candle(of market: TickMarket, _ width: CandleWidth, complete: Bool) -> Candle? {
            guard isOpen else { return nil }
            var candle = Candle(
                time: Timestamp(seconds: start), symbol: market.symbol, open: open, high: high, low: low, close: close,
                currency: market.currency, provider: market.provider, stale: market.quote.stale)
            (candle.width, candle.complete, candle.isRate) = (width, complete, market.quote.kind == .fiat)
            return candle
        }
    }

    /// The seconds before the current span after which a tick is not late: its clock was set back. It is the system's
    /// clock if the provider sends no time.
    private static var setBack: Int64 { 600 }

    private let width: CandleWidth
    private var markets = MarketTable<Slot>()
    /// The minute of the last tick, and the begin of its span, because most ticks are of the same.
    private var last: (minute: (UInt64, UInt64), start: Int64)?
    /// The time of a tick, updated at least once a minute, and its arrival by the monotonic clock.
    private var clock: (time: Timestamp, elapsed: Duration)?
    /// The last candle that was ended by a tick.
    package private(set) var finished: Candle?
    /// The spans of which the stream saw nothing before the tick that ended the last one: when the first and the last
    /// of them begin, in seconds since 1970. Nil if nothing was missed.
    package private(set) var missed: ClosedRange<Int64>?
    /// The number of late ticks.
    package private(set) var late = 0

    /// Creates a builder of candles of a width.
    package init(_ width: CandleWidth) {
        self.width = width
    }

    /// Takes a tick that arrived at `elapsed` of the monotonic clock. Returns true if it begins a new span of its
    /// market; `finished` is then the candle of the last one, unless it was taken before, and `missed` what is between
    /// them. They are not returned, because a candle is large and few ticks end one.
    package mutating func take(_ tick: borrowing Tick, elapsed: () -> Duration) -> Bool {
        guard let price = tick.price.number else { return false }
        let start = start(of: tick.time, elapsed: elapsed)
        let index = markets.index(of: tick.market, adding: Slot(start: start, price, isWhole: false))
        let current = markets.values[index].start
        let isSetBack = start < current && isSetBack(tick.time, current)
        if start > current || isSetBack {
            // The tick shows that the stream was alive at the end of the last span.
            finished = candle(at: index, complete: markets.values[index].isWhole && !isSetBack)
            let silence = markets.values[index].silence
            let between = current + width.seconds...max(current + width.seconds, start - width.seconds)
            missed = silence == .missed && between.upperBound < start ? between : nil
            markets.values[index] = Slot(start: start, price, isWhole: silence == .seen && !isSetBack)
            return finished != nil || missed != nil
        }
        if start == current, markets.values[index].isOpen {
            markets.values[index].add(price)
        } else {
            markets.values[index].silence = .seen
            late += 1
        }
        return false
    }

    private func isSetBack(_ time: borrowing TickTime, _ start: Int64) -> Bool {
        time.timestamp.seconds < start - Self.setBack
    }

    private mutating func start(of time: borrowing TickTime, elapsed: () -> Duration) -> Int64 {
        let minute = minute(of: time)
        if let last, let minute, last.minute == minute { return last.start }
        let moment = time.timestamp
        clock = (moment, elapsed())
        let start = width.start(of: moment)
        last = minute.map { ($0, start) }
        return start
    }

    /// The date, hour and minute of a time as it was sent, which determine its span; nil for a time that is not
    /// canonical RFC 3339 in UTC.
    private func minute(of time: borrowing TickTime) -> (UInt64, UInt64)? {
        let text = unsafe UnsafeRawBufferPointer(time.canonicalBytes)
        guard text.count >= 16 else { return nil }
        return unsafe (
            text.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
            text.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        )
    }

    /// The unfinished candle of a market.
    package mutating func candle(of market: TickMarket) -> Candle? {
        markets.find(market).flatMap { candle(at: $0, complete: false) }
    }

    private func candle(at index: Int, complete: Bool) -> Candle? {
        markets.values[index].candle(of: markets.markets[index], width, complete: complete)
    }

    /// Records that ticks may be missing since the last one: those of a provider, or of a market of it by its name, or
    /// all.
    package mutating func interrupt(_ provider: String? = nil, market: String? = nil) {
        interrupt(.missed) { (provider ?? $0.provider) == $0.provider && (market ?? $0.name) == $0.name }
    }

    /// Records that ticks of a market in these currencies, nil for all, are not wanted until the next one. Spans
    /// without a tick are then not missed.
    package mutating func leave(_ market: TickMarket, in currencies: Set<Currency>? = nil) {
        interrupt(.unwanted) { $0.isPart(of: market, in: currencies) }
    }

    private mutating func interrupt(_ silence: Silence, where isConcerned: (TickMarket) -> Bool) {
        for (index, market) in markets.markets.enumerated() where isConcerned(market) {
            markets.values[index].interrupt(silence)
        }
    }

    /// Whether its market has a later candle than this one.
    package func hasLater(than candle: Candle) -> Bool {
        zip(markets.markets, markets.values).contains { market, slot in
            market.symbol == candle.symbol && market.provider == candle.provider
                && market.currency == candle.currency && slot.start > candle.time.seconds
        }
    }

    /// The difference between the time of the ticks and the monotonic clock; nil before the first tick.
    package var offset: Duration? { clock.map { .seconds($0.time.seconds) - $0.elapsed } }

    /// Returns the candles of spans that ended `grace` seconds before `elapsed`, in the order of their markets. Ticks
    /// may arrive a moment late.
    ///
    /// A candle that may be complete waits for `patience` seconds more until its provider was heard after its end:
    /// before that the connection may be dead without anyone knowing. `lastHeard` is when a provider sent anything, by
    /// the monotonic clock.
    package mutating func takeFinished(
        elapsed: Duration, grace: Int64 = 0, patience: Int64 = 0, lastHeard: (String) -> Duration? = { _ in nil }
    ) -> [Built] {
        guard let clock else { return [] }
        let passed = (elapsed - clock.elapsed).components.seconds
        let time = clock.time.advanced(bySeconds: passed - grace)
        let (current, last) = (width.start(of: time), width.start(of: time.advanced(bySeconds: -patience)))
        return take { [width] place, market in
            guard place.start < current else { return nil }
            guard place.isOpen, place.isWhole else { return false }
            let end = clock.elapsed + .seconds(place.start + width.seconds - clock.time.seconds)
            if let heard = lastHeard(market.provider), heard >= end { return true }
            return place.start < last ? false : nil
        }
    }

    /// Returns the time from `elapsed` until the first current span ends; nil if there is none.
    package func rest(elapsed: Duration, grace: Int64 = 0) -> Duration? {
        guard let clock, let first = markets.values.filter(\.isOpen).map(\.start).min() else { return nil }
        return .seconds(first + width.seconds + grace - clock.time.seconds) - (elapsed - clock.elapsed)
    }

    /// Returns all unfinished candles.
    package mutating func takeUnfinished() -> [Built] {
        take { _, _ in false }
    }

    /// Takes the candles for which `isComplete` knows whether they are.
    private mutating func take(_ isComplete: (Slot, TickMarket) -> Bool?) -> [Built] {
        var candles: [Built] = []
        for index in markets.values.indices {
            let market = markets.markets[index]
            guard let complete = isComplete(markets.values[index], market) else { continue }
            if let candle = candle(at: index, complete: complete) { candles.append((candle, market)) }
            markets.values[index].isOpen = false
        }
        return candles
    }
}
