import AirQuality
import CommandLineKit
import Markets

/// crypto-providers(7): who can be asked, for what, and on which terms.
struct ProvidersPage {
    static let topic = Topic("providers", section: 7)
    private let reference: ToolReference

    init(_ reference: ToolReference) {
        self.reference = reference
    }

    var text: String {
        var page = Mdoc(
            reference, name: "crypto-providers", section: 7, summary: "The providers that crypto asks.")
        page.section("DESCRIPTION")
        page.prose(Self.description)
        page.section("DEFAULT CHAINS")
        page.prose("Where no provider is named, these are asked in turn:")
        let chains: [(String, [any ProviderEntry])] = ProviderJob.allCases.map {
            ($0.rawValue, ProviderTable.defaultChain(for: $0))
        }
        page.definitions(
            (chains + [("stocks", MarketProvider.defaultStockChain)]).map { (.command($0), Self.names(of: $1)) },
            isCompact: true)
        page.section("PROVIDERS OF PRICES AND RATES")
        page.definitions(MarketProvider.all.map { (.command($0.name), Self.terms(of: $0)) })
        page.section("PROVIDERS OF AIR QUALITY")
        page.definitions(AirQualityProvider.all.map { (.command($0.name), Self.terms(of: $0)) })
        page.section("ENVIRONMENT")
        page.prose("A variable replaces scheme and host of a provider, another holds its key:")
        page.definitions(
            MarketProvider.all.flatMap(Self.variables) + AirQualityProvider.all.flatMap(Self.variables), isCompact: true
        )
        page.section("SEE ALSO")
        page.references(reference.manual.filter { $0.name != "crypto-providers" })
        return page.text
    }

    private static func names(of chain: [any ProviderEntry]) -> String {
        chain.map { "`\($0.name)`" }.joined(separator: ", ") + "."
    }

    private static func terms(of provider: some ProviderEntry) -> String {
        let summary = provider.summary.prefix(1).uppercased() + provider.summary.dropFirst()
        let jobs = ProviderJob.allCases.filter(provider.jobs.contains).map { "`\($0.rawValue)`" }
        var sentences = ["\(summary).", "Jobs: \(jobs.joined(separator: ", "))."]
        switch provider.key {
        case .none: break
        case .optional: sentences.append("A key is used where there is one.")
        case .required: sentences.append("A key is needed.")
        }
        if let host = provider.host.isEmpty ? provider.streamHost : provider.host {
            sentences.append("Limits: \(provider.limits).")
            sentences.append("Address: \(host)")
        }
        if provider.isOnlyNamed { sentences.insert("Asked only when named.", at: 2) }
        return sentences.joined(separator: " ")
    }

    private static func variables(of provider: some ProviderEntry) -> [(term: Mdoc.Term, meaning: String)] {
        let prefix = provider.variablePrefix
        let others = provider.otherHosts.sorted { $0.key < $1.key }.map { ("_\($0)_URL", "For \($1)") }
        var variables = provider.host.isEmpty ? [] : [("_URL", "For \(provider.host)")]
        variables += others
        if let host = provider.streamHost { variables.append(("_WS_URL", "For \(host)")) }
        if provider.key != .none { variables.append(("_KEY", "Its key.")) }
        return variables.map { (.variable(prefix + $0), $1) }
    }

    private static let description = """
        A provider is asked for a job, such as a list or the price of symbols. `--provider` names who is asked, in this order; \
        `--provider help` lists who can do the job of a command.

        A symbol such as `stock:AAPL` is asked of providers of stocks, every other one of providers of coins; a bare ticker \
        is a stock's where only providers of stocks are named. Air quality is asked of providers of its own.

        A provider that fails is followed by the next at once. One that does not know a symbol, or cannot quote it in \
        the currency, is passed over. Every row says who answered. Made-up prices never stand in for real ones: \
        `sample` and `mock` are asked only when named.
        """
}
