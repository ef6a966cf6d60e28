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
    /// The fields and providers of each command, by its name.
    package var commands: [String: CommandReference] = [:]
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

    func fields(of command: CommandInfo) -> [FieldInfo] { commands[command.name]?.fields ?? [] }

    func providers(of command: CommandInfo) -> [Definition] { commands[command.name]?.providers ?? [] }
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

/// The output fields of a command and its providers.
package struct CommandReference: Equatable, Sendable {
    /// The fields of its rows, in the order of JSON output.
    package let fields: [FieldInfo]
    /// The names of the fields shown without `--fields`, in order.
    package let defaults: [String]
    /// The names that other options choose in place of them.
    package let others: [OtherDefaults]
    /// The providers that can do its job, with descriptions.
    package let providers: [Definition]

    /// Creates a command's fields and providers.
    package init(
        fields: [FieldInfo], defaults: [String], others: [OtherDefaults] = [], providers: [Definition]
    ) {
        self.fields = fields
        (self.defaults, self.others) = (defaults, others)
        self.providers = providers
    }
}

/// The fields that are shown without `--fields` if another option is given.
package struct OtherDefaults: Equatable, Sendable {
    /// The long names of the options.
    package let options: [String]
    /// The names of the default fields, in order.
    package let names: [String]
    /// All fields, if these rows have others than the rest; nil if only the defaults differ.
    package let fields: [FieldInfo]?
    /// The command line that lists the fields, if these rows have others than the rest; nil if only the defaults
    /// differ.
    package let listing: String?

    /// Creates the defaults of options, which are given by their long names.
    package init(with options: [String], _ names: [String], of fields: [FieldInfo]? = nil, listing: String? = nil) {
        (self.options, self.names, self.fields, self.listing) = (options, names, fields, listing)
    }

    /// The line below the list of fields.
    package var line: String {
        let words = options.map { "--\($0)" }.joined(separator: " or ")
        let list = names.joined(separator: ", ")
        guard let listing else { return "with \(words) the default fields are \(list)" }
        return "with \(words) the fields are \(list): \(listing.inQuotes)"
    }

    /// A sentence for a page.
    package var sentence: String {
        let words = options.map { "`--\($0)`" }.joined(separator: " or ")
        return "With \(words) they are \(names.map { "`\($0)`" }.joined(separator: ", "))."
    }
}

/// The metadata of a field, independent of its row.
package struct FieldInfo: Equatable, Sendable {
    /// The name as it is typed after `--fields`.
    package let name: String
    /// The type of its value, in one word.
    package let type: String
    /// The description, one line.
    package let help: String

    /// Creates a field of a command's rows.
    package init(name: String, type: String, help: String) {
        (self.name, self.type, self.help) = (name, type, help)
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
    let write: @Sendable (inout Mdoc, ToolReference) -> Void

    /// Creates a page on a topic. Each parameter sets the property of the same name.
    package init(
        _ name: String, section: Int, summary: String, write: @escaping @Sendable (inout Mdoc, ToolReference) -> Void
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
