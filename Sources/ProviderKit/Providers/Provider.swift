package import Platform
package import Transport

/// A service that has prices, exchange rates or air quality: what it does, how it is asked, and what makes its clients.
///
/// `--provider help`, the default chains, the environment variables and the manual pages are made from a
/// ``ProviderTable`` of them.
public final class Provider: Sendable {
    /// The name used on the command line.
    public let name: String
    /// The supported jobs. Of air quality: `air`, `watch` for its own stream, `history` for past hours, `forecast` for
    /// hours to come.
    public let jobs: [ProviderJob]
    /// The kinds of assets that it has prices of; `fiat` for exchange rates. Empty for air quality alone.
    public let kinds: [AssetKind]
    /// What it can do of tokens by their contracts.
    package let tokenJobs: [ProviderJob]
    /// The figures of the market that it has.
    package let figures: [MarketFigure]
    /// Whether the provider needs a key.
    public let key: KeyNeed
    /// How its paths begin, if that depends on the key.
    package let pathStart: PathStart?
    /// What to know if there is no key or it is refused; nil without anything special.
    package let keyNote: String?
    /// The built-in REST base URL; empty for providers without one.
    package let host: String
    /// Another host with the same service, which is asked if the first one fails. A replacement of the first replaces
    /// both.
    package let spareHost: String?
    /// The URLs of its other hosts, by the word in the name of their variable: `GEOCODING` for
    /// `CRYPTO_<NAME>_GEOCODING_URL`.
    package let otherHosts: [String: String]
    /// The hosts of other providers that it asks too: the provider, by the word in the name of the host's variable,
    /// which is empty for its REST base URL.
    package let sharedHosts: [String: String]
    /// The built-in URL of its stream, if a variable that the pages describe replaces it.
    package let streamHost: String?
    /// True if the built-in host no longer answers programs: only another one, set by the user, is asked.
    package let hostIsGone: Bool
    /// The form of the User-Agent header in requests to it.
    package let agent: UserAgent
    /// Whether its interface is official.
    package let standing: Standing
    /// Its public rate limits, as text.
    package let limits: String
    /// A short description.
    public let summary: String
    /// True for a provider that is only used if it is named explicitly.
    package let isOnlyNamed: Bool
    /// True for a provider with made-up data, which never replaces real data.
    package let isMadeUp: Bool
    /// The codes of its known quote currencies, coins first of all; it may have others.
    package let currencies: Set<String>
    /// Its own quote currencies, used if it does not quote in the requested one, best first.
    package let ownCurrencies: [Currency]
    /// Its own pairs that convert from a coin it quotes in to a fiat currency.
    package let bridges: [String]
    /// True for a provider that has no list of its own, but can be searched.
    package let listsBySearch: Bool
    /// Whether it has the splits and dividends of stocks, and closes that are corrected for dividends.
    package let hasEvents: Bool
    /// Whether its rates are also those of past days.
    package let hasPastRates: Bool
    /// The most candles in an answer; nil without any, and for prices at single moments.
    package let candlesARequest: Int64?
    /// Whether its air is measured or modelled; nil if that is unknown, and for other data.
    package let origin: AirOrigin?
    /// Where it has air quality of every place, or of those near a station; nil if it has only some cities.
    package let area: String?
    /// A place that it always has air quality of.
    package let knownPlace: String
    /// The time between changes of its air quality. It is never polled more often.
    package let interval: Duration
    /// How many requests it takes in a second; nil without such a limit.
    package let requestsASecond: Int?
    /// How many requests it takes in a minute; nil if its limit is one of a second.
    package let requestsAMinute: Int?
    /// How many requests it takes in a minute without a key; nil if a key changes nothing.
    package let keylessRequestsAMinute: Int?
    /// Whether it is asked for one token a request without a key.
    package let takesOneTokenWithoutKey: Bool
    /// The attribution that the provider requires, shown once per run; nil if it requires none.
    package let attribution: String?
    /// What makes its clients.
    private let makers: [Maker]

    /// Creates a provider. Each parameter sets the property of the same name.
    package init(
        name: String, jobs: [ProviderJob], kinds: [AssetKind] = [], tokenJobs: [ProviderJob] = [],
        figures: [MarketFigure] = [], key: KeyNeed = .none, pathStart: PathStart? = nil, keyNote: String? = nil,
        host: String = "", spareHost: String? = nil, otherHosts: [String: String] = [:],
        sharedHosts: [String: String] = [:], streamHost: String? = nil, hostIsGone: Bool = false,
        agent: UserAgent = .plain, standing: Standing = .official, limits: String = "", summary: String = "",
        origin: AirOrigin? = nil, area: String? = nil, knownPlace: String = "Delhi", isOnlyNamed: Bool,
        isMadeUp: Bool = false, currencies: Set<String> = [], ownCurrencies: [Currency] = [.usd],
        bridges: [String] = [], listsBySearch: Bool = false, hasEvents: Bool = false, hasPastRates: Bool = false,
        candlesARequest: Int64? = nil,
        interval: Duration = .seconds(3600), requestsASecond: Int? = 8, requestsAMinute: Int? = nil,
        keylessRequestsAMinute: Int? = nil, takesOneTokenWithoutKey: Bool = false, attribution: String? = nil,
        makers: [Maker]
    ) {
        (self.name, self.jobs, self.kinds, self.tokenJobs, self.figures) = (name, jobs, kinds, tokenJobs, figures)
        (self.key, self.pathStart, self.keyNote) = (key, pathStart, keyNote)
        (self.host, self.spareHost, self.otherHosts, self.sharedHosts) = (host, spareHost, otherHosts, sharedHosts)
        (self.streamHost, self.hostIsGone, self.agent, self.standing) = (streamHost, hostIsGone, agent, standing)
        (self.limits, self.summary, self.isOnlyNamed, self.isMadeUp) = (limits, summary, isOnlyNamed, isMadeUp)
        (self.currencies, self.ownCurrencies, self.bridges) = (currencies, ownCurrencies, bridges)
        (self.listsBySearch, self.hasEvents, self.hasPastRates) = (listsBySearch, hasEvents, hasPastRates)
        (self.candlesARequest, self.origin, self.area) = (candlesARequest, origin, area)
        (self.knownPlace, self.interval) = (knownPlace, interval)
        (self.requestsASecond, self.requestsAMinute) = (requestsASecond, requestsAMinute)
        self.keylessRequestsAMinute = keylessRequestsAMinute
        self.takesOneTokenWithoutKey = takesOneTokenWithoutKey
        (self.attribution, self.makers) = (attribution, makers)
    }
}

extension Provider {
    /// What makes a client of a provider from its settings, without sending a request.
    package struct Maker: Sendable {
        fileprivate let made: any Sendable

        /// Creates a maker. A provider has at most one for each type of client.
        package init<Client>(_ make: @escaping @Sendable (ProviderSettings) -> Client) { made = Made(make: make) }
    }

    private struct Made<Client>: Sendable {
        let make: @Sendable (ProviderSettings) -> Client
    }

    /// Returns what makes its clients of a type; nil if it has none of them.
    package func maker<Client>(of _: Client.Type) -> (@Sendable (ProviderSettings) -> Client)? {
        for case let found as Made<Client> in makers.lazy.map(\.made) { return found.make }
        return nil
    }
}

extension Provider {
    /// Whether it has air quality.
    package var isOfAir: Bool { jobs.contains(.air) }

    /// Whether it may have coins: one of stocks or of figures alone has none.
    package var mayHaveCoins: Bool { kinds != [.stock] && kinds != [.index] }

    /// Whether it has past days: prices, rates or air.
    package var hasPast: Bool { jobs.contains(.history) || hasPastRates }

    /// Returns whether it does a job for things of a kind; nil for places.
    ///
    /// A provider of prices without a stream is polled.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - kind: The kind of what is asked for.
    /// - Returns: Whether it does.
    package func does(_ job: ProviderJob, _ kind: AssetKind?) -> Bool {
        switch kind {
        case nil: isOfAir && jobs.contains(job)
        case .fiat?: jobs.contains(.rates)
        case .token?: tokenJobs.contains(job == .watch ? .price : job)
        case .index?: !figures.isEmpty && (job == .price || job == .watch)
        case .coin?, .stock?, .future?: kinds.contains { $0 == kind } && does(job)
        }
    }

    /// Returns whether it does a job for any kind of thing.
    package func does(_ job: ProviderJob) -> Bool {
        jobs.contains(job) || job == .watch && jobs.contains(.price)
    }

    /// Returns how fast requests to its own host follow each other; nil without a known limit.
    package func pace(_ time: TimeSource, until deadline: Deadline = .none) -> RequestPace? {
        guard let requestsASecond else { return nil }
        return RequestPace(
            rate: requestsASecond, aMinute: requestsAMinute, keylessAMinute: keylessRequestsAMinute, time: time,
            deadline: deadline)
    }
}

/// Where values of air quality come from.
package enum AirOrigin: String, Sendable {
    /// Stations measure it.
    case measured
    /// A model computes it.
    case modelled
}
