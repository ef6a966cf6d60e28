import CommandLineKit
import Markets
import Rendering

/// The values of the options that every command has.
struct CommonOptions: Sendable {
    var format: FormatName?
    var fields: [String]?
    var template: String?
    var noHeader = false
    var condition: String?
    var once = false
    /// As typed; nil if not given.
    var currency: String?
    var providers: [String]?
    /// Nil if not given: the freshness of each request.
    var maxAge: Duration?
    var staleIfError: Duration?
    var offline = false
    var timeout = Duration.seconds(10)
    /// Nil if not given: the default is 3, and no limit for a stream that has begun.
    var retries: Int?
    /// Nil if not given: the default is 30 s, and none for streams.
    var deadline: Duration?
    var strict = false
    var schema = false
    var output: String?
    var append: String?
    var digits: Int?
    var color = ColorChoice.auto
    var quiet = false
    var verbose = false
    var record: String?
    var replay: String?
    var config: String?
    var noConfig = false
    var seed: UInt64 = 1
    var rate = 10
    /// The files in place of the user's own favorites; nil if not given, and in a command that has none.
    var favoritesFiles: [String]?
    /// What lists the fields of the rows, for a message: `--fields help`, or a command line where options change them.
    var fieldList = "--fields help"
    /// The name of the command, for a message.
    var command = ""
    /// The origins of the values of all options of the command.
    var origins = ValueOrigins()
}

/// `--format`: a format of rows, or of a chart.
enum FormatName: RawRepresentable, CaseIterable, Sendable, Equatable {
    case rows(OutputFormat)
    case svg

    static let allCases = OutputFormat.allCases.map(FormatName.rows) + [.svg]

    init?(rawValue: String) {
        guard let name = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = name
    }

    /// Returns the format that `--format` accepts a text for: by its name or by the ending of its files, in any letter
    /// case.
    init?(named text: String) {
        let typed = text.lowercased()
        guard let name = Self.allCases.first(where: { $0.spellings.contains(typed) }) else { return nil }
        self = name
    }

    /// What `--format` accepts for it, in lower case.
    var spellings: [String] { [rawValue] + fileEndings.filter { $0 != rawValue } }

    var rawValue: String {
        switch self {
        case .rows(let format): format.rawValue
        case .svg: "svg"
        }
    }

    /// Returns the formats that a command does not have: svg, unless it draws charts, and those that cannot show its
    /// rows.
    static func excluded(isDrawing: Bool, unfit: [OutputFormat]) -> [FormatName] {
        unfit.map(FormatName.rows) + (isDrawing ? [] : [.svg])
    }

    /// Returns the parser of a command, which does not accept these formats.
    static func parser(without excluded: [FormatName]) -> ValueParser<FormatName> {
        .oneOf(FormatName.allCases.filter { !excluded.contains($0) }, spellings: { $0.spellings }) { text in
            let isDrawing = !excluded.contains(.svg)
            if pictures.contains(text) {
                let charts = isDrawing ? "a chart is" : "charts, which \(CryptoTool.chartLines) draw, are"
                return "\(text.inQuotes) is not a format; \(charts) written as svg"
            }
            switch FormatName(named: text) {
            case .svg where !isDrawing: return "\(text.inQuotes) is for charts, which \(CryptoTool.chartLines) draw"
            case .rows(let format) where excluded.contains(.rows(format)):
                return "\(text.inQuotes) is for \(format.subject), which \(CryptoTool.commands(with: format)) print"
            default: return nil
            }
        }
    }
}

extension OutputFormat {
    /// What a format is for that not every command has.
    var subject: String {
        if isPriceDirective { return "prices" }
        return self == .influx ? "prices and air quality" : "current values"
    }
}

/// `--color`.
enum ColorChoice: String, Sendable, CaseIterable {
    case auto, always, never
}

extension CommonOptions {
    /// How often a chain is tried again by default.
    static var defaultRetries: Int { 3 }

    /// Returns the time limit of the whole command; nil for a stream without `--deadline`.
    func timeLimit(isStream: Bool) -> Duration? {
        deadline ?? (isStream ? nil : .seconds(30))
    }

    /// Whether to print the fields, the providers or the schema instead of rows.
    var asksForHelp: Bool { schema || fields == ["help"] || providers == ["help"] }

    /// The names of the providers that `--provider check` asks, none for all; nil without it.
    var checkedProviders: [String]? {
        guard let providers, let first = providers.first else { return nil }
        if providers == [Self.check] { return [] }
        guard first.hasPrefix(Self.check + ":") else { return nil }
        return [String(first.dropFirst(Self.check.utf8.count + 1))] + providers.dropFirst()
    }

    /// The value of `--provider` that checks providers.
    static var check: String { "check" }

    /// Whether the value of an option is on the command line, not of a variable or the config file.
    func isTyped(_ option: String) -> Bool { (origins[option]?.source ?? .commandLine) == .commandLine }

    /// Returns the problem of an option that asks for answers of the cache, which a stream has none of.
    static func noStream(_ name: String) -> OptionProblem { "\(option: name) cannot be used with a stream" }

    /// Checks what the rules of the options cannot say: values that do not go together.
    func validate() throws(OptionProblem) {
        if offline, maxAge == .zero {
            throw .exclusion("\(option: "offline") and \(option: "max-age", "0") cannot be used together")
        }
        if let template, fields != nil, !asksForHelp, !template.contains(bytes: "{json}") {
            throw .exclusion("\(option: "template") and \(option: "fields") cannot be used together")
        }
        try validateFileNames()
        try validateAppending()
    }

    /// Checks that no file has the bare name of a format, which other programs take with `-o`.
    private func validateFileNames() throws(OptionProblem) {
        if let output, FormatName(named: output) != nil {
            throw """
            \(option: "output", short: "o"): \(output.inQuotes) is a format: write -f \(output), or -o ./\(output) for a file \
            of that name
            """
        }
        if let append, FormatName(named: append) != nil {
            throw OptionProblem(
                "append",
                "\(append.inQuotes) is a format: write -f \(append), or --append ./\(append) for a file of that name")
        }
    }

    /// Checks that rows can be appended to the file in their format.
    private func validateAppending() throws(OptionProblem) {
        guard let append, !asksForHelp else { return }
        if append == "-" {
            throw OptionProblem("append", "'-' is not a file: it means stdout, which has no earlier rows")
        }
        guard format == nil else { return }
        throw OptionProblem(
            "append", "\(append.inQuotes) has no ending that sets the format; add --format \(OutputFormat.appendable())"
        )
    }
}
