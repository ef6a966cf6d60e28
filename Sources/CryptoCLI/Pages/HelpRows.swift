import CommandLineKit
import Markets
import Rendering

/// `--fields help` and `--provider help`: lists that every command prints, in any format.
enum HelpRows {
    /// Prints the list that the options ask for and returns the exit status; returns nil if they ask for none. `others` are
    /// the default fields with other options, which a line on stderr names.
    static func print<Row>(
        _ table: FieldTable<Row>, others: [OtherDefaults] = [], job: ProviderJob, options common: CommonOptions,
        _ environment: Environment
    ) throws(Failure) -> ExitStatus? {
        if common.fields == ["help"] {
            let status = try print(
                table.fields, table: FieldTable(Field<Row>.columns), common: common, environment: environment)
            for other in others where !common.quiet {
                environment.console.say(other.line)
            }
            return status
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
