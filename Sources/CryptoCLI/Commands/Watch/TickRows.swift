import DecimalArithmetic
import Markets
import Platform
import ProviderKit
import Rendering

/// Ticks as rows: every one, the newest of each symbol in an interval, or only those that moved.
struct TickRows: TickRowMaker {
    var rows: RowStages<TickRow>
    var picture: (any StreamPicture<QuoteRow>)?
    private var pace: TickPace
    private var marks: TickMarks
    /// True if each tick becomes a row at once, whatever it holds.
    private let isPlain: Bool
    /// Avoids a comparison with nil, which copies the value.
    private let isPictured: Bool

    init(_ request: WatchRequest, _ environment: Environment, isPicture: Bool) throws(Failure) {
        let defaults = request.common.inGroups(WatchRequest.defaults)
        let fields = FieldTable<TickRow>.ticks(defaults: defaults, gaps: request.gaps)
        rows = try RowStages(
            request.ends, request.common, fields: fields,
            windows: RollingWindows(of: "price", in: fields) { $0.tick.market.label }, environment: environment,
            isPicture: isPicture
        ) { RowWriter(lines: $0, $1, isStream: true) }
        if isPicture {
            let order = request.rowOrder
            picture = try TablePicture<QuoteRow>(
                request.common, fields: .ticks(defaults: defaults, gaps: false),
                columns: request.common.inGroups(WatchRequest.columnsLive),
                environment: environment,
                rules: TablePicture<QuoteRow>.Rules(
                    value: { $0.quote.price?.value.doubleValue },
                    precedes: order, update: { $0.updateAge(to: $1) }, group: { $0.group },
                    orders: ["symbol", "change_percent", "price"], interval: request.ends.interval,
                    hasTimedTrend: request.trend))
        }
        pace = TickPace(request)
        marks = TickMarks(rows.usedFields, request.gapLog)
        isPictured = isPicture
        isPlain = !isPicture && pace.isNone && !rows.isConditional
    }

    mutating func take(_ tick: inout Tick, now: Timestamp) {
        if !marks.isNone {
            if marks.mayFollowGap { print(marks.gaps(before: tick, now: now), now: now) }
            marks.mark(&tick, now: now)
        }
        let receipt = unsafe marks.isNone ? nil : marks.receipt(of: tick)
        unsafe withUnsafePointer(to: &tick) { unsafe take(TickRow($0, now: now, receipt: receipt)) }
    }

    private mutating func take(_ row: TickRow) {
        if isPlain {
            if marks.isPointing { marks.follow(row.tick) }
            return rows.print(row)
        }
        // The rest of a batch, after the last row.
        guard !rows.hasEnded else { return }
        if rows.isConditional, rows.watch(row) { return show(row, isLast: true) }
        // A picture does not stay empty until the first interval is over.
        if isPictured, pace.isFirstToWait(row.tick.market) { picture(row) }
        if pace.passes(row.tick) { show(row) }
    }

    private mutating func show(_ row: TickRow, isLast: Bool = false) {
        if marks.isPointing { marks.follow(row.tick) }
        picture(row)
        rows.print(row, isLast: isLast)
    }

    private mutating func picture(_ row: TickRow) {
        guard isPictured else { return }
        var shown = QuoteRow(row.tick.quote, now: row.now)
        if let group = row.group { shown.group = group }
        if !marks.isNone { shown.mark = TickMark(row.tick) }
        picture?.put(shown, key: row.tick.market.label, isWanted: rows.isPictured(row))
    }

    /// Prints the newest tick of each symbol that has one since the last call.
    mutating func printDue(now: Timestamp) {
        var due = pace
        due.drain { tick in
            guard !rows.hasEnded else { return }
            marks.point(&tick)
            let receipt = unsafe marks.receipt(of: tick)
            unsafe withUnsafePointer(to: &tick) { unsafe show(TickRow($0, now: now, receipt: receipt)) }
        }
        pace = due
    }

    mutating func printRest() { print(marks.lastGaps()) }

    /// Prints gaps after the ticks that came before them.
    private mutating func print(_ gaps: [StreamGap], now: Timestamp) {
        guard !gaps.isEmpty else { return }
        printDue(now: now)
        print(gaps)
    }

    private mutating func print(_ gaps: [StreamGap]) {
        for gap in gaps where !rows.hasEnded {
            var buffer = TickBuffer()
            buffer.clear(at: gap.to.inMicroseconds)
            buffer.withTick(of: TickMarket(standingFor: gap)) { tick in
                unsafe withUnsafePointer(to: &tick) { place in
                    let row = unsafe TickRow(place, now: gap.to)
                    let isLast = rows.isConditional && rows.watch(row)
                    rows.print(row, isLast: isLast)
                }
            }
        }
    }

    mutating func connect(_ provider: String) { marks.connect(provider) }

    mutating func remove(_ market: TickMarket, in currencies: Set<Currency>?) {
        rows.forget { name in
            guard let currencies else {
                return name == market.name || ["in", "of"].contains { name.hasPrefix("\(market.name) \($0) ") }
            }
            return currencies.map(market.label).contains { name == $0 || name.hasPrefix("\($0) of ") }
        }
        picture?.remove(market, in: currencies)
        pace.remove(market, in: currencies)
        marks.remove(market, in: currencies)
    }
}
