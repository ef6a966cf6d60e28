extension Provider {
    /// Creates a provider of prices.
    ///
    /// - Parameters:
    ///   - name: Its name, in lower case.
    ///   - jobs: What its client can do.
    ///   - kinds: The kinds of assets that it has quotes of.
    ///   - key: Whether it needs a key.
    ///   - currencies: The codes of the currencies that it quotes in.
    ///   - summary: A short description.
    ///   - client: Creates its client, without sending a request.
    ///   - ticks: Creates its stream: a function from symbols and the currency of their prices to quotes as they come.
    ///     It is called again when symbols come or go, and after a failure. Nil for a provider that is asked every
    ///     minute.
    public convenience init(
        name: String, jobs: [ProviderJob], kinds: [AssetKind] = [.coin], key: KeyNeed = .none,
        currencies: Set<String> = ["USD"], summary: String = "",
        client: @escaping @Sendable (ProviderSettings) -> MarketClient,
        ticks: (@Sendable (ProviderSettings) -> QuoteStream)? = nil
    ) {
        var makers = [Maker.market(client)]
        if let ticks {
            makers.append(.ticks { .sequence(of: name, time: $0.time, quotes: ticks($0)) })
        }
        self.init(
            name: name, jobs: jobs, kinds: kinds, key: key, summary: summary, isOnlyNamed: true, currencies: currencies,
            makers: makers)
    }

    /// Opens the quotes of symbols in a currency, as they come.
    public typealias QuoteStream = @Sendable ([Symbol], Currency) -> AsyncThrowingStream<Quote, any Error>

    /// Creates the live client of quotes without sending a request. A quote without a price is a failure.
    ///
    /// - Parameter settings: The HTTP client, hosts, key and clock to use.
    /// - Returns: The client. If the provider has no quotes, every result of it is the failure `cannot`.
    @Sendable
    package func make(_ settings: ProviderSettings) -> MarketClient {
        makeUnpriced(settings).priced(name)
    }

    /// Creates the live client as `make` does, for lists, whose rows may have no price: a quote without one is not a
    /// failure.
    ///
    /// - Parameter settings: The HTTP client, hosts, key and clock to use.
    /// - Returns: The client. If the provider has no quotes, every result of it is the failure `cannot`.
    @Sendable
    package func makeUnpriced(_ settings: ProviderSettings) -> MarketClient {
        guard var client = maker(of: MarketClient.self)?(settings) else { return .cannot(name, now: settings.time.now) }
        if !hasEvents, let history = client.history {
            client.history = { [name] query throws(ProviderFailure) in
                guard !query.isAdjusted else { throw .noEvents(name) }
                return try await history(query)
            }
        }
        client.candlesARequest = candlesARequest
        return client.withFormerTickers().asked(only: mayKnow, of: name)
    }

    /// Creates the live client of rates without sending a request.
    ///
    /// - Parameter settings: The HTTP client, hosts, key and clock to use.
    /// - Returns: The client. If the provider has no rates, every result of it is the failure `cannot`.
    @Sendable
    package func makeRates(_ settings: ProviderSettings) -> RateClient {
        maker(of: RateClient.self)?(settings) ?? .cannot(name, now: settings.time.now)
    }

    /// Creates its stream without sending a request. Nil for a provider without one, which can only be polled.
    package var makeTicks: (@Sendable (ProviderSettings) -> TickSource)? { maker(of: TickSource.self) }

    /// Whether it may know a symbol, by the form of the symbol alone. It is not asked about others.
    private func mayKnow(_ symbol: Symbol) -> Bool {
        switch symbol.name {
        case .token: !tokenJobs.isEmpty
        case .figure(let figure): figures.contains(figure)
        case .ticker, .id, .stock: kinds != [.token] && kinds != [.index]
        }
    }
}

extension Provider.Maker {
    /// Creates a maker of a client of quotes.
    package static func market(_ make: @escaping @Sendable (ProviderSettings) -> MarketClient) -> Self { Self(make) }

    /// Creates a maker of a client of rates.
    package static func rates(_ make: @escaping @Sendable (ProviderSettings) -> RateClient) -> Self { Self(make) }

    /// Creates a maker of a stream.
    package static func ticks(_ make: @escaping @Sendable (ProviderSettings) -> TickSource) -> Self { Self(make) }
}

extension ProviderFailure {
    /// The failure of a provider without splits and dividends.
    static func noEvents(_ provider: String) -> ProviderFailure {
        ProviderFailure(provider, .notKept("splits and dividends"))
    }
}
