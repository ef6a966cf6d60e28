import CommandLineKit
import Markets
import Rendering

extension CommandReference {
    /// The fields and providers of each command, by its name.
    static var all: [String: CommandReference] {
        [
            "list": quotes(ListRequest.defaults, job: .list),
            "price": CommandReference(
                FieldTable<QuoteRow>.agreed(defaults: PriceRequest.defaults), defaults: PriceRequest.defaults,
                job: .price),
            "convert": CommandReference(
                FieldTable.conversions(defaults: ConvertRequest.defaults), defaults: ConvertRequest.defaults,
                job: .rates),
            "watch": quotes(WatchRequest.defaults, job: .watch),
            "aqi": CommandReference(.air, defaults: AirRequest.defaults, job: .air),
        ]
    }

    private static func quotes(_ defaults: [String], job: ProviderJob) -> CommandReference {
        CommandReference(FieldTable<QuoteRow>.quotes(defaults: defaults), defaults: defaults, job: job)
    }

    init<Row>(_ table: FieldTable<Row>, defaults: [String], job: ProviderJob) {
        self.init(
            fields: table.fields.map { FieldInfo(name: $0.name, type: $0.type.rawValue, help: $0.help) },
            defaults: defaults,
            providers: ProviderTable.all(for: job).filter { $0.jobs.contains(job) || job == .air }
                .map { Definition($0.name, $0.summary) })
    }
}
