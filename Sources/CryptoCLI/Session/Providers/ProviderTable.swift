import AirQuality
import CommandLineKit
import Markets
import Platform
import ProviderKit
import Transport

/// The properties that all kinds of providers share, for `--provider help` and the man pages.
protocol ProviderEntry: Sendable {
    /// All providers of the kind, in the order of `--provider help`.
    static var all: [Self] { get }
    /// Returns the provider of a name in lower case; nil if there is none.
    static func named(_ name: String) -> Self?
    /// The name users write.
    var name: String { get }
    var jobs: [ProviderJob] { get }
    var key: KeyNeed { get }
    /// How its paths begin, if that depends on the key.
    var pathStart: PathStart? { get }
    /// What to know if there is no key or it is refused.
    var keyNote: String? { get }
    /// The built-in REST base URL; empty for providers without one.
    var host: String { get }
    /// The base URL of another host with the same service, if it has one.
    var spareHost: String? { get }
    /// Further base URLs, by the word in the name of their variable.
    var otherHosts: [String: String] { get }
    /// The base URLs of other providers that it asks too: the provider, by the word in the name of the URL's variable.
    var sharedHosts: [String: String] { get }
    /// The built-in URL of its stream, if the pages document the variable that replaces it.
    var streamHost: String? { get }
    /// The User-Agent header of its requests.
    var agent: UserAgent { get }
    /// Whether its interface is official.
    var standing: Standing { get }
    var limits: String { get }
    /// How fast requests to its own host follow each other; nil without a known limit.
    func pace(_ time: TimeSource, until deadline: Deadline) -> RequestPace?
    var summary: String { get }
    /// Where its air comes from; nil for other data, and if that is unknown.
    var origin: AirOrigin? { get }
    var isOnlyNamed: Bool { get }
    /// Whether its data is made up; then it cannot be combined with a real provider.
    var isMadeUp: Bool { get }
    /// The attribution that its terms ask for, printed once per run.
    var attribution: String? { get }
    /// Whether it has a stream of its own.
    var hasStream: Bool { get }
    /// Whether it has past days: prices, rates or air.
    var hasPast: Bool { get }
    /// Returns whether it can do a job, possibly by another one.
    func does(_ job: ProviderJob) -> Bool
}

extension MarketProvider: ProviderEntry {
    var otherHosts: [String: String] { [:] }
    var streamHost: String? { nil }
    var hasStream: Bool { makeTicks != nil }
    var hasPast: Bool { jobs.contains(.history) || hasPastRates }
    var origin: AirOrigin? { nil }

    /// A provider of prices without a stream is polled.
    func does(_ job: ProviderJob) -> Bool {
        jobs.contains(job) || job == .watch && jobs.contains(.price)
    }
}

extension AirQualityProvider: ProviderEntry {
    var pathStart: PathStart? { nil }
    var keyNote: String? { nil }
    var spareHost: String? { nil }
    var hasStream: Bool { makeStream != nil }
    var hasPast: Bool { jobs.contains(.history) }

    /// A provider with only a stream returns the readings that the stream sends.
    func does(_ job: ProviderJob) -> Bool {
        jobs.contains(job) || job == .air
    }
}

extension ProviderEntry {
    /// The prefix of its variables: `CRYPTO_CITY_WS`.
    var variablePrefix: String { "CRYPTO_" + name.uppercased().replacing("-", by: "_") }

    /// The variables of its further base URLs and of those of other providers that it asks, by their word.
    var otherVariables: [String: String] {
        let own = otherHosts.map { word, _ in (word, "\(variablePrefix)_\(word)_URL") }
        let shared = sharedHosts.compactMap { word, owner in
            ProviderTable.named(owner).map { (word, $0.variablePrefix + (word.isEmpty ? "_URL" : "_\(word)_URL")) }
        }
        return Dictionary(uniqueKeysWithValues: own + shared)
    }

    /// The variables that replace its hosts.
    var urlVariables: [String] {
        (host.isEmpty ? [] : [variablePrefix + "_URL"]) + (hasStream ? [variablePrefix + "_WS_URL"] : [])
            + otherHosts.keys.sorted().map { "\(variablePrefix)_\($0)_URL" }
    }

    /// Whether a variable holds its key or replaces one of its hosts.
    func hasVariable(_ name: String) -> Bool {
        guard name.hasPrefix(variablePrefix) else { return false }
        return key != .none && name == keyVariable || urlVariables.contains(name)
    }

    /// The variable that holds its key, if it takes one.
    var keyVariable: String { variablePrefix + "_KEY" }
}

extension ProviderJob {
    /// Whether only providers of air quality do it.
    var isOfAir: Bool { self == .air || self == .forecast }
}

/// The providers of all kinds; `sample` and `mock` are of each kind.
enum ProviderTable {
    /// Returns the providers of the kind that does a job, in the order of their table.
    static func all(for job: ProviderJob) -> [any ProviderEntry] {
        job.isOfAir ? AirQualityProvider.all : MarketProvider.all
    }

    /// Returns the providers that are tried for a job without `--provider`.
    static func defaultChain(for job: ProviderJob) -> [any ProviderEntry] {
        job.isOfAir ? AirQualityProvider.defaultChain : MarketProvider.defaultChain(for: job)
    }

    /// The names of the providers that take a key.
    static var withKeys: [String] { all.filter { $0.key != .none }.map(\.name) }

    /// The variables that hold keys.
    static var keyVariables: [String] { all.filter { $0.key != .none }.map(\.keyVariable) }

    /// The variables of all providers.
    static let variables = Set(keyVariables + all.flatMap(\.urlVariables))

    private static var all: [any ProviderEntry] { MarketProvider.all + AirQualityProvider.all }

    /// Returns the names of the providers that have what a provider had whose host is gone.
    static func replacements(for name: String) -> [String] {
        guard let provider = MarketProvider.named(name) else { return AirQualityProvider.defaultChain.map(\.name) }
        let isOfStocks = provider.kinds == [.stock]
        return (isOfStocks ? MarketProvider.defaultStockChain : MarketProvider.defaultChain(for: .price)).map(\.name)
    }

    /// Returns the provider of a name, of any kind.
    static func named(_ name: String) -> (any ProviderEntry)? {
        MarketProvider.named(name) ?? AirQualityProvider.named(name)
    }
}
