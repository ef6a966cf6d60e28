import CommandLineKit
import Markets
import Rendering

/// The table of the options of every command.
extension CommonOptions {
    /// The options for the rows behind a chart, which are not written: a format, and fields of a variable or the config
    /// file, are not for them.
    var besideChart: CommonOptions {
        var options = self
        (options.format, options.fields) = (nil, nil)
        return options
    }

    /// The options about requests, for a command that sends none.
    static let ofRequests = [
        "currency", "provider", "max-age", "stale-if-error", "offline", "timeout", "retries",
    ]

    /// The options about rows, for a command that prints none.
    static let ofRows = ["format", "fields", "template", "no-header", "if", "once", "digits", "color"]

    /// What to do in place of options that no command has, by their names without dashes. `own` are those of one
    /// command; `watch` is what stands before `--until` and `--when` to wait for a condition.
    static func substitutes(
        _ own: [String: String] = [:], watch: String = "crypto watch BTC "
    ) -> [String: String] {
        let color = "write '--color never'"
        let key = "a key is in the variable CRYPTO_<PROVIDER>_KEY or in the file ~/.config/crypto/keys"
        let alert = """
            '\(watch)--until <expr>' waits for a condition, and '\(watch)--when <expr> --exec <command>' runs a command
            """
        let all = [
            "no-color": color, "no-colour": color, "key": key, "api-key": key, "apikey": key, "alert": alert,
            "above": alert, "below": alert, "notify": alert,
        ]
        return all.merging(own) { $1 }
    }

    /// The same for a command that streams nothing.
    static func substitutesWithoutStream(_ own: [String: String] = [:]) -> [String: String] {
        let names = ["watch", "live", "follow", "stream", "w"]
        let stream = Dictionary(uniqueKeysWithValues: names.map { ($0, "'crypto watch' streams prices") })
        return substitutes(stream.merging(own) { $1 })
    }

    /// The long names of those in the short help of every command, as far as it has them.
    static let essentials = ["format", "fields", "if", "currency", "provider"]

    /// Returns the table of the options of every command, for one that draws charts or does not. `format` is the
    /// default format; `examples` are of its rows.
    static func table(
        isDrawing: Bool, unfit: [OutputFormat] = [], format defaultFormat: String = "table",
        examples: RowExamples = .prices
    ) -> [Option<CommonOptions>] {
        let excluded = FormatName.excluded(isDrawing: isDrawing, unfit: unfit)
        return [format(without: excluded, default: defaultFormat)] + shorthands + fields + selection(examples)
            + output(examples, without: excluded) + sources
            + ([maxAge(examples)] + requests + [strict(examples)] + files(examples, without: excluded) + logs)
            .changingNoRows()
    }

    private static func format(without excluded: [FormatName], default text: String) -> Option<CommonOptions> {
        .value(
            "format", short: "f", \.format, as: FormatName.parser(without: excluded),
            valueName: "name", help: "Output format.", default: text
        ).detailed(formats(without: excluded)).known(as: "output-format", "as", "style")
            // Only some formats have a header.
            .silencing(["no-header"], when: names(where: { !$0.hasHeader }))
            .excluding("chart", when: names(where: { $0 != .table }), way: "the format of a chart is table or svg")
            .excluding("watch", when: names(where: { $0 == .prometheus }))
            .needing("template", when: names(where: { $0 == .template }), forLists: true)
            .needing("chart", when: ["svg"], saying: "\(option: "format", "svg") is for charts: add --chart")
            .changingNoRows()
    }

    private static func formats(without excluded: [FormatName]) -> String {
        var details = [
            "Names are accepted in any letter case, and so are the endings of files: md is markdown, "
                + (excluded.contains(.rows(.prometheus)) ? "" : "prom is prometheus, ")
                + "lp is influx, ndjson is jsonl",
            "records prints one 'field: value' per line and an empty line between rows",
            "none prints nothing, for the exit status alone",
        ]
        if !excluded.contains(.rows(.ledger)) { details.append("ledger and beancount print price directives") }
        if !excluded.contains(.rows(.prometheus)) { details.append("prometheus prints metrics for node_exporter") }
        details.append("influx prints the line protocol of InfluxDB")
        if !excluded.contains(.svg) { details.append("svg requires --chart") }
        return details.joined(separator: "; ") + "."
    }

    /// The names of formats of rows.
    private static func names(where isMeant: (OutputFormat) -> Bool) -> [String] {
        OutputFormat.allCases.filter(isMeant).map(\.rawValue)
    }

    /// The first switches of every command, for the help of the tool.
    static var switches: [OptionInfo] {
        shorthands.map { option in
            var info = option.info
            info.section = .common
            return info
        }
    }

    private static let shorthands: [Option<CommonOptions>] = [
        .shorthand("json", setting: "format", to: "json", help: "Short for --format json."),
        .shorthand("csv", setting: "format", to: "csv", help: "Short for --format csv."),
    ]

    private static let fields: [Option<CommonOptions>] = [
        .value(
            "fields", \.fields, as: .list(of: .text), valueName: "a,b,...",
            help: "Fields to print, in this order; 'help' lists them."
        ).completing(.fields).waivingOperands(when: .value("help")).known(as: "columns", "select")
            .excluding("format", of: names(where: \.isPriceDirective)).changingNoRows()
    ]

    private static func selection(_ examples: RowExamples) -> [Option<CommonOptions>] {
        [
            .value(
                "template", \.template, as: .text, valueName: "text",
                help: "Print each row by this template: '\(examples.template)'."
            ).detailed(CryptoTool.details("--template"))
                .silencing(["no-header"])
                .excluding("append", "chart")
                .excluding("format", of: names(where: { $0 != .template }), forLists: true).changingNoRows(),
            .toggle("no-header", \.noHeader, help: "Print no header row in csv, tsv and table.").changingNoRows(),
            .value(
                "if", \.condition, as: .text, valueName: "expr",
                help: "Print matching rows only; exit 1 if no row matches."
            )
            .detailed(
                "Compares fields with numbers or 'text': \(examples.conditions.joined(separator: ", ")); "
                    + "&&, ||, ! and parentheses. A comparison with an unknown value is false."
                    + windows(examples)
            ).known(as: "filter", "where").spelled(\.asCanonicalCondition),
        ]
    }

    /// Returns what conditions may name besides fields.
    private static func windows(_ examples: RowExamples) -> String {
        guard let windows = examples.windows else { return "" }
        return
            " \(windows) in percent since the oldest value of the last 10 minutes, and high(1h), low(1h) and mean(1h) "
            + "are of the hour before the row, as in '\(examples.breakOut ?? "")'; they are unknown until so much time has "
            + "passed. See crypto-fields(5)."
    }

    private static func output(_ examples: RowExamples, without excluded: [FormatName]) -> [Option<CommonOptions>] {
        [
            .toggle("once", \.once, help: "With --if: leave out rows that matched in the previous run.").detailed(
                CryptoTool.details("--once")
            ).known(as: "edge", "new", "dedup").changingNoRows().needing("if")
                // The rows of the others cannot be compared with those of the next run: a file that is not replaced
                // after all would lose them, and a record is not what happens now.
                .excluding(
                    "output", "replay", "add", "remove", "move", "watch", "at", "history", "candles", "from", "to",
                    "chart"),
            .toggle("schema", \.schema, help: "Print the JSON Schema of the output of --json.").detailed(
                CryptoTool.details("--schema")
            ).waivingOperands(when: .instead).known(as: "json-schema", "types").changingNoRows(),
            .value(
                "digits", \.digits, as: .wholeNumber(from: 0, to: 100), valueName: "n",
                help: "Round \(examples.rounded) to n decimals."
            ).detailed(
                "\(examples.exact)In \(exactFormats(without: excluded)) and line protocol a number that would become 0 stays exact."
            )
            .known(as: "precision", "decimals", "round").changingNoRows(),
            .value(
                "color", \.color, as: .oneOf(ColorChoice.self), valueName: "when", help: "When to use colors.",
                default: "auto"
            ).detailed("NO_COLOR and CLICOLOR_FORCE are honored.").known(as: "colour").changingNoRows(),
        ]
    }

    /// What formats print that keep numbers which '--digits' would make 0, as words.
    private static func exactFormats(without excluded: [FormatName]) -> String {
        let formats: [(OutputFormat, String)] = [(.ledger, "price directives"), (.prometheus, "metrics")]
        return formats.filter { !excluded.contains(.rows($0.0)) }.map(\.1).joined(separator: ", ")
    }

    private static let sources: [Option<CommonOptions>] = [
        .value(
            "currency", short: "c", \.currency, as: .text, valueName: "code",
            help: "Quote everything in this currency.",
            default: "USD"
        ).detailed(CryptoTool.details("--currency")).completing(.currency).known(
            as: "vs-currency", "convert", "quote", "fiat"
        ).spelled(Currency.spelling),
        .value(
            "provider", short: "p", \.providers, as: .list(of: .text), valueName: "names",
            help: "Providers to try, in this order; or 'help', 'check'."
        ).detailed(CryptoTool.details("--provider")).completing(.providers).waivingOperands(
            when: .value("help", or: CommonOptions.check)
        ).known(
            as: "source", "exchange", "api"),
    ]

    private static func maxAge(_ examples: RowExamples) -> Option<CommonOptions> {
        .value(
            "max-age", \.maxAge, as: .time(isPositive: false), valueName: "time",
            help: "Use answers in the cache that are not older.", default: "\(examples.freshness), see the manual"
        ).detailed(
            "Without it an answer counts as new for \(examples.freshnesses). The longer ones also hold with --max-age, "
                + "except with 0."
        ).known(as: "cache", "ttl")
    }

    private static let requests: [Option<CommonOptions>] = [
        .shorthand("refresh", setting: "max-age", to: "0", help: "Short for --max-age 0: ask again.").known(
            as: "no-cache"),
        .value(
            "stale-if-error", \.staleIfError, as: .time(isPositive: true), valueName: "time",
            help: "If every provider fails, use an answer up to this old.", default: "none"
        ).detailed("Such rows are marked as stale, with a notice."),
        .toggle("offline", \.offline, help: "Send no request; use the cache only, exit 69 if it has no answer.")
            .excluding("record", "replay", forLists: true),
        .value(
            "timeout", \.timeout, as: .time(isPositive: true), valueName: "time", help: "Time limit of one attempt.",
            default: "10s"
        ).known(as: "connect-timeout"),
        .value(
            "retries", \.retries, as: .wholeNumber(from: 0, to: 1000), valueName: "n",
            help: "How often to try all providers again after a temporary failure.", default: "3"
        ).known(as: "retry", "tries"),
        .value(
            "deadline", \.deadline, as: .time(isPositive: true), valueName: "time",
            help: "Time limit of the whole command.", default: "30s, none for streams"
        ).known(as: "max-time"),
    ]

    private static func strict(_ examples: RowExamples) -> Option<CommonOptions> {
        .toggle("strict", \.strict, help: "Treat notices as errors: \(examples.notices).")
    }

    private static func files(_ examples: RowExamples, without excluded: [FormatName]) -> [Option<CommonOptions>] {
        [
            .value(
                "output", short: "o", \.output, as: .text, valueName: "file",
                help: "Write to this file, when the output is whole, instead of stdout."
            ).detailed(
                CryptoTool.details("--output", ["$FORMATS$": FormatName.endings(without: excluded)])
            ).implyingByEnding("format", unless: "template", FormatName.name(ofFile:)).completing(.file).known(
                as: "out", "outfile", "to-file"
            ).excluding("append").excluding("format", of: ["none"], forLists: true),
            .value(
                "append", \.append, as: .text, valueName: "file",
                help: "Append the rows that are not yet in this file, instead of printing them."
            ).detailed(
                CryptoTool.details(
                    "--append",
                    [
                        "$FORMATS$": OutputFormat.appendable(without: excluded), "$KEY$": examples.key,
                        "$CANDLES$": examples.hasCandles ? "A candle that is not complete is left out. " : "",
                    ])
            ).implyingByEnding("format", unless: "template", { FormatName(ofFile: $0)?.rawValue }).completing(.file)
                .known(as: "log", "add-to")
                .excluding(
                    "format",
                    of: FormatName.allCases.map(\.rawValue).filter { OutputFormat(rawValue: $0)?.isAppendable != true },
                    way: "use \(OutputFormat.appendable())"
                ).excluding("no-header"),
        ]
    }

    private static let logs: [Option<CommonOptions>] = [
        .toggle("quiet", short: "q", \.quiet, help: "Print no notices.").known(as: "silent"),
        .toggle("verbose", short: "v", \.verbose, help: "Log each request and retry on stderr, keys redacted.")
            .detailed(CryptoTool.details("--verbose")).known(as: "debug", "trace"),
        .value(
            "record", \.record, as: .text, valueName: "dir",
            help: "Write every answer and stream frame to files in this new or empty directory."
        ).detailed(CryptoTool.details("--record")).completing(.directory).known(as: "har", "save", "dump").excluding(
            "replay", forLists: true),
        .value(
            "replay", \.replay, as: .text, valueName: "dir",
            help: "Run without network, from the files of --record or HAR files of a browser."
        ).detailed(CryptoTool.details("--replay")).completing(.directory).known(as: "playback"),
        .value("config", \.config, as: .text, valueName: "file", help: "Use this config file.").completing(.file),
        .toggle("no-config", \.noConfig, help: "Read no config file."),
    ]

    /// The options that only the provider `mock` uses.
    private static let mock: [Option<CommonOptions>] = [
        .value("seed", \.seed, as: .seed, valueName: "n", help: "Random seed of the mock provider.", default: "1"),
        .value(
            "rate", \.rate, as: .wholeNumber(from: 1, to: 10_000_000), valueName: "n",
            help: "Ticks per second of the mock provider.",
            default: "10"
        ).changingNoRows(),
    ]

    /// Returns the table for a command whose request holds the common options, without those that have no effect on it.
    /// `isDrawing` is for a command with `--chart`; `unfit` are the formats that cannot show its rows; `format` is the
    /// default format; `examples` are of its rows.
    static func options<Request>(
        in place: @autoclosure @escaping Option<Request>.Place<CommonOptions>, without excluded: Set<String> = [],
        isDrawing: Bool = false, unfit: [OutputFormat] = [], format: String = "table", examples: RowExamples = .prices
    ) -> [Option<Request>] {
        mock.lifted(place(), in: .provider("mock"))
            + table(isDrawing: isDrawing, unfit: unfit, format: format, examples: examples)
            .filter { !excluded.contains($0.info.name) }
            .lifted(place(), in: .common)
    }
}
