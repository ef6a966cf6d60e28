import CommandLineKit
import Markets
import Rendering

extension CommandReference {
    /// Creates the reference of a command from the table of its fields and the providers of a job.
    init<Row>(_ table: FieldTable<Row>, defaults: [String], job: ProviderJob, others: [OtherDefaults] = []) {
        self.init(
            fields: table.infos, defaults: defaults, others: others,
            providers: ProviderChoice(for: job).providers.map { Definition($0.name, $0.summary) })
    }
}

extension OtherDefaults {
    /// Creates the defaults of options that change which fields there are. All of them are shown.
    init<Row>(with options: [String], _ table: FieldTable<Row>, listing: String) {
        self.init(with: options, table.names, of: table.infos, listing: listing)
    }
}

extension FieldTable {
    fileprivate var infos: [FieldInfo] {
        fields.map { FieldInfo(name: $0.name, type: $0.type.rawValue, help: $0.help) }
    }
}
