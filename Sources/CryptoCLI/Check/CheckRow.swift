import DecimalArithmetic
import Markets
import Platform
import Rendering

/// A row of `--provider check`.
struct CheckRow: Sendable {
    let provider: String
    let job: ProviderJob
    let kind: AssetKind?
    var state: CheckState
    /// How long its longest answer took, or its first tick; nil if it was not asked or did not answer.
    var latency: Duration?
    /// What it answered; nil after a failure.
    var value: CheckedValue?
    var deviation: ExactDecimal?
    var reason: String?
    var url: String?
    /// The exit status that it would cause alone; nil if all is well with it.
    var status: ExitStatus?
}

extension CheckRow {
    var onceName: String { "\(provider) \(job.rawValue)" }
}

extension FieldTable<CheckRow> {
    /// Returns the fields of `--provider check`. Only metrics and points tell by a number whether all is well.
    static func checks(for format: OutputFormat) -> FieldTable {
        FieldTable(
            fields + ([.prometheus, .influx].contains(format) ? [isOK] : []), metrics: "crypto_provider_",
            measurement: "crypto_provider")
    }

    private static let isOK = Field<Row>("ok", .integer, help: "Whether the state is ok") {
        .integer($0.state == .ok ? 1 : 0)
    }
    .known()

    private static let fields: [Field<Row>] = [
        Field("provider", .text, help: "Name", importance: Field<Row>.essential, roles: [.label, .tag]) {
            .text($0.provider)
        }.known(),
        Field("job", .text, help: "Job that was checked", importance: 10, roles: [.label, .tag]) {
            .text($0.job.rawValue)
        }
        .known().oneOf(ProviderJob.allCases.map(\.rawValue)),
        Field("state", .text, help: "What was found: \(states)", importance: Field<Row>.essential) {
            .text($0.state.rawValue)
        }.known().oneOf(CheckState.allCases.map(\.rawValue)),
        Field("latency_ms", .integer, title: "MS", help: "Milliseconds of its longest answer", importance: 70) {
            Value($0.latency.map { Int($0.milliseconds) })
        },
        Field(
            "age", .integer, help: "Whole seconds since the time of its value", importance: 60, presentation: .age
        ) { Value($0.value.map { Int($0.age) }) },
        Field(
            "price", .number, help: "Price of BTC or stock:AAPL in USD, or the rate from EUR to USD", importance: 80,
            presentation: .rate
        ) { Value($0.value?.price) },
        Field(
            "deviation_percent", .number, title: "DEV %", help: "Distance of price from the median of the others",
            importance: 65, presentation: .share
        ) { Value($0.deviation.map(Number.init)) },
        Field("reason", .text, help: "Why the state is not ok", importance: 75, presentation: .sentence) {
            Value($0.reason)
        },
        Field("url", .text, help: "Last URL that was asked", importance: 3) { Value($0.url) },
    ]

    private static let states = CheckState.allCases.map(\.rawValue).joined(separator: ", ")
}
