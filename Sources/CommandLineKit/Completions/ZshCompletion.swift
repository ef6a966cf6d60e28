import Platform

/// The completions for zsh 5 and newer.
struct ZshCompletion: Completion {
    let reference: ToolReference

    var text: String {
        let head = """
            #compdef \(tool)
            # zsh completion for \(tool), written by '\(tool) --generate complete-zsh'; not edited by hand.
            """
        let blocks =
            [head] + Candidates.Codes.allCases.map(codes) + favorites + lists + scopes.map(function) + [
                script, "_\(tool) \"$@\"",
            ]
        return blocks.joined(separator: "\n\n") + "\n"
    }

    // MARK: - Functions

    private func codes(_ codes: Candidates.Codes) -> String {
        let words = TextLayout(width: 100).filled(reference.codes(codes).joined(separator: " "), indent: 8)
        return """
            _\(tool)_\(codes.rawValue)() {
                local -a codes
                codes=(
            \(words.joined(separator: "\n"))
                )
                compadd "$@" -M 'm:{a-z}={A-Z}' -a codes
            }
            """
    }

    /// The functions for the favorites and for operands that are favorites after some options.
    private var favorites: [String] {
        let owners = commands.filter { !$0.favoritesOptions.isEmpty }
        guard !owners.isEmpty else { return [] }
        let all = """
            _\(tool)_favorites() {
                local -a favorites
                local word rest file=${XDG_CONFIG_HOME:-$HOME/.config}/\(reference.favoritesFile)
                [[ -r $file ]] || return 1
                while read -r word rest || [[ -n $word ]]; do
                    [[ -z $word || $word == '#'* ]] || favorites+=(${word%$'\\r'})
                done < $file
                compadd "$@" -M 'm:{a-z}={A-Z}' -a favorites
            }
            """
        return [all]
            + owners.flatMap { command in
                command.operands.map { operand in
                    """
                    _\(tool)_\(command.name)_\(operand.name)() {
                        if (( ${words[(I)(\(command.favoritesOptions.joined(separator: "|")))(|=*)]} )); then
                            _\(tool)_favorites "$@"
                        else
                            \(action(reference.candidates(for: operand, of: command))) "$@"
                        fi
                    }
                    """
                }
            }
    }

    /// The functions for comma-separated lists, without duplicates.
    private var lists: [String] {
        var names: Set<String> = []
        return scopes.flatMap { command in
            command.options.compactMap { option -> String? in
                guard let candidates = reference.candidates(for: option, of: command),
                    case .list(let words) = candidates
                else {
                    return nil
                }
                let name = functionName(option, candidates)
                guard names.insert(name).inserted else { return nil }
                let values = words.map { "\($0.name)[\($0.help.escaping(#"\[]:"#))]".singleQuoted }
                return """
                    \(name)() {
                        _values -s , \(option.name) \\
                            \(values.joined(separator: " \\\n        "))
                    }
                    """
            }
        }
    }

    private func functionName(_ option: OptionInfo, _ candidates: Candidates) -> String {
        let owner = reference.owner(of: candidates, for: option).functionName
        return "_\(tool)_\(owner)_\(option.name.replacing(bytes: "-", with: "_"))"
    }

    /// Returns the function of a command: its options and operands as specs for `_arguments`. The one for the options
    /// before a command takes more specs as arguments.
    private func function(_ command: CommandInfo) -> String {
        var specs = command.options.map { spec($0, command) }
        if command.name == CommandInfo.leadingName { specs.append(#""$@""#) }
        for option in command.options {
            let (offered, accepted) = command.negations(of: option)
            specs += offered.map { "\"${hide}\"" + "\($0)[Undo \(option.longForm)]".singleQuoted }
            specs += accepted.map { "!\($0)".singleQuoted }
        }
        specs += command.operands.map { operand in
            let candidates = reference.candidates(for: operand, of: command)
            let count = operand.repeats ? "*" : operand.isOptional ? ":" : ""
            let own = command.favoritesOptions.isEmpty ? nil : "_\(tool)_\(command.name)_\(operand.name)"
            return "\(count):\(operand.name):\(own ?? action(candidates))".singleQuoted
        }
        return """
            _\(tool)_\(command.functionName)() {
                # A spec that begins with ! is known, but not offered.
                local hide='!'
                [[ $PREFIX == --no-* ]] && hide=
                _arguments -s -S : \\
                    \(specs.joined(separator: " \\\n        "))
            }
            """
    }

    private var script: String {
        let words = reference.firstWords.map(described)
        let leading = reference.leading
        let valued = (leading.options + [ToolInfo.generate]).filter { !$0.isSwitch }.flatMap(\.spellings)
        let pages = "--generate=[\(ToolInfo.generate.title)]:name:_\(tool)_pages"
        return """
            _\(tool)_pages() {
                local -a pages
                pages=(
                    \(reference.pageChoices.map(described).joined(separator: "\n        "))
                )
                _describe -t pages page pages
            }

            _\(tool)() {
                # Not called commands, which is zsh's own table of programs.
                local -a subcommands
                subcommands=(
                    \(words.joined(separator: "\n        "))
                )
                # Nothing is offered after --.
                (( ${words[(i)--]} < CURRENT )) && return 1
                if [[ $words[2] == --generate && CURRENT -eq 3 ]]; then
                    _\(tool)_pages
                    return
                fi
                # The options before the command, with their values.
                local -i place=2
                while (( place < CURRENT )) && [[ $words[place] == -* ]]; do
                    case $words[place] in
                        \(valued.joined(separator: "|"))) (( place += 2 )) ;;
                        *) (( place++ )) ;;
                    esac
                done
                if (( place > CURRENT )) || [[ place -eq CURRENT && $PREFIX == -* ]]; then
                    local -a first
                    (( CURRENT > 2 )) || first=(\(pages.singleQuoted))
                    _\(tool)_\(leading.functionName) $first
                    return
                fi
                if (( place == CURRENT )); then
                    _describe -t commands command subcommands
                    return
                fi
                words[2,place-1]=()
                (( CURRENT -= place - 2 ))
                case $words[2] in
                    help) (( CURRENT == 3 )) && _describe -t commands command subcommands ;;
                    \(commands.map(\.name).joined(separator: "|")))
                        shift words
                        (( CURRENT-- ))
                        _\(tool)_$words[1] ;;
                esac
            }
            """
    }

    /// Returns a word and its text as `_describe` takes them.
    private func described(_ word: Choice) -> String { "\(word.name):\(word.help)".singleQuoted }

    // MARK: - Specs

    /// Returns an option as a spec for `_arguments`. The value may follow an equals sign, the letter, or a space.
    private func spec(_ option: OptionInfo, _ command: CommandInfo) -> String {
        let title = "[\(option.title.escaping(#"\[]"#))]"
        guard let candidates = reference.candidates(for: option, of: command), let name = option.valueName
        else {
            guard let short = option.short else { return "\(option.longForm)\(title)".singleQuoted }
            return "'(-\(short) \(option.longForm))'{-\(short),\(option.longForm)}\(title.singleQuoted)"
        }
        let function: String? = if case .list = candidates { functionName(option, candidates) } else { nil }
        let rest = "\(title):\(name.escaping(#"\:"#)):\(function ?? action(candidates))".singleQuoted
        guard let short = option.short else { return "\(option.longForm)=\(rest)" }
        return "'(-\(short) \(option.longForm))'{-\(short)+,\(option.longForm)=}\(rest)"
    }

    private func action(_ candidates: Candidates) -> String {
        switch candidates {
        case .nothing, .list: " "
        case .one(let words) where words.allSatisfy(\.help.isEmpty):
            "(\(words.map(\.name).joined(separator: " ")))"
        case .one(let words):
            "((\(words.map { "\($0.name)\\:\($0.help.escaping(#"\:"#).singleQuoted)" }.joined(separator: " "))))"
        case .codes(let codes): "_\(tool)_\(codes.rawValue)"
        case .file: "_files"
        case .directory: "_files -/"
        case .program: " _command_names -e"
        }
    }
}
