import DecimalArithmetic
import Markets
import Platform
import Rendering

/// Builds candles from ticks and prints them as rows, or shows the current ones in a live view.
struct CandleRows {
    /// How many seconds a candle waits for late ticks after its end.
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

    /// Prints the candles that have ended.
    mutating func printFinished() {
        for candle in builder.takeFinished(elapsed: elapsed(), grace: Self.grace) { print(candle) }
    }

    /// The time until the next candle ends; nil without a current candle.
    var rest: Duration? { builder.rest(elapsed: elapsed(), grace: Self.grace) }

    private mutating func print(_ candle: Candle) {
        let isLast = rows.isConditional && rows.watch(candle, of: "\(candle.symbol) in \(candle.currency)")
        rows.print(candle, isLast: isLast)
    }

    /// Removes the candles of a market in these currencies, nil for all, from the live view. Current ones are printed.
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
