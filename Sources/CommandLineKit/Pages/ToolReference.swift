/// The content of man pages: the tables of the tool, and facts that are in no option table.
package struct ToolReference: Sendable {
    /// The commands and their options.
    package let tool: ToolInfo
    /// The date of the pages in the format of mdoc, `November 21, 2026`. It is a constant, so that pages only change
    /// with their content.
    package let date: String
    /// Paragraphs for the page of the tool, in place of its overview.
    package var description = ""
    /// The exit codes and their meaning.
    package var exitCodes: [Definition] = []
    /// The files that the tool reads or writes.
    package var files: [Definition] = []
    /// The variables that the tool reads, except those of options.
    package var variables: [Definition] = []
    /// The types of values and their syntax, and how options are written.
    package var values: [Definition] = []
    /// Writes the section about the fields of a command's rows.
    package var addFields: @Sendable (CommandInfo, inout Mdoc) -> Void = { _, _ in }
    /// The pages other than those of the tool and its commands.
    package var topics: [Topic] = []
    /// The pages that are written by hand, to which all others refer.
    package var writtenPages: [(name: String, section: Int, summary: String, text: @Sendable () -> String)] = []
    /// Returns what `--generate catalog` prints, which is not committed; nil if the tool has no such document.
    package var catalog: (@Sendable () -> String)?

    /// Creates a reference without facts.
    package init(tool: ToolInfo, date: String) {
        self.tool = ToolInfo(
            name: tool.name, overview: tool.overview, discussion: tool.discussion,
            commands: tool.commands.map { $0.sayingRules() }, examples: tool.examples, subjects: tool.subjects,
            substitutes: tool.substitutes)
        self.date = date
    }
}

/// A term with its definition.
package struct Definition: Equatable, Sendable {
    /// The term as it is typed or shown.
    package let term: String
    /// The definition in sentences. Literal text is in backquotes.
    package let meaning: String

    /// Creates a definition.
    package init(_ term: String, _ meaning: String) {
        (self.term, self.meaning) = (term, meaning)
    }
}

/// A man page that is not about a command: `fields` in section 5.
package struct Topic: Sendable {
    /// The name of the page after that of the tool.
    let name: String
    /// The section of the manual.
    let section: Int
    /// The summary, one sentence.
    let summary: String
    /// Writes the page after its summary and before its references.
    let write: @Sendable (inout Mdoc) -> Void

    /// Creates a page on a topic. Each parameter sets the property of the same name.
    package init(
        _ name: String, section: Int, summary: String, write: @escaping @Sendable (inout Mdoc) -> Void
    ) {
        (self.name, self.section, self.summary, self.write) = (name, section, summary, write)
    }
}

/// A text that is generated from the tables and committed to the repository.
package struct GeneratedPage: Sendable {
    /// Its name for `--generate`.
    package let name: String
    /// What it is, without a full stop.
    let summary: String
    /// The path of the committed file, relative to the package root.
    package let path: String
    /// Generates the text, with a line feed at its end.
    package let text: @Sendable () -> String
}
