# bash completion for crypto, written by 'crypto --generate complete-bash'; not edited by hand.
# Works with bash 3.2 and newer, and without the package bash-completion.

# Sets kind and words for the value of an option, or for the operand of that number.
# Fails if the option takes no value, and if there is no such operand.
_crypto_value() {
    words=''
    case "$1 $2" in
        *' --seed' | *' --rate' | *' --template' | *' --if' | *' --digits' | *' --max-age' | \
        *' --stale-if-error' | *' --timeout' | *' --retries' | *' --deadline' | *' -n' | *' --limit' | \
        *' --of' | *' --search' | *' --move' | *' --amount' | *' --cost' | *' --history' | *' --from' | \
        *' --to' | *' --at' | *' --min-sources' | *' --max-deviation' | *' --top' | *' --count' | \
        *' --for' | *' --until' | *' --when' | *' --exec' | *' --cooldown' | *' --interval' | \
        *' --on-change' | *' --poll' | 'convert 0')
            kind='none' ;;
        'leading-options -f' | 'leading-options --format' | 'price -f' | 'price --format')
            kind='one' words='
                table json jsonl csv tsv markdown records template none ledger beancount prometheus
                svg' ;;
        'leading-options --fields')
            kind='list' words='
                time symbol id name kind market price currency open high low change change_percent
                volume market_cap rank bid ask provider age stale via change_percent_1h
                change_percent_7d trend amount value share_percent cost gain gain_percent sources
                deviation_percent dropped from to result rate path city country latitude longitude
                aqi scale level description color face pm2_5 pm10 o3 no2 so2 co' ;;
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
                NOK NPR NZD OKB OMR PAB PAX PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SATS SBD
                SCR SDG SEK SGD SHP SLE SOL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRX TRY
                TTD TUSD TWD TZS UAH UGX USD USD1 USDC USDP USDS USDT USN UYI UYU UYW UZS VAI VED
                VES VND VUV WRX WST XAF XAG XAU XCD XCG XDR XLM XOF XPD XPF XPT XRP XSU XUA YER YFI
                ZAR ZMW ZWG' ;;
        'leading-options -p' | 'leading-options --provider')
            kind='list' words='
                coingecko coinmarketcap coinpaprika cryptocompare binance coinbase kraken okx wazirx
                btse frankfurter ecb erapi fixer currencyapi yahoo iex sample mock cnbc nasdaq stooq
                open-meteo waqi airnow eea city-ws' ;;
        *' -o' | *' --output' | *' --append' | *' --config')
            kind='file' ;;
        *' --record' | *' --replay')
            kind='directory' ;;
        'list --sort')
            kind='one' words='rank name symbol price change_percent volume market_cap favorite' ;;
        *' --market')
            kind='one' words='spot futures all' ;;
        'list -f' | 'list --format' | 'convert -f' | 'convert --format')
            kind='one' words='table json jsonl csv tsv markdown records template none ledger beancount prometheus' ;;
        'list --fields' | 'watch --fields')
            kind='list' words='
                time symbol id name kind market price currency open high low change change_percent
                volume market_cap rank bid ask provider age stale via change_percent_1h
                change_percent_7d trend amount value share_percent cost gain gain_percent' ;;
        'list -p' | 'list --provider')
            kind='list' words='
                coingecko coinmarketcap coinpaprika cryptocompare binance coinbase kraken okx wazirx
                btse frankfurter ecb erapi fixer currencyapi yahoo iex sample mock' ;;
        *' --candles')
            kind='one' words='1m 5m 15m 1h 4h 1d 1w' ;;
        'price --fields')
            kind='list' words='
                time symbol id name kind market price currency open high low change change_percent
                volume market_cap rank bid ask provider age stale via change_percent_1h
                change_percent_7d trend sources deviation_percent dropped' ;;
        'price -p' | 'price --provider' | 'watch -p' | 'watch --provider')
            kind='list' words='
                coingecko coinmarketcap coinpaprika cryptocompare binance coinbase kraken okx wazirx
                btse frankfurter ecb erapi fixer currencyapi yahoo cnbc nasdaq stooq iex sample mock' ;;
        'convert --fields')
            kind='list' words='amount from to result rate path provider time age stale' ;;
        'convert -p' | 'convert --provider')
            kind='list' words='
                coingecko coinmarketcap coinpaprika cryptocompare binance coinbase kraken okx wazirx
                btse frankfurter ecb erapi fixer currencyapi sample mock' ;;
        'watch -f' | 'watch --format')
            kind='one' words='table json jsonl csv tsv markdown records template none ledger beancount' ;;
        *' --scale')
            kind='one' words='in us eu' ;;
        'aqi --sort')
            kind='one' words='city aqi' ;;
        'aqi -f' | 'aqi --format')
            kind='one' words='table json jsonl csv tsv markdown records template none prometheus svg' ;;
        'aqi --fields')
            kind='list' words='
                time city country latitude longitude aqi scale level description color face pm2_5
                pm10 o3 no2 so2 co provider age stale via' ;;
        'aqi -p' | 'aqi --provider')
            kind='list' words='open-meteo waqi airnow eea city-ws sample mock' ;;
        'list '[0-9]* | 'price '[0-9]* | 'watch '[0-9]*)
            kind='code' words='
                BTC ETH USDT BNB SOL XRP USDC ADA DOGE AVAX TRX LINK DOT MATIC TON SHIB UNI BCH ICP
                LTC DAI IMX ATOM NEAR STX ETC FIL LEO APT HBAR TAO KAS OP INJ XLM VET MNT OKB LDO
                CRO TIA RNDR GRT XMR FDUSD ARB SEI RUNE MKR PEPE stock:MSFT stock:AAPL stock:NVDA
                stock:AMZN stock:GOOGL stock:META stock:TSLA stock:V stock:JPM stock:JNJ' ;;
        'aqi '[0-9]*)
            kind='one' words='
                Mumbai Bengaluru Delhi Kolkata Bhubaneswar Chennai Pune Hyderabad Indore Jaipur
                Chandigarh Lucknow' ;;
        *) return 1 ;;
    esac
}

# The options of a command, or of none, those that are offered only after '--no-', and those before favorites.
_crypto_options() {
    case $1 in
        leading-options)
            options='
                --seed --rate -f --format --json --csv --fields --template --no-header --if --once
                --schema --digits --color -c --currency -p --provider --max-age --refresh
                --stale-if-error --offline --timeout --retries --deadline --strict -o --output
                --append -q --quiet -v --verbose --record --replay --config --no-config -h --help -V
                --version'
            negations='
                --no-json --no-csv --no-once --no-schema --no-refresh --no-offline --no-strict
                --no-quiet --no-verbose'
            owning='' ;;
        list)
            options='
                -n --limit --sort --reverse --of --search --market --favorites --available
                --holdings --total --add --remove --move --amount --cost --seed --rate -f --format
                --json --csv --fields --template --no-header --if --once --schema --digits --color
                -c --currency -p --provider --max-age --refresh --stale-if-error --offline --timeout
                --retries --deadline --strict -o --output --append -q --quiet -v --verbose --record
                --replay --config --no-config -h --help -V --version'
            negations='
                --no-reverse --no-favorites --no-available --no-holdings --no-total --no-add
                --no-remove --no-json --no-csv --no-once --no-schema --no-refresh --no-offline
                --no-strict --no-quiet --no-verbose'
            owning='--remove --move' ;;
        price)
            options='
                --favorites --history --candles --from --to --at --chart --consensus --min-sources
                --max-deviation --seed --rate -f --format --json --csv --fields --template
                --no-header --if --once --schema --digits --color -c --currency -p --provider
                --max-age --refresh --stale-if-error --offline --timeout --retries --deadline
                --strict -o --output --append -q --quiet -v --verbose --record --replay --config
                --no-config -h --help -V --version'
            negations='
                --no-favorites --no-chart --no-consensus --no-json --no-csv --no-once --no-schema
                --no-refresh --no-offline --no-strict --no-quiet --no-verbose'
            owning='' ;;
        convert)
            options='
                --at --explain --seed --rate -f --format --json --csv --fields --template
                --no-header --if --once --schema --digits --color -p --provider --max-age --refresh
                --stale-if-error --offline --timeout --retries --deadline --strict -o --output
                --append -q --quiet -v --verbose --record --replay --config --no-config -h --help -V
                --version'
            negations='
                --no-explain --no-json --no-csv --no-once --no-schema --no-refresh --no-offline
                --no-strict --no-quiet --no-verbose'
            owning='' ;;
        watch)
            options='
                --favorites --holdings --top -n --count --for --until --when --exec --cooldown
                --interval --on-change --candles --poll --seed --rate -f --format --json --csv
                --fields --template --no-header --if --schema --digits --color -c --currency -p
                --provider --max-age --refresh --stale-if-error --offline --timeout --retries
                --deadline --strict -o --output --append -q --quiet -v --verbose --record --replay
                --config --no-config -h --help -V --version'
            negations='
                --no-favorites --no-holdings --no-json --no-csv --no-schema --no-refresh
                --no-offline --no-strict --no-quiet --no-verbose'
            owning='' ;;
        aqi)
            options='
                --scale --sort --history --chart --watch -n --count --for --until --when --exec
                --cooldown --interval --seed --rate -f --format --json --csv --fields --template
                --no-header --if --once --schema --digits --color -p --provider --max-age --refresh
                --stale-if-error --offline --timeout --retries --deadline --strict -o --output
                --append -q --quiet -v --verbose --record --replay --config --no-config -h --help -V
                --version'
            negations='
                --no-chart --no-watch --no-json --no-csv --no-once --no-schema --no-refresh
                --no-offline --no-strict --no-quiet --no-verbose'
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

# Writes the word in capitals, after a colon only what follows it: codes and symbols are in capitals.
_crypto_upper() {
    local scheme=${cur%"${cur##*:}"}
    cur=$scheme$(printf %s "${cur##*:}" | tr '[:lower:]' '[:upper:]')
}

# Adds the favorites: the first word of each line of their file.
_crypto_favorites() {
    local word file=${XDG_CONFIG_HOME:-$HOME/.config}/crypto/favorites
    [ -r "$file" ] || return 0
    words=''
    while read -r word _ || [ -n "$word" ]; do
        case $word in
            '#'*) ;;
            *) words="$words ${word%$'\r'}" ;;
        esac
    done < "$file"
    _crypto_add "$words"
    [ "${#COMPREPLY[@]}" -eq 0 ] || return 0
    _crypto_upper
    _crypto_add "$words"
}

# Adds the completions of the value at the cursor, by kind and words.
_crypto_offer() {
    case $kind in
        one) _crypto_add "$words" ;;
        list) _crypto_list ;;
        code)
            _crypto_upper
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

# Completes --generate, which is the first word, and its value.
_crypto_generate() {
    if [ "$place" -eq 1 ]; then
        _crypto_split
    else
        [ "${typed[2]}" != = ] || [ "$place" -gt 2 ] || cur=''
    fi
    case $place,${typed[2]} in
        1,* | 2,* | 3,=) _crypto_add '
                man man-list man-price man-convert man-watch man-aqi man-fields man-providers
                man-recipes catalog complete-bash complete-zsh complete-fish' ;;
    esac
}

# Sets typed to the words up to the cursor. Words that were split at a colon are joined: stock:AAPL.
_crypto_join() {
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
_crypto_unjoin() {
    local index scheme=$1
    for index in "${!COMPREPLY[@]}"; do COMPREPLY[index]=${COMPREPLY[index]#"$scheme"}; done
}

# Reads the words before the cursor from an index on: counts the operands and finds the option that needs a
# value next. Before a command it stops at the first operand. Fails after '--', where nothing is offered.
_crypto_walk() {
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
                [ "$command" != leading-options ] || return 0
                count=$((count + 1)) ;;
            -*)
                if [ "${typed[index + 1]}" = = ]; then
                    option=$word
                    index=$((index + 2))
                elif _crypto_value "$command" "$word"; then
                    option=$word
                    index=$((index + 1))
                fi ;;
        esac
        index=$((index + 1))
    done
    [ "$index" -gt "$place" ] || option=''
}

# Completes the word at the cursor with the options, values and operands of a command.
_crypto_complete() {
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
            if [ "$command" = leading-options ]; then
                _crypto_add 'list price convert watch aqi help'
            elif _crypto_value "$command" "$count"; then
                [ -z "$own" ] || kind='own'
                _crypto_offer
            fi ;;
    esac
}

_crypto() {
    local IFS=$' \t\n' typed=() index=1 command=leading-options scheme=''
    local option='' prefix='' kind='' words='' options='' negations='' owning='' own='' count=0
    COMPREPLY=()
    _crypto_join
    local place=$((${#typed[@]} - 1))
    local cur=${typed[place]}
    case $COMP_WORDBREAKS,$cur in
        *:*,*:*) scheme=${cur%"${cur##*:}"} ;;
    esac
    case ${typed[1]} in
        --generate | --generate=*)
            if [ "$place" -gt 1 ] || [ "$cur" != --generate ]; then
                _crypto_generate
                return
            fi ;;
    esac
    _crypto_options "$command"
    [ "$place" -gt 1 ] || options="$options --generate"
    _crypto_walk || return 0
    if [ "$index" -lt "$place" ]; then
        command=${typed[index]}
        index=$((index + 1))
        options='' negations='' owning=''
        if [ "$command" = help ]; then
            [ "$index" -lt "$place" ] || _crypto_add 'list price convert watch aqi help'
            return
        fi
        _crypto_options "$command"
        [ -n "$options" ] || return 0
        _crypto_walk || return 0
    fi
    _crypto_complete
    [ -z "$scheme" ] || _crypto_unjoin "$scheme"
}

complete -F _crypto crypto
