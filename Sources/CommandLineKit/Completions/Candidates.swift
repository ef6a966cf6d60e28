import Platform

/// The completions of a tool for one shell.
protocol Completion {
    var reference: ToolReference { get }
}

extension Completion {
    var tool: String { reference.tool.name }
    var commands: [CommandInfo] { reference.tool.commands }
    /// The places where options are completed: before a command, and after each.
    var scopes: [CommandInfo] { [reference.leading] + commands }
    /// The words after `help`.
    var helpTopics: [String] { commands.map(\.name) + ["help"] }
}

/// The completions that a shell offers for a value.
enum Candidates: Hashable {
    /// Any value is allowed, and none can be suggested.
    case nothing
    /// One of these.
    case one([Choice])
    /// Several of these, separated by commas.
    case list([Choice])
    /// One of these codes, matched case-insensitively.
    case codes(Codes)
    case file
    case directory
    /// A command on the PATH.
    case program

    /// The two sets of codes.
    enum Codes: String, CaseIterable {
        case currencies
        case symbols
    }
}

extension ToolReference {
    /// Returns the candidates for the value of an option; nil for a switch.
    func candidates(for option: OptionInfo, of command: CommandInfo) -> Candidates? {
        guard !option.isSwitch else { return nil }
        if command.name == CommandInfo.leadingName { return leadingCandidates(for: option) }
        let words = option.choices.map { Choice($0.name, $0.help.withoutFullStop) }
        if !words.isEmpty { return option.isList ? .list(words) : .one(words) }
        return candidates(for: option.completion, of: command, isList: option.isList)
    }

    /// Returns the candidates for an option before a command: those of all commands that have it.
    private func leadingCandidates(for option: OptionInfo) -> Candidates? {
        var words: [Choice] = []
        var isList = false
        for command in tool.commands {
            guard let own = command.options.first(where: { $0.name == option.name }),
                let candidates = candidates(for: own, of: command)
            else { continue }
            switch candidates {
            case .one(let more), .list(let more):
                words += more.filter { word in !words.contains { $0.name == word.name } }
                if case .list = candidates { isList = true }
            default: return candidates
            }
        }
        return isList ? .list(words) : .one(words)
    }

    /// The options that may stand before a command, as those of a command without operands.
    var leading: CommandInfo {
        var options: [OptionInfo] = []
        for option in tool.commands.flatMap(\.options) where !options.contains(where: { $0.name == option.name }) {
            if LeadingOptions.isOfEvery(option.longForm, tool.commands) { options.append(option) }
        }
        return CommandInfo(
            name: CommandInfo.leadingName, overview: "", discussion: "", examples: [], synonyms: [], operands: [],
            options: options, essentials: [], substitutes: [:], sample: "")
    }

    /// Returns the candidates for an operand.
    func candidates(for operand: OperandInfo, of command: CommandInfo) -> Candidates {
        candidates(for: operand.completion, of: command, isList: false)
    }

    private func candidates(for kind: CompletionKind, of command: CommandInfo, isList: Bool) -> Candidates {
        switch kind {
        case .none: return .nothing
        case .file: return .file
        case .directory: return .directory
        case .program: return .program
        case .currency: return .codes(.currencies)
        case .symbol: return .codes(.symbols)
        case .city: return .one(cities.map { Choice($0) })
        case .fields:
            let words = fields(of: command).map { Choice($0.name, $0.help.withoutFullStop) }
            return isList ? .list(words) : .one(words)
        case .providers:
            let words = providers(of: command).map { Choice($0.term, $0.meaning.withoutFullStop) }
            return isList ? .list(words) : .one(words)
        }
    }

    /// Returns the first command with these candidates for an option of this name. Functions are named after it.
    func owner(of candidates: Candidates, for option: OptionInfo) -> CommandInfo {
        func owns(_ command: CommandInfo) -> Bool {
            command.options.contains { $0.name == option.name && self.candidates(for: $0, of: command) == candidates }
        }
        if let owner = tool.commands.first(where: owns) { return owner }
        let leading = leading
        precondition(owns(leading), "--\(option.name) is no option of the tool")
        return leading
    }

    func codes(_ codes: Candidates.Codes) -> [String] {
        switch codes {
        case .currencies: currencies
        case .symbols: symbols
        }
    }

    /// The words that can be typed first, with their descriptions.
    var firstWords: [Choice] {
        tool.commands.map { Choice($0.name, $0.overview.withoutFullStop) }
            + [Choice("help", "Show the help of the tool or of a command")]
    }
}

extension CommandInfo {
    /// The name, in completions, of the place before a command; no command has it.
    static let leadingName = "leading-options"

    /// The name in the name of a shell's function.
    var functionName: String { name.replacing(bytes: "-", with: "_") }

    /// The spellings of the options after which operands are favorites.
    var favoritesOptions: [String] { options.filter(\.takesFavorites).flatMap(\.spellings) }

    /// Returns the `--no-` forms of a switch: `offered` are those completed after `--no-`, `accepted` are the others.
    /// The form that turns a `--no-…` switch off is not offered.
    func negations(of option: OptionInfo) -> (offered: [String], accepted: [String]) {
        let names = option.negations.filter { name in !options.contains { $0.name == name } }
        let offered = names.filter { $0.hasPrefix("no-") && !$0.hasPrefix("no-no-") }
        return (offered.map { "--\($0)" }, names.filter { !offered.contains($0) }.map { "--\($0)" })
    }
}

extension OptionInfo {
    /// `-f` and `--format`.
    var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [longForm] }

    /// The help text as a shell shows it next to the option.
    var title: String { help.withoutFullStop }
}

extension String {
    /// The text in single quotes for a Bourne shell or zsh.
    var singleQuoted: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    /// Returns the text with a backslash before each of these characters.
    func escaping(_ characters: String) -> String {
        map { characters.contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
