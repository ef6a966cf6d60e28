import Platform

/// The completions for fish 3 and newer.
struct FishCompletion: Completion {
    let reference: ToolReference

    var text: String {
        let blocks = [
            [
                "# fish completion for \(tool), written by '\(tool) --generate complete-fish'; not edited by hand.",
                "",
                Self.script.replacing(bytes: "TOOL", with: tool).replacing(bytes: "VALUED", with: valuedCases)
                    .replacing(bytes: "LEADING", with: CommandInfo.leadingName)
                    .replacing(bytes: "FAVORITES", with: reference.favoritesFile),
            ],
            functions, ["complete -c \(tool) -f"], first, options, operands,
        ]
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    // MARK: - Words

    /// The functions that print sets of words, without duplicates.
    private var functions: [String] {
        var names: Set<String> = []
        var lines: [String] = []
        for command in scopes {
            for option in command.options {
                guard let candidates = reference.candidates(for: option, of: command),
                    let words = described(candidates),
                    names.insert(functionName(option, candidates)).inserted
                else { continue }
                lines += function(functionName(option, candidates), printing: words)
            }
        }
        lines += function("__\(tool)_pages", printing: reference.pageChoices)
        return lines + Candidates.Codes.allCases.flatMap(codes)
    }

    private func function(_ name: String, printing words: [Choice]) -> [String] {
        ["function \(name)"] + words.map { "    printf '%s\\t%s\\n' \(quoted($0.name)) \(quoted($0.help))" } + ["end"]
    }

    private func codes(_ codes: Candidates.Codes) -> [String] {
        let filled = TextLayout(width: 100).filled(reference.codes(codes).joined(separator: " "), indent: 8)
        guard !filled.isEmpty else { return [] }
        return ["function __\(tool)_\(codes.rawValue)", "    string split ' ' \\"]
            + filled.dropLast().map { $0 + " \\" } + filled.suffix(1) + ["end"]
    }

    /// Returns the words that a function prints: those of lists, and those with a description.
    private func described(_ candidates: Candidates) -> [Choice]? {
        switch candidates {
        case .list(let words): words
        case .one(let words): words.allSatisfy(\.help.isEmpty) ? nil : words
        default: nil
        }
    }

    /// Returns the name of a function. It contains the first command that has these words for the option.
    private func functionName(_ option: OptionInfo, _ candidates: Candidates) -> String {
        let owner = reference.owner(of: candidates, for: option).functionName
        return "__\(tool)_\(owner)_\(option.name.replacing(bytes: "-", with: "_"))"
    }

    private var valuedCases: String {
        scopes.map { command in
            let valued = command.options.filter { !$0.isSwitch }.flatMap(\.spellings).joined(separator: " ")
            return "        case \(command.name)\n            string split ' ' -- '\(valued)'"
        }.joined(separator: "\n")
    }

    // MARK: - Rules

    private var first: [String] {
        let at = "complete -c \(tool) -n __\(tool)_first"
        let words = reference.firstWords.map { "\(at) -a \($0.name) -d \(quoted($0.help))" }
        let generate = ToolInfo.generate
        return words + [
            "complete -c \(tool) -n __\(tool)_generating -l \(generate.name) -x "
                + "-a '(__\(tool)_pages)' -d \(quoted(generate.title))"
        ]
            + reference.firstWords.map { word in
                "complete -c \(tool) -n __\(tool)_helping -a \(word.name) -d \(quoted(word.help))"
            }
    }

    /// One line per option, for all commands that have it with the same values and words.
    private var options: [String] {
        var rules: [(rule: String, negation: Bool, commands: [String])] = []
        func add(_ rule: String, negation: Bool = false, _ command: CommandInfo) {
            if let index = rules.firstIndex(where: { $0.rule == rule && $0.negation == negation }) {
                rules[index].commands.append(command.name)
            } else {
                rules.append((rule, negation, [command.name]))
            }
        }
        for command in scopes {
            for option in command.options {
                add("\(names(option))\(value(of: option, command)) -d \(quoted(option.title))", command)
            }
        }
        for command in scopes {
            for option in command.options {
                for negation in command.negations(of: option).offered {
                    add("-l \(negation.dropFirst(2)) -d \(quoted("Undo \(option.longForm)"))", negation: true, command)
                }
            }
        }
        return rules.map { rule in
            let condition = "__\(tool)_in \(rule.commands.joined(separator: " "))"
            return
                "complete -c \(tool) -n '\(rule.negation ? "__\(tool)_negating; and " : "")\(condition)' \(rule.rule)"
        }
    }

    private var operands: [String] {
        commands.flatMap { command in
            command.operands.enumerated().compactMap { index, operand -> String? in
                let arguments = arguments(for: reference.candidates(for: operand, of: command), nil)
                guard !arguments.isEmpty else { return nil }
                let last = operand.repeats ? 1_000_000 : index
                let condition = "__\(tool)_operand \(command.name) \(index) \(last)"
                func rule(_ more: String, _ arguments: String) -> String {
                    "complete -c \(tool) -n '\(condition)\(more)'\(arguments) -d \(quoted(operand.name))"
                }
                let own = command.favoritesOptions.joined(separator: " ")
                guard !own.isEmpty else { return rule("", arguments) }
                let favorites = " -a '(__\(tool)_favorites)'"
                return rule("; and not __\(tool)_given \(own)", arguments) + "\n"
                    + rule("; and __\(tool)_given \(own)", favorites)
            }
        }
    }

    private func names(_ option: OptionInfo) -> String {
        (option.short.map { "-s \($0) " } ?? "") + "-l \(option.name)"
    }

    private func value(of option: OptionInfo, _ command: CommandInfo) -> String {
        guard let candidates = reference.candidates(for: option, of: command) else { return "" }
        return candidates == .file ? " -r -F" : " -x" + arguments(for: candidates, option)
    }

    /// Returns ` -a …` or an empty text. `option` is nil for an operand, which has only codes or paths.
    private func arguments(for candidates: Candidates, _ option: OptionInfo?) -> String {
        let function = option.flatMap { described(candidates) == nil ? nil : functionName($0, candidates) } ?? ""
        return switch candidates {
        case .nothing: ""
        case .one(let words) where function.isEmpty: " -a \(quoted(words.map(\.name).joined(separator: " ")))"
        case .one: " -a '(\(function))'"
        case .list: " -a '(__\(tool)_list \(function))'"
        case .codes(let codes): " -a '(__\(tool)_\(codes.rawValue))'"
        case .file: " -F"
        case .directory: " -a '(__fish_complete_directories)'"
        case .program: " -a '(__fish_complete_command)'"
        }
    }

    private func quoted(_ text: String) -> String { "'\(text.escaping(#"\'"#))'" }
}
