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
    /// Subjects that are no commands, but that people type as one or ask `help` about. The value is the end of a
    /// message: where to read about the subject.
    let subjects: [String: String]
    /// Commands of other tools, with the command line of this tool that does the same. Brackets enclose example
    /// operands: `sample list [BTC] --reverse`.
    let substitutes: [String: String]

    /// Creates a tool with commands.
    package init(
        name: String, overview: String, discussion: String = "", commands: [CommandInfo], examples: [Example],
        subjects: [String: String] = [:], substitutes: [String: String] = [:]
    ) {
        (self.name, self.overview, self.discussion, self.commands) = (name, overview, discussion, commands)
        (self.examples, self.subjects, self.substitutes) = (examples, subjects, substitutes)
    }

    /// Returns the command with a name; `arguments` are those after it.
    ///
    /// Throws `UsageError` if it does not exist; the error suggests a command line or another command, or lists all
    /// commands.
    package func command(named name: String, arguments: [String] = []) throws(UsageError) -> CommandInfo {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let typed = name.lowercased()
        if let place = subjects[typed] {
            throw UsageError("\(name.inQuotes) is not a command; \(place)")
        }
        let synonym = commands.first { $0.synonyms.contains(typed) }?.name
        let line = substitutes[typed].map { Self.line($0, of: arguments) }
        let suggestion = line ?? synonym ?? Suggestion.nearest(to: name, in: commands.map(\.name) + ["help"])
        let all = suggestion == nil ? "; the commands are \(commands.map(\.name).joined(separator: ", "))" : ""
        throw UsageError("unknown command \(name.inQuotes)\(all)", suggestion: suggestion)
    }

    /// Returns a command line with the typed operands in place of its example, unless they are fewer.
    private static func line(_ form: String, of operands: [String]) -> String {
        let parts = form.split { $0 == "[" || $0 == "]" }.map(String.init)
        guard parts.count > 1 else { return form }
        let isEnough = operands.count >= parts[1].split(separator: " ").count
        return parts[0] + (isEnough ? operands.joined(separator: " ") : parts[1]) + parts.dropFirst(2).joined()
    }

    /// `--generate`, the only option of the tool besides help and version.
    package static let generate: OptionInfo = {
        var info = OptionInfo(
            name: "generate", valueName: "name",
            help: "Write a man page, a shell's completions or the catalog to stdout.")
        info.isCommandLineOnly = true
        info.completion = .page
        return info
    }()
}
