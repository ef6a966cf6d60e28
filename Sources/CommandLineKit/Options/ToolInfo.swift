/// The metadata of the whole tool, independent of its requests.
package struct ToolInfo: Equatable, Sendable {
    /// The program's name.
    package let name: String
    /// The summary, one sentence.
    package let overview: String
    /// Paragraphs separated by an empty line, for the long help and the man page.
    package let discussion: String
    /// The commands in the order pages list them.
    package let commands: [CommandInfo]
    /// Example command lines for the help and the man page of the tool.
    package let examples: [Example]
    /// Subjects that people ask `help` about and that no command is, with where to read about them: the end of a message.
    let subjects: [String: String]

    /// Creates a tool with commands.
    package init(
        name: String, overview: String, discussion: String = "", commands: [CommandInfo], examples: [Example],
        subjects: [String: String] = [:]
    ) {
        self.name = name
        self.overview = overview
        self.discussion = discussion
        self.commands = commands
        self.examples = examples
        self.subjects = subjects
    }

    /// Returns the command with a name.
    ///
    /// Throws `UsageError` if it does not exist; the error suggests another command or lists all of them.
    package func command(named name: String) throws(UsageError) -> CommandInfo {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let typed = name.lowercased()
        let synonym = commands.first { $0.synonyms.contains(typed) }?.name
        let suggestion = synonym ?? Suggestion.nearest(to: name, in: commands.map(\.name) + ["help"])
        let all = suggestion == nil ? "; the commands are \(commands.map(\.name).joined(separator: ", "))" : ""
        throw UsageError(
            .unknownCommand(name), problem: "unknown command \(name.inQuotes)\(all)", suggestion: suggestion)
    }

    /// `--generate`, the only option of the tool besides help and version.
    package static let generate: OptionInfo = {
        var info = OptionInfo(
            name: "generate", valueName: "name",
            help: "Write a man page, a shell's completions or the catalog to stdout.")
        info.isCommandLineOnly = true
        return info
    }()
}
