import Platform

/// The scripts with which shells ask the tool for completions. TOOL is its name.
///
/// Each asks `TOOL --complete WORD...` with the words after the program's name, up to the cursor, and reads what
/// `Completion.text` describes.
extension GeneratedPage {
    /// The pages with the scripts of a tool.
    static func completions(of tool: String) -> [GeneratedPage] {
        let scripts = [
            ("bash", "\(tool).bash", bashText), ("zsh", "_\(tool)", zshText), ("fish", "\(tool).fish", fishText),
        ]
        return scripts.map { shell, file, script in
            GeneratedPage(
                name: "complete-\(shell)", summary: "Completions for \(shell)", path: "Completions/\(file)"
            ) {
                script.replacing(bytes: "TOOL", with: tool) + "\n"
            }
        }
    }

    private static let bashText = #"""
        # bash completion for TOOL, with bash 3.2 and newer, and without the package bash-completion.
        # 'TOOL --complete WORD...' prints what fits and what stays of the last word, then words with descriptions.

        _TOOL() {
            local program=${1:-TOOL} words=('') last=0 word signs replaced='' kind='' kept='' rest='' index
            COMPREPLY=()
            # Words are split at = and :, which belong to them: --format=json, stock:AAPL.
            for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
                case $word,${words[last]} in
                    :,?* | =,-* | ?*,-*= | ?*,?*:) words[last]=${words[last]}$word ;;
                    *)
                        last=$((last + 1))
                        words[last]=$word ;;
                esac
            done
            case $program in
                \~/*) program=$HOME/${program#*/} ;;
            esac
            type -P "$program" >/dev/null || program=TOOL
            {
                IFS=$'\t' read -r kind kept
                while IFS=$'\t' read -r word rest; do COMPREPLY+=("$kept$word"); done
            } < <("$program" --complete "${words[@]:1}" 2>/dev/null)
            case $kind in
                list) compopt -o nospace 2>/dev/null ;;
                file | directory | command)
                    rest=${words[last]}
                    rest=${rest#"$kept"}
                    while IFS= read -r word; do COMPREPLY+=("$kept$word"); done < <(compgen "-${kind:0:1}" -- "$rest")
                    compopt -o filenames 2>/dev/null ;;
            esac
            # Only what follows the last = or : is replaced, unless the sign was removed from COMP_WORDBREAKS.
            signs=${COMP_WORDBREAKS//[!=:]/}
            [ -z "$signs" ] || replaced=${words[last]%"${words[last]##*[$signs]}"}
            for index in "${!COMPREPLY[@]}"; do COMPREPLY[index]=${COMPREPLY[index]#"$replaced"}; done
        }

        complete -F _TOOL TOOL
        """#

    private static let zshText = #"""
        #compdef TOOL
        # zsh completion for TOOL, with zsh 5 and newer.
        # 'TOOL --complete WORD...' prints what fits and what stays of the last word, then words with descriptions.

        _TOOL() {
            local program=${(Q)words[1]} kind kept word help
            local -a offers match
            program=${program/#\~\//$HOME/}
            (( $+commands[$program] )) || [[ -x $program && ! -d $program ]] || program=TOOL
            {
                IFS=$'\t' read -r kind kept
                while IFS=$'\t' read -r word help; do
                    offers+=("${word//:/\\:}${help:+:$help}")
                done
            } < <($program --complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
            # What stays is not shown in the list.
            [[ -z $kept ]] || compset -P "${(b)kept}"
            match=(-M 'm:{a-zA-Z}={A-Za-z}')
            case $kind in
                words) _describe -V word offers $match ;;
                list) _describe -V word offers $match -S '' ;;
                file) _files ;;
                directory) _files -/ ;;
                command) _command_names -e ;;
            esac
        }

        _TOOL "$@"
        """#

    private static let fishText = #"""
        # fish completion for TOOL, with fish 3 and newer.
        # 'TOOL --complete WORD...' prints what fits and what stays of the last word, then words with descriptions.

        function __TOOL_offers
            set -l words (commandline -opc)
            set -l word (commandline -ct)
            set -l program (string replace -r -- '^~/' "$HOME/" $words[1])
            command -sq -- $program; or set program TOOL
            command -sq -- $program; or return
            set -l lines (command $program --complete $words[2..] "$word" 2>/dev/null)
            set -l head (string split -- \t "$lines[1]")
            set -l rest (string sub -s (math (string length -- "$head[2]") + 1) -- "$word")
            switch "$head[1]"
                case words list
                    printf '%s\n' $head[2]$lines[2..]
                case file
                    printf '%s\n' $head[2](complete -C "'' $rest")
                case directory
                    printf '%s\n' $head[2](__fish_complete_directories "$rest" '')
                case command
                    printf '%s\n' $head[2](complete -C "$rest")
            end
        end

        complete -c TOOL -k -f -a '(__TOOL_offers)'
        """#
}
