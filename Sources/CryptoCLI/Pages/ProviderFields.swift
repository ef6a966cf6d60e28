import AirQuality
import Markets
import Rendering

extension FieldTable<Provider> {
    /// Returns the fields of `--provider help`.
    static func providers(for job: ProviderJob, in table: ProviderTable) -> FieldTable {
        let choice = ProviderChoice(for: job, in: table)
        let essential = Field<Row>.essential
        let fields: [Field<Row>] = [
            Field("provider", .text, help: "Name", importance: essential) { .text($0.name) },
            Field("jobs", .text, help: "Jobs it can do", importance: essential, presentation: .prose) { provider in
                .text(ProviderJob.allCases.filter(provider.jobs.contains).map(\.rawValue).joined(separator: " "))
            },
            Field("key", .text, help: "Whether a key is required", importance: essential) { .text($0.key.rawValue) },
            Field(
                "asked", .text, help: "Place in the default chain of this command, or when it is used",
                importance: essential
            ) { .text(choice.turn(of: $0)) },
            Field("limits", .text, help: "Public rate limits", importance: essential, presentation: .prose) {
                .text($0.limits)
            },
            Field("key_variable", .text, help: "Variable that holds its key", importance: 5) {
                Value($0.key == .none ? nil : $0.keyVariable)
            },
            Field("summary", .text, help: "Description", importance: essential, presentation: .prose) {
                .text($0.summary)
            },
            Field(
                "attribution", .text, help: "Attribution that its terms ask for", importance: 7, presentation: .prose
            ) { Value($0.attribution) },
            Field(
                "standing", .text, help: "Whether its interface is official or unofficial; unknown of made-up data",
                importance: 10
            ) { Value($0.isMadeUp ? nil : $0.standing.rawValue) },
        ]
        return FieldTable(fields + (job.isOfAir ? [origin, past] : [past]))
    }

    private static let past = Field<Row>(
        "past", .boolean, help: "Whether it has past days, for --history, --at and the rates of convert --at",
        importance: 12
    ) { .bool($0.hasPast) }

    private static let origin = Field<Row>(
        "origin", .text, help: "Whether its air is measured or modelled", importance: 11
    ) { Value($0.origin?.rawValue) }
}
