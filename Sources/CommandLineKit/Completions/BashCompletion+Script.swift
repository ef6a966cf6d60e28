extension BashCompletion {
    /// The functions that use the tables, the same for every tool. Names in capitals are replaced.
    ///
    /// They run in bash 3.2, the version of macOS. It has no `compopt`, so a list is followed by a space there.
    static let script = #"""
        # Adds the words that begin with what is typed.
        _TOOL_add() {
            local word
            for word in $1; do
                case $word in
                    "$cur"*) COMPREPLY+=("$prefix$word") ;;
                esac
            done
        }

        # Adds the files, directories or programs that compgen knows.
        _TOOL_paths() {
            local path
            while IFS= read -r path; do
                COMPREPLY+=("$prefix$path")
            done < <(compgen "$1" -- "$cur")
            compopt -o filenames 2>/dev/null
        }

        # Adds words to a comma-separated list, except those that it has.
        _TOOL_list() {
            local word rest='' taken=${cur%"${cur##*,}"}
            for word in $words; do
                case ",$taken" in
                    *",$word,"*) ;;
                    *) rest="$rest $word" ;;
                esac
            done
            prefix=$prefix$taken
            cur=${cur##*,}
            compopt -o nospace 2>/dev/null
            _TOOL_add "$rest"
        }

        # Adds the favorites: the first word of each line of their file.
        _TOOL_favorites() {
            local word file=${XDG_CONFIG_HOME:-$HOME/.config}/FAVORITES
            [ -r "$file" ] && [ "$cur" != : ] && [ "${COMP_WORDS[COMP_CWORD - 1]}" != : ] || return 0
            words=''
            while read -r word _ || [ -n "$word" ]; do
                case $word in
                    '#'*) ;;
                    *) words="$words ${word%$'\r'}" ;;
                esac
            done < "$file"
            _TOOL_add "$words"
            [ "${#COMPREPLY[@]}" -eq 0 ] || return 0
            cur=$(printf %s "$cur" | tr '[:lower:]' '[:upper:]')
            _TOOL_add "$words"
        }

        # Adds the completions of the value at the cursor, by kind and words.
        _TOOL_offer() {
            case $kind in
                one) _TOOL_add "$words" ;;
                list) _TOOL_list ;;
                code)
                    cur=$(printf %s "$cur" | tr '[:lower:]' '[:upper:]')
                    _TOOL_add "$words" ;;
                own) _TOOL_favorites ;;
                file) _TOOL_paths -f ;;
                directory) _TOOL_paths -d ;;
                program) _TOOL_paths -c ;;
            esac
        }

        # Splits --name=value where COMP_WORDS has it in one word, as in bash 3.2. Only the part after the sign is
        # replaced, unless the sign was removed from COMP_WORDBREAKS.
        _TOOL_split() {
            option=${cur%%=*}
            cur=${cur#*=}
            case $COMP_WORDBREAKS in
                *=*) ;;
                *) prefix=$option= ;;
            esac
        }

        # The first word, and the word after 'help' or '--generate'.
        _TOOL_first() {
            local place=$COMP_CWORD
            if [ "${COMP_WORDS[2]}" = = ]; then
                place=$((place == 2 ? 2 : place - 1))
                [ "$cur" != = ] || cur=''
            fi
            case $place,${COMP_WORDS[1]} in
                1,--generate=*)
                    _TOOL_split
                    _TOOL_add PAGES ;;
                1,-*) _TOOL_add FIRST ;;
                1,*) _TOOL_add COMMANDS ;;
                2,--generate) _TOOL_add PAGES ;;
                2,help) _TOOL_add NAMES ;;
            esac
        }

        # Reads the words before the cursor: counts the operands and finds the option that needs a value next.
        # Fails after '--', where nothing is offered.
        _TOOL_walk() {
            local index=2 word
            while [ "$index" -lt "$COMP_CWORD" ]; do
                word=${COMP_WORDS[index]}
                option=''
                case " $owning " in
                    *" ${word%%=*} "*) own=1 ;;
                esac
                case $word in
                    --) return 1 ;;
                    - | -[0-9]* | -.[0-9]*) count=$((count + 1)) ;;
                    -*)
                        if [ "${COMP_WORDS[index + 1]}" = = ]; then
                            option=$word
                            index=$((index + 2))
                        elif _TOOL_value "$command" "$word"; then
                            option=$word
                            index=$((index + 1))
                        fi ;;
                    *) count=$((count + 1)) ;;
                esac
                index=$((index + 1))
            done
            [ "$index" -gt "$COMP_CWORD" ] || option=''
        }

        _TOOL() {
            local IFS=$' \t\n' cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}
            local option='' prefix='' kind='' words='' options='' negations='' owning='' own='' count=0
            COMPREPLY=()
            _TOOL_options "$command"
            if [ "$COMP_CWORD" -eq 1 ] || [ -z "$options" ]; then
                _TOOL_first
                return
            fi
            _TOOL_walk || return 0
            if [ -n "$option" ]; then
                [ "$cur" != = ] || cur=''
            else
                case $cur in
                    --*=*) _TOOL_split ;;
                    --*) ;;
                    -[a-zA-Z]?*)
                        option=${cur:0:2}
                        prefix=$option
                        cur=${cur:2} ;;
                esac
            fi
            if [ -n "$option" ]; then
                if _TOOL_value "$command" "$option"; then _TOOL_offer; fi
                return
            fi
            case $cur in
                --no-*) _TOOL_add "$options $negations" ;;
                -*) _TOOL_add "$options" ;;
                *)
                    if _TOOL_value "$command" "$count"; then
                        [ -z "$own" ] || kind='own'
                        _TOOL_offer
                    fi ;;
            esac
        }

        complete -F _TOOL TOOL
        """#
}

extension String {
    /// Returns the text with every occurrence of a word replaced.
    func replacing(_ word: String, with other: String) -> String {
        var result = ""
        var rest = self[...]
        while let range = rest.firstRange(of: word) {
            result += rest[..<range.lowerBound] + other
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
