import Markets
import Platform
import Rendering

extension ListRequest {
    /// What a list shows without `--fields`.
    static let defaults = ["rank", "symbol", "name", "price", "change_percent", "volume", "market_cap", "currency"]

    /// Runs `crypto list`.
    static func run(_ request: ListRequest, _ environment: Environment) async throws(Failure) -> ExitStatus {
        let table = FieldTable<QuoteRow>.quotes(defaults: defaults)
        if let status = try HelpRows.print(table, job: .list, request.common, environment) { return status }
        let invocation = try QuoteInvocation(request.common, environment, table)
        let (rows, failures) = try await request.rows(invocation)
        return try invocation.finish(request.sorted(rows, invocation.table), failures)
    }

    private func rows(_ invocation: QuoteInvocation) async throws(Failure) -> (rows: [QuoteRow], failures: [Failure]) {
        guard symbols.isEmpty else {
            let (rows, failures) = try await invocation.quotes(symbols)
            let found = rows.filter { matches($0.quote) && invocation.output.isWanted($0) }
            return (Array(found.prefix(limit ?? .max)), failures)
        }
        return try await top(invocation)
    }

    private func top(_ invocation: QuoteInvocation) async throws(Failure) -> (rows: [QuoteRow], failures: [Failure]) {
        let session = invocation.session
        let chain = try session.chain(for: .list)
        let clock = session.environment.time
        // Ages in a condition are those of the moment of asking; a provider with a clock of its own has no age.
        let now = chain.links.count == 1 ? chain.links[0].client.now : clock.now
        // None rather than one that wants everything: a provider then asks for no more rows than the limit.
        let isWanted: @Sendable (Quote) -> Bool = { invocation.output.isWanted(QuoteRow($0, now: now())) }
        let query = ListQuery(
            limit: limit ?? 50, currency: try session.currency(), search: search,
            isWanted: invocation.output.isSelective ? isWanted : nil)
        do throws(ProviderFailure) {
            let (answer, link) = try await chain.list(query)
            let stale = answer.quotes.lazy.compactMap(invocation.staleness).first
            let quotes = answer.quotes.filter { stale == nil || !$0.stale }
            let rows = quotes.map { QuoteRow($0, now: link.client.now()) }
            return (rows, invocation.dropped(answer.dropped, of: link.name) + [stale].compactMap(\.self))
        } catch {
            return ([], [Failure(error)])
        }
    }

    /// The rows as `--sort` and `--reverse` want them: stable, and missing values last both ways (REQUIREMENTS L3).
    private func sorted(_ rows: [QuoteRow], _ table: FieldTable<QuoteRow>) -> [QuoteRow] {
        guard let field = sort.flatMap({ table[$0.rawValue] }) else { return reverse ? rows.reversed() : rows }
        return field.sorted(rows, descending: reverse)
    }

    private func matches(_ quote: Quote) -> Bool {
        guard let text = search?.lowercased() else { return true }
        return quote.symbol.lowercased().hasPrefix(text) || quote.name?.lowercased().contains(text) == true
    }
}
