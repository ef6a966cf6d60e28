import AirQuality
import CommandLineKit
import Markets
import ProviderKit

extension ProviderTable {
    /// Returns the providers of the kind that does a job, in the order of their table.
    func all(for job: ProviderJob) -> [Provider] { job.isOfAir ? air : prices }

    /// The names of the providers that take a key.
    var withKeys: [String] { all.filter { $0.key != .none }.map(\.name) }

    /// The variables that hold keys.
    var keyVariables: [String] { all.filter { $0.key != .none }.map(\.keyVariable) }

    /// The variables of all providers.
    var variables: Set<String> { Set(keyVariables + all.flatMap(\.urlVariables)) }

    /// The names of the providers that have splits and dividends.
    var withEvents: [String] { prices.filter(\.hasEvents).map(\.name) }

    /// Returns the names of the providers that have a figure, in the order in which they are asked.
    func names(with figure: MarketFigure) -> [String] {
        defaults(for: .price, of: .index).filter { $0.figures.contains(figure) }.map(\.name)
    }

    /// Returns the names of providers that can replace a provider whose host is gone.
    func replacements(for name: String) -> [String] {
        guard let provider = named(name, isOfAir: false) else { return defaults(for: .air, of: nil).map(\.name) }
        return defaults(for: .price, of: provider.kinds == [.stock] ? .stock : .coin).map(\.name)
    }

    /// The variables of a provider's other base URLs, by the word in their name. Some are variables of other providers,
    /// which it asks too.
    func otherVariables(of provider: Provider) -> [String: String] {
        let own = provider.otherHosts.map { word, _ in (word, "\(provider.variablePrefix)_\(word)_URL") }
        let shared = provider.sharedHosts.compactMap { word, owner in
            named(owner).map { (word, $0.variablePrefix + (word.isEmpty ? "_URL" : "_\(word)_URL")) }
        }
        return Dictionary(uniqueKeysWithValues: own + shared)
    }
}

extension Provider {
    /// Whether it has a stream of its own.
    private var hasStream: Bool { makeTicks != nil || makeAirStream != nil }

    /// The prefix of its variables: `CRYPTO_CITY_WS`.
    var variablePrefix: String { "CRYPTO_" + name.uppercased().replacing("-", by: "_") }

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
