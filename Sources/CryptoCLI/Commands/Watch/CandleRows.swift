import DecimalArithmetic
import Markets
import Platform
import Rendering

/// Candles of ticks as rows. A picture shows the unfinished ones.
final class CandleRows: TickRowMaker {
    /// The seconds for which a finished candle waits for late ticks.
    private static var grace: Int64 { 2 }
    /// The seconds after which a finished candle no longer waits for a sign that the stream is alive. No stream is
    /// silent for longer without being given up.
    private static var patience: Int64 { 120 }

    var rows: RowSink<Candle>
    let picture: (any StreamPicture<Candle>)?
    private var builder: CandleBuilder
    /// Where candles wait that were not seen whole; nil if they are printed at once.
    private var missed: MissedCandles?
    /// Whether rows go to a file, which later rows of the same candle could not change.
    private let leavesOutIncomplete: Bool
    private var lastHeard: @Sendable (String) -> Duration? = { _ in nil }
    private let elapsed: @Sendable () -> Duration
    /// The newest time by the clock for ages.
    private var now: Timestamp?

    init(_ request: WatchRequest, _ environment: Environment, isPicture: Bool) throws(Failure) {
        let width = request.candles ?? .minute
        let fields = FieldTable.candles(of: width)
        rows = try RowSink(
            request.ends, request.common, fields: fields,
            windows: RollingWindows(of: "close", in: fields, isRevised: true) { $0.name }, environment: environment,
            isPicture: isPicture)
        let order = request.order
        let rules = TablePicture<Candle>.Rules(
            value: { $0.close.value.doubleValue }, precedes: { order($0.symbol, $1.symbol) },
            orders: ["symbol", "close", "volume"], hasTimedTrend: request.trend)
        picture =
            isPicture ? try TablePicture(request.common, fields: fields, environment: environment, rules: rules) : nil
        leavesOutIncomplete = request.common.append != nil
        builder = CandleBuilder(width)
        elapsed = environment.time.elapsed
    }

    func take(_ ticks: TickBatch, through pipeline: inout TickPipeline, now: Timestamp) {
        self.now = now
        take(ticks, through: &pipeline, now: now, into: &builder)
    }

    /// Takes the builder as a parameter, so that exclusive access to it is checked once for each batch.
    private func take(
        _ ticks: TickBatch, through pipeline: inout TickPipeline, now: Timestamp, into builder: inout CandleBuilder
    ) {
        ticks { pipeline.take(&$0, now: now) { take($0, into: &builder) } }
    }

    private func take(_ tick: borrowing Tick, into builder: inout CandleBuilder) {
        if builder.take(tick, elapsed: elapsed) {
            pass(builder.finished, missed: builder.missed, of: tick.market, offset: builder.offset)
        }
        // The rest of a batch, after the last row, is not shown.
        guard let picture, !rows.hasEnded, let candle = builder.candle(of: tick.market) else { return }
        rows.note(candle)
        picture.put(candle, key: candle.name, isWanted: rows.isPictured(candle))
    }

    /// Prints the finished candles.
    func printDue(now: Timestamp) {
        self.now = now
        let finished = builder.takeFinished(
            elapsed: elapsed(), grace: Self.grace, patience: Self.patience, lastHeard: lastHeard)
        for (candle, market) in finished { pass(candle, of: market, offset: builder.offset) }
        for candle in missed?.takeDue() ?? [] { release(candle) }
    }

    var rest: Duration? {
        [builder.rest(elapsed: elapsed(), grace: Self.grace), missed?.rest].compactMap(\.self).min()
    }

    func printRest() {
        for candle in missed?.takeAll() ?? [] { release(candle) }
        for (candle, _) in builder.takeUnfinished() { print(candle) }
    }

    /// Prints a candle that is over, unless it waits.
    private func pass(
        _ candle: Candle?, missed spans: ClosedRange<Int64>? = nil, of market: TickMarket, offset: Duration?
    ) {
        guard let missed, let offset else {
            if let candle { print(candle) }
            return
        }
        for candle in missed.take(candle, missed: spans, of: market, offset: offset) { print(candle) }
    }

    /// Prints a candle that waits no longer, and shows it where the picture has no later one of its market.
    private func release(_ candle: Candle) {
        print(candle)
        guard let picture, candle.complete, !builder.hasLater(than: candle) else { return }
        picture.put(candle, key: candle.name, isWanted: rows.isPictured(candle))
    }

    private func print(_ candle: Candle) {
        guard !rows.hasEnded, candle.complete || !leavesOutIncomplete else { return }
        var candle = candle
        if let now, candle.time.age(at: now) < 0 { candle.stale = true }
        let isLast = rows.isConditional && rows.watch(candle)
        rows.print(candle, isLast: isLast)
    }

    /// Lets the maker ask when a provider last sent anything, by the monotonic clock, and for candles that the stream
    /// did not see whole.
    func follow(_ lastHeard: @escaping @Sendable (String) -> Duration?, asking missed: MissedCandles?) {
        (self.lastHeard, self.missed) = (lastHeard, missed)
    }

    func note(_ event: FeedEvent?) {
        switch event {
        case .lost(let failure, _), .polled(let failure, _): builder.interrupt(failure.provider, market: nil)
        case .missed(let symbol, let failure): builder.interrupt(failure.provider, market: symbol.description)
        case .quiet(_, let provider, let market, _): builder.interrupt(provider, market: market)
        case nil: builder.interrupt(nil, market: nil)
        default: break
        }
    }

    /// Removes candles from the picture. The unfinished ones are still printed.
    func remove(_ market: TickMarket, in currencies: Set<Currency>?) {
        builder.leave(market, in: currencies)
        rows.forget { name in
            currencies?.contains { name == "\(market.symbol) in \($0)" } ?? name.hasPrefix("\(market.symbol) in ")
        }
        picture?.remove { candle in
            candle.symbol == market.symbol && candle.provider == market.provider
                && currencies?.contains(candle.currency) != false
        }
    }
}

extension Candle {
    /// What the candles of a market are known by in a stream.
    fileprivate var name: String { "\(symbol) in \(currency)" }
}
