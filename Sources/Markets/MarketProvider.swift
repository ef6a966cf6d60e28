import Platform

/// The description of a provider of quotes or rates. `--provider help`, the default chains, the environment variables and
/// the manual pages are generated from `MarketProvider.all`.
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
    /// The name used on the command line.
    public let name: String
    /// The supported jobs.
    public let jobs: Set<ProviderJob>
    /// The kinds of assets that it has quotes of: coins or stocks.
    public let kinds: Set<AssetKind>
    /// Whether the provider needs a key.
    public let key: KeyNeed
    /// The built-in REST base URL; empty for providers without network.
    public let host: String
    /// The form of the User-Agent header in requests to it.
    public let agent: UserAgent
    /// Its public rate limits, as text.
    public let limits: String
    /// A short description.
    public let summary: String
    /// True for a provider that is only used if it is named explicitly.
    public let isOnlyNamed: Bool
    /// True for a provider with made-up prices. They never replace real prices, nor real prices them.
    public let isMadeUp: Bool
    /// The codes of its known quote currencies, coins first of all; it may have others.
    public let currencies: Set<String>
    /// Its own quote currencies, used if it does not quote in the requested one, best first.
    public let ownCurrencies: [Currency]
    /// Its own pairs that convert from a coin it quotes in to a fiat currency.
    public let bridges: [String]
    /// True for a provider that has no list of its own, but can be searched.
    public let listsBySearch: Bool
    /// The attribution that the provider requires, shown once per run; nil if it requires none.
    public let attribution: String?
    /// Creates its live client of quotes without sending a request. If it has none, every result is the failure `cannot`.
    ///
    /// A quote without a price is a failure. Only this closure converts it, for all providers and all uses of quotes.
    public let make: @Sendable (ProviderSettings) -> MarketClient
    /// As `make`, for lists, whose rows may have no price: a quote without one is not a failure.
    public let makeUnpriced: @Sendable (ProviderSettings) -> MarketClient
    /// Creates its live client of rates without sending a request. If it has none, every result is the failure `cannot`.
    public let makeRates: @Sendable (ProviderSettings) -> RateClient
    /// Creates its stream without sending a request. Nil for a provider without one, which can only be polled.
    public let makeTicks: (@Sendable (ProviderSettings) -> TickSource)?

    /// Creates an entry of the table, with at least one of the two clients, as `jobs` requires.
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
    /// All providers, in the order of `--provider help`.
    public static let all: [MarketProvider] = [
        .coingecko, .coinpaprika, .cryptocompare, .binance, .coinbase, .kraken, .wazirx, .btse, .frankfurter, .ecb,
        .erapi,
        .fixer, .yahoo, .stooq, .iex, .sample, .mock,
    ]

    /// Finds a provider.
    ///
    /// - Parameter name: The name, in lower case.
    /// - Returns: The provider; nil if there is none of this name.
    public static func named(_ name: String) -> MarketProvider? {
        all.first { $0.name == name }
    }

    /// The providers of stocks if none is named, in the order they are asked.
    public static let defaultStockChain: [MarketProvider] = [.yahoo]

    /// The providers of a job if none is named, in the order they are asked: for prices, those of coins.
    ///
    /// - Parameter job: The job.
    /// - Returns: The providers, all of which do the job; empty for `air`.
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
