/// The help of the tool or of a command as text, generated from the tables in the layout of swift-argument-parser.
package struct HelpPage: Sendable {
    let tool: String
    /// The maximum width of a line in columns. Only a single long word may exceed it.
    let width: Int

    /// Creates pages with a width in columns. A width below 40 is treated as 40.
    package init(tool: String, width: Int = 80) {
        self.tool = tool
        self.width = max(40, width)
    }

    /// Returns a text in lines of this width, each with a line feed.
    package func filled(_ text: String) -> String {
        filled(text, indent: 0).map { $0 + "\n" }.joined()
    }

    /// Returns the help of a command, with a line feed at its end.
    package func text(of command: CommandInfo, _ length: HelpLength) -> String {
        let command = length == .long ? command.sayingRules() : command
        var blocks = [overview(command.overview)]
        if length == .long { blocks.append(paragraphs(command.discussion)) }
        blocks.append(usage(of: command))
        blocks.append(section("ARGUMENTS", command.operands.flatMap(entry)))
        let isPart = length == .short && !command.essentials.isEmpty
        let essentials = [(title: "MOST USED OPTIONS", options: command.essentialOptions)]
        for (title, options) in isPart ? essentials : command.optionSections {
            blocks.append(section(title, options.flatMap { entry($0, length) }))
        }
        switch length {
        case .short:
            let line = "\(tool) \(command.name) --help"
            blocks.append(filled("Run '\(line)' for all options and examples.", indent: 0))
        case .long:
            blocks.append(filled(Self.rules, indent: 0))
            blocks.append(section("ENVIRONMENT", environment(of: command)))
            blocks.append(examples(command.examples))
        }
        return joined(blocks)
    }

    /// Returns the help of the tool, with a line feed at its end.
    package func text(of info: ToolInfo, _ length: HelpLength) -> String {
        var blocks = [overview(info.overview), hanging("USAGE: \(tool) <command> [<options>] ...", indent: 7)]
        blocks.append(section("COMMANDS", info.commands.flatMap { entry($0.name, $0.overview) }))
        if length == .long {
            blocks.insert(paragraphs(info.discussion), at: 1)
            let options = OptionInfo.builtIn + [ToolInfo.generate]
            blocks.append(section("OPTIONS", options.flatMap { entry($0, .short) }))
            blocks.append(Self.leadingRule(of: info).map { filled($0, indent: 0) } ?? [])
        }
        blocks.append(examples(info.examples))
        blocks.append(filled("Run '\(tool) help <command>' for the options of a command.", indent: 0))
        return joined(blocks)
    }

    /// Returns the page about help itself, with a line feed at its end. The example is the first command.
    package func textOfHelp(_ info: ToolInfo) -> String {
        let names = info.commands.map(\.name).joined(separator: ", ")
        let operand = OperandInfo("command", help: "One of \(names); without it, the help of the tool.")
        return joined([
            overview("Show the help of the tool or of a command."),
            hanging("USAGE: \(tool) help [-h] [<command>]", indent: 7),
            section("ARGUMENTS", entry(operand)), section("WAYS TO ASK", waysToAsk(info)),
        ])
    }

    private func waysToAsk(_ info: ToolInfo) -> [String] {
        guard let command = info.commands.first else { return [] }
        let line = "\(tool) \(command.name)"
        let lists = command.options.filter { $0.listsByHelp }
        let ways: [(line: String, shows: String)] =
            [
                ("\(tool) help", "The commands, with examples."),
                ("\(line) -h", "The options people use most, on one screen."),
                ("\(line) --help", "All options with their values."),
                ("\(tool) help \(command.name)", "The same."),
            ] + lists.map { ("\(line) \($0.longForm) help", "What \($0.longForm) can name.") }
            + [("man \(tool)-\(command.name)", "The manual page, if it is installed.")]
        let longest = ways.map(\.line.utf8.count).max() ?? 0
        return ways.flatMap { entry($0.line, $0.shows, column: max(column, longest + 4)) }
    }

    static let rules = """
        Options may come before or after the arguments; '--' ends them. An option that takes no value has a --no- \
        form, and the last one wins.
        """

    /// The rule for options before a command, with an example of the tool; nil without options of every command.
    static func leadingRule(of info: ToolInfo) -> String? {
        guard let command = info.commands.first,
            let option = command.options.first(where: { $0.section == .common && $0.isSwitch })
        else { return nil }
        let line = "\(info.name) \(option.longForm) \(command.name)"
        return "An option of every command may come before its name: '\(line)'."
    }

    private func overview(_ text: String) -> [String] { filled("OVERVIEW: \(text)", indent: 0) }

    private func usage(of command: CommandInfo) -> [String] {
        let words = ["USAGE: \(tool) \(command.name) [<options>]"] + command.operands.map(\.synopsis)
        return hanging(words.joined(separator: " "), indent: 7)
    }

    private func section(_ title: String, _ lines: [String]) -> [String] { lines.isEmpty ? [] : ["\(title):"] + lines }

    private func examples(_ examples: [Example]) -> [String] {
        section(
            "EXAMPLES", examples.flatMap { commandLine($0.line, indent: 2) + filled($0.shows, indent: 8) }
        )
    }

    private func joined(_ blocks: [[String]]) -> String {
        blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }
}
