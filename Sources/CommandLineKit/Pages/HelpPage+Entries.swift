extension HelpPage {
    /// The column at which descriptions begin.
    var column: Int { width >= 60 ? 26 : 12 }

    /// Returns an entry of a list, on one line or more. `wide` is a column that is used on a wide page.
    func entry(_ label: String, _ text: String, column wide: Int? = nil) -> [String] {
        entry(label, indent: 2, column: width >= 60 ? wide ?? column : column, text)
    }

    func entry(_ operand: OperandInfo) -> [String] { entry("<\(operand.name)>", operand.help) }

    /// Returns an option. The short help contains its purpose, the long help also its values, default and details.
    func entry(_ info: OptionInfo, _ length: HelpLength) -> [String] {
        guard length == .long else { return entry(info.label, info.help) }
        let explainsChoices = info.choices.contains { !$0.help.isEmpty }
        var lines = entry(info.label, info.help + notes(info, withValues: !explainsChoices))
        if let details = info.details { lines += paragraphs(details, indent: 8) }
        if explainsChoices { lines += info.choices.flatMap(entry) }
        return lines
    }

    /// ` (values: table, json; default: table)`.
    private func notes(_ info: OptionInfo, withValues: Bool) -> String {
        var notes: [String] = []
        if withValues, !info.choices.isEmpty {
            notes.append("values: \(info.choices.map(\.name).joined(separator: ", "))")
        }
        if let text = info.defaultText { notes.append("default: \(text)") }
        return notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
    }

    private func entry(_ choice: Choice) -> [String] {
        guard !choice.help.isEmpty else { return [String(repeating: " ", count: 8) + choice.name] }
        var lines = entry(choice.name, indent: 8, column: column + 2, choice.help)
        let label = 8 + choice.name.utf8.count
        if label < column {
            // The dash is in the column, so that a second line is aligned with the words of the first.
            let margin = String(repeating: " ", count: column)
            lines[0] = lines[0].prefix(label) + margin.dropFirst(label) + "- " + lines[0].dropFirst(column + 2)
        }
        return lines
    }

    /// Describes the names of variables, with an example of each kind that this command has.
    func environment(of command: CommandInfo) -> [String] {
        let names = [OptionInfo.Section.command, .common].compactMap { section in
            command.options.lazy.filter { $0.section == section && !$0.isSwitch }
                .compactMap { info in info.variable(tool: tool, command: command.name).map { ($0, info.longForm) } }
                .first
        }
        guard !names.isEmpty else { return [] }
        let examples = names.map { "\($0) sets \($1)" }.joined(separator: ", ")
        let text = "An option that is not given is taken from its variable: \(examples). A switch is 1 or 0."
        return filled(text, indent: 2)
    }
}
