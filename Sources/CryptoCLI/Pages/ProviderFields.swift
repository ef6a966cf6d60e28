import Markets
import Rendering

extension FieldTable<any ProviderEntry> {
    /// Returns the fields of `--provider help`.
    static func providers(for job: ProviderJob) -> FieldTable {
        let chain = ProviderTable.defaultChain(for: job).map(\.name)
        let stocks = job == .price ? MarketProvider.defaultStockChain.map(\.name) : []
        return FieldTable([
            Field("provider", .text, help: "Name", importance: Field<Row>.essential) { .text($0.name) },
            Field("jobs", .text, help: "Jobs it can do", importance: 80, presentation: .prose) { provider in
                .text(ProviderJob.allCases.filter(provider.jobs.contains).map(\.rawValue).joined(separator: " "))
            },
            Field("key", .text, help: "Whether a key is required", importance: 70) { .text($0.key.rawValue) },
            Field(
                "asked", .text, help: "Place in the default chain of this command, or when it is used",
                importance: 70
            ) { provider in
                guard provider.jobs.contains(job) || job == .air else { return .text("other jobs") }
                if stocks.contains(provider.name) { return .text("for stocks") }
                return .text(chain.firstIndex(of: provider.name).map { "\($0 + 1)." } ?? "when named")
            },
            Field("limits", .text, help: "Public rate limits", importance: 60, presentation: .prose) {
                .text($0.limits)
            },
            Field("summary", .text, help: "Description", importance: 50, presentation: .prose) { .text($0.summary) },
            Field(
                "attribution", .text, help: "Attribution that its terms ask for", importance: 40, presentation: .prose
            ) {
                Value($0.attribution)
            },
        ])
    }
}
