import DecimalArithmetic
import Markets
import Platform
import Rendering

/// Candles of ticks as rows; on a terminal a picture of those under way.
struct CandleRows {
    /// A tick may come a moment after its span has ended; a candle waits for it that long.
    private static var grace: Int64 { 2 }

    private(set) var rows: RowStages<Candle>
    private var builder: CandleBuilder
    private var screen: LiveScreen<Candle>?
    private let isPictured: Bool
    private let elapsed: @Sendable () -> Duration

    init(
        _ width: CandleWidth, _ rows: RowStages<Candle>, screen: LiveScreen<Candle>?,
        elapsed: @escaping @Sendable () -> Duration
    ) {
        builder = CandleBuilder(width)
        self.elapsed = elapsed
        self.rows = rows
        self.screen = screen
        isPictured = screen != nil
    }

    mutating func take(_ tick: Tick) {
        if builder.take(tick, elapsed: elapsed), let candle = builder.finished { print(candle) }
        guard isPictured, let candle = builder.candle(of: tick.market) else { return }
        screen?.put(candle, key: "\(candle.symbol) \(candle.currency)", value: candle.close.value.doubleValue)
    }

    /// Prints the candles whose spans are over.
    mutating func printFinished() {
        for candle in builder.takeFinished(elapsed: elapsed(), grace: Self.grace) { print(candle) }
    }

    /// How long no span under way is over; nil where none is under way.
    var rest: Duration? { builder.rest(elapsed: elapsed(), grace: Self.grace) }

    private mutating func print(_ candle: Candle) {
        let isLast = rows.isConditional && rows.watch(candle, of: "\(candle.symbol) in \(candle.currency)")
        rows.print(candle, isLast: isLast)
    }

    /// Takes candles of a market from the picture, those in these currencies, nil for all; what was under way is printed.
    mutating func remove(_ market: TickMarket, in currencies: Set<Currency>?) {
        screen?.remove { candle in
            candle.symbol == market.symbol && candle.provider == market.provider
                && currencies?.contains(candle.currency) != false
        }
    }

    mutating func flush() { rows.flush() }

    /// Prints the candles that are not finished.
    mutating func printRest() { for candle in builder.takeUnfinished() { print(candle) } }

    mutating func finish(orNothing: Bool) throws(Failure) { try rows.finish(orNothing: orNothing) }
}

extension CandleRows {
    var symbols: Int { screen?.count ?? 0 }

    mutating func draw(_ size: Terminal.Size, status: String) -> [UInt8] { screen?.draw(size, status: status) ?? [] }

    mutating func erase(_ size: Terminal.Size) -> [UInt8] { screen?.erase(size) ?? [] }

    mutating func endPicture() -> [UInt8] { screen?.end() ?? [] }
}
