import Markets
import Platform

/// The candles of a market that are over, in the order of their time, from the first one that the stream did not see
/// whole. They wait until the provider has sent that one, but not for long.
///
/// Times are those of ticks, in seconds since 1970.
struct WaitingCandles {
    /// One candle, or spans that follow each other and of which the stream saw nothing.
    private struct Part {
        /// When the first and the last span begin.
        let starts: ClosedRange<Int64>
        /// The candle as far as the stream saw it.
        let seen: Candle?
        /// What the provider has sent.
        var sent: [Candle] = []
        /// Whether nothing more is expected.
        var isDone = false
        /// The time after which nothing more is expected.
        let limit: Int64
        /// When the provider is asked, and the pause after that.
        var next, pause: Int64

        var candles: [Candle] { sent.isEmpty ? [seen].compactMap(\.self) : sent }
    }

    /// The seconds that a provider needs to finish a candle; also the first pause before it is asked again.
    private static let settling: Int64 = 5
    /// The most spans that are asked for after a gap. Kraken has the newest 720.
    private static let most: Int64 = 700

    let market: TickMarket
    private let symbol: Symbol
    private let width: CandleWidth
    private var parts: [Part] = []
    private var isAsked = false

    /// Creates a list without candles; nil for a market that cannot be asked for.
    init?(_ market: TickMarket, _ width: CandleWidth) {
        guard market.hasCandles, let symbol = try? Symbol("\(market.symbol)/\(market.currency)") else { return nil }
        (self.market, self.symbol, self.width) = (market, symbol, width)
    }

    /// Whether no candle waits.
    var isEmpty: Bool { parts.isEmpty }

    /// When the provider is to be asked; nil if it is not, or is being asked.
    var next: Int64? { isAsked ? nil : parts.lazy.filter { !$0.isDone }.map(\.next).min() }

    /// When the first candle waits no longer.
    var limit: Int64? { parts.first?.limit }

    /// Adds a candle that is over, as known since a time. One that is complete, or that is not asked for, waits for
    /// those before it only.
    mutating func add(_ candle: Candle, isAsked: Bool, at time: Int64) {
        let start = candle.time.seconds
        add(start...start, seen: candle, isDone: candle.complete || !isAsked, at: time)
    }

    /// Adds spans of which the stream saw nothing, as known since a time: the last of them if they are many.
    mutating func add(_ starts: ClosedRange<Int64>, at time: Int64) {
        let first = max(starts.lowerBound, starts.upperBound - (Self.most - 1) * width.seconds)
        add(first...starts.upperBound, seen: nil, isDone: false, at: time)
    }

    private mutating func add(_ starts: ClosedRange<Int64>, seen: Candle?, isDone: Bool, at time: Int64) {
        // Time was set back. What waits is printed as it is.
        if let last = parts.last, last.starts.upperBound >= starts.lowerBound { giveUp(.min ... .max) }
        let end = starts.upperBound + width.seconds
        parts.append(
            Part(
                starts: starts, seen: seen, isDone: isDone, limit: max(end + 2 * width.seconds, time + width.seconds),
                next: end + Self.settling, pause: Self.settling))
    }

    /// Removes and returns the candles that wait no longer at a time. None waits for a time that was set back.
    mutating func take(at time: Int64) -> [Candle] {
        let count = parts.firstIndex { !$0.isDone && ($0.starts.lowerBound..<$0.limit).contains(time) } ?? parts.count
        defer { parts.removeFirst(count) }
        return parts[..<count].flatMap(\.candles)
    }

    // MARK: - What the provider is asked

    /// Returns the question for all that is due at a time; nil if nothing is.
    mutating func question(at time: Int64) -> HistoryQuery? {
        guard let next, next <= time else { return nil }
        let asked = parts.filter { !$0.isDone && $0.starts.upperBound + width.seconds + Self.settling <= time }
        guard let first = asked.first, let last = asked.last else { return nil }
        isAsked = true
        return HistoryQuery(
            symbol: symbol, currency: CurrencyChoice(market.currency),
            from: Timestamp(seconds: first.starts.lowerBound), to: Timestamp(seconds: last.starts.upperBound),
            width: width)
    }

    /// Takes the candles that were sent as an answer at a time. What is missing is asked for again after a pause, at
    /// least so many seconds.
    mutating func take(_ answer: [Candle], of query: HistoryQuery, at time: Int64, pause least: Int64 = 0) {
        isAsked = false
        let sent = answer.compactMap(fitting)
        let last = sent.last?.time.seconds ?? .min
        for index in parts.indices where !parts[index].isDone && query.asks(for: parts[index].starts) {
            let starts = parts[index].starts
            parts[index].sent = sent.filter { starts.contains($0.time.seconds) }
            let count = (starts.upperBound - starts.lowerBound) / width.seconds + 1
            // A span without a trade has no candle, which is known once there is one after it.
            let isOver = parts[index].seen == nil && last > starts.upperBound
            parts[index].isDone = isOver || parts[index].sent.count == count
            parts[index].next = time + max(parts[index].pause, least)
            parts[index].pause *= 2
        }
    }

    /// Expects nothing more of these spans.
    mutating func giveUp(_ starts: ClosedRange<Int64>) {
        isAsked = false
        for index in parts.indices where starts.overlaps(parts[index].starts) { parts[index].isDone = true }
    }

    /// Returns a candle of the provider as one of the market; nil if it is not whole or not of the market.
    private func fitting(_ candle: Candle) -> Candle? {
        guard candle.complete, candle.currency == market.currency else { return nil }
        var candle = candle
        candle.symbol = market.symbol
        return candle
    }
}

extension HistoryQuery {
    /// Whether it asks for all of these spans.
    fileprivate func asks(for starts: ClosedRange<Int64>) -> Bool {
        from.seconds <= starts.lowerBound && starts.upperBound <= to.seconds
    }
}
