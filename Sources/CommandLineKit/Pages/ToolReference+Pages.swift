extension ToolReference {
    /// All pages of the manual, by section, then name, as SEE ALSO has them.
    package var manual: [(name: String, section: Int)] {
        let commands = tool.commands.map { (name: "\(tool.name)-\($0.name)", section: 1) }
        let others = topics.map { (name: "\(tool.name)-\($0.name)", section: $0.section) }
        return ([(name: tool.name, section: 1)] + commands + others).sorted {
            ($0.section, $0.name) < ($1.section, $1.name)
        }
    }

    /// What `--generate` takes.
    package var pageNames: [String] {
        ["man"] + tool.commands.map { "man-\($0.name)" } + topics.map { "man-\($0.name)" }
            + ["complete-bash", "complete-zsh", "complete-fish"]
    }

    /// The pages of the tool, its commands and the shells; topics' are their owner's.
    package var generated: [GeneratedPage] {
        let man = ManPage(self)
        let name = tool.name
        return [GeneratedPage(name: "man", path: "Man/\(name).1") { man.text() }]
            + tool.commands.map { command in
                GeneratedPage(name: "man-\(command.name)", path: "Man/\(name)-\(command.name).1") {
                    man.text(of: command)
                }
            }
            + [
                GeneratedPage(name: "complete-bash", path: "Completions/\(name).bash") {
                    BashCompletion(self).text
                },
                GeneratedPage(name: "complete-zsh", path: "Completions/_\(name)") { ZshCompletion(self).text },
                GeneratedPage(name: "complete-fish", path: "Completions/\(name).fish") { FishCompletion(self).text },
            ]
    }
}
