/// A command of the tool: its option table, its operands and the request they fill.
package struct Command<Request>: Sendable {
    /// All but the request.
    package let info: CommandInfo
    let options: [Option<Request>]
    let operands: Operands<Request>
    let make: @Sendable () -> Request
    let validate: @Sendable (inout Request) throws(OptionProblem) -> Void

    /// A command whose `make` gives the request with every default in place.
    ///
    /// No two options bear the same name or letter, and a shorthand's option is among them. `validate` checks what no
    /// single option can, as that two must stand together; its error is the whole message.
    package init(
        _ name: String, overview: String, discussion: String = "", examples: [Example] = [],
        synonyms: [String] = [], operands: Operands<Request> = .none, options: [Option<Request>],
        make: @escaping @Sendable () -> Request,
        validate: @escaping @Sendable (inout Request) throws(OptionProblem) -> Void = { (_) throws(OptionProblem) in }
    ) {
        info = CommandInfo(
            name: name, overview: overview, discussion: discussion, examples: examples, synonyms: synonyms,
            operands: operands.infos, options: options.map(\.info) + OptionInfo.builtIn)
        self.options = options
        self.operands = operands
        self.make = make
        self.validate = validate
    }
}

/// What is known of a command without its request.
package struct CommandInfo: Equatable, Sendable {
    /// What is typed after the tool's name.
    package let name: String
    /// One sentence.
    package let overview: String
    /// Paragraphs with an empty line between them, for the long help and the man page.
    package let discussion: String
    /// Command lines for the long help and the man page.
    package let examples: [Example]
    /// Names of other tools for such a command; they are suggested, never accepted.
    package let synonyms: [String]
    /// In the order they are typed.
    package let operands: [OperandInfo]
    /// The command's own, then those of every command, `--help` and `--version` last.
    package let options: [OptionInfo]

    /// The options under their headings, those of every command last.
    var optionSections: [(title: String, options: [OptionInfo])] {
        let groups = Dictionary(grouping: options, by: \.section)
        let providers = options.compactMap { if case .provider(let name) = $0.section { name } else { nil } }
        let others = providers.enumerated().filter { !providers.prefix($0).contains($1) }.map { $1 }
        let titled: [(title: String, section: OptionInfo.Section)] =
            [("OPTIONS", .command)]
            + others.map { ("OPTIONS OF THE PROVIDER \($0.uppercased())", .provider($0)) }
            + [(groups.count > 1 ? "OPTIONS OF EVERY COMMAND" : "OPTIONS", .common)]
        return titled.compactMap { title, section in groups[section].map { (title, $0) } }
    }
}

/// A command line and what it shows.
package struct Example: Equatable, Sendable {
    /// As it would be typed, the tool's name included.
    package let line: String
    /// One sentence.
    package let shows: String

    /// That command line, and what it shows.
    package init(_ line: String, _ shows: String) {
        self.line = line
        self.shows = shows
    }
}
