import DecimalArithmetic
import Markets
import Platform
import Rendering

/// Ticks as rows: every one, the newest of each symbol in an interval, or only those that moved.
struct TickRows: TickRowMaker {
    var rows: RowStages<TickRow>
    var picture: (any StreamPicture<QuoteRow>)?
    private var pace: TickPace
    /// True if each tick becomes a row without any check.
    private let isPlain: Bool
    /// Avoids a comparison with nil, which copies the value.
    private let isPictured: Bool

    init(_ request: WatchRequest, _ environment: Environment, isPicture: Bool) throws(Failure) {
        rows = try RowStages(
            request.ends, request.common, fields: .quotes(defaults: WatchRequest.defaults), environment: environment,
            isPicture: isPicture
        ) { RowWriter(stream: $0, $1) }
        if isPicture {
            let order = request.order
            picture = try TablePicture<QuoteRow>(
                request.common, fields: .quotes(defaults: WatchRequest.defaults), columns: WatchRequest.columnsLive,
                environment: environment,
                rules: TablePicture<QuoteRow>.Rules(
                    value: { $0.quote.price?.value.doubleValue },
                    precedes: { order($0.symbol, $1.symbol) }, update: { $0.updateAge(to: $1) }))
        }
        pace = TickPace(request)
        isPictured = isPicture
        isPlain = !isPicture && pace.isNone && !rows.isConditional
    }

    mutating func take(_ tick: inout Tick, now: Timestamp) {
        unsafe withUnsafePointer(to: &tick) { unsafe take(TickRow($0, now: now)) }
    }

    private mutating func take(_ row: TickRow) {
        if isPlain { return rows.print(row) }
        // The rest of a batch, after the last row.
        guard !rows.hasEnded else { return }
        if rows.isConditional, rows.watch(row, of: row.tick.market.label) { return show(row, isLast: true) }
        // A picture does not stay empty until the first interval is over.
        if isPictured, pace.isFirstToWait(row.tick.market) { picture(row) }
        if pace.passes(row.tick) { show(row) }
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
        var due = pace
        due.drain { tick in
            if !rows.hasEnded { unsafe withUnsafePointer(to: &tick) { unsafe show(TickRow($0, now: now)) } }
        }
        pace = due
    }

    mutating func remove(_ market: TickMarket, in currencies: Set<Currency>?) {
        picture?.remove(market, in: currencies)
        pace.remove(market, in: currencies)
    }
}
