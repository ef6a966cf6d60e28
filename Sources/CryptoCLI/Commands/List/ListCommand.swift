import CommandLineKit
import Markets
import Platform
import Rendering

extension ListRequest {
    /// The columns from which a terminal is wide, and from which it has room for bars.
    private static let (wideColumns, barColumns) = (100, 160)

    /// Runs `crypto list`.
    static func run(_ request: ListRequest, _ environment: Environment) async throws(Failure) -> ExitStatus {
        if request.total, request.common.outputFormat.isPriceDirective {
            let format = request.common.outputFormat.rawValue
            throw Failure("\(option: "format", format) is for prices, and a total has none", request.common.origins)
        }
        var request = request
        request.favorites = request.showsFavorites
        try request.checkDepth()
        // On a terminal the total alone has no column of its share, which is always 100 %.
        let isAlone = request.holdings && request.total && (request.common.favoritesFiles ?? []).count < 2
        let view = request.view(on: [
            "wide": request.isFor(environment, wideColumns),
            "total": isAlone && request.common.isTableOnTerminal(environment),
        ])
        let invocation = try QuoteInvocation(request.common, request.onceQuestion, fields: .quotes(view), environment)
        if let edit = request.edit { return try await edit.run(request.symbols, invocation.context) }
        return try await ListRun(request: request, invocation: invocation).run()
    }

    /// Whether rows of the default fields are printed on a terminal of at least so many columns.
    private func isFor(_ environment: Environment, _ columns: Int) -> Bool {
        guard !holdings, common.outputFormat == .table, common.fields == nil else { return false }
        return common.rendering(environment).width.map { $0 >= columns } ?? false
    }

    /// The rows with what their bars show, if a terminal has room for them.
    fileprivate func withBars(_ rows: [QuoteRow], _ environment: Environment) -> [QuoteRow] {
        guard isFor(environment, Self.barColumns), let most = rows.lazy.compactMap(\.quote.volume?.value).max(),
            most > 0
        else { return rows }
        return rows.map { row in
            var row = row
            row.volumePart = row.quote.volume.flatMap { try? $0.value.divided(by: most, to: .intermediate) }
            return row
        }
    }

    /// Throws for a depth of the provider's list beside files whose favorites are the rows.
    private func checkDepth() throws(Failure) {
        guard favorites, of != nil, common.isTyped("of"), common.favoritesFiles != nil else { return }
        throw Failure(
            "\(option: "of") and \(option: "favorites-file") cannot be used together", common.origins)
    }
}

/// A list from its request to its rows.
private struct ListRun {
    let request: ListRequest
    let invocation: QuoteInvocation

    fileprivate typealias Answer = (rows: [QuoteRow], failures: [Failure])

    func run() async throws(Failure) -> ExitStatus {
        // Read only if it is used, so that a list does not fail because of a file that it does not need.
        let saved: FavoriteGroups? =
            request.favorites || request.holdings || request.available || request.sort == .favorite
            ? try FavoriteGroups(request.common, invocation.context.environment) : nil
        if request.holdings, let saved { return try await owned(saved) }
        let (rows, failures) = try await rows(saved)
        return try await finish(rows, failures, saved)
    }

    /// Sorts, cuts and prints the rows, and the failures.
    private func finish(
        _ rows: [QuoteRow], _ failures: [Failure], _ saved: FavoriteGroups?, totals: [QuoteRow] = []
    ) async throws(Failure) -> ExitStatus {
        let limit = request.limit ?? (request.isOfProvider ? ListRequest.defaultLimit : .max)
        let environment = invocation.context.environment
        let arrange: ([QuoteRow]) -> [QuoteRow] = { rows in
            var rows = rows.inGroups { sorted($0, saved) }
            if rows.count > limit { rows.removeLast(rows.count - limit) }
            return request.withBars(rows, environment)
        }
        let (rows, failures) = reviewAges(of: rows, failures, arrange)
        return try await invocation.finish(
            rows, failures, search: request.search, market: request.market, totals: totals, arrange: arrange)
    }

    /// Reports the old prices of a provider's list in one line. It counts printed rows only, because a long list may
    /// end with coins that nobody trades. With `--strict` it returns the other rows.
    private func reviewAges(
        of rows: [QuoteRow], _ failures: [Failure], _ arrange: ([QuoteRow]) -> [QuoteRow]
    ) -> Answer {
        guard request.isOfProvider, rows.contains(where: \.isOld) else { return (rows, failures) }
        let printed = arrange(rows.filter(invocation.output.isWanted))
        let context = invocation.context
        guard
            let failure = context.notices.report(
                oldPrices: printed.filter(\.isOld).map(\.quote), at: context.environment.time.now())
        else {
            return (rows, failures)
        }
        return (rows.filter { !$0.isOld }, failures + [Failure(failure, in: context.table)])
    }

    private func rows(_ saved: FavoriteGroups?) async throws(Failure) -> Answer {
        if request.favorites, let saved { return try await named(saved.operands(), of: saved) }
        return request.symbols.isEmpty ? try await top(saved) : try await named(request.symbols)
    }

    private func named(_ symbols: [Symbol], of favorites: FavoriteGroups? = nil) async throws(Failure) -> Answer {
        // Providers without such markets are refused as for a list without symbols.
        if request.market == .futures { _ = try invocation.context.providers.selection(for: .futures) }
        let (rows, failures) = try await invocation.quotes(symbols, needsPrice: false, of: favorites)
        let market = request.market ?? .all
        // Favorites are of all kinds, but a symbol that was named is expected to be of the market that was named.
        let others = favorites != nil ? [] : rows.map(\.quote).filter { !market.includes($0) }
        return (
            rows.filter(isAskedFor),
            failures
                + others.map {
                    Failure($0, notIn: market, invocation.context.common.providers, in: invocation.context.table)
                }
        )
    }

    private func isAskedFor(_ row: QuoteRow) -> Bool {
        (request.market ?? .all).includes(row.quote) && matches(row.quote)
    }

    private func matches(_ quote: Quote) -> Bool {
        guard let text = request.search?.lowercased() else { return true }
        return quote.symbol.lowercased().hasPrefix(text) || quote.name?.lowercased().contains(bytes: text) == true
    }
}

// MARK: - Holdings

extension ListRun {
    /// Prints the holdings and their totals, which are those of all, also of those that are not printed.
    private func owned(_ saved: FavoriteGroups) async throws(Failure) -> ExitStatus {
        let answer = try await invocation.context.positions(of: saved.holdings())
        let format = request.common.outputFormat
        if request.total || format == .table || format == .markdown, let notice = answer.notice {
            invocation.context.notices.say(notice)
        }
        if request.total { return try await finish(answer.totals, answer.failures, saved) }
        return try await finish(answer.rows.filter(isAskedFor), answer.failures, saved, totals: answer.totals)
    }
}

// MARK: - A provider's list

extension ListRun {
    private func top(_ saved: FavoriteGroups?) async throws(Failure) -> Answer {
        let context = invocation.context
        let chain = try request.chain(context)
        var query = ListQuery(depth, currency: try context.currency(), search: request.search)
        query.market = request.market ?? .spot
        query.includesStreamPrices = true
        do throws(ProviderFailure) {
            let (answer, link) = try await chain.list(query)
            let listed = request.available ? saved?.others(in: answer.quotes) : nil
            let quotes = listed ?? answer.quotes
            // Ages are those of one moment, in a condition and in print.
            let now = link.client.now()
            let (places, stale) = context.notices.reviewAnswer(of: quotes)
            var rows = places.map { QuoteRow(quotes[$0...$0], now: now) }
            if invocation.once.isOn { rows.nameForOnce() }
            return (
                rows,
                invocation.incomplete(answer, of: link.name) + stale.prefix(1).map { Failure($0, in: context.table) }
            )
        } catch {
            return ([], [context.failure(error)])
        }
    }

    /// How many rows are requested: those of `--of`. Without it, only as many as are printed, or a whole response if
    /// rows are sorted or filtered, because then any of them may be printed.
    private var depth: ListDepth {
        let limit = request.limit ?? ListRequest.defaultLimit
        let isPlain =
            request.sort == nil && !request.reverse && request.search == nil && !request.available
            && !invocation.output.isSelective
        guard let count = request.of else { return isPlain ? .first(limit) : .oneAnswer(atLeast: limit) }
        return .first(isPlain ? min(count, limit) : count)
    }

    /// Returns the rows sorted by `--sort` and `--reverse`: stable, with missing values last in both directions.
    private func sorted(_ rows: [QuoteRow], _ saved: FavoriteGroups?) -> [QuoteRow] {
        guard let key = request.sort ?? (request.available ? .symbol : nil) else {
            return request.reverse ? rows.reversed() : rows
        }
        if key == .favorite, let saved {
            let places = saved.indices(in: rows.map(\.quote))
            let first = rows.indices.filter { places.contains($0) != request.reverse }
            return (first + rows.indices.filter { places.contains($0) == request.reverse }).map { rows[$0] }
        }
        return invocation.table[key.rawValue]?.sorted(rows, descending: request.reverse) ?? rows
    }
}

extension ListRequest {
    /// Returns the providers of the list, among those that have the requested markets.
    fileprivate func chain(_ context: RunContext) throws(Failure) -> ProviderChain {
        let providers = try context.providers.selection(for: market == .futures ? .futures : .quotes(.list)).list
        if search == nil, let provider = providers.first, providers.allSatisfy(\.listsBySearch) {
            throw Failure(.usage, "\(provider.name): has no list to print; use '--search'")
        }
        return context.providers.converting(providers, for: .list)
    }
}

extension Failure {
    /// A symbol that is of another kind of market than `--market` says. `named` are the providers that the user named.
    fileprivate init(_ quote: Quote, notIn market: MarketChoice, _ named: [String]?, in table: ProviderTable) {
        let kind = market == .futures ? "a future" : "in a spot market"
        let line = "crypto list --market \(market.rawValue)" + table.option(of: named, for: .list)
        self.init(
            .unknownName,
            "\(quote.provider): \(quote.symbol.inQuotes) is not \(kind); \(line.inQuotes) lists what there is")
    }
}

extension FavoriteGroups {
    /// Returns the quotes of a list that are not among the favorites.
    fileprivate func others(in quotes: [Quote]) -> [Quote] {
        let own = indices(in: quotes)
        return quotes.indices.filter { !own.contains($0) }.map { quotes[$0] }
    }
}

extension [QuoteRow] {
    /// Returns the rows with those of each group, which are beside each other, arranged.
    fileprivate func inGroups(_ arranged: ([QuoteRow]) -> [QuoteRow]) -> [QuoteRow] {
        guard let first, contains(where: { $0.group != first.group }) else { return arranged(self) }
        let groups: [[QuoteRow]] = reduce(into: []) { groups, row in
            if let last = groups.indices.last, groups[last][0].group == row.group {
                groups[last].append(row)
            } else {
                groups.append([row])
            }
        }
        return groups.flatMap(arranged)
    }
}
