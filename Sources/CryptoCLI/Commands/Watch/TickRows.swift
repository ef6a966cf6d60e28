import DecimalArithmetic
import Markets
import Platform
import Rendering

/// Prints ticks as rows, or shows them in a live view: all, the newest per interval and symbol, or only those that
/// moved.
struct TickRows {
    private(set) var rows: RowStages<TickRow>
    private var screen: LiveScreen<QuoteRow>?
    private var conflator: TickConflator?
    private var gate: ChangeGate?
    /// Whether each tick is printed without conditions.
    private let isPlain: Bool
    /// Whether there is a live view, a conflator, a gate. Stored, since comparing an optional struct with nil copies
    /// it.
    private let isPictured: Bool
    private let isConflating: Bool
    private let isGated: Bool

    init(_ request: WatchRequest, _ rows: RowStages<TickRow>, screen: LiveScreen<QuoteRow>?) {
        self.rows = rows
        self.screen = screen
        if request.ends.interval != nil {
            conflator = TickConflator()
            self.rows.hold()
        }
        gate = request.onChange.map { ChangeGate(percent: $0) }
        (isPictured, isConflating, isGated) = (screen != nil, conflator != nil, gate != nil)
        isPlain = screen == nil && conflator == nil && gate == nil && !rows.isConditional
    }

    mutating func take(_ tick: Tick, now: Timestamp) {
        withUnsafePointer(to: tick) { take(TickRow($0, now: now), tick) }
    }

    private mutating func take(_ row: TickRow, _ tick: Tick) {
        if isPlain { return rows.print(row) }
        if rows.isConditional, rows.watch(row, of: tick.market.label) { return show(row, isLast: true) }
        if isConflating {
            conflator?.hold(tick)
        } else if !isGated || gate?.passes(tick) != false {
            show(row)
        }
    }

    private mutating func show(_ row: TickRow, isLast: Bool = false) {
        if isPictured {
            let quote = row.tick.quote
            screen?.put(
                QuoteRow(quote, now: row.now), key: row.tick.market.label, value: quote.price?.value.doubleValue)
        }
        rows.print(row, isLast: isLast)
    }

    /// Prints the newest tick of each symbol since the last call.
    mutating func printConflated(now: Timestamp) {
        guard var held = conflator else { return }
        held.drain { tick in
            if gate?.passes(tick) != false { withUnsafePointer(to: tick) { show(TickRow($0, now: now)) } }
        }
        conflator = held
    }

    /// Removes the rows of a market in these currencies; nil for all currencies.
    mutating func remove(_ market: TickMarket, in currencies: Set<Currency>?) {
        let isGone = { (name: String?, provider: String, currency: Currency) in
            name == market.name && provider == market.provider && currencies?.contains(currency) != false
        }
        screen?.remove { isGone($0.market, $0.provider, $0.currency) }
        conflator?.remove { isGone($0.name, $0.provider, $0.currency) }
    }

    mutating func flush() { rows.flush() }

    mutating func take() -> [UInt8] { rows.take() }

    mutating func fail(_ failure: Failure) { rows.fail(failure) }

    mutating func finish(orNothing: Bool) throws(Failure) { try rows.finish(orNothing: orNothing) }
}

extension TickRows {
    var symbols: Int { screen?.count ?? 0 }

    mutating func draw(_ size: Terminal.Size, status: String, now: Timestamp) -> [UInt8] {
        screen?.update { $0.grow(to: now) }
        return screen?.draw(size, status: status) ?? []
    }

    mutating func erase(_ size: Terminal.Size) -> [UInt8] { screen?.erase(size) ?? [] }

    mutating func endPicture() -> [UInt8] { screen?.end() ?? [] }
}
