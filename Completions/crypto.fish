# fish completion for crypto, with fish 3 and newer.
# 'crypto --complete WORD...' prints what fits and what stays of the last word, then words with descriptions.

function __crypto_offers
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set -l program (string replace -r -- '^~/' "$HOME/" $words[1])
    command -sq -- $program; or set program crypto
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

complete -c crypto -k -f -a '(__crypto_offers)'
