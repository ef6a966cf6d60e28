# bash completion for crypto, written by 'crypto --generate complete-bash'; not edited by hand.
# Works with bash 3.2 and newer, and without the package bash-completion.

# Sets kind and words for the value of an option, or for the operand of that number.
# Fails if the option takes no value, and if there is no such operand.
_crypto_value() {
    words=''
    case "$1 $2" in
        *' -n' | *' --limit' | *' --of' | *' --search' | *' --move' | *' --seed' | *' --rate' | \
        *' --template' | *' --if' | *' --digits' | *' --max-age' | *' --stale-if-error' | *' --timeout' | \
        *' --retries' | *' --deadline' | *' --history' | *' --from' | *' --to' | *' --at' | \
        *' --min-sources' | *' --max-deviation' | *' --top' | *' --count' | *' --for' | *' --until' | \
        *' --when' | *' --exec' | *' --cooldown' | *' --interval' | *' --on-change' | *' --poll' | \
        'convert 0')
            kind='none' ;;
        'list --sort')
            kind='one' words='rank name symbol price change_percent volume market_cap favorite' ;;
        *' --market')
            kind='one' words='spot futures all' ;;
        'list -f' | 'list --format' | 'convert -f' | 'convert --format' | 'watch -f' | 'watch --format')
            kind='one' words='table json jsonl csv tsv markdown records template none' ;;
        'list --fields' | 'watch --fields')
            kind='list' words='
                time symbol id name kind market price currency open high low change change_percent
                volume market_cap rank bid ask provider age stale via change_percent_1h
                change_percent_7d trend' ;;
        *' --color')
            kind='one' words='auto always never' ;;
        *' -c' | *' --currency' | 'convert 1' | 'convert '[0-9]*)
            kind='code' words='
                AED AEUR AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BCH BDT BGN BHD BIDR BIF BITS BKRW
                BMD BNB BND BOB BOV BRL BSD BTC BTN BUSD BVND BWP BYN BZD CAD CDF CHE CHF CHW CLF
                CLP CNY COP COU CRC CUP CVE CZK DAI DJF DKK DOGE DOP DOT DZD EGP EOS ERN ETB ETH EUR
                EURI FDUSD FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD GYEN HKD HNL HTG HUF IDR IDRT ILS
                INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LINK LKR LRD
                LSL LTC LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO
                NOK NPR NZD OMR PAB PAX PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SATS SBD SCR
                SDG SEK SGD SHP SLE SOL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRX TRY TTD
                TUSD TWD TZS UAH UGX USD USD1 USDC USDP USDS USDT USN UYI UYU UYW UZS VAI VED VES
                VND VUV WRX WST XAF XAG XAU XCD XCG XDR XLM XOF XPD XPF XPT XRP XSU XUA YER YFI ZAR
                ZMW ZWG' ;;
        'list -p' | 'list --provider')
            kind='list' words='
                coingecko coinpaprika cryptocompare binance coinbase kraken wazirx btse frankfurter
                ecb erapi fixer yahoo iex sample mock' ;;
        *' --config')
            kind='file' ;;
        *' --candles')
            kind='one' words='1m 5m 15m 1h 4h 1d 1w' ;;
        'price -f' | 'price --format' | 'aqi -f' | 'aqi --format')
            kind='one' words='table json jsonl csv tsv markdown records template none svg' ;;
        'price --fields')
            kind='list' words='
                time symbol id name kind market price currency open high low change change_percent
                volume market_cap rank bid ask provider age stale via change_percent_1h
                change_percent_7d trend sources deviation_percent dropped' ;;
        'price -p' | 'price --provider' | 'watch -p' | 'watch --provider')
            kind='list' words='
                coingecko coinpaprika cryptocompare binance coinbase kraken wazirx btse frankfurter
                ecb erapi fixer yahoo stooq iex sample mock' ;;
        'convert --fields')
            kind='list' words='amount from to result rate path provider time age stale' ;;
        'convert -p' | 'convert --provider')
            kind='list' words='
                coingecko coinpaprika cryptocompare binance coinbase kraken wazirx btse frankfurter
                ecb erapi fixer sample mock' ;;
        *' --scale')
            kind='one' words='in us eu' ;;
        'aqi --sort')
            kind='one' words='city aqi' ;;
        'aqi --fields')
            kind='list' words='
                time city country latitude longitude aqi scale level description color face pm2_5
                pm10 o3 no2 so2 co provider age stale via' ;;
        'aqi -p' | 'aqi --provider')
            kind='list' words='open-meteo waqi city-ws sample mock' ;;
        'list '[0-9]* | 'price '[0-9]* | 'watch '[0-9]*)
            kind='code' words='
                BTC ETH USDT BNB SOL XRP USDC ADA DOGE AVAX TRX LINK DOT MATIC TON SHIB UNI BCH ICP
                LTC DAI IMX ATOM NEAR STX ETC FIL LEO APT HBAR TAO KAS OP INJ XLM VET MNT OKB LDO
                CRO TIA RNDR GRT XMR FDUSD ARB SEI RUNE MKR PEPE' ;;
        'aqi '[0-9]*)
            kind='one' words='
                Mumbai Bengaluru Delhi Kolkata Bhubaneswar Chennai Pune Hyderabad Indore Jaipur
                Chandigarh Lucknow' ;;
        *) return 1 ;;
    esac
}

# The options of a command, those that are offered only after '--no-', and those before favorites.
_crypto_options() {
    case $1 in
        list)
            options='
                -n --limit --sort --reverse --of --search --market --favorites --available --add
                --remove --move --seed --rate -f --format --json --csv --fields --template
                --no-header --if --digits --color -c --currency -p --provider --max-age --refresh
                --stale-if-error --offline --timeout --retries --deadline --strict -q --quiet -v
                --verbose --config --no-config -h --help -V --version'
            negations='
                --no-reverse --no-favorites --no-available --no-add --no-remove --no-json --no-csv
                --no-refresh --no-offline --no-strict --no-quiet --no-verbose'
            owning='--remove --move' ;;
        price)
            options='
                --favorites --history --candles --from --to --at --chart --consensus --min-sources
                --max-deviation --seed --rate -f --format --json --csv --fields --template
                --no-header --if --digits --color -c --currency -p --provider --max-age --refresh
                --stale-if-error --offline --timeout --retries --deadline --strict -q --quiet -v
                --verbose --config --no-config -h --help -V --version'
            negations='
                --no-favorites --no-chart --no-consensus --no-json --no-csv --no-refresh
                --no-offline --no-strict --no-quiet --no-verbose'
            owning='' ;;
        convert)
            options='
                --at --explain --seed --rate -f --format --json --csv --fields --template
                --no-header --if --digits --color -p --provider --max-age --refresh --stale-if-error
                --offline --timeout --retries --deadline --strict -q --quiet -v --verbose --config
                --no-config -h --help -V --version'
            negations='
                --no-explain --no-json --no-csv --no-refresh --no-offline --no-strict --no-quiet
                --no-verbose'
            owning='' ;;
        watch)
            options='
                --favorites --top -n --count --for --until --when --exec --cooldown --interval
                --on-change --candles --poll --seed --rate -f --format --json --csv --fields
                --template --no-header --if --digits --color -c --currency -p --provider --max-age
                --refresh --stale-if-error --offline --timeout --retries --deadline --strict -q
                --quiet -v --verbose --config --no-config -h --help -V --version'
            negations='
                --no-favorites --no-json --no-csv --no-refresh --no-offline --no-strict --no-quiet
                --no-verbose'
            owning='' ;;
        aqi)
            options='
                --scale --sort --history --chart --watch -n --count --for --until --when --exec
                --cooldown --interval --seed --rate -f --format --json --csv --fields --template
                --no-header --if --digits --color -p --provider --max-age --refresh --stale-if-error
                --offline --timeout --retries --deadline --strict -q --quiet -v --verbose --config
                --no-config -h --help -V --version'
            negations='
                --no-chart --no-watch --no-json --no-csv --no-refresh --no-offline --no-strict
                --no-quiet --no-verbose'
            owning='' ;;
    esac
}

# Adds the words that begin with what is typed.
_crypto_add() {
    local word
    for word in $1; do
        case $word in
            "$cur"*) COMPREPLY+=("$prefix$word") ;;
        esac
    done
}

# Adds the files, directories or programs that compgen knows.
_crypto_paths() {
    local path
    while IFS= read -r path; do
        COMPREPLY+=("$prefix$path")
    done < <(compgen "$1" -- "$cur")
    compopt -o filenames 2>/dev/null
}

# Adds words to a comma-separated list, except those that it has.
_crypto_list() {
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
    _crypto_add "$rest"
}

# Adds the favorites: the first word of each line of their file.
_crypto_favorites() {
    local word file=${XDG_CONFIG_HOME:-$HOME/.config}/crypto/favorites
    [ -r "$file" ] && [ "$cur" != : ] && [ "${COMP_WORDS[COMP_CWORD - 1]}" != : ] || return 0
    words=''
    while read -r word _ || [ -n "$word" ]; do
        case $word in
            '#'*) ;;
            *) words="$words ${word%$'\r'}" ;;
        esac
    done < "$file"
    _crypto_add "$words"
    [ "${#COMPREPLY[@]}" -eq 0 ] || return 0
    cur=$(printf %s "$cur" | tr '[:lower:]' '[:upper:]')
    _crypto_add "$words"
}

# Adds the completions of the value at the cursor, by kind and words.
_crypto_offer() {
    case $kind in
        one) _crypto_add "$words" ;;
        list) _crypto_list ;;
        code)
            cur=$(printf %s "$cur" | tr '[:lower:]' '[:upper:]')
            _crypto_add "$words" ;;
        own) _crypto_favorites ;;
        file) _crypto_paths -f ;;
        directory) _crypto_paths -d ;;
        program) _crypto_paths -c ;;
    esac
}

# Splits --name=value where COMP_WORDS has it in one word, as in bash 3.2. Only the part after the sign is
# replaced, unless the sign was removed from COMP_WORDBREAKS.
_crypto_split() {
    option=${cur%%=*}
    cur=${cur#*=}
    case $COMP_WORDBREAKS in
        *=*) ;;
        *) prefix=$option= ;;
    esac
}

# The first word, and the word after 'help' or '--generate'.
_crypto_first() {
    local place=$COMP_CWORD
    if [ "${COMP_WORDS[2]}" = = ]; then
        place=$((place == 2 ? 2 : place - 1))
        [ "$cur" != = ] || cur=''
    fi
    case $place,${COMP_WORDS[1]} in
        1,--generate=*)
            _crypto_split
            _crypto_add '
                man man-list man-price man-convert man-watch man-aqi man-fields man-providers
                complete-bash complete-zsh complete-fish' ;;
        1,-*) _crypto_add '-h --help -V --version --generate' ;;
        1,*) _crypto_add 'list price convert watch aqi help' ;;
        2,--generate) _crypto_add '
                man man-list man-price man-convert man-watch man-aqi man-fields man-providers
                complete-bash complete-zsh complete-fish' ;;
        2,help) _crypto_add 'list price convert watch aqi help' ;;
    esac
}

# Reads the words before the cursor: counts the operands and finds the option that needs a value next.
# Fails after '--', where nothing is offered.
_crypto_walk() {
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
                elif _crypto_value "$command" "$word"; then
                    option=$word
                    index=$((index + 1))
                fi ;;
            *) count=$((count + 1)) ;;
        esac
        index=$((index + 1))
    done
    [ "$index" -gt "$COMP_CWORD" ] || option=''
}

_crypto() {
    local IFS=$' \t\n' cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}
    local option='' prefix='' kind='' words='' options='' negations='' owning='' own='' count=0
    COMPREPLY=()
    _crypto_options "$command"
    if [ "$COMP_CWORD" -eq 1 ] || [ -z "$options" ]; then
        _crypto_first
        return
    fi
    _crypto_walk || return 0
    if [ -n "$option" ]; then
        [ "$cur" != = ] || cur=''
    else
        case $cur in
            --*=*) _crypto_split ;;
            --*) ;;
            -[a-zA-Z]?*)
                option=${cur:0:2}
                prefix=$option
                cur=${cur:2} ;;
        esac
    fi
    if [ -n "$option" ]; then
        if _crypto_value "$command" "$option"; then _crypto_offer; fi
        return
    fi
    case $cur in
        --no-*) _crypto_add "$options $negations" ;;
        -*) _crypto_add "$options" ;;
        *)
            if _crypto_value "$command" "$count"; then
                [ -z "$own" ] || kind='own'
                _crypto_offer
            fi ;;
    esac
}

complete -F _crypto crypto
