/// A command of the tool: its options, its operands, and the request that they fill.
package struct Command<Request>: Sendable {
    /// The name typed after the name of the tool.
    let name: String
    /// The metadata of its options, then those of every command, without their details.
    let infos: [OptionInfo]
    let options: [Option<Request>]
    let operands: Operands<Request>
    /// Returns the request with all default values.
    package let make: @Sendable () -> Request
    let validate: @Sendable (inout Request) throws(OptionProblem) -> Void
    private let makeInfo: @Sendable () -> CommandInfo

    /// The metadata of the command for pages, completions and messages. It is made each time: a run that prints rows
    /// needs none of its texts.
    package var info: CommandInfo { makeInfo() }

    /// Creates a command. `make` returns the request with all default values.
    ///
    /// Names and letters of options must be unique, and the option of a shorthand must be in the list. `essentials` are
    /// the long names of the options in the short help; without them it has all. `substitutes` says, by the name
    /// without dashes of an option that the command does not have, what to do in place of it. `validate` checks what
    /// the rules of the options cannot say, such as a value beside another one; its error is the whole message.
    /// `sample` are operands that work, for the message about missing ones.
    package init(
        _ name: String, overview: String, discussion: @autoclosure @escaping @Sendable () -> String = "",
        examples: @autoclosure @escaping @Sendable () -> [Example] = [],
        synonyms: @autoclosure @escaping @Sendable () -> [String] = [], operands: Operands<Request> = .none,
        options: [Option<Request>], essentials: @autoclosure @escaping @Sendable () -> [String] = [],
        substitutes: @autoclosure @escaping @Sendable () -> [String: String] = [:], sample: String = "",
        make: @escaping @Sendable () -> Request,
        validate: @escaping @Sendable (inout Request) throws(OptionProblem) -> Void = { (_) throws(OptionProblem) in }
    ) {
        makeInfo = {
            let infos = options.map { $0.described }
            return CommandInfo(
                name: name, overview: overview, discussion: discussion(), examples: examples(), synonyms: synonyms(),
                operands: Self.shown(operands.infos, infos), options: infos + OptionInfo.builtIn,
                essentials: essentials(), substitutes: substitutes(), sample: sample)
        }
        self.name = name
        infos = options.map { $0.info } + OptionInfo.builtIn
        (self.options, self.operands, self.make, self.validate) = (options, operands, make, validate)
    }

    /// Returns the operands as pages show them: none is required if an option stands in place of all.
    private static func shown(_ operands: [OperandInfo], _ options: [OptionInfo]) -> [OperandInfo] {
        guard options.contains(where: { $0.operandWaiver == .always }) else { return operands }
        return operands.map { operand in
            OperandInfo(
                operand.name, help: operand.help, isOptional: true, repeats: operand.repeats,
                completion: operand.completion)
        }
    }
}

/// The metadata of a command, independent of its request.
package struct CommandInfo: Equatable, Sendable {
    /// The name typed after the name of the tool.
    package let name: String
    /// The summary, one sentence.
    package let overview: String
    /// Paragraphs separated by an empty line, for the long help and the man page.
    package let discussion: String
    /// Example command lines for the long help and the man page.
    package let examples: [Example]
    /// The names of such a command in other tools. They are suggested, never accepted.
    package let synonyms: [String]
    /// The operands in the order they are typed.
    package let operands: [OperandInfo]
    /// The options of this command, then those of every command, with `--help` and `--version` last.
    package internal(set) var options: [OptionInfo]
    /// The long names of the options that people use most, for the short help; empty for all.
    package let essentials: [String]
    /// What to do in place of an option that the command does not have, by its name without dashes; the end of a
    /// message.
    let substitutes: [String: String]
    /// Operands that work, as they are typed; empty for a command that needs none.
    let sample: String

    /// Returns what to do in place of an option, by its name with dashes; nil if it is not known.
    func substitute(for spelling: String) -> String? {
        substitutes[spelling.drop { $0 == "-" }.lowercased().replacing("_", by: "-")]
    }

    /// The options of the short help, in the order of the pages.
    var essentialOptions: [OptionInfo] { options.filter { essentials.contains($0.name) } }

    /// The options under their headings, with those of every command last.
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

extension CommandInfo {
    /// Creates what the help of the tool shows of a command. `options` may be those of every command alone.
    package init(name: String, overview: String, options: [OptionInfo]) {
        self.init(
            name: name, overview: overview, discussion: "", examples: [], synonyms: [], operands: [], options: options,
            essentials: [], substitutes: [:], sample: "")
    }
}

/// An example command line with its description.
package struct Example: Equatable, Sendable {
    /// The command line, including the name of the tool.
    package let line: String
    /// The description, one sentence.
    package let shows: String

    /// Creates an example from a command line and its description.
    package init(_ line: String, _ shows: String) {
        (self.line, self.shows) = (line, shows)
    }
}
