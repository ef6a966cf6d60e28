import CommandLineKit
import Rendering

/// Why a command fails: the message on stderr and the exit status. All texts of failures are in the `Failure+….swift`
/// files.
package struct Failure: Error, Equatable {
    var status: ExitStatus
    /// One line without the program's name and without control characters.
    var message: String
    /// Lines printed below the message, unchanged: the text with the mistake, and a caret under it.
    var details: [String] = []

    init(_ status: ExitStatus, _ message: String, details: [String] = []) {
        self.status = status
        self.message = TerminalText.harmless(message)
        self.details = details
    }
}

extension Failure {
    /// An invalid command line, variable or config line.
    init(_ error: UsageError) {
        self.init(error.origin?.isFile == true ? .configuration : .usage, error.message)
        guard let caret = error.caret else { return }
        details = Self.pointing(at: caret.text.prefix(caret.offset).utf8.count, in: caret.text)
    }

    /// Invalid values of options; the status is `configuration` if they are in a config file.
    init(_ problem: OptionProblem, _ origins: ValueOrigins, details: [String] = []) {
        let status = origins.areOfFiles(problem.options) ? ExitStatus.configuration : .usage
        self.init(status, problem.text(origins), details: details)
    }

    /// Returns the failure of an option, by its long name, with an invalid value.
    static func option(_ name: String, problem: String, _ origins: ValueOrigins) -> Failure {
        Failure(OptionProblem(name, problem), origins)
    }

    /// A condition or template with a syntax error.
    init(_ error: SyntaxError, option: String, text: String, _ common: CommonOptions) {
        var problem = error.description
        if case .unknownField(let name, let known) = error.problem {
            problem += Self.fieldHint(name, known: known, common)
        } else if case .unknownFunction(let name, let known) = error.problem {
            problem += Self.functionHint(name, known: known)
        } else if case .expected(.comparison) = error.problem, Self.isWord(text) {
            // In a shell '--if price>1' is '--if price' with its output in a file.
            problem += "; quote the condition, as in --\(option) '\(text) > 1'"
        }
        self.init(OptionProblem(option, problem), common.origins, details: Self.pointing(at: error.offset, in: text))
    }

    /// Returns the function that was meant by an unknown name, or all, or which commands have it, after a semicolon.
    private static func functionHint(_ name: String, known: [String]) -> String {
        let foreign = ["avg": "mean", "average": "mean", "max": "high", "min": "low", "change": "move"]
        if let meant = foreign[name.lowercased()], known.contains(meant) { return "; write \(meant)" }
        if !known.isEmpty { return suggestion(for: name, in: known, or: "there are \(known.joined(separator: ", "))") }
        let isOfStreams = RollingWindow.Function(rawValue: name) != nil
        return isOfStreams ? "; 'crypto watch' and 'crypto aqi --watch' have it" : ""
    }

    /// Whether a condition is the name of a field and nothing else.
    private static func isWord(_ text: String) -> Bool {
        !["true", "false"].contains(text) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    /// A `--fields` list with an unknown or a repeated name.
    init(_ error: FieldError, _ common: CommonOptions) {
        let problem: String
        switch error {
        case .unknown(let name, let known) where name.split(separator: " ").allSatisfy({ known.contains(String($0)) }):
            problem = "separate names with commas: \(name.split(separator: " ").joined(separator: ","))"
        case .unknown(let name, let known):
            problem = "unknown field \(name.inQuotes)\(Self.fieldHint(name, known: known, common))"
        case .repeated(let name): problem = "\(name.inQuotes) is named twice"
        case .missingKey(let name): problem = "\(name.inQuotes) is missing, by which --append knows a row"
        case .unfit(let name):
            let part = common.outputFormat == .influx ? "a field or a tag" : "a metric"
            problem = "\(name.inQuotes) is neither a number nor a text, as \(part) needs"
        }
        self = .option("fields", problem: problem, common.origins)
    }

    /// What to write in place of a field that is typed as an argument of its own.
    static func fieldHint(_ field: String, after fields: [String]) -> String {
        "separate fields with commas, as in '--fields \((fields + [field]).joined(separator: ",").harmless)'"
    }

    /// Returns the field that was meant by an unknown name, or what lists all, after a semicolon.
    private static func fieldHint(_ name: String, known: [String], _ common: CommonOptions) -> String {
        suggestion(for: name, in: known, or: "\(common.fieldList.inQuotes) lists them")
    }

    /// Returns `; did you mean 'x'?`, or nothing.
    static func suggestion(for text: String, in candidates: some Sequence<String>) -> String {
        Suggestion.nearest(to: text, in: candidates).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// Returns `; did you mean 'x'?` before the advice, or the advice alone after a semicolon.
    static func suggestion(for text: String, in candidates: some Sequence<String>, or advice: String) -> String {
        let guess = suggestion(for: text, in: candidates)
        return guess.isEmpty ? "; \(advice)" : "\(guess) \(advice)"
    }

    private static func pointing(at offset: Int, in text: String) -> [String] {
        let (line, caret) = TerminalText.caret(in: text, at: offset)
        return ["  " + line, "  " + caret]
    }
}

extension CommonOptions {
    /// Throws if an operand is the name of a field, as in `--fields city aqi`. `names` returns those of all fields.
    func refuseFields(
        among operands: some Sequence<String>, _ names: () -> [String]
    ) throws(OptionProblem) {
        guard let fields, !asksForHelp, case let known = names(), let field = operands.first(where: known.contains)
        else { return }
        throw "\(field.inQuotes) is a field; \(Failure.fieldHint(field, after: fields))"
    }
}
