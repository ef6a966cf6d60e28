import Platform

/// The description of a provider of quotes or rates. `--provider help`, the default chains, the environment variables
/// and the manual pages are generated from `MarketProvider.all`.
///
/// `market(_:)` makes what most programs need: see ``Market``.
public struct MarketProvider: Sendable {
    /// The name used on the command line.
    public let name: String
    /// The supported jobs.
    public let jobs: [ProviderJob]
    /// The kinds of assets that it has quotes of: coins, stocks or figures of the market.
    public var kinds: [AssetKind] = [.coin]
    /// What it can do of tokens by their contracts.
    public var tokenJobs: [ProviderJob] = []
    /// True for a provider that has nothing but tokens by their contracts.
    public var isOnlyOfTokens = false
    /// Whether the provider needs a key.
    public let key: KeyNeed
    /// How its paths begin, if that depends on the key.
    public var pathStart: PathStart?
    /// What to know if there is no key or it is refused; nil without anything special.
    public var keyNote: String?
    /// The built-in REST base URL; empty for providers without network.
    public let host: String
    /// Another host with the same service, which is asked if the first one fails. A replacement of the first replaces
    /// both.
    public var spareHost: String?
    /// The hosts of other providers that it asks too: the provider, by the word in the name of the host's variable,
    /// which is empty for its REST base URL.
    public var sharedHosts: [String: String] = [:]
    /// True if the built-in host no longer answers programs: only another one, set by the user, is asked.
    public var hostIsGone = false
    /// The form of the User-Agent header in requests to it.
    public var agent = UserAgent.plain
    /// Whether its interface is official.
    public var standing = Standing.official
    /// Its public rate limits, as text.
    public let limits: String
    /// A short description.
    public let summary: String
    /// True for a provider that is only used if it is named explicitly.
    public let isOnlyNamed: Bool
    /// True for a provider with made-up prices. They never replace real prices, nor real prices them.
    public var isMadeUp = false
    /// The codes of its known quote currencies, coins first of all; it may have others.
    public let currencies: Set<String>
    /// Its own quote currencies, used if it does not quote in the requested one, best first.
    public var ownCurrencies = [Currency.usd]
    /// Its own pairs that convert from a coin it quotes in to a fiat currency.
    public var bridges: [String] = []
    /// True for a provider that has no list of its own, but can be searched.
    public var listsBySearch = false
    /// Whether it has the splits and dividends of stocks, and closes that are corrected for dividends.
    public var hasEvents = false
    /// Whether its rates are also those of past days.
    package var hasPastRates = false
    /// The most candles in an answer; nil without any, and for prices at single moments.
    var candlesARequest: Int64?
    /// How many requests it takes in a second.
    var requestsASecond = 8
    /// How many requests it takes in a minute; nil if its limit is one of a second.
    var requestsAMinute: Int?
    /// How many requests it takes in a minute without a key; nil if a key changes nothing.
    var keylessRequestsAMinute: Int?
    /// Whether it is asked for one token a request without a key.
    package var takesOneTokenWithoutKey = false
    /// The attribution that the provider requires, shown once per run; nil if it requires none.
    public var attribution: String?
    /// Creates its client of quotes; nil for a provider without one.
    var marketClient: (@Sendable (ProviderSettings) -> MarketClient)?
    /// Creates its client of rates; nil for a provider without one.
    var rateClient: (@Sendable (ProviderSettings) -> RateClient)?
    /// Creates its stream without sending a request. Nil for a provider without one, which can only be polled.
    package var makeTicks: (@Sendable (ProviderSettings) -> TickSource)?
}

extension MarketProvider {
    /// Creates a provider that is not one of `all`.
    ///
    /// - Parameters:
    ///   - name: Its name, in lower case.
    ///   - jobs: What its client can do.
    ///   - kinds: The kinds of assets that it has quotes of.
    ///   - key: Whether it needs a key.
    ///   - currencies: The codes of the currencies that it quotes in.
    ///   - summary: A short description.
    ///   - client: Creates its client, without sending a request.
    public init(
        name: String, jobs: [ProviderJob], kinds: [AssetKind] = [.coin], key: KeyNeed = .none,
        currencies: Set<String> = ["USD"], summary: String = "",
        client: @escaping @Sendable (ProviderSettings) -> MarketClient
    ) {
        self.init(
            name: name, jobs: jobs, kinds: kinds, key: key, host: "", limits: "", summary: summary, isOnlyNamed: true,
            currencies: currencies, marketClient: client)
    }

    /// Creates the live client of quotes without sending a request. A quote without a price is a failure.
    ///
    /// - Parameter settings: The HTTP client, hosts, key and clock to use.
    /// - Returns: The client. If the provider has no quotes, every result of it is the failure `cannot`.
    @Sendable
    public func make(_ settings: ProviderSettings) -> MarketClient {
        makeUnpriced(settings).priced(name)
    }

    /// Creates the live client as `make` does, for lists, whose rows may have no price: a quote without one is not a
    /// failure.
    ///
    /// - Parameter settings: The HTTP client, hosts, key and clock to use.
    /// - Returns: The client. If the provider has no quotes, every result of it is the failure `cannot`.
    @Sendable
    public func makeUnpriced(_ settings: ProviderSettings) -> MarketClient {
        guard var client = marketClient?(settings) else { return .cannot(name, now: settings.time.now) }
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
    public func makeRates(_ settings: ProviderSettings) -> RateClient {
        rateClient?(settings) ?? .cannot(name, now: settings.time.now)
    }
}

extension MarketProvider {
    /// All providers by their names, in the order of `--provider help`. To make one takes a part of a millisecond less
    /// than to make all.
    private static let makers: KeyValuePairs<String, @Sendable () -> MarketProvider> = [
        "coingecko": { .coingecko }, "coinmarketcap": { .coinmarketcap }, "coinpaprika": { .coinpaprika },
        "cryptocompare": { .cryptocompare }, "binance": { .binance }, "coinbase": { .coinbase },
        "kraken": { .kraken }, "okx": { .okx }, "bitstamp": { .bitstamp }, "wazirx": { .wazirx },
        "btse": { .btse }, "frankfurter": { .frankfurter }, "ecb": { .ecb }, "erapi": { .erapi },
        "fixer": { .fixer }, "currencyapi": { .currencyapi }, "yahoo": { .yahoo }, "cnbc": { .cnbc },
        "nasdaq": { .nasdaq }, "stooq": { .stooq }, "iex": { .iex }, "defillama": { .defillama },
        "geckoterminal": { .geckoterminal }, "dexpaprika": { .dexpaprika },
        "alternative-me": { .alternativeMe }, "sample": { .sample }, "mock": { .mock },
    ]

    /// All providers, in the order of `--provider help`.
    public static let all: [MarketProvider] = makers.map { $0.value() }

    /// Finds a provider.
    ///
    /// - Parameter name: The name, in lower case.
    /// - Returns: The provider; nil if there is none of this name.
    public static func named(_ name: String) -> MarketProvider? {
        makers.first { $0.key == name }?.value()
    }

    /// The providers of stocks if none is named, in the order they are asked.
    public static let defaultStockChain: [MarketProvider] = [.yahoo, .cnbc, .nasdaq]

    /// The providers of tokens if none is named, in the order they are asked.
    public static let defaultTokenChain: [MarketProvider] = [.coingecko, .defillama, .geckoterminal, .dexpaprika]

    /// Returns whether it can do a job with tokens. One with prices can be polled.
    public func doesWithTokens(_ job: ProviderJob) -> Bool { tokenJobs.contains(job == .watch ? .price : job) }

    /// The providers of a job if none is named, in the order they are asked: for prices, those of coins.
    ///
    /// - Parameter job: The job.
    /// - Returns: The providers, all of which do the job; empty for `air` and `forecast`.
    public static func defaultChain(for job: ProviderJob) -> [MarketProvider] {
        switch job {
        case .list: [.coingecko, .coinmarketcap, .coinpaprika, .binance]
        case .price: [.coingecko, .coinmarketcap, .coinpaprika, .coinbase, .kraken, .okx, .binance]
        case .history: [.coinbase, .kraken, .okx, .binance, .coingecko, .defillama]
        case .watch: [.coinbase, .kraken, .okx, .binance]
        case .rates: [.frankfurter, .ecb, .erapi, .currencyapi]
        case .air, .forecast: []
        }
    }
}

extension ProviderFailure {
    /// The failure of a provider without splits and dividends.
    static func noEvents(_ provider: String) -> ProviderFailure {
        ProviderFailure(provider, .notKept("splits and dividends"))
    }
}
