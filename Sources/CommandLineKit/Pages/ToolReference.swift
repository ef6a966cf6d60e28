/// All that man pages and completions tell: the tool's tables, and the facts that no option table holds.
package struct ToolReference: Sendable {
    /// The commands and their options.
    package let tool: ToolInfo
    /// The day of the pages as mdoc writes it, `November 21, 2026`; a constant, so that pages change with their facts only.
    package let date: String
    /// Paragraphs for the tool's own page, in place of its overview.
    package var description = ""
    /// How the tool ends: codes and their meaning.
    package var exitCodes: [Definition] = []
    /// Files it reads or writes.
    package var files: [Definition] = []
    /// Variables it reads besides those of options.
    package var variables: [Definition] = []
    /// What is said of values and of the way options are written: a kind of value and its form.
    package var values: [Definition] = []
    /// Codes for options and operands of the kind `currency`.
    package var currencies: [String] = []
    /// A few names for operands of the kind `symbol`.
    package var symbols: [String] = []
    /// What each command prints and whom it asks, by the command's name.
    package var commands: [String: CommandReference] = [:]
    /// Pages other than the tool's and its commands'.
    package var topics: [Topic] = []

    /// A reference without any facts yet.
    package init(tool: ToolInfo, date: String) {
        self.tool = tool
        self.date = date
    }

    func fields(of command: CommandInfo) -> [FieldInfo] { commands[command.name]?.fields ?? [] }

    func providers(of command: CommandInfo) -> [Definition] { commands[command.name]?.providers ?? [] }
}

/// A term and what it means.
package struct Definition: Equatable, Sendable {
    /// As it is typed or seen.
    package let term: String
    /// Sentences; what is typed literally stands in backquotes.
    package let meaning: String

    /// That term with that meaning.
    package init(_ term: String, _ meaning: String) {
        self.term = term
        self.meaning = meaning
    }
}

/// What a command prints and whom it asks.
package struct CommandReference: Equatable, Sendable {
    /// The fields of its rows, in the order of JSON.
    package let fields: [FieldInfo]
    /// The names of those shown without `--fields`, in their order.
    package let defaults: [String]
    /// The providers that can do its job, and what they are.
    package let providers: [Definition]

    /// A command with these fields and providers.
    package init(fields: [FieldInfo], defaults: [String], providers: [Definition]) {
        self.fields = fields
        self.defaults = defaults
        self.providers = providers
    }
}

/// What is known of a field without its row.
package struct FieldInfo: Equatable, Sendable {
    /// As it is typed after `--fields`.
    package let name: String
    /// What it holds, in a word.
    package let type: String
    /// One line on its meaning.
    package let help: String

    /// A field of a command's rows.
    package init(name: String, type: String, help: String) {
        self.name = name
        self.type = type
        self.help = help
    }
}

/// A man page about something else than a command, by its place only: `fields` in section 5.
package struct Topic: Equatable, Sendable {
    /// The page's name after the tool's.
    package let name: String
    /// The section of the manual.
    package let section: Int

    /// A page on that topic in that section.
    package init(_ name: String, section: Int) {
        self.name = name
        self.section = section
    }
}

/// A text that is made from the tables and committed.
package struct GeneratedPage: Sendable {
    /// What `--generate` calls it.
    package let name: String
    /// Where it is committed, from the package's root.
    package let path: String
    /// Makes it, with a newline at its end.
    package let text: @Sendable () -> String

    /// A page of that name and place.
    package init(name: String, path: String, text: @escaping @Sendable () -> String) {
        self.name = name
        self.path = path
        self.text = text
    }
}
