import Platform

/// What there is to know of a provider: `--provider help`, the default chains, the environment's variables and the
/// pages fold over `MarketProvider.all`.
///
/// ```swift
/// import Markets
///
/// /// Returns the price of a symbol, such as `BTC` or `stock:AAPL`, in US dollars.
/// func price(of text: String, from provider: MarketProvider) async throws -> Number? {
///     let client = provider.make(ProviderSettings(userAgent: "example/1.0"))
///     let results = await client.quotes([try Symbol(text)], CurrencyChoice(.usd))
///     return try results[0].get().price
/// }
/// ```
public struct MarketProvider: Sendable {
    /// The name users write.
    public let name: String
    /// What it can do.
    public let jobs: Set<ProviderJob>
    /// What it has quotes of, coins or stocks.
    public let kinds: Set<AssetKind>
    /// Whether it wants a key.
    public let key: KeyNeed
    /// The built-in REST base URL; empty for providers without network.
    public let host: String
    /// How requests to it name the program.
    public let agent: UserAgent
    /// Its public limits, in words.
    public let limits: String
    /// What it is, in words.
    public let summary: String
    /// True for a provider that is never asked unless somebody names it.
    public let isOnlyNamed: Bool
    /// True for a provider whose prices are made up: they never stand in for real ones, nor real ones for them.
    public let isMadeUp: Bool
    /// Codes that it is known to quote in, coins above all; it may have others.
    public let currencies: Set<String>
    /// What its quotes are in where it has none in the currency asked for, best first.
    public let ownCurrencies: [Currency]
    /// Pairs of its own that lead from a coin it quotes in to a fiat currency.
    public let bridges: [String]
    /// True for a provider that has no list of its own, but can be searched.
    public let listsBySearch: Bool
    /// What it wants to be said of it where its data is shown, once a run; nil where it wants nothing.
    public let attribution: String?
    /// Makes its live client of quotes; asks nothing. Without such jobs it is one whose every answer is `cannot`.
    ///
    /// A quote without a price is no answer but a failure. Here alone that is seen to, for every provider and every use of
    /// its quotes.
    public let make: @Sendable (ProviderSettings) -> MarketClient
    /// As `make`, for lists, whose rows may lack a price: a quote without one is an answer.
    public let makeUnpriced: @Sendable (ProviderSettings) -> MarketClient
    /// Makes its live client of rates; asks nothing. Without that job it is one whose every answer is `cannot`.
    public let makeRates: @Sendable (ProviderSettings) -> RateClient
    /// Makes its live ticks; asks nothing. Nil for a provider without a stream, which can only be asked again and again.
    public let makeTicks: (@Sendable (ProviderSettings) -> TickSource)?

    /// A line of the list; at least one of the two clients is given, as `jobs` says.
    init(
        name: String, jobs: Set<ProviderJob>, kinds: Set<AssetKind> = [.coin], key: KeyNeed, host: String,
        agent: UserAgent = .plain, limits: String, summary: String,
        isOnlyNamed: Bool, isMadeUp: Bool = false, currencies: Set<String>, ownCurrencies: [Currency] = [.usd],
        bridges: [String] = [], listsBySearch: Bool = false, attribution: String? = nil,
        make: (@Sendable (ProviderSettings) -> MarketClient)? = nil,
        makeRates: (@Sendable (ProviderSettings) -> RateClient)? = nil,
        makeTicks: (@Sendable (ProviderSettings) -> TickSource)? = nil
    ) {
        self.name = name
        self.jobs = jobs
        self.kinds = kinds
        self.key = key
        self.host = host
        self.agent = agent
        self.limits = limits
        self.summary = summary
        self.isOnlyNamed = isOnlyNamed
        self.isMadeUp = isMadeUp
        self.currencies = currencies
        self.ownCurrencies = ownCurrencies
        self.bridges = bridges
        self.listsBySearch = listsBySearch
        self.attribution = attribution
        let make = make ?? { .cannot(name, now: $0.time.now) }
        makeUnpriced = make
        self.make = { make($0).priced(name) }
        self.makeRates = makeRates ?? { .cannot(name, now: $0.time.now) }
        self.makeTicks = makeTicks
    }
}

extension MarketProvider {
    /// THE list, in the order `--provider help` prints it.
    public static let all: [MarketProvider] = [
        .coingecko, .coinpaprika, .cryptocompare, .binance, .coinbase, .kraken, .wazirx, .btse, .frankfurter, .ecb,
        .erapi,
        .fixer, .yahoo, .stooq, .iex, .sample, .mock,
    ]

    /// The provider of that name, nil where there is none.
    public static func named(_ name: String) -> MarketProvider? {
        all.first { $0.name == name }
    }

    /// The providers of stocks if none is named, in the order they are asked.
    public static let defaultStockChain: [MarketProvider] = [.yahoo]

    /// The providers of a job if none is named, in the order they are asked: for prices, those of coins.
    public static func defaultChain(for job: ProviderJob) -> [MarketProvider] {
        switch job {
        case .list: [.coingecko, .coinpaprika, .binance]
        case .price: [.coingecko, .coinpaprika, .coinbase, .kraken, .binance]
        case .history: [.coinbase, .kraken, .binance, .coingecko]
        case .watch: [.coinbase, .kraken, .binance]
        case .rates: [.frankfurter, .ecb, .erapi]
        case .air: []
        }
    }
}
