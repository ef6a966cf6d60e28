# bash completion for crypto, with bash 3.2 and newer, and without the package bash-completion.
# 'crypto --complete WORD...' prints what fits and what stays of the last word, then words with descriptions.

_crypto() {
    local program=${1:-crypto} words=('') last=0 word signs replaced='' kind='' kept='' rest='' index
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
    type -P "$program" >/dev/null || program=crypto
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

complete -F _crypto crypto
