import CommandLineKit
import Rendering

/// Why a command ends, in the words of stderr and with the code scripts see. All prose on failures is in the
/// `Failure+….swift` files.
struct Failure: Error, Equatable {
    var status: ExitStatus
    /// One line without the program's name, harmless for a terminal.
    var message: String
    /// Lines printed below it as they stand: the text with the mistake and the caret under it.
    var details: [String] = []

    init(_ status: ExitStatus, _ message: String, details: [String] = []) {
        self.status = status
        self.message = TerminalText.harmless(message)
        self.details = details
    }
}

extension Failure {
    /// A command line, variable or config line that makes no sense.
    init(_ error: UsageError) {
        self.init(error.origin?.isFile == true ? .configuration : .usage, error.message)
        guard let caret = error.caret else { return }
        details = Self.pointing(at: caret.text.prefix(caret.offset).utf8.count, in: caret.text)
    }

    /// Values that make no sense, in a text that names their options; a mistake of the config file is that file's.
    init(_ problem: OptionProblem, _ origins: ValueOrigins, details: [String] = []) {
        let status = origins.areOfFiles(problem.options) ? ExitStatus.configuration : .usage
        self.init(status, problem.text(origins), details: details)
    }

    /// The value of an option, by the long name, that makes no sense.
    static func option(_ name: String, _ problem: String, _ origins: ValueOrigins) -> Failure {
        Failure(OptionProblem(name, problem), origins)
    }

    /// A condition or template with a mistake in it.
    init(_ error: SyntaxError, option: String, text: String, _ origins: ValueOrigins) {
        var problem = error.description
        if case .unknownField(let name, let known) = error.problem {
            problem += Self.suggestion(for: name, in: known)
        }
        self.init(OptionProblem(option, problem), origins, details: Self.pointing(at: error.offset, in: text))
    }

    /// A `--fields` list that names no field or names one twice.
    init(_ error: FieldError, _ origins: ValueOrigins) {
        switch error {
        case .unknown(let name, let known):
            let guess = Self.suggestion(for: name, in: known)
            self = .option("fields", "unknown field \(name.inQuotes)\(guess); '--fields help' lists them", origins)
        case .repeated(let name):
            self = .option("fields", "\(name.inQuotes) is named twice", origins)
        }
    }

    /// `; did you mean 'x'?`, or nothing.
    static func suggestion(for text: String, in candidates: some Sequence<String>) -> String {
        Suggestion.nearest(to: text, in: candidates).map { "; did you mean '\($0)'?" } ?? ""
    }

    private static func pointing(at offset: Int, in text: String) -> [String] {
        let (line, caret) = TerminalText.caret(in: text, at: offset)
        return ["  " + line, "  " + caret]
    }
}
