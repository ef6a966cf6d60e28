import DecimalArithmetic
public import Platform

/// A query for past candles of one symbol that begin in a period, both ends included.
public struct HistoryQuery: Sendable {
    /// The symbol.
    public var symbol: Symbol
    /// The currency of the prices.
    public var currency: CurrencyChoice
    /// The first time at which a candle may begin.
    public var from: Timestamp
    /// The last time at which a candle may begin.
    public var to: Timestamp
    /// The width of the candles.
    public var width: CandleWidth
    /// The moments that the candles must contain, the earliest first; empty if a period is asked for. A provider that
    /// has prices at moments in place of candles is asked for one of them, and answers with the nearest price.
    package private(set) var moments: [Timestamp] = []
    /// Whether prices are corrected for dividends too, which only providers with `hasEvents` do, by day and by week.
    package var isAdjusted = false

    /// Creates a query. Each parameter sets the property of the same name.
    package init(symbol: Symbol, currency: CurrencyChoice, from: Timestamp, to: Timestamp, width: CandleWidth) {
        self.symbol = symbol
        self.currency = currency
        self.from = from
        self.to = to
        self.width = width
    }

    /// Creates a query for the candles that contain some moments.
    ///
    /// - Parameters:
    ///   - symbol: The symbol.
    ///   - currency: The currency of the prices.
    ///   - moments: The moments, at least one.
    ///   - width: The width of the candles.
    package init(symbol: Symbol, currency: CurrencyChoice, at moments: [Timestamp], width: CandleWidth) {
        let moments = moments.sorted()
        let (first, last) = (width.start(of: moments[0]), width.start(of: moments[moments.count - 1]))
        self.init(
            symbol: symbol, currency: currency, from: Timestamp(seconds: first),
            to: Timestamp(seconds: last + width.seconds - 1), width: width)
        self.moments = moments
    }
}

extension HistoryQuery {
    /// Returns the requested candles, oldest first. The candle whose span is not over is left out, unless it is the
    /// only one or contains a moment. Of two candles with the same time, the first is kept.
    ///
    /// A candle is complete if it was requested after its end: it may lack trades of the time since. Throws
    /// `ProviderFailure` if there are rows in the period but none is valid.
    package func pick(from rows: [Candle], now: Timestamp) throws(ProviderFailure) -> [Candle] {
        try pick(from: rows, of: width, now: now)
    }

    private func pick(sound candles: [Candle], _ lost: LostCandles?, now: Timestamp) -> [Candle] {
        var seen: Set<Timestamp> = []
        let starts = Set(moments.map(width.start))
        var wanted = candles.filter { candle in
            candle.time >= from && candle.time <= to && seen.insert(candle.time).inserted
                && (starts.isEmpty || starts.contains(width.start(of: candle.time)))
        }.sorted { $0.time < $1.time }
        for index in wanted.indices {
            (wanted[index].width, wanted[index].lost) = (width, lost)
            let requested = min(now, wanted[index].requested ?? now)
            if end(of: wanted[index]) > requested { wanted[index].complete = false }
        }
        let finished = wanted.filter { end(of: $0) <= now }
        return finished.isEmpty || !moments.isEmpty ? wanted : finished
    }

    private func end(of candle: Candle) -> Timestamp { candle.time.advanced(bySeconds: width.seconds) }
}

extension HistoryQuery {
    /// Returns the first and last moment of each request, in seconds since 1970, that together cover the requested
    /// candles and nothing in the future. Each request is for `rows` candles of `width`, from which candles of this
    /// width are made. The sequence is lazy, because the minutes since the year 1 are millions of pages.
    package func pages(of width: CandleWidth, rows: Int64, now: Timestamp) -> some Sequence<ClosedRange<Int64>> {
        // Whole minutes, so that the same request is sent again within one. The candle of this minute begins with it.
        let minute = CandleWidth.minute.start(of: now)
        let end = min(self.width.start(of: to) + self.width.seconds - 1, minute)
        let size = width.seconds * rows
        return stride(from: self.width.start(of: from), through: end, by: Int(size)).lazy.map { start in
            start...min(start + size - 1, end)
        }
    }

    /// Returns the requested candles, made from rows of another width in any order, of which the invalid ones are left
    /// out. `hasAll` says that the provider sends a row for each span, also for one without a trade.
    package func pick(
        from rows: [Candle], of width: CandleWidth, hasAll: Bool = false, now: Timestamp
    ) throws(ProviderFailure) -> [Candle] {
        var (sound, lost) = try sound(rows)
        if hasAll, let holes = holes(among: rows, of: width, now: now) {
            lost = lost ?? LostCandles()
            lost?.holes = holes
        }
        let sorted = sound.sorted { $0.time < $1.time }
        return pick(sound: width == self.width ? sorted : self.width.joined(sorted), lost, now: now)
    }

    /// Returns the failure of a provider that has no candles as narrow as this, only of some widths and those made from
    /// them.
    package func notKept(by provider: String, from widths: [CandleWidth]) -> ProviderFailure {
        let made = CandleWidth.allCases.filter { $0.source(among: widths) != nil }.map(\.rawValue)
        return ProviderFailure(
            provider, .notKept("candles of \(width.rawValue), only of \(made.joined(separator: " "))"))
    }

    /// Returns the failure of a provider that has no candles of this width that are so old.
    package func notKept(by provider: String, before time: Timestamp) -> ProviderFailure {
        ProviderFailure(provider, .notKept("candles of \(width.rawValue) before \(time)"))
    }
}

extension CandleWidth {
    /// Returns the widest of some widths from which candles of this one can be made: each width is a multiple of all
    /// narrower ones.
    package func source(among widths: [CandleWidth]) -> CandleWidth? {
        widths.filter { $0.seconds <= seconds }.max { $0.seconds < $1.seconds }
    }

    /// Returns candles of this width made from narrower ones, given oldest first.
    package func joined(_ candles: [Candle]) -> [Candle] {
        var joined: [Candle] = []
        for candle in candles {
            let start = Timestamp(seconds: start(of: candle.time))
            guard var last = joined.last, last.time == start else {
                var first = candle
                first.time = start
                joined.append(first)
                continue
            }
            last.high = last.high.flatMap { high in candle.high.map { max(high, $0) } }
            last.low = last.low.flatMap { low in candle.low.map { min(low, $0) } }
            last.close = candle.close
            last.complete = last.complete && candle.complete
            last.requested = last.requested.flatMap { first in candle.requested.map { min(first, $0) } }
            last.volume = last.volume.flatMap { sum in
                candle.volume.flatMap { try? sum.value + $0.value }.map(Number.init)
            }
            joined[joined.count - 1] = last
        }
        return joined
    }
}

// MARK: - Points

extension HistoryQuery {
    /// Returns the points of the period as they are, oldest first. For moments, and for the end of a period of one
    /// span, which is its close, returns the nearest point that is no further away than the width.
    package func pick(points: [Candle]) throws(ProviderFailure) -> [Candle] {
        let (sound, lost) = try sound(points)
        let start = width.start(of: from)
        let isOfOne = self.moments.isEmpty && start == width.start(of: to)
        let moments = isOfOne ? [Timestamp(seconds: start + width.seconds - 1)] : self.moments
        var wanted = sound.sorted { $0.time < $1.time }
        if moments.isEmpty {
            wanted = wanted.filter { $0.time >= from && $0.time <= to }
        } else {
            var seen: Set<Timestamp> = []
            wanted = moments.compactMap { wanted.nearest(to: $0, within: width) }.filter {
                seen.insert($0.time).inserted
            }
        }
        for index in wanted.indices { (wanted[index].width, wanted[index].lost) = (nil, lost) }
        return wanted
    }
}

extension [Candle] {
    /// Returns the point nearest to a moment, of two the later one; nil if none is as near as a width.
    func nearest(to moment: Timestamp, within width: CandleWidth) -> Candle? {
        func distance(_ point: Candle) -> Int64 { abs(point.time.wholeSeconds(since: moment)) }
        let nearest = last { point in allSatisfy { distance(point) <= distance($0) } }
        return nearest.flatMap { distance($0) <= width.seconds ? $0 : nil }
    }
}
