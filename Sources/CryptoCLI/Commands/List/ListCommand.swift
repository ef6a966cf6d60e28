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
        let edit = try request.edit()
        let invocation = try QuoteInvocation(request.common, environment, table)
        if let edit { return try await edit.run(request.symbols, invocation.session) }
        return try await ListRun(request: request, invocation: invocation).run()
    }
}

/// A list from its request to its rows.
private struct ListRun {
    let request: ListRequest
    let invocation: QuoteInvocation

    private typealias Answer = (rows: [QuoteRow], failures: [Failure])

    func run() async throws(Failure) -> ExitStatus {
        // Read only where it is wanted: a list does not fail by a file that it has no use for (REQUIREMENTS L4).
        let own: Favorites? =
            request.favorites || request.available || request.sort == .favorite
            ? try FavoritesFile(invocation.session.environment).read() : nil
        let (rows, failures) = try await rows(own)
        return try invocation.finish(sorted(rows, own), failures)
    }

    private func rows(_ own: Favorites?) async throws(Failure) -> Answer {
        if request.favorites, let own {
            if own.symbols.isEmpty {
                invocation.session.notice("the own list is empty; 'crypto list --add' adds to it")
                return ([], [])
            }
            return try await named(own.symbols)
        }
        return request.symbols.isEmpty ? try await top(own) : try await named(request.symbols)
    }

    private func named(_ symbols: [Symbol]) async throws(Failure) -> Answer {
        let (rows, failures) = try await invocation.quotes(symbols, needsPrice: false)
        let market = request.market ?? .all
        let found = rows.filter { market.includes($0.quote) && matches($0.quote) && invocation.output.isWanted($0) }
        return (Array(found.prefix(request.limit ?? .max)), failures)
    }

    private func matches(_ quote: Quote) -> Bool {
        guard let text = request.search?.lowercased() else { return true }
        return quote.symbol.lowercased().hasPrefix(text) || quote.name?.lowercased().contains(text) == true
    }
}

// MARK: - A provider's list

extension ListRun {
    private func top(_ own: Favorites?) async throws(Failure) -> Answer {
        let session = invocation.session
        let chain = try request.chain(session)
        let clock = session.environment.time
        // Ages in a condition are those of the moment of asking; a provider with a clock of its own has no age.
        let now = chain.links.count == 1 ? chain.links[0].client.now : clock.now
        // None rather than one that wants everything: a provider then asks for no more rows than the limit.
        let isWanted: @Sendable (Quote) -> Bool = { [output = invocation.output] in
            output.isWanted(QuoteRow($0, now: now()))
        }
        let left = request.available ? own : nil
        let limit = request.limit ?? 50
        var query = ListQuery(
            limit: limit.addingClamped(left?.symbols.count ?? 0), currency: try session.currency(),
            search: request.search, isWanted: invocation.output.isSelective ? isWanted : nil)
        query.market = request.market ?? .spot
        query.includesStreamPrices = true
        do throws(ProviderFailure) {
            let (answer, link) = try await chain.list(query)
            let quotes = left.map { $0.others(in: answer.quotes) } ?? answer.quotes
            let stale = quotes.lazy.compactMap(session.staleness).first
            let sound = quotes.filter { stale == nil || !$0.stale }
            let rows = sound.prefix(limit).map { QuoteRow($0, now: link.client.now()) }
            return (rows, invocation.incomplete(answer, of: link.name) + [stale].compactMap(\.self))
        } catch {
            return ([], [Failure(error)])
        }
    }

    /// The rows as `--sort` and `--reverse` want them: stable, and missing values last both ways (REQUIREMENTS L3).
    private func sorted(_ rows: [QuoteRow], _ own: Favorites?) -> [QuoteRow] {
        guard let key = request.sort ?? (request.available ? .symbol : nil) else {
            return request.reverse ? rows.reversed() : rows
        }
        if key == .favorite, let own {
            let places = own.indices(in: rows.map(\.quote))
            let first = rows.indices.filter { places.contains($0) != request.reverse }
            return (first + rows.indices.filter { places.contains($0) == request.reverse }).map { rows[$0] }
        }
        return invocation.table[key.rawValue]?.sorted(rows, descending: request.reverse) ?? rows
    }
}

extension ListRequest {
    /// Whose list it is: those that have the markets wanted.
    fileprivate func chain(_ session: Session) throws(Failure) -> ProviderChain {
        let named = try session.named(for: .list)
        let providers = Session.ofOneKind(named ?? MarketProvider.defaultChain(for: .list))
        if market == .futures, !providers.contains(where: { $0.kinds.contains(.future) }) {
            throw Failure(noFuturesAt: providers)
        }
        if search == nil, let provider = providers.first, providers.allSatisfy(\.listsBySearch) {
            throw Failure(.usage, "\(provider.name): has no list to print; '--search' finds in it")
        }
        return session.converting(
            market == .futures ? providers.filter { $0.kinds.contains(.future) } : providers)
    }
}

extension Favorites {
    /// The quotes of a list that are not of its symbols.
    fileprivate func others(in quotes: [Quote]) -> [Quote] {
        let own = indices(in: quotes)
        return quotes.indices.filter { !own.contains($0) }.map { quotes[$0] }
    }
}

extension Failure {
    /// Futures wanted of those who have none.
    fileprivate init(noFuturesAt providers: [MarketProvider]) {
        let able = MarketProvider.all.filter { $0.kinds.contains(.future) && $0.jobs.contains(.list) }.map(\.name)
        let names = providers.map(\.name).joined(separator: ", ")
        self.init(
            .usage,
            "--market futures: \(names) \(providers.count == 1 ? "has" : "have") none; "
                + "'--provider' may be \(able.joined(separator: ", "))")
    }
}

extension Int {
    /// The sum, or the largest number there is.
    fileprivate func addingClamped(_ other: Int) -> Int {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? .max : sum
    }
}
