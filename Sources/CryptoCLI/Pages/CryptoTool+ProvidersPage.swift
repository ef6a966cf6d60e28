import AirQuality
import CommandLineKit
import Markets

extension CryptoTool {
    /// Writes crypto-providers(7): the providers of a table, their jobs and their terms.
    static func writeProviders(of table: ProviderTable, to page: inout Mdoc) {
        for (title, paragraphs) in pageText.sections(of: "crypto-providers") {
            page.section(title)
            page.add(paragraphs)
            if title == "DESCRIPTION" { writeTerms(of: table, to: &page) }
        }
        page.section("ENVIRONMENT")
        page.prose("These variables replace scheme and host of a provider's URL, or hold its key:")
        page.definitions(
            table.prices.flatMap(variables) + table.air.flatMap(variables), isCompact: true)
    }

    private static func writeTerms(of table: ProviderTable, to page: inout Mdoc) {
        page.section("DEFAULT CHAINS")
        page.prose("Without `--provider`, these are tried in turn:")
        let chains: [(String, [Provider])] = ProviderJob.allCases.map {
            ($0.rawValue, table.defaults(for: $0, of: $0.kind))
        }
        page.definitions(
            (chains + [("stocks", table.defaults(for: .price, of: .stock))]).map { (.command($0), names(of: $1)) },
            isCompact: true)
        page.section("PROVIDERS OF PRICES AND RATES")
        page.definitions(table.prices.map { (.command($0.name), terms(of: $0)) })
        page.section("PROVIDERS OF AIR QUALITY")
        page.definitions(table.air.map { (.command($0.name), terms(of: $0)) })
    }

    private static func names(of chain: [Provider]) -> String {
        chain.map { "`\($0.name)`" }.joined(separator: ", ") + "."
    }

    private static func terms(of provider: Provider) -> String {
        let summary = provider.summary.prefix(1).uppercased() + provider.summary.dropFirst()
        let jobs = ProviderJob.allCases.filter(provider.jobs.contains).map { "`\($0.rawValue)`" }
        var sentences = ["\(summary)."]
        if provider.standing == .unofficial { sentences.append("Unofficial.") }
        sentences.append("Jobs: \(jobs.joined(separator: ", ")).")
        sentences.append("Past days: \(provider.hasPast ? "yes" : "no").")
        if provider.isOnlyNamed { sentences.append("Used only when named.") }
        switch provider.key {
        case .none: break
        case .optional: sentences.append("A key is optional.")
        case .required: sentences.append("A key is required.")
        }
        if let note = provider.keyNote { sentences.append("\(note.prefix(1).uppercased())\(note.dropFirst()).") }
        if let host = provider.host.isEmpty ? provider.streamHost : provider.host {
            sentences.append("Limits: \(provider.limits).")
            sentences.append("Address: \(host)" + (provider.spareHost.map { ", or \($0)" } ?? ""))
        }
        return sentences.joined(separator: " ")
    }

    private static func variables(of provider: Provider) -> [(term: Mdoc.Term, meaning: String)] {
        let prefix = provider.variablePrefix
        let others = provider.otherHosts.sorted { $0.key < $1.key }.map { ("_\($0)_URL", "Replaces \($1)") }
        let hosts = [provider.host, provider.spareHost ?? ""].filter { !$0.isEmpty }
        var variables = hosts.isEmpty ? [] : [("_URL", "Replaces \(hosts.joined(separator: " and "))")]
        variables += others
        if let host = provider.streamHost { variables.append(("_WS_URL", "Replaces \(host)")) }
        if provider.key != .none { variables.append(("_KEY", "Its key.")) }
        return variables.map { (.variable(prefix + $0), $1) }
    }
}
