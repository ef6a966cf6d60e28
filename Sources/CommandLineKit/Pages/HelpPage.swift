/// The help of the tool or of a command as text, generated from the tables in the layout of swift-argument-parser.
package struct HelpPage: Sendable {
    let tool: String
    let layout: TextLayout

    /// Creates pages with a width in columns. A width below 40 is treated as 40.
    package init(tool: String, width: Int = 80) {
        self.tool = tool
        layout = TextLayout(width: max(40, width))
    }

    /// Returns the help of a command, with a line feed at its end.
    package func text(of command: CommandInfo, _ length: HelpLength) -> String {
        var blocks = [overview(command.overview)]
        if length == .long { blocks.append(layout.paragraphs(command.discussion)) }
        blocks.append(usage(of: command))
        blocks.append(section("ARGUMENTS", command.operands.flatMap(entry)))
        for (title, options) in command.optionSections {
            blocks.append(section(title, options.flatMap { entry($0, length) }))
        }
        switch length {
        case .short:
            blocks.append(layout.filled("Run '\(tool) \(command.name) --help' for more.", indent: 0))
        case .long:
            blocks.append(layout.filled(Self.rules, indent: 0))
            blocks.append(section("ENVIRONMENT", environment(of: command)))
            blocks.append(examples(command.examples))
        }
        return joined(blocks)
    }

    /// Returns the help of the tool, with a line feed at its end.
    package func text(of info: ToolInfo, _ length: HelpLength) -> String {
        var blocks = [overview(info.overview), layout.hanging("USAGE: \(tool) <command> [<options>] ...", indent: 7)]
        blocks.append(section("COMMANDS", info.commands.flatMap { entry($0.name, $0.overview) }))
        if length == .long {
            blocks.insert(layout.paragraphs(info.discussion), at: 1)
            let options = OptionInfo.builtIn + [ToolInfo.generate]
            blocks.append(section("OPTIONS", options.flatMap { entry($0, .short) }))
        }
        blocks.append(examples(info.examples))
        blocks.append(layout.filled("Run '\(tool) help <command>' for the options of a command.", indent: 0))
        return joined(blocks)
    }

    static let rules = """
        Options may come before or after the arguments; '--' ends them. Every switch has a --no- form, and the last \
        one wins.
        """

    private func overview(_ text: String) -> [String] { layout.filled("OVERVIEW: \(text)", indent: 0) }

    private func usage(of command: CommandInfo) -> [String] {
        let words = ["USAGE: \(tool) \(command.name) [<options>]"] + command.operands.map(\.synopsis)
        return layout.hanging(words.joined(separator: " "), indent: 7)
    }

    private func section(_ title: String, _ lines: [String]) -> [String] { lines.isEmpty ? [] : ["\(title):"] + lines }

    private func examples(_ examples: [Example]) -> [String] {
        section("EXAMPLES", examples.flatMap { ["  " + $0.line] + layout.filled($0.shows, indent: 8) })
    }

    private func joined(_ blocks: [[String]]) -> String {
        blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }
}
