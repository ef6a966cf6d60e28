import Platform

/// The pairs of a provider that convert coins, and why others are missing if they are more than unknown.
struct OwnPairs: Sendable {
    let provider: String
    let coins: Set<Currency>
    var quotes: [Quote] = []
    var failure: ProviderFailure?
}

/// The rates that may lead to a currency, and why others are missing.
struct ConversionPaths: Sendable {
    let provider: String
    let now: Timestamp
    var graph: RateGraph
    var failure: ProviderFailure?

    init(provider: String, now: Timestamp) {
        (self.provider, self.now) = (provider, now)
        graph = RateGraph(at: now)
    }

    /// Returns the quote in another currency. If no provider has a path to it and the quote may stay as it is, the
    /// quote is returned in its own currency. A path that is missing because a request failed is always a failure:
    /// the currency of a price must not depend on whether a service is up.
    mutating func converted(_ quote: Quote, to currency: Currency, mayStay: Bool) -> Result<Quote, ProviderFailure> {
        Result { () throws(ConversionFailure) in try graph.quote(quote, in: currency, now: now) }
            .flatMapError { _ in
                let failure = reason(currency)
                guard mayStay, failure.has(.noPath) else { return .failure(failure) }
                var own = quote
                own.isUnconverted = true
                return .success(own)
            }
    }

    /// Returns the conversion from one currency to another.
    mutating func conversion(from currency: Currency, to target: Currency) -> Result<Conversion, ProviderFailure> {
        Result { () throws(ConversionFailure) in
            try graph.conversion(from: graph.asset(currency), to: graph.asset(target))
        }.mapError { _ in reason(target) }
    }

    private func reason(_ currency: Currency) -> ProviderFailure {
        guard let failure, currency.end(at: now) == nil else {
            return ProviderFailure(provider, .cannotQuote(currency))
        }
        return failure.provider == provider
            ? failure : ProviderFailure(provider, .noRate(currency, because: failure))
    }
}

extension ConvertingMarket {
    /// Requests the rates that prices in these currencies are known to need. A failure is reported by the first
    /// conversion that needs the rate.
    ///
    /// - Parameter targets: The currencies of the prices.
    package func prepareRates(for targets: [Currency]) async {
        let targets = Set(targets).lasting(at: market.now())
        await prepare(Set(targets.flatMap { provider.ratesNeeded(for: $0) }))
    }

    func prepare(_ currencies: Set<Currency>) async {
        let currencies = currencies.lasting(at: market.now())
        guard currencies.count > 1 else { return }
        await rates.prepare(currencies.sorted { $0.code < $1.code })
    }

    /// Finds the rates from currencies to targets: `found` quotes of a target itself first, as the price of a coin in
    /// itself needs no other; then the provider's own pairs, then rates between all fiat currencies that are ends of
    /// them.
    func paths(
        from currencies: Set<Currency>, to targets: Set<Currency>, known: OwnPairs? = nil, found: [Quote] = []
    ) async -> ConversionPaths {
        var paths = ConversionPaths(provider: provider.name, now: market.now())
        let (currencies, targets) = (currencies.lasting(at: paths.now), targets.lasting(at: paths.now))
        let assets = Set(targets.map { Asset($0) })
        paths.graph.add(found.filter { assets.contains(Asset(of: $0)) })
        let ends = currencies.union(targets)
        let pairs = await pairs(of: ends.filter { !$0.isFiat }, known: known)
        paths.graph.add(pairs.quotes)
        paths.failure = pairs.failure
        let fiat = ends.filter(\.isFiat).union(pairs.quotes.flatMap(\.fiatCurrencies))
        guard fiat.count > 1 else { return paths }
        let answer = await rates.rates(of: fiat.sorted { $0.code < $1.code })
        for table in answer.tables { paths.graph.add(table) }
        paths.failure = paths.failure ?? answer.missing.map(\.failure).first { !$0.isSkippable }
        return paths
    }

    /// Requests the pairs of the provider that lead from coins to fiat currencies, unless they are the known ones.
    func pairs(of coins: Set<Currency>, known: OwnPairs? = nil) async -> OwnPairs {
        if let known, known.provider == provider.name, known.coins == coins { return known }
        var pairs = OwnPairs(provider: provider.name, coins: coins)
        let bridges = provider.bridges(of: coins)
        let own = provider.ownCurrencies.first.map { own in
            coins.filter { $0 != own }.compactMap { try? Symbol("\($0)/\(own)") }
        }
        let symbols = bridges + (own ?? []).filter { !bridges.contains($0) }
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

extension Set<Currency> {
    /// The currencies between which rates are needed, without those that have none any more.
    fileprivate func lasting(at moment: Timestamp) -> Self {
        Self(lazy.map { $0.lasting(at: moment) }.filter { $0.end(at: moment) == nil })
    }
}

extension Quote {
    /// The fiat currencies that a pair leads from and to.
    var fiatCurrencies: [Currency] { [Currency(symbol), currency].compactMap(\.self).filter(\.isFiat) }
}
