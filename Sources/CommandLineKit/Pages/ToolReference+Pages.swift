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
            + completions.map { Choice($0.name, $0.summary) }
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
    package var pages: [GeneratedPage] { manPages + completions }

    private var manPages: [GeneratedPage] {
        let man = ManPage(reference: self)
        let name = tool.name
        return [GeneratedPage(name: "man", summary: "Manual of \(name)", path: "Man/\(name).1") { man.text() }]
            + tool.commands.map { command in
                GeneratedPage(
                    name: "man-\(command.name)", summary: "Manual: \(command.overview.withoutFullStop)",
                    path: "Man/\(name)-\(command.name).1"
                ) {
                    man.text(of: command)
                }
            }
            + topics.map { topic in
                GeneratedPage(
                    name: "man-\(topic.name)", summary: "Manual: \(topic.summary.withoutFullStop)",
                    path: "Man/\(name)-\(topic.name).\(topic.section)"
                ) {
                    man.text(of: topic)
                }
            }
            + writtenPages.map { page in
                GeneratedPage(
                    name: "man-\(page.name)", summary: "Manual: \(page.summary)",
                    path: "Man/\(name)-\(page.name).\(page.section)", text: page.text)
            }
    }

    private var completions: [GeneratedPage] { CompletionScript.all.map { $0.page(tool.name) } }
}
