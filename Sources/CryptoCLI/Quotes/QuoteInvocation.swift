import CommandLineKit
import Markets
import Rendering

/// What the commands over quotes share: how they get quotes, and how they print rows and failures.
struct QuoteInvocation: Sendable {
    let session: Session
    let output: Output<QuoteRow>
    let table: FieldTable<QuoteRow>
    let once: OnceFilter

    /// Checks everything that can be checked before the first request. The extras of quotes are those of the fields,
    /// unless they are given.
    init(
        _ common: CommonOptions, _ question: OnceQuestion, fields table: FieldTable<QuoteRow>,
        _ environment: Environment, extras: QuoteExtras? = nil, isStream: Bool = false
    ) throws(Failure) {
        self.table = table
        output = try Output(common, fields: table, environment)
        session = Session(
            common, environment, extras: extras ?? QuoteExtras(namedIn: output.usedFields), isStream: isStream)
        once = try OnceFilter(question, session)
    }

    /// Returns the quotes of symbols as rows, and the failures in the order asked. Rows of a list need no price.
    /// `ofFavorites` are symbols of the favorites file, which may be currencies.
    func quotes(
        _ symbols: [Symbol], needsPrice: Bool = true, ofFavorites: Bool = false, lines: PriceLines? = nil
    ) async throws(Failure) -> (rows: [QuoteRow], failures: [Failure]) {
        let (known, failures) = try await session.known(
            symbols, needsPrice: needsPrice, ofFavorites: ofFavorites, lines: lines)
        let rows = known.map { symbol, quote, now in
            var row = QuoteRow(quote, now: now)
            row.givenName = symbol.onceName
            return row
        }
        return (rows, failures)
    }

    /// Reports rows of a list that could not be read, and prices that are missing.
    func incomplete(_ answer: ListAnswer, of provider: String) -> [Failure] {
        let rows = session.notices.report(answer.dropped, of: provider, plural: "rows") { "row \($0.place)" }
        guard let cause = answer.priceFailure else { return rows }
        if session.common.strict { return rows + [Failure(cause)] }
        session.notices.say("\(Failure.fact(of: cause)); the list has no prices")
        return rows
    }

    /// Prints the rows that meet the condition, sorted and cut by `arrange`, and then the failures.
    /// Returns the status of the first failure. `search` and `market` are the values of these options; `total` ends a
    /// table for people.
    func finish(
        _ rows: [QuoteRow], _ failures: [Failure], search: String? = nil, market: MarketChoice? = nil,
        total: QuoteRow? = nil,
        arrange: ([QuoteRow]) -> [QuoteRow] = { $0 }
    ) async throws(Failure) -> ExitStatus {
        let printed = try await once.report(
            arrange(rows.filter(output.isWanted)), unmet: once.isOn ? rows.filter { !output.isWanted($0) } : []
        ) { rows throws(Failure) in
            let closing = rows.isEmpty || !output.hasTotal ? [] : [total?.asLastLine].compactMap(\.self)
            if failures.isEmpty || !rows.isEmpty { try output.print(rows + closing, to: session.environment.console) }
        }
        return session.notices.status(
            after: failures, isEmpty: printed.isEmpty, search: search, market: market?.rawValue)
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
