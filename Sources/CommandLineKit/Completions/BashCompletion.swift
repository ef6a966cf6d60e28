import Platform

/// The completions for bash 3.2 and newer. They do not need the bash-completion package.
struct BashCompletion: Completion {
    let reference: ToolReference

    var text: String {
        """
        # bash completion for \(tool), written by '\(tool) --generate complete-bash'; not edited by hand.
        # Works with bash 3.2 and newer, and without the package bash-completion.

        # Sets kind and words for the value of an option, or for the operand of that number.
        # Fails if the option takes no value, and if there is no such operand.
        _\(tool)_value() {
            words=''
            case "$1 $2" in
        \(values)
                *) return 1 ;;
            esac
        }

        # The options of a command, or of none, those that are offered only after '--no-', and those before favorites.
        _\(tool)_options() {
            case $1 in
        \(options)
            esac
        }

        \(Self.script.replacing(bytes: "TOOL", with: tool).replacing(bytes: "COMMANDS", with: words(reference.firstWords.map(\.name)))
            .replacing(bytes: "NAMES", with: words(helpTopics))
            .replacing(bytes: "LEADING", with: CommandInfo.leadingName)
            .replacing(bytes: "PAGES", with: words(reference.pageNames)).replacing(bytes: "FAVORITES", with: reference.favoritesFile))

        """
    }

    // MARK: - Tables

    /// One branch of `case` for each set of candidates, with all places where it applies.
    private var values: String {
        var places: [(candidates: Candidates, patterns: [String])] = []
        func add(_ candidates: Candidates, _ patterns: [String]) {
            if let index = places.firstIndex(where: { $0.candidates == candidates }) {
                places[index].patterns += patterns.filter { !places[index].patterns.contains($0) }
            } else {
                places.append((candidates, patterns))
            }
        }
        // Finding them takes a while.
        let scopes = scopes
        for command in scopes {
            for option in command.options {
                guard let candidates = reference.candidates(for: option, of: command) else { continue }
                add(
                    candidates,
                    option.spellings.map {
                        "\(isCommon($0, candidates, in: scopes) ? "*'" : "'\(command.name)") \($0)'"
                    })
            }
        }
        for command in commands {
            for (index, operand) in command.operands.enumerated() {
                let number = operand.repeats ? "\(command.name) '[0-9]*" : "\(command.name) \(index)'"
                add(reference.candidates(for: operand, of: command), ["'" + number])
            }
        }
        return places.map { place in
            // The line may be broken after a bar.
            let patterns = place.patterns.map { "\($0) |" }.joined(separator: "\n")
            let lines = patterns.dropLast(2).split(separator: "\n").chunked(to: 100)
            let shown = lines.map { "        " + $0.joined(separator: " ") }.joined(separator: " \\\n")
            return "\(shown))\n            \(assignment(place.candidates)) ;;"
        }.joined(separator: "\n")
    }

    /// Whether every command with this option spelling has the same candidates for it.
    private func isCommon(_ spelling: String, _ candidates: Candidates, in scopes: [CommandInfo]) -> Bool {
        scopes.allSatisfy { command in
            guard let option = command.options.first(where: { $0.spellings.contains(spelling) }) else { return true }
            return reference.candidates(for: option, of: command) == candidates
        }
    }

    private func assignment(_ candidates: Candidates) -> String {
        switch candidates {
        case .nothing: "kind='none'"
        case .one(let choices): "kind='one' words=\(words(choices.map(\.name)))"
        case .list(let choices): "kind='list' words=\(words(choices.map(\.name)))"
        case .codes(let codes): "kind='code' words=\(words(reference.codes(codes)))"
        case .file: "kind='file'"
        case .directory: "kind='directory'"
        case .program: "kind='program'"
        }
    }

    private var options: String {
        scopes.map { command in
            let offered = words(command.options.flatMap(\.spellings))
            let negations = words(command.options.flatMap { command.negations(of: $0).offered })
            let own = words(command.favoritesOptions)
            return """
                        \(command.name))
                            options=\(offered)
                            negations=\(negations)
                            owning=\(own) ;;
                """
        }.joined(separator: "\n")
    }

    private func words(_ words: [String]) -> String {
        let lines = TextLayout(width: 100).filled(words.joined(separator: " "), indent: 16)
        return lines.count <= 1 ? "'\(words.joined(separator: " "))'" : "'\n\(lines.joined(separator: "\n"))'"
    }
}

extension Sequence where Element == Substring {
    /// Joins the words, in order, into lines of at most `width` bytes.
    fileprivate func chunked(to width: Int) -> [[Substring]] {
        var lines: [[Substring]] = []
        var length = 0
        for word in self {
            if lines.isEmpty || length + word.utf8.count + 1 > width {
                lines.append([])
                length = 0
            }
            lines[lines.count - 1].append(word)
            length += word.utf8.count + 1
        }
        return lines
    }
}
