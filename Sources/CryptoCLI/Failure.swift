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
    /// The option whose value is the mistake, `--if`; the message then begins with it.
    var option: String?

    init(_ status: ExitStatus, _ message: String, details: [String] = [], option: String? = nil) {
        self.status = status
        self.message = TerminalText.harmless(message)
        self.details = details
        self.option = option
    }
}

extension Failure {
    /// A command line, variable or config line that makes no sense.
    init(_ error: UsageError) {
        if case .setting = error.origin {
            self.init(.configuration, error.message)
        } else {
            self.init(.usage, error.message)
        }
        guard let caret = error.caret else { return }
        details = Self.pointing(at: caret.text.prefix(caret.offset).utf8.count, in: caret.text)
    }

    /// A condition or template with a mistake in it.
    init(_ error: SyntaxError, option: String, text: String) {
        var message = "\(option): \(error.description)"
        if case .unknownField(let name, let known) = error.problem {
            message += Self.suggestion(for: name, in: known)
        }
        self.init(.usage, message, details: Self.pointing(at: error.offset, in: text), option: option)
    }

    /// A `--fields` list that names no field or names one twice.
    init(_ error: FieldError) {
        switch error {
        case .unknown(let name, let known):
            self.init(
                .usage,
                "--fields: unknown field \(name.inQuotes)\(Self.suggestion(for: name, in: known))"
                    + "; '--fields help' lists them")
        case .repeated(let name):
            self.init(.usage, "--fields: \(name.inQuotes) is named twice")
        }
        option = "--fields"
    }

    /// The same failure, said of the variable or the line of the config file that the option's value comes from.
    func placed(by origin: (_ option: String) -> Origin?) -> Failure {
        guard let option, let origin = origin(String(option.dropFirst(2))) else { return self }
        var placed = self
        switch origin {
        case .commandLine: break
        case .variable(let name): placed.message = name + message.dropFirst(option.count)
        case .setting(let place):
            placed.status = .configuration
            placed.message = TerminalText.harmless(place) + ": " + message
        }
        return placed
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
