import AirQuality
import Markets

/// What is told of every provider, whatever it is asked for: a row of `--provider help`, an entry of the pages.
protocol ProviderEntry: Sendable {
    /// The name users write.
    var name: String { get }
    var jobs: Set<ProviderJob> { get }
    var key: KeyNeed { get }
    /// The built-in REST base URL; empty for providers without one.
    var host: String { get }
    /// Other hosts that it is asked at, by the word that their variable has.
    var otherHosts: [String: String] { get }
    /// The built-in URL of its stream, where a variable of its own is worth a word.
    var streamHost: String? { get }
    /// How requests to it name the program.
    var agent: UserAgent { get }
    var limits: String { get }
    var summary: String { get }
    var isOnlyNamed: Bool { get }
    /// Whether what it says is made up; no real provider then stands beside it.
    var isMadeUp: Bool { get }
    /// What it wants to be said of it where its data is shown, once a run.
    var attribution: String? { get }
    /// Whether it can be asked for a job, in one way or another.
    func does(_ job: ProviderJob) -> Bool
}

extension MarketProvider: ProviderEntry {
    var otherHosts: [String: String] { [:] }
    var streamHost: String? { nil }

    /// What has prices but no stream can be watched by asking again.
    func does(_ job: ProviderJob) -> Bool {
        jobs.contains(job) || job == .watch && jobs.contains(.price)
    }
}

extension AirQualityProvider: ProviderEntry {
    /// What can only be listened to has readings too, once they have come.
    func does(_ job: ProviderJob) -> Bool {
        jobs.contains(job) || job == .air
    }
}

extension ProviderEntry {
    /// What the names of its variables begin with: `CRYPTO_CITY_WS`.
    var variablePrefix: String { "CRYPTO_" + String(name.uppercased().map { $0 == "-" ? "_" : $0 }) }
}

/// The providers of all kinds; `sample` and `mock` are of each.
enum ProviderTable {
    /// Those of the kind that a job is done by, in the order they are listed.
    static func all(for job: ProviderJob) -> [any ProviderEntry] {
        job == .air ? AirQualityProvider.all : MarketProvider.all
    }

    /// Who is asked for a job where nobody is named.
    static func defaultChain(for job: ProviderJob) -> [any ProviderEntry] {
        job == .air ? AirQualityProvider.defaultChain : MarketProvider.defaultChain(for: job)
    }

    /// The provider of that name, of whatever kind.
    static func named(_ name: String) -> (any ProviderEntry)? {
        MarketProvider.named(name) ?? AirQualityProvider.named(name)
    }
}
