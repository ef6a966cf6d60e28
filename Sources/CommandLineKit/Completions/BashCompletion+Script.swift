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

        # Writes the word in capitals, after a colon only what follows it: codes and symbols are in capitals.
        _TOOL_upper() {
            local scheme=${cur%"${cur##*:}"}
            cur=$scheme$(printf %s "${cur##*:}" | tr '[:lower:]' '[:upper:]')
        }

        # Adds the favorites: the first word of each line of their file.
        _TOOL_favorites() {
            local word file=${XDG_CONFIG_HOME:-$HOME/.config}/FAVORITES
            [ -r "$file" ] || return 0
            words=''
            while read -r word _ || [ -n "$word" ]; do
                case $word in
                    '#'*) ;;
                    *) words="$words ${word%$'\r'}" ;;
                esac
            done < "$file"
            _TOOL_add "$words"
            [ "${#COMPREPLY[@]}" -eq 0 ] || return 0
            _TOOL_upper
            _TOOL_add "$words"
        }

        # Adds the completions of the value at the cursor, by kind and words.
        _TOOL_offer() {
            case $kind in
                one) _TOOL_add "$words" ;;
                list) _TOOL_list ;;
                code)
                    _TOOL_upper
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

        # Completes --generate, which is the first word, and its value.
        _TOOL_generate() {
            if [ "$place" -eq 1 ]; then
                _TOOL_split
            else
                [ "${typed[2]}" != = ] || [ "$place" -gt 2 ] || cur=''
            fi
            case $place,${typed[2]} in
                1,* | 2,* | 3,=) _TOOL_add PAGES ;;
            esac
        }

        # Sets typed to the words up to the cursor. Words that were split at a colon are joined: stock:AAPL.
        _TOOL_join() {
            local index word last
            for ((index = 0; index <= COMP_CWORD; index++)); do
                word=${COMP_WORDS[index]}
                last=$((${#typed[@]} - 1))
                if [ "$last" -gt 0 ] && [ "$word" = : ]; then
                    typed[last]=${typed[last]}:
                elif [ "$last" -gt 0 ] && [ -n "$word" ] && [ "${typed[last]}" != "${typed[last]%:}" ]; then
                    typed[last]=${typed[last]}$word
                else
                    typed[last + 1]=$word
                fi
            done
        }

        # Removes what precedes the last colon from the completions, since only the rest is replaced.
        _TOOL_unjoin() {
            local index scheme=$1
            for index in "${!COMPREPLY[@]}"; do COMPREPLY[index]=${COMPREPLY[index]#"$scheme"}; done
        }

        # Reads the words before the cursor from an index on: counts the operands and finds the option that needs a
        # value next. Before a command it stops at the first operand. Fails after '--', where nothing is offered.
        _TOOL_walk() {
            local word
            while [ "$index" -lt "$place" ]; do
                word=${typed[index]}
                option=''
                case " $owning " in
                    *" ${word%%=*} "*) own=1 ;;
                esac
                case $word in
                    --) return 1 ;;
                    - | -[0-9]* | -.[0-9]* | [!-]* | '')
                        [ "$command" != LEADING ] || return 0
                        count=$((count + 1)) ;;
                    -*)
                        if [ "${typed[index + 1]}" = = ]; then
                            option=$word
                            index=$((index + 2))
                        elif _TOOL_value "$command" "$word"; then
                            option=$word
                            index=$((index + 1))
                        fi ;;
                esac
                index=$((index + 1))
            done
            [ "$index" -gt "$place" ] || option=''
        }

        # Completes the word at the cursor with the options, values and operands of a command.
        _TOOL_complete() {
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
                    if [ "$command" = LEADING ]; then
                        _TOOL_add COMMANDS
                    elif _TOOL_value "$command" "$count"; then
                        [ -z "$own" ] || kind='own'
                        _TOOL_offer
                    fi ;;
            esac
        }

        _TOOL() {
            local IFS=$' \t\n' typed=() index=1 command=LEADING scheme=''
            local option='' prefix='' kind='' words='' options='' negations='' owning='' own='' count=0
            COMPREPLY=()
            _TOOL_join
            local place=$((${#typed[@]} - 1))
            local cur=${typed[place]}
            case $COMP_WORDBREAKS,$cur in
                *:*,*:*) scheme=${cur%"${cur##*:}"} ;;
            esac
            case ${typed[1]} in
                --generate | --generate=*)
                    if [ "$place" -gt 1 ] || [ "$cur" != --generate ]; then
                        _TOOL_generate
                        return
                    fi ;;
            esac
            _TOOL_options "$command"
            [ "$place" -gt 1 ] || options="$options --generate"
            _TOOL_walk || return 0
            if [ "$index" -lt "$place" ]; then
                command=${typed[index]}
                index=$((index + 1))
                options='' negations='' owning=''
                if [ "$command" = help ]; then
                    [ "$index" -lt "$place" ] || _TOOL_add NAMES
                    return
                fi
                _TOOL_options "$command"
                [ -n "$options" ] || return 0
                _TOOL_walk || return 0
            fi
            _TOOL_complete
            [ -z "$scheme" ] || _TOOL_unjoin "$scheme"
        }

        complete -F _TOOL TOOL
        """#
}
