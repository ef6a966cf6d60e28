import Markets
import Platform
import ProviderKit
import Rendering

/// Ticks of what is held as rows with value and gain.
struct HoldingRows: TickRowMaker {
    var rows: RowStages<QuoteRow>
    var picture: (any StreamPicture<QuoteRow>)?
    private let portfolio: LivePortfolio
    private var pace: TickPace
    private var marks: TickMarks
    /// The groups whose subtotals are in the picture, where each drawing brings them up to date.
    private var endedGroups: Set<String> = []

    init(_ request: WatchRequest, _ environment: Environment, isPicture: Bool) throws(Failure) {
        let fields = request.ownedFields
        let portfolio = request.portfolio ?? LivePortfolio([], CurrencyChoice(.usd))
        rows = try RowStages(
            request.ends, request.common, fields: fields,
            windows: RollingWindows(of: "price", in: fields) { $0.onceName }, environment: environment,
            isPicture: isPicture
        ) {
            var writer = RowWriter($0, $1, isStream: true)
            // A table that grows row by row has its widths from the beginning.
            writer.makeRoom(for: portfolio.rowsAtCost(environment.time.now()))
            return writer
        }
        if isPicture {
            // The subtotal of a group is behind its rows: where its name is the last time.
            let names = request.owned.flatMap { holding in
                [holding.symbol.onceName, QuoteRow.subtotal].map { $0.named(in: holding.group) }
            }
            let places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: max)
            picture = try TablePicture<QuoteRow>(
                request.common, fields: fields, environment: environment,
                rules: TablePicture<QuoteRow>.Rules(
                    value: { $0.quote.price?.value.doubleValue },
                    precedes: { places[$0.onceName] ?? .max < places[$1.onceName] ?? .max },
                    update: { row, now in
                        row.updateAge(to: now)
                        portfolio.update(&row, now: now)
                    },
                    isCounted: { !$0.isTotalLine }, group: { $0.group },
                    orders: ["symbol", "change_percent", "value", "gain_percent"], interval: request.ends.interval,
                    hasTimedTrend: request.trend))
        }
        self.portfolio = portfolio
        pace = TickPace(request)
        marks = TickMarks(rows.usedFields, request.gapLog)
    }

    mutating func take(_ tick: inout Tick, now: Timestamp) {
        // The rest of a batch, after the last row.
        guard !rows.hasEnded else { return }
        if !marks.isNone {
            if marks.mayFollowGap { print(marks.gaps(before: tick, now: now), now: now) }
            marks.mark(&tick, now: now)
        }
        let new = newRows(tick, now)
        if rows.isConditional {
            for row in new where rows.watch(row) { return show(row, isLast: true) }
        }
        // A picture does not stay empty until the first interval is over.
        if pace.isFirstToWait(tick.market) { new.forEach { picture($0) } }
        guard pace.passes(tick) else { return }
        marks.follow(tick)
        new.forEach { show($0) }
    }

    /// Returns the rows of the symbols whose price it is.
    private func newRows(_ tick: borrowing Tick, _ now: Timestamp) -> [QuoteRow] {
        var rows = portfolio.take(tick.quote, of: tick.market.name, in: tick.market.group, now: now)
        if !marks.isNone { for index in rows.indices { rows[index].mark = TickMark(tick) } }
        return rows
    }

    /// Prints gaps after the ticks that came before them.
    private mutating func print(_ gaps: [StreamGap], now: Timestamp) {
        guard !gaps.isEmpty else { return }
        printDue(now: now)
        print(gaps)
    }

    private mutating func print(_ gaps: [StreamGap]) {
        for gap in gaps where !rows.hasEnded {
            let row = QuoteRow(gap)
            let isLast = rows.isConditional && rows.watch(row)
            rows.print(row, isLast: isLast)
        }
    }

    mutating func printRest() { print(marks.lastGaps()) }

    mutating func connect(_ provider: String) { marks.connect(provider) }

    private mutating func show(_ row: QuoteRow, isLast: Bool = false) {
        guard !rows.hasEnded else { return }
        picture(row)
        rows.print(row, isLast: isLast)
    }

    private mutating func picture(_ row: QuoteRow) {
        guard picture != nil else { return }
        let isWanted = rows.isPictured(row)
        picture?.put(row, key: row.onceName, isWanted: isWanted)
        guard isWanted, let group = row.group, endedGroups.insert(group).inserted,
            let subtotal = portfolio.subtotal(of: group, now: row.time)
        else { return }
        picture?.put(subtotal, key: subtotal.onceName, isWanted: true)
    }

    /// Prints the newest tick of each symbol that has one since the last call, with what it is worth now.
    mutating func printDue(now: Timestamp) {
        var due = pace
        due.drain { tick in
            marks.point(&tick)
            marks.follow(tick)
            for row in newRows(tick, now) { show(row) }
        }
        pace = due
    }

    mutating func remove(_ market: TickMarket, in currencies: Set<Currency>?) {
        picture?.remove(market, in: currencies)
        pace.remove(market, in: currencies)
        marks.remove(market, in: currencies)
    }
}
