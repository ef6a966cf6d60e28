import Markets
import Rendering

/// `--fields help` and `--provider help`: lists that every command prints, in any format.
enum HelpRows {
    /// Prints the list that the options ask for and returns the exit status; returns nil if they ask for none.
    static func print<Row>(
        _ table: FieldTable<Row>, job: ProviderJob, options common: CommonOptions, _ environment: Environment
    ) throws(Failure) -> ExitStatus? {
        if common.fields == ["help"] {
            return try print(
                table.fields, table: FieldTable(Field<Row>.columns), common: common, environment: environment)
        }
        if common.providers == ["help"] {
            return try print(
                ProviderChoice(for: job).providers, table: .providers(for: job), common: common,
                environment: environment)
        }
        return nil
    }

    private static func print<Row: Sendable>(
        _ rows: [Row], table: FieldTable<Row>, common: CommonOptions, environment: Environment
    ) throws(Failure) -> ExitStatus {
        var common = common
        (common.fields, common.condition) = (nil, nil)
        let output = try Output(common, fields: table, environment)
        try output.print(rows, to: environment.console)
        return .success
    }
}
