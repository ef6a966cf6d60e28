import Markets
import Platform
import ProviderKit
import Rendering

/// Makes rows of ticks: of every tick, of the newest tick of each symbol in an interval, or of ticks whose price moved.
private struct QuoteRows<Row: QuoteRepresentable> {
    var rows: RowSink<Row>
    let picture: (any StreamPicture<QuoteRow>)?
    /// The holdings; nil without `--holdings`.
    private let portfolio: LivePortfolio?
    private var pace: TickPace
    private var marks: TickMarks
    /// True if each tick becomes rows at once, whatever they hold.
    private let isPlain: Bool
    /// The groups that have a subtotal in the picture. Each drawing computes the subtotals again.
    private var endedGroups: Set<String> = []

    init(_ request: WatchRequest, _ environment: Environment, isPicture: Bool) throws(Failure) {
        let fields = FieldTable<Row>.quotes(request.view())
        portfolio = request.portfolio
        rows = try RowSink(
            request.ends, request.common, fields: fields,
            windows: RollingWindows(of: "price", in: fields) { $0.streamName }, environment: environment,
            isPicture: isPicture
        ) { Row.writer($0, $1, request.portfolio, now: environment.time.now()) }
        picture = isPicture ? try request.picture(environment) : nil
        pace = TickPace(request)
        marks = TickMarks(rows.usedFields, request.gapLog)
        isPlain = !isPicture && pace.isNone && !rows.isConditional
    }

    mutating func take(_ ticks: TickBatch, through pipeline: inout TickPipeline, now: Timestamp) {
        ticks { pipeline.take(&$0, now: now) { take(&$0, now: now) } }
    }

    private mutating func take(_ tick: inout Tick, now: Timestamp) {
        // The rest of a batch, after the last row.
        guard !rows.hasEnded else { return }
        if !marks.isNone {
            if marks.mayFollowGap { print(marks.gaps(before: tick, now: now), now: now) }
            marks.mark(&tick, now: now)
        }
        unsafe withUnsafePointer(to: &tick) { unsafe take($0, now: now) }
    }

    private mutating func take(_ tick: UnsafePointer<Tick>, now: Timestamp) {
        let new = unsafe newRows(of: tick, now: now)
        if isPlain { return unsafe show(new, of: tick) }
        if rows.isConditional {
            for row in new where rows.watch(row) { return show(row, isLast: true) }
        }
        // A picture does not stay empty until the first interval is over.
        if picture != nil, unsafe pace.isFirstToWait(tick.pointee.market) {
            for row in new { picture(row) }
        }
        if unsafe pace.passes(tick.pointee) { unsafe show(new, of: tick) }
    }

    @inline(__always)
    private func newRows(of tick: UnsafePointer<Tick>, now: Timestamp) -> Row.Rows {
        let receipt = unsafe marks.isNone ? nil : marks.receipt(of: tick.pointee)
        return unsafe Row.rows(of: tick, now: now, receipt: receipt, portfolio)
    }

    @inline(__always)
    private mutating func show(_ new: Row.Rows, of tick: UnsafePointer<Tick>) {
        if marks.isPointing { unsafe marks.follow(tick.pointee) }
        for row in new { show(row) }
    }

    @inline(__always)
    private mutating func show(_ row: Row, isLast: Bool = false) {
        if picture != nil, !rows.hasEnded { picture(row) }
        rows.print(row, isLast: isLast)
    }

    private mutating func picture(_ row: Row) {
        let (shown, isWanted) = (row.shown, rows.isPictured(row))
        picture?.put(shown, key: row.streamName, isWanted: isWanted)
        guard isWanted, let group = shown.group, let portfolio, endedGroups.insert(group).inserted,
            let subtotal = portfolio.subtotal(of: group, now: shown.time)
        else { return }
        picture?.put(subtotal, key: subtotal.streamName, isWanted: true)
    }

    /// Prints the newest tick of each symbol that has one since the last call; of what is held, with what it is worth
    /// now.
    mutating func printDue(now: Timestamp) {
        var due = pace
        due.drain { tick in
            marks.point(&tick)
            unsafe withUnsafePointer(to: &tick) { unsafe show(newRows(of: $0, now: now), of: $0) }
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
            Row.withRow(of: gap) { row in
                let isLast = rows.isConditional && rows.watch(row)
                rows.print(row, isLast: isLast)
            }
        }
    }

    mutating func note(_ event: FeedEvent?) {
        if case .opened(let provider) = event { marks.connect(provider) }
    }

    mutating func remove(_ market: TickMarket, in currencies: Set<Currency>?) {
        if portfolio == nil {
            rows.forget { name in
                guard let currencies else {
                    return name == market.name || ["in", "of"].contains { name.hasPrefix("\(market.name) \($0) ") }
                }
                return currencies.map(market.label).contains { name == $0 || name.hasPrefix("\($0) of ") }
            }
        }
        picture?.remove { $0.quote.isOf(market, in: currencies) }
        pace.remove(market, in: currencies)
        marks.remove(market, in: currencies)
    }
}

extension Quote {
    /// Whether it is a quote of a market, in one of these currencies; nil for any. Some providers have no names of
    /// markets.
    fileprivate func isOf(_ other: TickMarket, in currencies: Set<Currency>?) -> Bool {
        guard provider == other.provider, currencies?.contains(currency) != false else { return false }
        if let market { return market == other.name }
        return [symbol, id].contains(other.symbol) && (currencies != nil || currency == other.currency)
    }
}

// MARK: - The stages

/// Holds the maker of rows as one value, so that exclusive access to it is checked once for each batch, not for each
/// tick. Its subclasses, which are not generic, are the stages of a stream.
class QuoteStages<Row: QuoteRepresentable> {
    private final var maker: QuoteRows<Row>

    init(_ request: WatchRequest, _ environment: Environment, isPicture: Bool) throws(Failure) {
        maker = try QuoteRows(request, environment, isPicture: isPicture)
    }

    final var rows: RowSink<Row> {
        _read { yield maker.rows }
        _modify { yield &maker.rows }
    }

    final var picture: (any StreamPicture<QuoteRow>)? { maker.picture }

    final func take(_ ticks: TickBatch, through pipeline: inout TickPipeline, now: Timestamp) {
        maker.take(ticks, through: &pipeline, now: now)
    }

    final func printDue(now: Timestamp) { maker.printDue(now: now) }

    final func printRest() { maker.printRest() }

    final func note(_ event: FeedEvent?) { maker.note(event) }

    final func remove(_ market: TickMarket, in currencies: Set<Currency>?) { maker.remove(market, in: currencies) }
}

/// A row of each tick.
final class TickRows: QuoteStages<TickRow>, TickRowMaker {}

/// A row of each holding that a tick prices.
final class HoldingRows: QuoteStages<QuoteRow>, TickRowMaker {}

// MARK: - Rows of ticks

extension TickRow {
    var streamName: String { tick.market.label }

    var shown: QuoteRow {
        var shown = QuoteRow(tick.quote, now: now)
        if let group { shown.group = group }
        shown.mark = TickMark(tick)
        return shown
    }

    static func fields(_ fields: [Field<TickRow>], of view: View) -> [Field<TickRow>] { fields }

    static func writer(
        _ output: Output<TickRow>, _ console: Console, _ portfolio: LivePortfolio?, now: Timestamp
    ) -> RowWriter<TickRow> {
        RowWriter(lines: output, console, isStream: true)
    }

    @inline(__always)
    static func rows(
        of tick: UnsafePointer<Tick>, now: Timestamp, receipt: ReceiptText.Memory?, _ portfolio: LivePortfolio?
    ) -> CollectionOfOne<TickRow> {
        unsafe CollectionOfOne(TickRow(tick, now: now, receipt: receipt))
    }

    static func withRow(of gap: StreamGap, _ body: (TickRow) -> Void) {
        var buffer = TickBuffer()
        buffer.clear(at: gap.to.inMicroseconds)
        buffer.withTick(of: TickMarket(standingFor: gap)) { tick in
            unsafe withUnsafePointer(to: &tick) { unsafe body(TickRow($0, now: gap.to)) }
        }
    }
}

// MARK: - Rows of holdings

extension QuoteRow {
    var streamName: String { onceName }

    var shown: QuoteRow { self }

    /// A table that grows row by row has its widths from the beginning.
    static func writer(
        _ output: Output<QuoteRow>, _ console: Console, _ portfolio: LivePortfolio?, now: Timestamp
    ) -> RowWriter<QuoteRow> {
        var writer = RowWriter(output, console, isStream: true)
        writer.makeRoom(for: portfolio?.rowsAtCost(now) ?? [])
        return writer
    }

    static func rows(
        of tick: UnsafePointer<Tick>, now: Timestamp, receipt: ReceiptText.Memory?, _ portfolio: LivePortfolio?
    ) -> [QuoteRow] {
        let (market, mark) = unsafe (tick.pointee.market, TickMark(tick.pointee))
        let rows = unsafe portfolio?.take(tick.pointee.quote, of: market.name, in: market.group, now: now) ?? []
        return rows.map { row in
            var row = row
            row.mark = mark
            return row
        }
    }

    static func withRow(of gap: StreamGap, _ body: (QuoteRow) -> Void) { body(QuoteRow(gap)) }
}

// MARK: - The picture

extension WatchRequest {
    /// Creates the table on a terminal. With `--holdings` it ends with the total of each group.
    fileprivate func picture(_ environment: Environment) throws(Failure) -> TablePicture<QuoteRow> {
        let rules = TablePicture<QuoteRow>.Rules(
            value: { $0.quote.price?.value.doubleValue }, precedes: rowOrder,
            update: { [portfolio] row, now in
                row.updateAge(to: now)
                portfolio?.update(&row, now: now)
            },
            isCounted: { !$0.isTotalLine }, group: { $0.group },
            orders: ["symbol", "change_percent"] + (holdings ? ["value", "gain_percent"] : ["price"]),
            interval: ends.interval, hasTimedTrend: trend)
        return try TablePicture(
            common, fields: .quotes(view()), columns: view(on: ["live": true]).names, environment: environment,
            rules: rules)
    }

    /// The order of the rows: the same in each group.
    private var rowOrder: @Sendable (_ left: QuoteRow, _ right: QuoteRow) -> Bool {
        if holdings {
            // The subtotal of a group is behind its rows: where its name is the last time.
            let names = owned.flatMap { holding in
                [holding.symbol.canonical, QuoteRow.subtotal].map { $0.named(in: holding.group) }
            }
            let places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: max)
            return { places[$0.onceName] ?? .max < places[$1.onceName] ?? .max }
        }
        let names = (saved?.members ?? []).map { $0.symbol.bare.named(in: $0.group) } + symbols.map(\.bare)
        let places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        @Sendable func place(_ row: QuoteRow) -> Int { places[row.quote.symbol.named(in: row.group)] ?? .max }
        return { place($0) < place($1) }
    }
}
