import CommandLineKit
import Markets
import Rendering

/// What every command's options come to.
struct CommonOptions: Sendable {
    var format: FormatName?
    var fields: [String]?
    var template: String?
    var noHeader = false
    var condition: String?
    /// As typed; nil where nobody chose one.
    var currency: String?
    var providers: [String]?
    var timeout = Duration.seconds(10)
    /// Nil where nobody gave one: 3, and without end for a stream that has begun.
    var retries: Int?
    /// Nil where nobody gave one: 30 s, and none for streams.
    var deadline: Duration?
    var strict = false
    var digits: Int?
    var color = ColorChoice.auto
    var quiet = false
    var verbose = false
    var config: String?
    var noConfig = false
    var seed: UInt64 = 1
    var rate = 10
    /// Where the values of all options of the command come from.
    var origins = ValueOrigins()
}

/// `--format`: how rows are written, or a chart in their place.
enum FormatName: RawRepresentable, CaseIterable, Sendable, Equatable {
    case rows(OutputFormat)
    case svg

    static let allCases = OutputFormat.allCases.map(FormatName.rows) + [.svg]

    init?(rawValue: String) {
        guard let name = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = name
    }

    var rawValue: String {
        switch self {
        case .rows(let format): format.rawValue
        case .svg: "svg"
        }
    }
}

/// `--color`.
enum ColorChoice: String, Sendable, CaseIterable {
    case auto, always, never
}

extension CommonOptions {
    /// How often a chain is walked again where nobody says.
    static var defaultRetries: Int { 3 }

    /// The whole command's time; nil for a stream, which ends when its input does, unless somebody gave one.
    func timeLimit(isStream: Bool) -> Duration? {
        deadline ?? (isStream ? nil : .seconds(30))
    }

    /// Whether the fields or the providers are listed in place of rows.
    var asksForHelp: Bool { fields == ["help"] || providers == ["help"] }

    /// Checks that `--format` and `--template` go together with each other and with `--chart`.
    func validate(chart: Bool = false) throws(OptionProblem) {
        let isChart = chart && !asksForHelp
        switch (format, template) {
        case (_, .some) where isChart: throw "\(option: "template") and \(option: "chart") do not go together"
        case (.rows(let format), nil) where isChart && format != .table:
            throw """
            \(option: "format", format.rawValue) and \(option: "chart") do not go together; \
            a chart is a table or svg
            """
        case (.svg, nil) where !isChart: throw "\(option: "format", "svg") is for charts: add --chart"
        case (.rows(.template), nil): throw "\(option: "format", "template") needs --template <text>"
        case (.some(let format), .some) where format != .rows(.template):
            throw "\(option: "template") and \(option: "format", format.rawValue) do not go together"
        default: break
        }
    }

    /// THE table of the options of every command.
    static let table: [Option<CommonOptions>] = output + asking + speaking

    private static let output: [Option<CommonOptions>] = [
        .value(
            "format", short: "f", \.format, .oneOf(FormatName.self), valueName: "name",
            help: "How rows are written.", default: "table"
        ).detailed("svg is for charts: it goes with --chart.").known(as: "output-format", "as", "style"),
        .shorthand("json", setting: "format", to: "json", help: "Short for --format json."),
        .shorthand("csv", setting: "format", to: "csv", help: "Short for --format csv."),
        .value(
            "fields", \.fields, .list(of: .text), valueName: "a,b,...",
            help: "Which fields, in that order; 'help' lists them."
        ).completing(.fields).waivingOperands(when: .value("help")).known(as: "columns", "select"),
        .value(
            "template", \.template, .text, valueName: "text",
            help: "Rows as this text: '{symbol} {price}\\n'."
        ).detailed(
            "{field} or {field:[<|>][width][.decimals]}, {{ }} for braces, \\n \\t \\\\; nothing is added at the end "
                + "of a row; unknown values are empty."),
        .toggle("no-header", \.noHeader, help: "No header row in csv, tsv and table."),
        .value("if", \.condition, .text, valueName: "expr", help: "Only rows that meet it; exit 1 when none does.")
            .detailed(
                "Compares fields with numbers or 'text': price > 70000, change_percent <= -5 && volume > 1000000; "
                    + "&&, ||, ! and brackets. A comparison with an unknown value is false."
            ).known(as: "filter", "where"),
        .value(
            "digits", \.digits, .wholeNumber(from: 0, to: 100), valueName: "n",
            help: "Round prices, amounts and percentages to n decimals."
        )
        .known(as: "precision", "decimals", "round"),
        .value(
            "color", \.color, .oneOf(ColorChoice.self), valueName: "when", help: "Whether a table is coloured.",
            default: "auto"
        ).detailed("NO_COLOR and CLICOLOR_FORCE are honoured.").known(as: "colour"),
    ]

    private static let asking: [Option<CommonOptions>] = [
        .value(
            "currency", short: "c", \.currency, .text, valueName: "code", help: "Quote everything in this currency.",
            default: "USD"
        ).completing(.currency).known(as: "vs-currency", "convert", "quote", "fiat"),
        .value(
            "provider", short: "p", \.providers, .list(of: .text), valueName: "name,...",
            help: "Who is asked, in this order; 'help' lists them."
        ).completing(.providers).waivingOperands(when: .value("help")).known(as: "source", "exchange", "api"),
        .value(
            "timeout", \.timeout, .time(isPositive: true), valueName: "time", help: "One attempt's time.",
            default: "10s"
        ).known(as: "connect-timeout"),
        .value(
            "retries", \.retries, .wholeNumber(from: 0, to: 1000), valueName: "n",
            help: "How often the chain of providers is walked again.", default: "3"
        ).known(as: "retry", "tries"),
        .value(
            "deadline", \.deadline, .time(isPositive: true), valueName: "time",
            help: "The whole command's time, everything included.", default: "30s, none for streams"
        ).known(as: "max-time"),
    ]

    private static let speaking: [Option<CommonOptions>] = [
        .toggle(
            "strict", \.strict,
            help: "An ambiguous symbol, a stale rate, a passed-over provider, a missing row: error instead of notice."),
        .toggle("quiet", short: "q", \.quiet, help: "No notices.").known(as: "silent"),
        .toggle("verbose", short: "v", \.verbose, help: "Each request and retry on stderr, keys redacted.")
            .known(as: "debug", "trace"),
        .value("config", \.config, .text, valueName: "file", help: "Another config file.").completing(.file),
        .toggle("no-config", \.noConfig, help: "No config file."),
    ]

    /// The options that only the provider `mock` obeys.
    private static let made: [Option<CommonOptions>] = [
        .value("seed", \.seed, .seed, valueName: "n", help: "Random seed.", default: "1"),
        .value(
            "rate", \.rate, .wholeNumber(from: 1, to: 10_000_000), valueName: "n", help: "Ticks a second.",
            default: "10"),
    ]

    /// The table for a command whose request holds the common options, without those that it has no use for.
    static func options<Request>(
        in keyPath: any WritableKeyPath<Request, CommonOptions> & Sendable, without useless: Set<String> = []
    ) -> [Option<Request>] {
        made.map { $0.lifted(keyPath, in: .provider(MarketProvider.mock.name)) }
            + table.filter { !useless.contains($0.info.name) }.map { $0.lifted(keyPath, in: .common) }
    }
}
