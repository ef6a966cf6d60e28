public import Platform

/// A provider's market in every currency: what it does not quote in is converted, through its own pairs, else through
/// fiat rates, and the quote's `via` says so (CONTRACT, Currency).
public struct ConvertingMarket: Sendable {
    let provider: MarketProvider
    let market: MarketClient
    let rates: @Sendable ([Currency], _ isNeeded: Bool) async -> RateAnswer
    /// The rates of past days; nil where nobody asks for them.
    let rateHistory: RateHistory?
    /// Whether what is known to be needed is asked for together with the quotes.
    let asksAhead: Bool

    /// The rates of the days from one to another.
    public typealias RateHistory = @Sendable (Timestamp, Timestamp) async throws(ProviderFailure) -> [RateTable]

    /// The provider's client over its own one. `rates` are asked for only when a quote can use them; they are not needed
    /// where it may stay in the provider's own currency. Who `asksAhead` has the provider's own pairs asked for at the same
    /// time as the quotes where the quotes cannot be in the currency wanted: sooner, but in vain where there are no quotes.
    public init(
        _ provider: MarketProvider, _ market: MarketClient,
        rates: @escaping @Sendable ([Currency], _ isNeeded: Bool) async -> RateAnswer,
        rateHistory: RateHistory? = nil, asksAhead: Bool = false
    ) {
        self.provider = provider
        self.market = market
        self.rates = rates
        self.rateHistory = rateHistory
        self.asksAhead = asksAhead
    }

    /// The client. Within one call a provider that gives its whole market in one answer is asked for it once: its list,
    /// its quotes and its own pairs are taken from that.
    public var client: MarketClient {
        MarketClient(
            list: { query throws(ProviderFailure) in try await reusingAnswers.list(query) },
            quotes: { await reusingAnswers.quotes($0, $1) },
            now: market.now,
            history: { query throws(ProviderFailure) in try await history(query) })
    }

    private var reusingAnswers: ConvertingMarket {
        ConvertingMarket(
            provider, market.reusingAnswers(), rates: rates, rateHistory: rateHistory, asksAhead: asksAhead)
    }
}

// MARK: - Quotes

extension ConvertingMarket {
    private func quotes(_ symbols: [Symbol], _ choice: CurrencyChoice) async -> [Result<Quote, ProviderFailure>] {
        let targets = symbols.map { $0.quote ?? choice.currency }
        let coins = asksAhead ? provider.coins(towards: targets) : []
        async let ahead = pairs(of: coins)
        var results = await market.quotes(symbols, CurrencyChoice(choice.currency, allowsOtherCurrency: true))
        await askAnew(symbols, &results)
        let open = symbols.indices.filter { index in
            (try? results[index].get()).map { $0.currency != targets[index] } ?? false
        }
        guard !open.isEmpty else { return results }
        // An id may name a coin that shares its ticker with a larger one, which is the one that a currency means.
        let found = open.filter { !symbols[$0].isID }.compactMap { try? results[$0].get() }
        let currencies = Set(open.compactMap { try? results[$0].get().currency })
        var ways = await ways(
            of: currencies, to: Set(open.map { targets[$0] }), !choice.allowsOtherCurrency, known: await ahead,
            found: found)
        for index in open {
            let mayStay = choice.allowsOtherCurrency && symbols[index].quote == nil
            results[index] = results[index].flatMap { ways.converted($0, to: targets[index], mayStay: mayStay) }
        }
        return results
    }

    /// What cannot be quoted as asked is asked for in whatever the provider quotes it in.
    private func askAnew(_ symbols: [Symbol], _ results: inout [Result<Quote, ProviderFailure>]) async {
        let refused = symbols.indices.filter { index in
            if case .failure(let failure) = results[index], case .cannotQuote = failure.reason { true } else { false }
        }
        guard !refused.isEmpty, let own = provider.ownCurrencies.first else { return }
        let answers = await market.quotes(
            refused.map { symbols[$0].withoutQuote }, CurrencyChoice(own, allowsOtherCurrency: true))
        for (index, answer) in zip(refused, answers) where (try? answer.get()) != nil { results[index] = answer }
    }
}

// MARK: - List

extension ConvertingMarket {
    private func list(_ query: ListQuery) async throws(ProviderFailure) -> ListAnswer {
        let answer = try await ownList(query)
        let target = query.currency.currency
        guard answer.quotes.contains(where: { $0.currency != target }) else { return answer }
        return try converted(
            answer, await ways(from: answer.quotes, to: [target], !query.currency.allowsOtherCurrency), query)
    }

    /// The list in the currency wanted where the provider has it, else in its own.
    private func ownList(_ query: ListQuery) async throws(ProviderFailure) -> ListAnswer {
        var own = query
        own.currency.allowsOtherCurrency = true
        do throws(ProviderFailure) {
            return try await market.list(own)
        } catch {
            guard case .cannotQuote = error.reason, let first = provider.ownCurrencies.first else { throw error }
            own.currency = CurrencyChoice(first, allowsOtherCurrency: true)
            return try await market.list(own)
        }
    }

    private func converted(
        _ answer: ListAnswer, _ ways: ConversionPaths, _ query: ListQuery
    ) throws(ProviderFailure) -> ListAnswer {
        var (answer, ways) = (answer, ways)
        var quotes: [Quote] = []
        for quote in answer.quotes {
            quotes.append(
                try ways.converted(quote, to: query.currency.currency, mayStay: query.currency.allowsOtherCurrency)
                    .get())
        }
        answer.quotes = quotes
        return answer
    }
}

// MARK: - ConversionPaths

extension ConvertingMarket {
    /// All rates that may lead to a currency, and what kept others from coming.
    private struct ConversionPaths: Sendable {
        let provider: String
        var graph = RateGraph()
        var failure: ProviderFailure?
        let now: Timestamp

        /// The quote in another currency; as it is where it may stay so and nothing leads there.
        mutating func converted(_ quote: Quote, to currency: Currency, mayStay: Bool) -> Result<Quote, ProviderFailure>
        {
            do throws(ConversionFailure) {
                return .success(try graph.quote(quote, in: currency, now: now))
            } catch {
                if mayStay { return .success(quote) }
                if let failure, failure.provider == provider { return .failure(failure) }
                let reason: ProviderFailure.Reason =
                    failure.map { .noRate(currency, because: $0) } ?? .cannotQuote(currency)
                return .failure(ProviderFailure(provider, reason))
            }
        }
    }

    private func ways(from quotes: [Quote], to targets: Set<Currency>, _ isNeeded: Bool) async -> ConversionPaths {
        await ways(of: Set(quotes.map(\.currency)), to: targets, isNeeded, found: quotes)
    }

    /// The provider's own pairs of coins, and why others did not come, where that is more than that there are none.
    private struct OwnPairs: Sendable {
        let coins: Set<Currency>
        var quotes: [Quote] = []
        var failure: ProviderFailure?
    }

    /// What was found of a target itself first, since the price of a coin in itself needs no other; then the provider's own
    /// pairs, then fiat rates between all fiat currencies that are now in sight.
    private func ways(
        of currencies: Set<Currency>, to targets: Set<Currency>, _ isNeeded: Bool, known: OwnPairs? = nil,
        found: [Quote] = []
    ) async -> ConversionPaths {
        var ways = ConversionPaths(provider: provider.name, now: market.now())
        let assets = Set(targets.map { Asset($0) })
        ways.graph.add(found.filter { assets.contains(Asset(of: $0)) })
        let coins = currencies.union(targets).filter { !$0.isFiat }
        var fiat = currencies.union(targets).filter(\.isFiat)
        if !coins.isEmpty {
            let pairs = if let known, known.coins == coins { known } else { await pairs(of: coins) }
            ways.failure = pairs.failure
            for pair in pairs.quotes {
                ways.graph.add([pair])
                fiat.formUnion([Currency(pair.symbol), pair.currency].compactMap(\.self).filter(\.isFiat))
            }
        }
        guard fiat.count > 1 else { return ways }
        let answer = await rates(fiat.sorted { $0.code < $1.code }, isNeeded)
        for table in answer.tables { ways.graph.add(table) }
        ways.failure = ways.failure ?? answer.missing.map(\.failure).first { !$0.isSkippable }
        return ways
    }

    /// The provider's own pairs that lead from coins to fiat currencies.
    private func pairs(of coins: Set<Currency>) async -> OwnPairs {
        var pairs = OwnPairs(coins: coins)
        guard !coins.isEmpty else { return pairs }
        let known = provider.bridges.compactMap { try? Symbol($0) }
        let own = provider.ownCurrencies.first.map { own in
            coins.filter { $0 != own }.compactMap { try? Symbol("\($0)/\(own)") }
        }
        let symbols =
            known.filter { pair in
                coins.contains { $0.code == pair.ticker || $0 == pair.quote }
            } + (own ?? []).filter { !known.contains($0) }
        guard !symbols.isEmpty else { return pairs }
        for answer in await market.quotes(symbols, CurrencyChoice(.usd)) {
            switch answer {
            case .success(let quote): pairs.quotes.append(quote)
            case .failure(let failure): if !failure.isSkippable { pairs.failure = pairs.failure ?? failure }
            }
        }
        return pairs
    }
}

extension ConvertingMarket {
    /// The rates that may lead from one currency to another, for prices that come without being asked for; and what kept
    /// others from coming.
    public func rates(
        from currency: Currency, to target: Currency
    ) async -> (graph: RateGraph, failure: ProviderFailure?) {
        let ways = await ways(of: [currency], to: [target], true)
        return (ways.graph, ways.failure)
    }
}
