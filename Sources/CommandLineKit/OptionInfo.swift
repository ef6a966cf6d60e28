/// What is known of an option without its command's request: all that help, man pages and completions fold over.
package struct OptionInfo: Equatable, Sendable {
    /// Under which heading of a page the option stands.
    package enum Section: Hashable, Sendable {
        case command
        /// Of the commands too, but only this provider obeys it.
        case provider(String)
        case common
    }

    /// The option and value a switch is short for: `--json` for `--format json`.
    package struct Shorthand: Equatable, Sendable {
        /// The other option's long name.
        package let option: String
        /// What it is given, as text.
        package let value: String
    }

    /// When the option prints something else than the command's rows, so that operands may be missing.
    package enum OperandWaiver: Equatable, Sendable {
        case always
        /// Only with this value, as in `--fields help`.
        case value(String)
    }

    /// The long name without dashes.
    package var name: String
    /// The one letter after a single dash.
    package var short: Character?
    /// What stands for the value in pages, in lower case; nil for a switch.
    package var valueName: String?
    /// Whether the value is a list with commas.
    package var isList = false
    /// The values there are; empty where any value of the kind will do.
    package var choices: [Choice] = []
    /// One line for the list of options.
    package var help: String
    /// More sentences, for the long help and the man page.
    package var details: String?
    /// The default as it would be typed.
    package var defaultText: String?
    /// Under which heading it stands, and whether its variable names the command.
    package var section = Section.command
    /// Neither a variable nor a line of a file sets it.
    package var isCommandLineOnly = false
    /// What a shell may offer for a value that has no fixed choices.
    package var completion = CompletionKind.none
    /// Names this option bears in other tools; they are suggested, never accepted.
    package var synonyms: [String] = []
    /// What the switch is short for; nil for any other option.
    package var shorthand: Shorthand?
    /// When operands may be missing; nil for never.
    package var operandWaiver: OperandWaiver?

    /// An option of the command's own section, a switch unless its value has a name.
    package init(name: String, short: Character? = nil, valueName: String? = nil, help: String) {
        self.name = name
        self.short = short
        self.valueName = valueName
        self.help = help
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

    /// The names that turn a switch off, unless another option bears them: `no-reverse`, or for `no-header` both
    /// `header` and `no-no-header`. `--help` and `--version` have none.
    package var negations: [String] {
        guard isSwitch, !OptionInfo.builtIn.contains(self) else { return [] }
        return name.hasPrefix("no-") ? [String(name.dropFirst(3)), "no-\(name)"] : ["no-\(name)"]
    }

    /// The variable that sets it, `CRYPTO_CURRENCY` or `CRYPTO_LIST_LIMIT`; nil where none does.
    package func variable(tool: String, command: String) -> String? {
        guard !isCommandLineOnly else { return nil }
        let words = section == .common ? [tool, name] : [tool, command, name]
        return words.joined(separator: "_").asVariable
    }

    /// The two options that every command has and its table need not name.
    static let builtIn = [
        builtIn(name: "help", short: "h", help: "Show help; -h shows a shorter one."),
        builtIn(name: "version", short: "V", help: "Show the version."),
    ]

    private static func builtIn(name: String, short: Character, help: String) -> OptionInfo {
        var info = OptionInfo(name: name, short: short, help: help)
        info.section = .common
        info.isCommandLineOnly = true
        return info
    }
}

/// A value an option may have, and what it means.
package struct Choice: Equatable, Sendable {
    /// As it is typed.
    package let name: String
    /// A few words; empty where the name says it all.
    package let help: String

    /// A value by its name.
    package init(_ name: String, _ help: String = "") {
        self.name = name
        self.help = help
    }
}

/// What a shell may offer for a value or an operand that has no fixed choices.
package enum CompletionKind: Sendable {
    case none
    case file
    case directory
    case fields
    case providers
    case currency
    case symbol
    /// A command of the system.
    case program
}
