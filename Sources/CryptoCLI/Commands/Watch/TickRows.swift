import DecimalArithmetic
import Markets
import Platform
import Rendering

/// Ticks as rows: every one, the newest of each symbol in an interval, or only those that moved.
struct TickRows: TickRowMaker {
    var rows: RowStages<TickRow>
    var picture: (any StreamPicture<QuoteRow>)?
    private var conflator: TickConflator?
    private var gate: ChangeGate?
    /// True if each tick becomes a row without any check.
    private let isPlain: Bool
    /// Avoids a comparison with nil, which copies the value.
    private let isPictured: Bool
    private let isConflating: Bool
    private let isGated: Bool

    init(_ request: WatchRequest, _ environment: Environment, isPicture: Bool) throws(Failure) {
        rows = try RowStages(
            request.ends, request.common, fields: .quotes(defaults: WatchRequest.defaults), environment: environment,
            isPicture: isPicture
        ) { RowWriter(stream: $0, $1) }
        if isPicture {
            let order = request.order
            picture = try LiveScreen<QuoteRow>(
                request.common, fields: .quotes(defaults: WatchRequest.defaults), columns: WatchRequest.columnsLive,
                environment: environment,
                rules: LiveScreen<QuoteRow>.Rules(
                    value: { $0.quote.price?.value.doubleValue },
                    precedes: { order($0.symbol, $1.symbol) }, update: { $0.updateAge(to: $1) }))
        }
        if request.ends.interval != nil { conflator = TickConflator() }
        gate = request.onChange.map { ChangeGate(percent: $0) }
        (isPictured, isConflating, isGated) = (isPicture, conflator != nil, gate != nil)
        isPlain = !isPicture && conflator == nil && gate == nil && !rows.isConditional
    }

    mutating func take(_ tick: inout Tick, now: Timestamp) {
        unsafe withUnsafePointer(to: &tick) { unsafe take(TickRow($0, now: now)) }
    }

    private mutating func take(_ row: TickRow) {
        if isPlain { return rows.print(row) }
        // The rest of a batch, after the last row.
        guard !rows.hasEnded else { return }
        if rows.isConditional, rows.watch(row, of: row.tick.market.label) { return show(row, isLast: true) }
        if isConflating {
            // A picture does not stay empty until the first interval is over.
            if isPictured, conflator?.knows(row.tick.market) == false { picture(row) }
            conflator?.hold(row.tick)
        } else if !isGated || gate?.passes(row.tick) != false {
            show(row)
        }
    }

    private mutating func show(_ row: TickRow, isLast: Bool = false) {
        picture(row)
        rows.print(row, isLast: isLast)
    }

    private mutating func picture(_ row: TickRow) {
        guard isPictured else { return }
        picture?.put(
            QuoteRow(row.tick.quote, now: row.now), key: row.tick.market.label, isWanted: rows.isPictured(row))
    }

    /// Prints the newest tick of each symbol that has one since the last call.
    mutating func printDue(now: Timestamp) {
        guard var held = conflator else { return }
        held.drain { tick in
            if !rows.hasEnded, gate?.passes(tick) != false {
                unsafe withUnsafePointer(to: &tick) { unsafe show(TickRow($0, now: now)) }
            }
        }
        conflator = held
    }

    mutating func remove(_ market: TickMarket, in currencies: Set<Currency>?) {
        let isGone = { (name: String?, provider: String, currency: Currency) in
            name == market.name && provider == market.provider && currencies?.contains(currency) != false
        }
        picture?.remove { isGone($0.market, $0.provider, $0.currency) }
        conflator?.remove { isGone($0.name, $0.provider, $0.currency) }
    }
}
