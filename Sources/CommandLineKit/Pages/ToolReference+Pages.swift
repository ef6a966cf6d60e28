extension ToolReference {
    /// All pages of the manual, sorted by section and then by name as in SEE ALSO.
    package var manual: [(name: String, section: Int)] {
        let commands = tool.commands.map { (name: "\(tool.name)-\($0.name)", section: 1) }
        let others = topics.map { ($0.name, $0.section) } + writtenPages.map { ($0.name, $0.section) }
        let all = commands + others.map { (name: "\(tool.name)-\($0.0)", section: $0.1) }
        return ([(name: tool.name, section: 1)] + all).sorted {
            ($0.section, $0.name) < ($1.section, $1.name)
        }
    }

    /// The values of `--generate`.
    package var pageNames: [String] { pageChoices.map(\.name) }

    /// The values of `--generate` with what each page is, for completions.
    package var pageChoices: [Choice] {
        manPages.map { Choice($0.name, $0.summary) }
            + (catalog == nil ? [] : [Choice(Self.catalogName, Self.catalogSummary)])
            + scripts.map { Choice($0.name, $0.summary) }
    }

    /// The options of the tool itself, with all that `--generate` writes.
    package var options: [OptionInfo] {
        var generate = ToolInfo.generate
        generate.choices = pageNames.map { name in
            Choice(name, name == Self.catalogName ? Self.catalogSummary : "")
        }
        return OptionInfo.builtIn + [generate]
    }

    /// The name of the catalog for `--generate`.
    package static let catalogName = "catalog"

    private static let catalogSummary = "commands, options, fields and exit codes as JSON"

    /// All pages: of the tool, its commands, the topics and the shells.
    package var pages: [GeneratedPage] { manPages + scripts }

    private var manPages: [GeneratedPage] {
        let name = tool.name
        func page(
            _ part: String, section: Int, summary: String, text: @escaping @Sendable () -> String
        ) -> GeneratedPage {
            GeneratedPage(
                name: "man-\(part)", summary: "Manual: \(summary.withoutFullStop)",
                path: "Man/\(name)-\(part).\(section)", text: text)
        }
        return [GeneratedPage(name: "man", summary: "Manual of \(name)", path: "Man/\(name).1") { manPage() }]
            + tool.commands.map { command in
                page(command.name, section: 1, summary: command.overview) { manPage(of: command) }
            }
            + topics.map { topic in
                page(topic.name, section: topic.section, summary: topic.summary) { manPage(of: topic) }
            } + writtenPages.map { page($0.name, section: $0.section, summary: $0.summary, text: $0.text) }
    }
}
