/// The content of man pages: the tables of the tool, and facts that are in no option table.
package struct ToolReference: Sendable {
    /// The commands and their options.
    package let tool: ToolInfo
    /// The date of the pages in the format of mdoc, `November 21, 2026`. It is a constant, so that pages only change
    /// with their content.
    package let date: String
    /// The sentences that are in no table. Of the page of the tool these are its description, the exit status, files,
    /// variables that are not those of options, and the types of values.
    package var text = PageText("")
    /// Writes the section about the fields of a command's rows.
    package var addFields: @Sendable (CommandInfo, inout Mdoc) -> Void = { _, _ in }
    /// The pages other than those of the tool and its commands.
    package var topics: [Topic] = []

    /// A page that is not about a command: its name after that of the tool, the section of the manual, the summary as
    /// one sentence, and what writes the page after that and before its references.
    package typealias Topic = (
        name: String, section: Int, summary: String, write: @Sendable (inout Mdoc) -> Void
    )

    /// The pages that are written by hand, to which all others refer.
    package var writtenPages: [(name: String, section: Int, summary: String, text: @Sendable () -> String)] = []
    /// The scripts with which shells ask the tool for completions. They are written by hand, too.
    package var scripts: [GeneratedPage] = []
    /// Returns what `--generate catalog` prints, which is not committed; nil if the tool has no such document.
    package var catalog: (@Sendable () -> String)?

    /// Creates a reference without sentences of its own.
    package init(tool: ToolInfo, date: String) {
        self.tool = ToolInfo(
            name: tool.name, overview: tool.overview, discussion: tool.discussion,
            commands: tool.commands.map { $0.sayingRules() }, examples: tool.examples, subjects: tool.subjects,
            substitutes: tool.substitutes)
        self.date = date
    }
}

/// A text that `--generate` prints and that is committed to the repository. Most are made from the tables.
package struct GeneratedPage: Sendable {
    /// Its name for `--generate`.
    package let name: String
    /// What it is, without a full stop.
    let summary: String
    /// The path of the committed file, relative to the package root.
    package let path: String
    /// Generates the text, with a line feed at its end.
    package let text: @Sendable () -> String

    /// Creates a page. Each parameter sets the property of the same name.
    package init(name: String, summary: String, path: String, text: @escaping @Sendable () -> String) {
        (self.name, self.summary, self.path, self.text) = (name, summary, path, text)
    }
}

extension ToolReference {
    /// The exit codes and their meaning.
    package var exitCodes: [(term: String, meaning: String)] { text.definitions(tool.name, "EXIT STATUS") }
    /// The files that the tool reads or writes.
    package var files: [(term: String, meaning: String)] { text.definitions(tool.name, "FILES") }
    /// The variables that the tool reads, except those of options.
    package var variables: [(term: String, meaning: String)] { text.definitions(tool.name, "ENVIRONMENT") }
    /// The types of values and their syntax.
    package var values: [(term: String, meaning: String)] { text.definitions(tool.name, "VALUES") }
}
