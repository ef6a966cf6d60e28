import CommandLineKit
import Markets
import Rendering

/// What the commands over quotes share: how they get quotes, and how they print rows and failures.
struct QuoteInvocation: Sendable {
    let context: RunContext
    let output: Output<QuoteRow>
    let table: FieldTable<QuoteRow>
    let once: OnceFilter

    /// Checks everything that can be checked before the first request. The extras of quotes are those of the fields,
    /// unless they are given.
    init(
        _ common: CommonOptions, _ question: String, fields table: FieldTable<QuoteRow>,
        _ environment: Environment, extras: QuoteExtras? = nil, isStream: Bool = false
    ) throws(Failure) {
        self.table = table
        output = try Output(common, fields: table, environment)
        context = RunContext(
            common, environment, extras: extras ?? QuoteExtras(namedIn: output.usedFields), isStream: isStream)
        once = try OnceFilter(question, context)
    }

    /// Returns the quotes of symbols as rows, and the failures in the order asked. Rows of a list need no price.
    /// Symbols of `favorites` may be currencies, and their rows are in groups.
    func quotes(
        _ symbols: [Symbol], needsPrice: Bool = true, of favorites: FavoriteGroups? = nil, lines: PriceLines? = nil
    ) async throws(Failure) -> (rows: [QuoteRow], failures: [Failure]) {
        let (known, failures) = try await context.known(
            symbols, needsPrice: needsPrice, ofFavorites: favorites != nil, lines: lines)
        let found = known.map { symbol, quote, now in
            var row = QuoteRow(quote, now: now)
            row.givenName = symbol.canonical
            return (symbol: symbol, rows: [row])
        }
        return (favorites?.rows(of: found) ?? found.flatMap(\.rows), failures)
    }

    /// Reports rows of a list that could not be read, and prices that are missing.
    func incomplete(_ answer: ListAnswer, of provider: String) -> [Failure] {
        let rows = context.notices.report(answer.dropped, of: provider, plural: "rows") { "row \($0.place)" }
        guard let cause = answer.priceFailure else { return rows }
        if context.common.strict { return rows + [Failure(cause, in: context.table)] }
        context.notices.say("\(Failure.fact(of: cause, in: context.table)); the list has no prices")
        return rows
    }

    /// Prints the rows that meet the condition, sorted and cut by `arrange`, and then the failures.
    /// Returns the status of the first failure. `search` and `market` are the values of these options; `totals` are the
    /// ends of the groups in a table for people, or of all rows.
    func finish(
        _ rows: [QuoteRow], _ failures: [Failure], search: String? = nil, market: MarketChoice? = nil,
        totals: [QuoteRow] = [],
        arrange: ([QuoteRow]) -> [QuoteRow] = { $0 }
    ) async throws(Failure) -> ExitStatus {
        var wanted = output.isSelective ? rows.filter(output.isWanted) : rows
        if context.common.outputFormat.isPriceDirective { wanted = wanted.oncePerAsset }
        let hasRows = try await once.report(
            arrange(wanted), unmet: once.isOn ? rows.filter { !output.isWanted($0) } : [], name: \.onceName
        ) { rows throws(Failure) in
            let shown = rows.isEmpty || !output.hasTotal ? rows : rows.ending(in: totals)
            if failures.isEmpty || !rows.isEmpty { try output.print(shown, to: context.environment.console) }
        }
        return context.notices.status(
            after: failures, isEmpty: !hasRows, search: search, market: market?.rawValue)
    }
}

extension [QuoteRow] {
    /// The rows without those of an asset that an earlier one is of: a directive says nothing of groups.
    fileprivate var oncePerAsset: [QuoteRow] {
        var names: Set<String> = []
        return filter { names.insert($0.assetName).inserted }
    }

    /// Returns the rows with the total of each group behind its rows.
    fileprivate func ending(in totals: [QuoteRow]) -> [QuoteRow] {
        totals.isEmpty ? self : totals.flatMap { total in filter { $0.group == total.group } + [total.asLastLine] }
    }
}

extension QuoteExtras {
    /// The values that these fields of a quote hold.
    init(namedIn fields: Set<String>) {
        self = []
        if !fields.isDisjoint(with: ["change_percent_1h", "change_percent_7d"]) { insert(.changes) }
        if fields.contains("trend") { insert(.trend) }
        let ofSession = ["session", "extended_price", "extended_change_percent", "extended_time"]
        if !fields.isDisjoint(with: ofSession) { insert(.session) }
    }
}
