/// The metadata of an option, independent of the request. Help, man pages and completions are made of it.
package struct OptionInfo: Equatable, Sendable {
    /// The heading of a page under which an option is listed.
    package enum Section: Hashable, Sendable {
        case command
        /// An option of the commands that only this provider uses.
        case provider(String)
        case common
    }

    /// The option and value that a switch sets: `--json` sets `--format json`.
    package struct Shorthand: Equatable, Sendable {
        /// The long name of the other option.
        package let option: String
        /// The value, as text.
        package let value: String
    }

    /// When operands may be missing.
    package enum OperandWaiver: Equatable, Sendable {
        /// It stands in place of the operands.
        case always
        /// It prints something other than the command's rows.
        case instead
        /// The same, only with this value, for example `--fields help`. With the other one, and with what follows it
        /// after a colon, it prints rows of its own, for which no operands are taken.
        case value(String, or: String? = nil)
    }

    /// The long name without dashes.
    package var name: String
    /// The letter of the short form.
    package var short: Character?
    /// The placeholder of the value in pages, in lower case; nil for a switch.
    package var valueName: String?
    /// Whether the value is a comma-separated list.
    package var isList = false
    /// Words that people write after a number as an argument of its own, which belong to the value: `minutes`.
    package var units: Set<String> = []
    /// The allowed values; empty if any value of its type is allowed.
    package var choices: [Choice] = []
    /// The description in the list of options, one line.
    package var help: String
    /// More text for the long help and the man page.
    package var details: String?
    /// The default value as it is typed.
    package var defaultText: String?
    /// The heading under which it is listed. It also decides whether its variable contains the name of the command.
    package var section = Section.command
    /// Whether it cannot be set by a variable or in a file.
    package var isCommandLineOnly = false
    /// The kind of completion for a value without fixed choices.
    package var completion = CompletionKind.none
    /// The names of this option in other tools. They are suggested, never accepted.
    package var synonyms: [String] = []
    /// The option and value that the switch sets; nil for any other option.
    package var shorthand: Shorthand?
    /// Whether the operands are favorites if it is given, so that a shell completes those.
    package var takesFavorites = false
    /// When operands may be missing; nil for never.
    package var operandWaiver: OperandWaiver?
    /// What it says about other options.
    package var rules: [OptionRule] = []
    /// Whether it decides which rows there are and what they hold, not only how they are asked for and shown.
    package var decidesRows = true

    /// Whether its value `help` lists what it can name.
    var listsByHelp: Bool {
        if case .value("help", _) = operandWaiver { true } else { false }
    }
}

extension OptionInfo {
    /// Whether it takes no value.
    package var isSwitch: Bool { valueName == nil }

    /// `--limit`.
    package var longForm: String { "--\(name)" }

    /// `--limit <n>`, or `--reverse` for a switch.
    package var synopsis: String { valueName.map { "\(longForm) <\($0)>" } ?? longForm }

    /// `-n, --limit <n>`.
    package var label: String { short.map { "-\($0), \(synopsis)" } ?? synopsis }

    /// Returns the choice that a value is accepted for, by its name; the value itself if it is none.
    func meaning(of value: String?) -> String? { value.map { choices.accepting($0)?.name ?? $0 } }

    /// The names that turn a switch off, unless another option has them: `no-reverse`, or for `no-header` both
    /// `header` and `no-no-header`. `--help` and `--version` have none.
    package var negations: [String] {
        guard isSwitch, !OptionInfo.builtIn.contains(where: { $0.name == name }) else { return [] }
        return name.hasPrefix("no-") ? [String(name.dropFirst(3)), "no-\(name)"] : ["no-\(name)"]
    }

    /// Returns the name of its environment variable, `CRYPTO_CURRENCY` or `CRYPTO_LIST_LIMIT`; nil if it has none.
    package func variable(tool: String, command: String) -> String? {
        guard !isCommandLineOnly else { return nil }
        let words = section == .common ? [tool, name] : [tool, command, name]
        return words.joined(separator: "_").asVariable
    }

    /// The two options of every command, which its table does not list.
    static let builtIn = [
        builtIn(name: "help", short: "h", help: "Show help; -h shows a shorter one."),
        builtIn(name: "version", short: "V", help: "Show the version; with -v also that of libcurl."),
    ]

    private static func builtIn(name: String, short: Character, help: String) -> OptionInfo {
        var info = OptionInfo(name: name, short: short, help: help)
        info.section = .common
        info.isCommandLineOnly = true
        return info
    }
}

/// An allowed value of an option, and its meaning.
package struct Choice: Hashable, Sendable {
    /// The value as it is typed.
    package let name: String
    /// A short description; empty if the name is sufficient.
    package let help: String
    /// What is accepted for it in any letter case, written in lower case; empty if only the name is accepted, as it
    /// stands.
    package let spellings: [String]

    /// Creates a value with a name and a description.
    package init(_ name: String, _ help: String = "", spellings: [String] = []) {
        (self.name, self.help, self.spellings) = (name, help, spellings)
    }
}

extension [Choice] {
    /// Returns the choice that a text is accepted for; nil if it is none.
    func accepting(_ text: String) -> Choice? {
        if let choice = first(where: { $0.name == text }) { return choice }
        let typed = text.lowercased()
        return first { $0.spellings.contains(typed) }
    }
}

/// The kind of completion for a value or an operand without fixed choices.
package enum CompletionKind: Sendable {
    case none
    case file
    case directory
    case fields
    case providers
    case currency
    /// A currency, or a coin that the user has among the favorites.
    case asset
    case symbol
    /// One of the user's favorites.
    case favorite
    case city
    /// A command on the PATH.
    case program
    /// A value of `--generate`.
    case page
}
