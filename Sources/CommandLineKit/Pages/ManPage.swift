/// The man pages of the tool and its commands, generated from the tables.
extension ToolReference {
    /// Returns a page that `write` fills, with references to all others at its end.
    private func manPage(name: String, section: Int = 1, summary: String, write: (inout Mdoc) -> Void) -> String {
        var page = Mdoc(self, name: name, section: section, summary: summary)
        write(&page)
        page.section("SEE ALSO")
        page.references(manual.filter { $0.name != name })
        return page.text
    }

    /// Returns the page of a topic.
    func manPage(of topic: Topic) -> String {
        manPage(name: "\(tool.name)-\(topic.name)", section: topic.section, summary: topic.summary, write: topic.write)
    }

    /// Returns the page of a command, section 1.
    func manPage(of command: CommandInfo) -> String {
        manPage(name: "\(tool.name)-\(command.name)", summary: command.overview) { write(command, to: &$0) }
    }

    private func write(_ command: CommandInfo, to page: inout Mdoc) {
        page.section("SYNOPSIS")
        page.synopsis(tool: tool.name, command)
        page.section("DESCRIPTION")
        page.prose(command.discussion.isEmpty ? command.overview : command.discussion)
        addOperands(of: command, to: &page)
        for (title, options) in command.optionSections {
            page.section(title)
            page.definitions(options.map { (.option($0), meaning(of: $0)) })
        }
        addFields(command, &page)
        addVariables(of: command, to: &page)
        addFiles(to: &page)
        addExitCodes(to: &page)
        addExamples(command.examples, to: &page)
    }

    /// Returns the page of the tool, section 1.
    func manPage() -> String {
        manPage(name: tool.name, summary: tool.overview) { writeTool(to: &$0) }
    }

    private func writeTool(to page: inout Mdoc) {
        page.section("SYNOPSIS")
        page.synopsis(tool: tool.name, nil)
        page.section("DESCRIPTION")
        let description = text.paragraphs(tool.name, "DESCRIPTION")
        page.add(description.isEmpty ? [tool.overview[...]] : description)
        page.prose("The commands are:")
        page.definitions(
            tool.commands.map { (.command($0.name), "\($0.overview) See `\(tool.name)-\($0.name)`(1).") })
        addToolOptions(to: &page)
        page.section("ENVIRONMENT")
        page.prose(environmentRule(tool.commands.first.flatMap { variables(of: $0, areCommon: true).first }))
        page.definitions(variables.map { (.variable($0.term), $0.meaning) })
        addFiles(to: &page)
        addExitCodes(to: &page)
        addExamples(tool.examples, to: &page)
    }

    // MARK: - Options

    private func addToolOptions(to page: inout Mdoc) {
        page.section("OPTIONS")
        page.prose([HelpPage.rules, HelpPage.leadingRule(of: tool)].compactMap(\.self).joined(separator: " "))
        page.definitions(options.map { (.option($0), meaning(of: $0)) })
        if !values.isEmpty {
            page.subsection("Values")
            page.definitions(values.map { (.argument($0.term), $0.meaning) })
        }
    }

    private func addOperands(of command: CommandInfo, to page: inout Mdoc) {
        guard !command.operands.isEmpty else { return }
        page.prose("The arguments are:")
        page.definitions(command.operands.map { (.argument($0.name), $0.help) })
    }

    /// Returns the description of an option as sentences, with everything in the table.
    private func meaning(of info: OptionInfo) -> String {
        var sentences = [info.help]
        if let details = info.details { sentences.append(details.hasSuffix(".") ? details : details + ".") }
        if !info.choices.isEmpty { sentences.append(choices(info)) }
        if let text = info.defaultText { sentences.append("The default is `\(text)`.") }
        return sentences.joined(separator: " ")
    }

    private func choices(_ info: OptionInfo) -> String {
        let names = info.choices.map { "`\($0.name)`" + ($0.help.isEmpty ? "" : " (\($0.help.withoutFullStop))") }
        guard names.count > 1, let last = names.last else { return "The value is \(names.joined())." }
        let one = info.isList ? "Some of" : "One of"
        return "\(one) \(names.dropLast().joined(separator: ", ")) or \(last)."
    }

    // MARK: - Sections

    /// Describes how variables set options, with an example.
    private func environmentRule(_ example: (name: String, option: String)?) -> String {
        let rule =
            "An option that is not given is taken from its variable, then from the config file. Of values that cannot be used "
            + "together, that of the command line wins over that of a variable, and this over that of the file."
        let shown = example.map {
            " `\($0.name)` sets `\($0.option)`, and so on for the options of every command."
        }
        return rule + (shown ?? "") + " A switch is 1 or 0. The variable of a command's own option names the command."
    }

    private func addVariables(of command: CommandInfo, to page: inout Mdoc) {
        page.section("ENVIRONMENT")
        page.prose(environmentRule(variables(of: command, areCommon: true).first))
        page.definitions(
            variables(of: command, areCommon: false).map { (.variable($0.name), "Sets `\($0.option)`.") },
            isCompact: true)
        page.prose("`\(tool.name)`(1) describes the variables that set no option.")
    }

    private func variables(
        of command: CommandInfo, areCommon: Bool
    ) -> [(name: String, option: String)] {
        command.options.filter { ($0.section == .common) == areCommon }.compactMap { info in
            info.variable(tool: tool.name, command: command.name).map { ($0, info.longForm) }
        }
    }

    private func addFiles(to page: inout Mdoc) {
        guard !files.isEmpty else { return }
        page.section("FILES")
        page.definitions(files.map { (.path($0.term), $0.meaning) })
    }

    private func addExitCodes(to page: inout Mdoc) {
        guard !exitCodes.isEmpty else { return }
        page.section("EXIT STATUS")
        page.definitions(exitCodes.map { (.command($0.term), $0.meaning) }, isCompact: true)
    }

    private func addExamples(_ examples: [Example], to page: inout Mdoc) {
        guard !examples.isEmpty else { return }
        page.section("EXAMPLES")
        page.examples(examples)
    }
}
