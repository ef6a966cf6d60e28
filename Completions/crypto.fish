# fish completion for crypto, written by 'crypto --generate complete-fish'; not edited by hand.

# The words before the cursor from the command on, without the options before it and their values.
function __crypto_words
    set -l words (commandline -opc)
    set -e words[1]
    set -l valued (__crypto_valued leading-options)
    while set -q words[1]; and string match -qr -- '^-[^0-9.]' $words[1]
        contains -- $words[1] $valued; and set -e words[1]
        set -e words[1]
    end
    test (count $words) -eq 0; or printf '%s\n' $words
end

# The command is being typed, or an option before it.
function __crypto_first
    test (count (__crypto_words)) -eq 0; and not contains -- -- (commandline -opc)
end

# The first word, or the one after --generate.
function __crypto_generating
    set -l words (commandline -opc)
    test (count $words) -eq 1; and return
    test (count $words) -eq 2; and string match -q -- --generate $words[2]
end

# The word after help.
function __crypto_helping
    set -l words (__crypto_words)
    test (count $words) -eq 1; and string match -q -- help $words[1]
end

# In one of these commands, and not after --, where nothing is offered.
function __crypto_in
    set -l words (__crypto_words)
    set -q words[1]; or set words leading-options
    contains -- "$words[1]" $argv; and not contains -- -- (commandline -opc)
end

# The word being typed begins with --no-.
function __crypto_negating
    string match -q -- '--no-*' (commandline -ct)
end

# The options of a command that take a value.
function __crypto_valued
    switch $argv[1]
        case leading-options
            string split ' ' -- '--seed --rate -f --format --fields --template --if --digits --color -c --currency -p --provider --max-age --stale-if-error --timeout --retries --deadline -o --output --append --record --replay --config'
        case list
            string split ' ' -- '-n --limit --sort --of --search --market --move --amount --cost --seed --rate -f --format --fields --template --if --digits --color -c --currency -p --provider --max-age --stale-if-error --timeout --retries --deadline -o --output --append --record --replay --config'
        case price
            string split ' ' -- '--history --candles --from --to --at --min-sources --max-deviation --seed --rate -f --format --fields --template --if --digits --color -c --currency -p --provider --max-age --stale-if-error --timeout --retries --deadline -o --output --append --record --replay --config'
        case convert
            string split ' ' -- '--at --seed --rate -f --format --fields --template --if --digits --color -p --provider --max-age --stale-if-error --timeout --retries --deadline -o --output --append --record --replay --config'
        case watch
            string split ' ' -- '--top -n --count --for --until --when --exec --cooldown --interval --on-change --candles --poll --seed --rate -f --format --fields --template --if --digits --color -c --currency -p --provider --max-age --stale-if-error --timeout --retries --deadline -o --output --append --record --replay --config'
        case aqi
            string split ' ' -- '--scale --sort --history -n --count --for --until --when --exec --cooldown --interval --seed --rate -f --format --fields --template --if --digits --color -p --provider --max-age --stale-if-error --timeout --retries --deadline -o --output --append --record --replay --config'
    end
end

# In this command, with a number of operands before the cursor: command, minimum, maximum.
function __crypto_operand
    __crypto_in $argv[1]; or return
    set -l valued (__crypto_valued $argv[1])
    set -l operands 0
    set -l isValue 0
    for word in (__crypto_words)[2..]
        if test $isValue -eq 1
            set isValue 0
        else if contains -- $word $valued
            set isValue 1
        else if not string match -qr -- '^-[^0-9.]' $word
            set operands (math $operands + 1)
        end
    end
    test $operands -ge $argv[2] -a $operands -le $argv[3]
end

# One of these options is given.
function __crypto_given
    for word in (commandline -opc)
        contains -- (string replace -r -- '=.*' '' $word) $argv; and return
    end
    return 1
end

# The favorites: the first word of each line of their file.
function __crypto_favorites
    set -l config $XDG_CONFIG_HOME
    test -n "$config"; or set config $HOME/.config
    test -r $config/crypto/favorites; or return
    string replace -rf -- '^\s*([^#\s]\S*).*' '$1' <$config/crypto/favorites
end

# Adds the words that a function prints to a comma-separated list, except those that it has.
function __crypto_list
    set -l value (commandline -ct | string replace -r -- '^(--[a-z-]+=|-[a-zA-Z])' '')
    set -l taken (string match -r -- '^.*,' "$value")
    set -l names (string split -- , "$taken")
    for line in ($argv[1])
        contains -- (string split \t -- $line)[1] $names; or echo -- "$taken$line"
    end
end

function __crypto_leading_options_fields
    printf '%s\t%s\n' 'time' 'Time of the price, UTC'
    printf '%s\t%s\n' 'symbol' 'Ticker'
    printf '%s\t%s\n' 'id' 'Identifier at the provider'
    printf '%s\t%s\n' 'name' 'Full name'
    printf '%s\t%s\n' 'kind' 'Kind of asset: coin, fiat, stock or future'
    printf '%s\t%s\n' 'market' 'Name of the market at the provider'
    printf '%s\t%s\n' 'price' 'Latest price, in currency'
    printf '%s\t%s\n' 'currency' 'Currency of the prices'
    printf '%s\t%s\n' 'open' 'Price at the start of the last 24 hours, or of the UTC day'
    printf '%s\t%s\n' 'high' 'Highest price since open'
    printf '%s\t%s\n' 'low' 'Lowest price since open'
    printf '%s\t%s\n' 'change' 'price − open'
    printf '%s\t%s\n' 'change_percent' '100 × change ÷ open'
    printf '%s\t%s\n' 'volume' 'Turnover of the last 24 hours, in currency'
    printf '%s\t%s\n' 'market_cap' 'Value of all units in circulation, in currency'
    printf '%s\t%s\n' 'rank' 'Rank by market cap'
    printf '%s\t%s\n' 'bid' 'Highest price that a buyer offers'
    printf '%s\t%s\n' 'ask' 'Lowest price that a seller asks'
    printf '%s\t%s\n' 'provider' 'Source of the price'
    printf '%s\t%s\n' 'age' 'Whole seconds since time'
    printf '%s\t%s\n' 'stale' 'Whether an old answer, price or rate was used'
    printf '%s\t%s\n' 'via' 'Path of the currency conversion'
    printf '%s\t%s\n' 'change_percent_1h' 'Change of the last hour in percent, if sent'
    printf '%s\t%s\n' 'change_percent_7d' 'Change of the last 7 days in percent, if sent'
    printf '%s\t%s\n' 'trend' 'Prices of the last 7 days, oldest first, if sent'
    printf '%s\t%s\n' 'amount' 'With --holdings: units held'
    printf '%s\t%s\n' 'value' 'With --holdings: price × amount'
    printf '%s\t%s\n' 'share_percent' 'With --holdings: 100 × value ÷ the total value'
    printf '%s\t%s\n' 'cost' 'With --holdings: amount × the unit cost, at today\'s rate'
    printf '%s\t%s\n' 'gain' 'With --holdings: value − cost'
    printf '%s\t%s\n' 'gain_percent' 'With --holdings: 100 × gain ÷ cost'
    printf '%s\t%s\n' 'sources' 'With --consensus: the providers that agree, and their prices'
    printf '%s\t%s\n' 'deviation_percent' 'With --consensus: largest deviation of a source from price'
    printf '%s\t%s\n' 'dropped' 'With --consensus: the skipped providers, and why'
    printf '%s\t%s\n' 'from' 'Currency of amount'
    printf '%s\t%s\n' 'to' 'Currency of result'
    printf '%s\t%s\n' 'result' 'amount × rate, rounded once'
    printf '%s\t%s\n' 'rate' 'Units of to per unit of from'
    printf '%s\t%s\n' 'path' 'Each leg: from, to, rate, provider, time'
    printf '%s\t%s\n' 'city' 'City, or coordinates of the place'
    printf '%s\t%s\n' 'country' 'Country'
    printf '%s\t%s\n' 'latitude' 'Degrees north'
    printf '%s\t%s\n' 'longitude' 'Degrees east'
    printf '%s\t%s\n' 'aqi' 'Air quality index'
    printf '%s\t%s\n' 'scale' 'Scale of the index: in, us or eu'
    printf '%s\t%s\n' 'level' 'Name of the index\'s band on the scale'
    printf '%s\t%s\n' 'description' 'Meaning of the band, or why there is no index'
    printf '%s\t%s\n' 'color' 'Color of the band'
    printf '%s\t%s\n' 'face' 'Face for the band'
    printf '%s\t%s\n' 'pm2_5' 'Particles up to 2.5 µm, in µg/m³'
    printf '%s\t%s\n' 'pm10' 'Particles up to 10 µm, in µg/m³'
    printf '%s\t%s\n' 'o3' 'Ozone, in µg/m³'
    printf '%s\t%s\n' 'no2' 'Nitrogen dioxide, in µg/m³'
    printf '%s\t%s\n' 'so2' 'Sulfur dioxide, in µg/m³'
    printf '%s\t%s\n' 'co' 'Carbon monoxide, in µg/m³'
end
function __crypto_leading_options_provider
    printf '%s\t%s\n' 'coingecko' 'prices of 14,000 coins, averaged over exchanges'
    printf '%s\t%s\n' 'coinmarketcap' 'prices of 10,000 coins, averaged over exchanges'
    printf '%s\t%s\n' 'coinpaprika' 'prices of the 2,000 largest coins, averaged over exchanges'
    printf '%s\t%s\n' 'cryptocompare' 'the index CCCAGG of many exchanges; coins by volume'
    printf '%s\t%s\n' 'binance' 'an exchange with markets in USDT, BTC, EUR and others'
    printf '%s\t%s\n' 'coinbase' 'an exchange with markets in USD, EUR, GBP and others; its list has no prices'
    printf '%s\t%s\n' 'kraken' 'an exchange with markets in USD, EUR, GBP and others'
    printf '%s\t%s\n' 'okx' 'an exchange with markets in USDT, USDC, USD, EUR and others'
    printf '%s\t%s\n' 'wazirx' 'an exchange with markets in INR, USDT, WRX and BTC'
    printf '%s\t%s\n' 'btse' 'an exchange with spot markets and futures in USD, USDT and others'
    printf '%s\t%s\n' 'frankfurter' 'rates of 219 currencies and 39 other assets from 112 banks, by day'
    printf '%s\t%s\n' 'ecb' 'the ECB\'s reference rates of 30 currencies, by working day, from the ECB itself'
    printf '%s\t%s\n' 'erapi' 'daily rates of 160 currencies'
    printf '%s\t%s\n' 'fixer' 'hourly rates of 170 currencies'
    printf '%s\t%s\n' 'currencyapi' 'rates of 160 currencies and metals of each day since March 2024, collected by a volunteer'
    printf '%s\t%s\n' 'yahoo' 'stocks, funds and indices worldwide, each in its own currency; it has a search instead of a list'
    printf '%s\t%s\n' 'iex' 'stocks from the host in CRYPTO_IEX_URL (the public hosts are closed); its list has no prices'
    printf '%s\t%s\n' 'sample' 'fixed values of 2024-03-01, no network'
    printf '%s\t%s\n' 'mock' 'random prices by --seed, no network'
    printf '%s\t%s\n' 'cnbc' 'stocks, funds and indices of 24 countries, each in its own currency; history by day'
    printf '%s\t%s\n' 'nasdaq' 'stocks and funds of the United States, stocks of the Nordic and Baltic exchanges; history by day'
    printf '%s\t%s\n' 'stooq' 'US stocks from the host in CRYPTO_STOOQ_URL (the public host has only a JavaScript page for programs)'
    printf '%s\t%s\n' 'open-meteo' 'modelled: CAMS for every place on earth, hourly; CC BY 4.0'
    printf '%s\t%s\n' 'waqi' 'measured: 11,000 stations of 1,000 cities; \'@id\' names one'
    printf '%s\t%s\n' 'airnow' 'measured: stations of North America and of US embassies, hourly; preliminary data'
    printf '%s\t%s\n' 'eea' 'measured: stations of Europe, hourly; files that are not a documented interface'
    printf '%s\t%s\n' 'city-ws' 'city indices from a WebSocket; its public host is closed: set CRYPTO_CITY_WS_WS_URL'
end
function __crypto_list_fields
    printf '%s\t%s\n' 'time' 'Time of the price, UTC'
    printf '%s\t%s\n' 'symbol' 'Ticker'
    printf '%s\t%s\n' 'id' 'Identifier at the provider'
    printf '%s\t%s\n' 'name' 'Full name'
    printf '%s\t%s\n' 'kind' 'Kind of asset: coin, fiat, stock or future'
    printf '%s\t%s\n' 'market' 'Name of the market at the provider'
    printf '%s\t%s\n' 'price' 'Latest price, in currency'
    printf '%s\t%s\n' 'currency' 'Currency of the prices'
    printf '%s\t%s\n' 'open' 'Price at the start of the last 24 hours, or of the UTC day'
    printf '%s\t%s\n' 'high' 'Highest price since open'
    printf '%s\t%s\n' 'low' 'Lowest price since open'
    printf '%s\t%s\n' 'change' 'price − open'
    printf '%s\t%s\n' 'change_percent' '100 × change ÷ open'
    printf '%s\t%s\n' 'volume' 'Turnover of the last 24 hours, in currency'
    printf '%s\t%s\n' 'market_cap' 'Value of all units in circulation, in currency'
    printf '%s\t%s\n' 'rank' 'Rank by market cap'
    printf '%s\t%s\n' 'bid' 'Highest price that a buyer offers'
    printf '%s\t%s\n' 'ask' 'Lowest price that a seller asks'
    printf '%s\t%s\n' 'provider' 'Source of the price'
    printf '%s\t%s\n' 'age' 'Whole seconds since time'
    printf '%s\t%s\n' 'stale' 'Whether an old answer, price or rate was used'
    printf '%s\t%s\n' 'via' 'Path of the currency conversion'
    printf '%s\t%s\n' 'change_percent_1h' 'Change of the last hour in percent, if sent'
    printf '%s\t%s\n' 'change_percent_7d' 'Change of the last 7 days in percent, if sent'
    printf '%s\t%s\n' 'trend' 'Prices of the last 7 days, oldest first, if sent'
    printf '%s\t%s\n' 'amount' 'With --holdings: units held'
    printf '%s\t%s\n' 'value' 'With --holdings: price × amount'
    printf '%s\t%s\n' 'share_percent' 'With --holdings: 100 × value ÷ the total value'
    printf '%s\t%s\n' 'cost' 'With --holdings: amount × the unit cost, at today\'s rate'
    printf '%s\t%s\n' 'gain' 'With --holdings: value − cost'
    printf '%s\t%s\n' 'gain_percent' 'With --holdings: 100 × gain ÷ cost'
end
function __crypto_list_provider
    printf '%s\t%s\n' 'coingecko' 'prices of 14,000 coins, averaged over exchanges'
    printf '%s\t%s\n' 'coinmarketcap' 'prices of 10,000 coins, averaged over exchanges'
    printf '%s\t%s\n' 'coinpaprika' 'prices of the 2,000 largest coins, averaged over exchanges'
    printf '%s\t%s\n' 'cryptocompare' 'the index CCCAGG of many exchanges; coins by volume'
    printf '%s\t%s\n' 'binance' 'an exchange with markets in USDT, BTC, EUR and others'
    printf '%s\t%s\n' 'coinbase' 'an exchange with markets in USD, EUR, GBP and others; its list has no prices'
    printf '%s\t%s\n' 'kraken' 'an exchange with markets in USD, EUR, GBP and others'
    printf '%s\t%s\n' 'okx' 'an exchange with markets in USDT, USDC, USD, EUR and others'
    printf '%s\t%s\n' 'wazirx' 'an exchange with markets in INR, USDT, WRX and BTC'
    printf '%s\t%s\n' 'btse' 'an exchange with spot markets and futures in USD, USDT and others'
    printf '%s\t%s\n' 'frankfurter' 'rates of 219 currencies and 39 other assets from 112 banks, by day'
    printf '%s\t%s\n' 'ecb' 'the ECB\'s reference rates of 30 currencies, by working day, from the ECB itself'
    printf '%s\t%s\n' 'erapi' 'daily rates of 160 currencies'
    printf '%s\t%s\n' 'fixer' 'hourly rates of 170 currencies'
    printf '%s\t%s\n' 'currencyapi' 'rates of 160 currencies and metals of each day since March 2024, collected by a volunteer'
    printf '%s\t%s\n' 'yahoo' 'stocks, funds and indices worldwide, each in its own currency; it has a search instead of a list'
    printf '%s\t%s\n' 'iex' 'stocks from the host in CRYPTO_IEX_URL (the public hosts are closed); its list has no prices'
    printf '%s\t%s\n' 'sample' 'fixed values of 2024-03-01, no network'
    printf '%s\t%s\n' 'mock' 'random prices by --seed, no network'
end
function __crypto_price_fields
    printf '%s\t%s\n' 'time' 'Time of the price, UTC'
    printf '%s\t%s\n' 'symbol' 'Ticker'
    printf '%s\t%s\n' 'id' 'Identifier at the provider'
    printf '%s\t%s\n' 'name' 'Full name'
    printf '%s\t%s\n' 'kind' 'Kind of asset: coin, fiat, stock or future'
    printf '%s\t%s\n' 'market' 'Name of the market at the provider'
    printf '%s\t%s\n' 'price' 'Latest price, in currency'
    printf '%s\t%s\n' 'currency' 'Currency of the prices'
    printf '%s\t%s\n' 'open' 'Price at the start of the last 24 hours, or of the UTC day'
    printf '%s\t%s\n' 'high' 'Highest price since open'
    printf '%s\t%s\n' 'low' 'Lowest price since open'
    printf '%s\t%s\n' 'change' 'price − open'
    printf '%s\t%s\n' 'change_percent' '100 × change ÷ open'
    printf '%s\t%s\n' 'volume' 'Turnover of the last 24 hours, in currency'
    printf '%s\t%s\n' 'market_cap' 'Value of all units in circulation, in currency'
    printf '%s\t%s\n' 'rank' 'Rank by market cap'
    printf '%s\t%s\n' 'bid' 'Highest price that a buyer offers'
    printf '%s\t%s\n' 'ask' 'Lowest price that a seller asks'
    printf '%s\t%s\n' 'provider' 'Source of the price'
    printf '%s\t%s\n' 'age' 'Whole seconds since time'
    printf '%s\t%s\n' 'stale' 'Whether an old answer, price or rate was used'
    printf '%s\t%s\n' 'via' 'Path of the currency conversion'
    printf '%s\t%s\n' 'change_percent_1h' 'Change of the last hour in percent, if sent'
    printf '%s\t%s\n' 'change_percent_7d' 'Change of the last 7 days in percent, if sent'
    printf '%s\t%s\n' 'trend' 'Prices of the last 7 days, oldest first, if sent'
    printf '%s\t%s\n' 'sources' 'With --consensus: the providers that agree, and their prices'
    printf '%s\t%s\n' 'deviation_percent' 'With --consensus: largest deviation of a source from price'
    printf '%s\t%s\n' 'dropped' 'With --consensus: the skipped providers, and why'
end
function __crypto_price_provider
    printf '%s\t%s\n' 'coingecko' 'prices of 14,000 coins, averaged over exchanges'
    printf '%s\t%s\n' 'coinmarketcap' 'prices of 10,000 coins, averaged over exchanges'
    printf '%s\t%s\n' 'coinpaprika' 'prices of the 2,000 largest coins, averaged over exchanges'
    printf '%s\t%s\n' 'cryptocompare' 'the index CCCAGG of many exchanges; coins by volume'
    printf '%s\t%s\n' 'binance' 'an exchange with markets in USDT, BTC, EUR and others'
    printf '%s\t%s\n' 'coinbase' 'an exchange with markets in USD, EUR, GBP and others; its list has no prices'
    printf '%s\t%s\n' 'kraken' 'an exchange with markets in USD, EUR, GBP and others'
    printf '%s\t%s\n' 'okx' 'an exchange with markets in USDT, USDC, USD, EUR and others'
    printf '%s\t%s\n' 'wazirx' 'an exchange with markets in INR, USDT, WRX and BTC'
    printf '%s\t%s\n' 'btse' 'an exchange with spot markets and futures in USD, USDT and others'
    printf '%s\t%s\n' 'frankfurter' 'rates of 219 currencies and 39 other assets from 112 banks, by day'
    printf '%s\t%s\n' 'ecb' 'the ECB\'s reference rates of 30 currencies, by working day, from the ECB itself'
    printf '%s\t%s\n' 'erapi' 'daily rates of 160 currencies'
    printf '%s\t%s\n' 'fixer' 'hourly rates of 170 currencies'
    printf '%s\t%s\n' 'currencyapi' 'rates of 160 currencies and metals of each day since March 2024, collected by a volunteer'
    printf '%s\t%s\n' 'yahoo' 'stocks, funds and indices worldwide, each in its own currency; it has a search instead of a list'
    printf '%s\t%s\n' 'cnbc' 'stocks, funds and indices of 24 countries, each in its own currency; history by day'
    printf '%s\t%s\n' 'nasdaq' 'stocks and funds of the United States, stocks of the Nordic and Baltic exchanges; history by day'
    printf '%s\t%s\n' 'stooq' 'US stocks from the host in CRYPTO_STOOQ_URL (the public host has only a JavaScript page for programs)'
    printf '%s\t%s\n' 'iex' 'stocks from the host in CRYPTO_IEX_URL (the public hosts are closed); its list has no prices'
    printf '%s\t%s\n' 'sample' 'fixed values of 2024-03-01, no network'
    printf '%s\t%s\n' 'mock' 'random prices by --seed, no network'
end
function __crypto_convert_fields
    printf '%s\t%s\n' 'amount' 'Amount to convert'
    printf '%s\t%s\n' 'from' 'Currency of amount'
    printf '%s\t%s\n' 'to' 'Currency of result'
    printf '%s\t%s\n' 'result' 'amount × rate, rounded once'
    printf '%s\t%s\n' 'rate' 'Units of to per unit of from'
    printf '%s\t%s\n' 'path' 'Each leg: from, to, rate, provider, time'
    printf '%s\t%s\n' 'provider' 'Source of the rates'
    printf '%s\t%s\n' 'time' 'Time of the oldest rate, UTC'
    printf '%s\t%s\n' 'age' 'Whole seconds since time'
    printf '%s\t%s\n' 'stale' 'Whether a rate is older than 7 days, or a coin\'s price than one'
end
function __crypto_convert_provider
    printf '%s\t%s\n' 'coingecko' 'prices of 14,000 coins, averaged over exchanges'
    printf '%s\t%s\n' 'coinmarketcap' 'prices of 10,000 coins, averaged over exchanges'
    printf '%s\t%s\n' 'coinpaprika' 'prices of the 2,000 largest coins, averaged over exchanges'
    printf '%s\t%s\n' 'cryptocompare' 'the index CCCAGG of many exchanges; coins by volume'
    printf '%s\t%s\n' 'binance' 'an exchange with markets in USDT, BTC, EUR and others'
    printf '%s\t%s\n' 'coinbase' 'an exchange with markets in USD, EUR, GBP and others; its list has no prices'
    printf '%s\t%s\n' 'kraken' 'an exchange with markets in USD, EUR, GBP and others'
    printf '%s\t%s\n' 'okx' 'an exchange with markets in USDT, USDC, USD, EUR and others'
    printf '%s\t%s\n' 'wazirx' 'an exchange with markets in INR, USDT, WRX and BTC'
    printf '%s\t%s\n' 'btse' 'an exchange with spot markets and futures in USD, USDT and others'
    printf '%s\t%s\n' 'frankfurter' 'rates of 219 currencies and 39 other assets from 112 banks, by day'
    printf '%s\t%s\n' 'ecb' 'the ECB\'s reference rates of 30 currencies, by working day, from the ECB itself'
    printf '%s\t%s\n' 'erapi' 'daily rates of 160 currencies'
    printf '%s\t%s\n' 'fixer' 'hourly rates of 170 currencies'
    printf '%s\t%s\n' 'currencyapi' 'rates of 160 currencies and metals of each day since March 2024, collected by a volunteer'
    printf '%s\t%s\n' 'sample' 'fixed values of 2024-03-01, no network'
    printf '%s\t%s\n' 'mock' 'random prices by --seed, no network'
end
function __crypto_aqi_scale
    printf '%s\t%s\n' 'in' 'CPCB National Air Quality Index, 2014'
    printf '%s\t%s\n' 'us' 'US EPA Air Quality Index, May 2024'
    printf '%s\t%s\n' 'eu' 'EEA European Air Quality Index, 2024'
end
function __crypto_aqi_fields
    printf '%s\t%s\n' 'time' 'Time of the reading, UTC'
    printf '%s\t%s\n' 'city' 'City, or coordinates of the place'
    printf '%s\t%s\n' 'country' 'Country'
    printf '%s\t%s\n' 'latitude' 'Degrees north'
    printf '%s\t%s\n' 'longitude' 'Degrees east'
    printf '%s\t%s\n' 'aqi' 'Air quality index'
    printf '%s\t%s\n' 'scale' 'Scale of the index: in, us or eu'
    printf '%s\t%s\n' 'level' 'Name of the index\'s band on the scale'
    printf '%s\t%s\n' 'description' 'Meaning of the band, or why there is no index'
    printf '%s\t%s\n' 'color' 'Color of the band'
    printf '%s\t%s\n' 'face' 'Face for the band'
    printf '%s\t%s\n' 'pm2_5' 'Particles up to 2.5 µm, in µg/m³'
    printf '%s\t%s\n' 'pm10' 'Particles up to 10 µm, in µg/m³'
    printf '%s\t%s\n' 'o3' 'Ozone, in µg/m³'
    printf '%s\t%s\n' 'no2' 'Nitrogen dioxide, in µg/m³'
    printf '%s\t%s\n' 'so2' 'Sulfur dioxide, in µg/m³'
    printf '%s\t%s\n' 'co' 'Carbon monoxide, in µg/m³'
    printf '%s\t%s\n' 'provider' 'Source of the reading'
    printf '%s\t%s\n' 'age' 'Whole seconds since time'
    printf '%s\t%s\n' 'stale' 'Whether an old answer was used'
    printf '%s\t%s\n' 'via' 'Station and its distance, and how the index was computed if the provider did not send it'
end
function __crypto_aqi_provider
    printf '%s\t%s\n' 'open-meteo' 'modelled: CAMS for every place on earth, hourly; CC BY 4.0'
    printf '%s\t%s\n' 'waqi' 'measured: 11,000 stations of 1,000 cities; \'@id\' names one'
    printf '%s\t%s\n' 'airnow' 'measured: stations of North America and of US embassies, hourly; preliminary data'
    printf '%s\t%s\n' 'eea' 'measured: stations of Europe, hourly; files that are not a documented interface'
    printf '%s\t%s\n' 'city-ws' 'city indices from a WebSocket; its public host is closed: set CRYPTO_CITY_WS_WS_URL'
    printf '%s\t%s\n' 'sample' 'fixed values of 2024-03-01, no network'
    printf '%s\t%s\n' 'mock' 'random air quality by --seed, no network'
end
function __crypto_pages
    printf '%s\t%s\n' 'man' 'Manual of crypto'
    printf '%s\t%s\n' 'man-list' 'Manual: Print the top coins of a provider, its markets, or the given symbols'
    printf '%s\t%s\n' 'man-price' 'Manual: Print current quotes in detail, past candles, or charts'
    printf '%s\t%s\n' 'man-convert' 'Manual: Convert an exact amount between coins and fiat currencies'
    printf '%s\t%s\n' 'man-watch' 'Manual: Stream live ticks until stopped, or until a count, time or condition'
    printf '%s\t%s\n' 'man-aqi' 'Manual: Print the air quality of cities'
    printf '%s\t%s\n' 'man-fields' 'Manual: The fields of the rows that crypto prints'
    printf '%s\t%s\n' 'man-providers' 'Manual: The providers of prices, rates and air quality'
    printf '%s\t%s\n' 'man-recipes' 'Manual: Recipes for prompts, cron, databases and more'
    printf '%s\t%s\n' 'catalog' 'commands, options, fields and exit codes as JSON'
    printf '%s\t%s\n' 'complete-bash' 'Completions for bash'
    printf '%s\t%s\n' 'complete-zsh' 'Completions for zsh'
    printf '%s\t%s\n' 'complete-fish' 'Completions for fish'
end
function __crypto_currencies
    string split ' ' \
        AED AEUR AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BCH BDT BGN BHD BIDR BIF BITS BKRW BMD BNB \
        BND BOB BOV BRL BSD BTC BTN BUSD BVND BWP BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU \
        CRC CUP CVE CZK DAI DJF DKK DOGE DOP DOT DZD EGP EOS ERN ETB ETH EUR EURI FDUSD FJD FKP GBP \
        GEL GHS GIP GMD GNF GTQ GYD GYEN HKD HNL HTG HUF IDR IDRT ILS INR IQD IRR ISK JMD JOD JPY \
        KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LINK LKR LRD LSL LTC LYD MAD MDL MGA MKD MMK MNT \
        MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OKB OMR PAB PAX PEN PGK PHP PKR \
        PLN PYG QAR RON RSD RUB RWF SAR SATS SBD SCR SDG SEK SGD SHP SLE SOL SOS SRD SSP STN SVC SYP \
        SZL THB TJS TMT TND TOP TRX TRY TTD TUSD TWD TZS UAH UGX USD USD1 USDC USDP USDS USDT USN \
        UYI UYU UYW UZS VAI VED VES VND VUV WRX WST XAF XAG XAU XCD XCG XDR XLM XOF XPD XPF XPT XRP \
        XSU XUA YER YFI ZAR ZMW ZWG
end
function __crypto_symbols
    string split ' ' \
        BTC ETH USDT BNB SOL XRP USDC ADA DOGE AVAX TRX LINK DOT MATIC TON SHIB UNI BCH ICP LTC DAI \
        IMX ATOM NEAR STX ETC FIL LEO APT HBAR TAO KAS OP INJ XLM VET MNT OKB LDO CRO TIA RNDR GRT \
        XMR FDUSD ARB SEI RUNE MKR PEPE stock:MSFT stock:AAPL stock:NVDA stock:AMZN stock:GOOGL \
        stock:META stock:TSLA stock:V stock:JPM stock:JNJ
end

complete -c crypto -f

complete -c crypto -n __crypto_first -a list -d 'Print the top coins of a provider, its markets, or the given symbols'
complete -c crypto -n __crypto_first -a price -d 'Print current quotes in detail, past candles, or charts'
complete -c crypto -n __crypto_first -a convert -d 'Convert an exact amount between coins and fiat currencies'
complete -c crypto -n __crypto_first -a watch -d 'Stream live ticks until stopped, or until a count, time or condition'
complete -c crypto -n __crypto_first -a aqi -d 'Print the air quality of cities'
complete -c crypto -n __crypto_first -a help -d 'Show the help of the tool or of a command'
complete -c crypto -n __crypto_generating -l generate -x -a '(__crypto_pages)' -d 'Write a man page, a shell\'s completions or the catalog to stdout'
complete -c crypto -n __crypto_helping -a list -d 'Print the top coins of a provider, its markets, or the given symbols'
complete -c crypto -n __crypto_helping -a price -d 'Print current quotes in detail, past candles, or charts'
complete -c crypto -n __crypto_helping -a convert -d 'Convert an exact amount between coins and fiat currencies'
complete -c crypto -n __crypto_helping -a watch -d 'Stream live ticks until stopped, or until a count, time or condition'
complete -c crypto -n __crypto_helping -a aqi -d 'Print the air quality of cities'
complete -c crypto -n __crypto_helping -a help -d 'Show the help of the tool or of a command'

complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l seed -x -d 'Random seed of the mock provider'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l rate -x -d 'Ticks per second of the mock provider'
complete -c crypto -n '__crypto_in leading-options price' -s f -l format -x -a 'table json jsonl csv tsv markdown records template none ledger beancount prometheus svg' -d 'Output format'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l json -d 'Short for --format json'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l csv -d 'Short for --format csv'
complete -c crypto -n '__crypto_in leading-options' -l fields -x -a '(__crypto_list __crypto_leading_options_fields)' -d 'Fields to print, in this order; \'help\' lists them'
complete -c crypto -n '__crypto_in leading-options list price watch' -l template -x -d 'Print each row by this template: \'{symbol} {price}\\n\''
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l no-header -d 'Print no header row in csv, tsv and table'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l if -x -d 'Print matching rows only; exit 1 if no row matches'
complete -c crypto -n '__crypto_in leading-options list price convert aqi' -l once -d 'With --if: leave out rows that matched in the previous run'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l schema -d 'Print the JSON Schema of the output of --json'
complete -c crypto -n '__crypto_in leading-options list price watch' -l digits -x -d 'Round prices, amounts and percentages to n decimals'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l color -x -a 'auto always never' -d 'When to use colors'
complete -c crypto -n '__crypto_in leading-options list price watch' -s c -l currency -x -a '(__crypto_currencies)' -d 'Quote everything in this currency'
complete -c crypto -n '__crypto_in leading-options' -s p -l provider -x -a '(__crypto_list __crypto_leading_options_provider)' -d 'Providers to try, in this order; \'help\' lists them'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l max-age -x -d 'Use answers in the cache that are not older'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l refresh -d 'Short for --max-age 0: ask again'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l stale-if-error -x -d 'If every provider fails, use an answer up to this old'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l offline -d 'Send no request; use the cache only, exit 69 if it has no answer'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l timeout -x -d 'Time limit of one attempt'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l retries -x -d 'How often to try all providers again after a temporary failure'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l deadline -x -d 'Time limit of the whole command'
complete -c crypto -n '__crypto_in leading-options list price convert watch' -l strict -d 'Treat notices as errors: ambiguous symbol, stale answer, old price, skipped provider, missing row, pegged coin'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -s o -l output -r -F -d 'Write to this file, when the output is whole, instead of stdout'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l append -r -F -d 'Append the rows that are not yet in this file, instead of printing them'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -s q -l quiet -d 'Print no notices'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -s v -l verbose -d 'Log each request and retry on stderr, keys redacted'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l record -x -a '(__fish_complete_directories)' -d 'Write every answer and stream frame to files in this new or empty directory'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l replay -x -a '(__fish_complete_directories)' -d 'Run without network, from the files of --record or HAR files of a browser'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l config -r -F -d 'Use this config file'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -l no-config -d 'Read no config file'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -s h -l help -d 'Show help; -h shows a shorter one'
complete -c crypto -n '__crypto_in leading-options list price convert watch aqi' -s V -l version -d 'Show the version; with -v also that of libcurl'
complete -c crypto -n '__crypto_in list' -s n -l limit -x -d 'Print at most n rows, after sorting and filtering'
complete -c crypto -n '__crypto_in list' -l sort -x -a 'rank name symbol price change_percent volume market_cap favorite' -d 'Sort by this field, ascending; missing values last'
complete -c crypto -n '__crypto_in list' -l reverse -d 'Reverse the order; missing values stay last'
complete -c crypto -n '__crypto_in list' -l of -x -d 'Sort, search and filter the first n assets of the list'
complete -c crypto -n '__crypto_in list' -l search -x -d 'Print only assets with this text in symbol or name'
complete -c crypto -n '__crypto_in list' -l market -x -a 'spot futures all' -d 'Kind of markets to list at an exchange'
complete -c crypto -n '__crypto_in list' -l favorites -d 'Print only your favorites, in their order'
complete -c crypto -n '__crypto_in list' -l available -d 'Print assets that are not among your favorites, by symbol'
complete -c crypto -n '__crypto_in list' -l holdings -d 'Print your favorites that have an amount, with value and gain'
complete -c crypto -n '__crypto_in list' -l total -d 'With --holdings: print one row, the total'
complete -c crypto -n '__crypto_in list' -l add -d 'Add the symbols to your favorites'
complete -c crypto -n '__crypto_in list' -l remove -d 'Remove the symbols from your favorites'
complete -c crypto -n '__crypto_in list' -l move -x -d 'Move the symbol to position n of your favorites'
complete -c crypto -n '__crypto_in list' -l amount -x -d 'With --add: how much of the one symbol you hold'
complete -c crypto -n '__crypto_in list' -l cost -x -d 'With --amount: what one unit cost, in --currency'
complete -c crypto -n '__crypto_in list convert' -s f -l format -x -a 'table json jsonl csv tsv markdown records template none ledger beancount prometheus' -d 'Output format'
complete -c crypto -n '__crypto_in list watch' -l fields -x -a '(__crypto_list __crypto_list_fields)' -d 'Fields to print, in this order; \'help\' lists them'
complete -c crypto -n '__crypto_in list' -s p -l provider -x -a '(__crypto_list __crypto_list_provider)' -d 'Providers to try, in this order; \'help\' lists them'
complete -c crypto -n '__crypto_in price watch' -l favorites -d 'Take your favorites in place of symbols'
complete -c crypto -n '__crypto_in price' -l history -x -d 'Print the candles of this period, such as 30d'
complete -c crypto -n '__crypto_in price' -l candles -x -a '1m 5m 15m 1h 4h 1d 1w' -d 'Width of the candles'
complete -c crypto -n '__crypto_in price' -l from -x -d 'First day or time of the candles'
complete -c crypto -n '__crypto_in price' -l to -x -d 'Last day or time of the candles, included'
complete -c crypto -n '__crypto_in price' -l at -x -d 'Print the candle of this day, with its close'
complete -c crypto -n '__crypto_in price' -l chart -d 'Draw a chart per symbol; with -f svg, as SVG'
complete -c crypto -n '__crypto_in price' -l consensus -d 'Ask several providers at once and print the median of those that agree'
complete -c crypto -n '__crypto_in price' -l min-sources -x -d 'Number of providers that must agree'
complete -c crypto -n '__crypto_in price' -l max-deviation -x -d 'Largest allowed deviation from the median, in percent'
complete -c crypto -n '__crypto_in price' -l fields -x -a '(__crypto_list __crypto_price_fields)' -d 'Fields to print, in this order; \'help\' lists them'
complete -c crypto -n '__crypto_in price watch' -s p -l provider -x -a '(__crypto_list __crypto_price_provider)' -d 'Providers to try, in this order; \'help\' lists them'
complete -c crypto -n '__crypto_in convert' -l at -x -d 'Use the fiat rates and the closing prices of this day'
complete -c crypto -n '__crypto_in convert' -l explain -d 'Print each leg with its rate, source and time'
complete -c crypto -n '__crypto_in convert' -l fields -x -a '(__crypto_list __crypto_convert_fields)' -d 'Fields to print, in this order; \'help\' lists them'
complete -c crypto -n '__crypto_in convert' -l template -x -d 'Print each row by this template: \'{result} {to}\\n\''
complete -c crypto -n '__crypto_in convert' -l digits -x -d 'Round amounts to n decimals'
complete -c crypto -n '__crypto_in convert' -s p -l provider -x -a '(__crypto_list __crypto_convert_provider)' -d 'Providers to try, in this order; \'help\' lists them'
complete -c crypto -n '__crypto_in watch' -l holdings -d 'Watch your favorites that have an amount, with value and gain'
complete -c crypto -n '__crypto_in watch' -l top -x -d 'Watch the first n of the list in place of symbols'
complete -c crypto -n '__crypto_in watch aqi' -s n -l count -x -d 'End after n rows'
complete -c crypto -n '__crypto_in watch aqi' -l for -x -d 'End after this time'
complete -c crypto -n '__crypto_in watch aqi' -l until -x -d 'End with the first row that meets this condition'
complete -c crypto -n '__crypto_in watch aqi' -l when -x -d 'Run --exec each time this condition becomes true'
complete -c crypto -n '__crypto_in watch aqi' -l exec -x -d 'The command for --when, run by /bin/sh'
complete -c crypto -n '__crypto_in watch' -l cooldown -x -d 'Shortest time between two runs of --exec for a symbol'
complete -c crypto -n '__crypto_in watch' -l interval -x -d 'Print at most one row per symbol in this time, the newest'
complete -c crypto -n '__crypto_in watch' -l on-change -x -d 'Print only rows whose price moved this far since the last one printed'
complete -c crypto -n '__crypto_in watch' -l candles -x -a '1m 5m 15m 1h 4h 1d 1w' -d 'Print candles of this width instead of ticks'
complete -c crypto -n '__crypto_in watch' -l poll -x -d 'Ask again at this interval instead of streaming'
complete -c crypto -n '__crypto_in watch' -s f -l format -x -a 'table json jsonl csv tsv markdown records template none ledger beancount' -d 'Output format'
complete -c crypto -n '__crypto_in aqi' -l scale -x -a '(__crypto_aqi_scale)' -d 'Scale of the index, instead of the provider\'s own'
complete -c crypto -n '__crypto_in aqi' -l sort -x -a 'city aqi' -d 'Sort by this field, ascending; missing values last'
complete -c crypto -n '__crypto_in aqi' -l history -x -d 'Print a row for each hour of this period, such as 24h'
complete -c crypto -n '__crypto_in aqi' -l chart -d 'Draw a chart per city; with -f svg, as SVG'
complete -c crypto -n '__crypto_in aqi' -l watch -d 'Keep running and print each new reading of a city'
complete -c crypto -n '__crypto_in aqi' -l cooldown -x -d 'Shortest time between two runs of --exec for a city'
complete -c crypto -n '__crypto_in aqi' -l interval -x -d 'Print at most one row per city in this time, the newest'
complete -c crypto -n '__crypto_in aqi' -s f -l format -x -a 'table json jsonl csv tsv markdown records template none prometheus svg' -d 'Output format'
complete -c crypto -n '__crypto_in aqi' -l fields -x -a '(__crypto_list __crypto_aqi_fields)' -d 'Fields to print, in this order; \'help\' lists them'
complete -c crypto -n '__crypto_in aqi' -l template -x -d 'Print each row by this template: \'{city} {aqi}\\n\''
complete -c crypto -n '__crypto_in aqi' -l digits -x -d 'Round indexes and concentrations to n decimals'
complete -c crypto -n '__crypto_in aqi' -s p -l provider -x -a '(__crypto_list __crypto_aqi_provider)' -d 'Providers to try, in this order; \'help\' lists them'
complete -c crypto -n '__crypto_in aqi' -l strict -d 'Treat notices as errors: ambiguous city, stale answer, skipped provider, missing row'
complete -c crypto -n '__crypto_negating; and __crypto_in leading-options list price convert watch aqi' -l no-json -d 'Undo --json'
complete -c crypto -n '__crypto_negating; and __crypto_in leading-options list price convert watch aqi' -l no-csv -d 'Undo --csv'
complete -c crypto -n '__crypto_negating; and __crypto_in leading-options list price convert aqi' -l no-once -d 'Undo --once'
complete -c crypto -n '__crypto_negating; and __crypto_in leading-options list price convert watch aqi' -l no-schema -d 'Undo --schema'
complete -c crypto -n '__crypto_negating; and __crypto_in leading-options list price convert watch aqi' -l no-refresh -d 'Undo --refresh'
complete -c crypto -n '__crypto_negating; and __crypto_in leading-options list price convert watch aqi' -l no-offline -d 'Undo --offline'
complete -c crypto -n '__crypto_negating; and __crypto_in leading-options list price convert watch aqi' -l no-strict -d 'Undo --strict'
complete -c crypto -n '__crypto_negating; and __crypto_in leading-options list price convert watch aqi' -l no-quiet -d 'Undo --quiet'
complete -c crypto -n '__crypto_negating; and __crypto_in leading-options list price convert watch aqi' -l no-verbose -d 'Undo --verbose'
complete -c crypto -n '__crypto_negating; and __crypto_in list' -l no-reverse -d 'Undo --reverse'
complete -c crypto -n '__crypto_negating; and __crypto_in list price watch' -l no-favorites -d 'Undo --favorites'
complete -c crypto -n '__crypto_negating; and __crypto_in list' -l no-available -d 'Undo --available'
complete -c crypto -n '__crypto_negating; and __crypto_in list watch' -l no-holdings -d 'Undo --holdings'
complete -c crypto -n '__crypto_negating; and __crypto_in list' -l no-total -d 'Undo --total'
complete -c crypto -n '__crypto_negating; and __crypto_in list' -l no-add -d 'Undo --add'
complete -c crypto -n '__crypto_negating; and __crypto_in list' -l no-remove -d 'Undo --remove'
complete -c crypto -n '__crypto_negating; and __crypto_in price aqi' -l no-chart -d 'Undo --chart'
complete -c crypto -n '__crypto_negating; and __crypto_in price' -l no-consensus -d 'Undo --consensus'
complete -c crypto -n '__crypto_negating; and __crypto_in convert' -l no-explain -d 'Undo --explain'
complete -c crypto -n '__crypto_negating; and __crypto_in aqi' -l no-watch -d 'Undo --watch'

complete -c crypto -n '__crypto_operand list 0 1000000; and not __crypto_given --remove --move' -a '(__crypto_symbols)' -d 'symbol'
complete -c crypto -n '__crypto_operand list 0 1000000; and __crypto_given --remove --move' -a '(__crypto_favorites)' -d 'symbol'
complete -c crypto -n '__crypto_operand price 0 1000000' -a '(__crypto_symbols)' -d 'symbol'
complete -c crypto -n '__crypto_operand convert 1 1' -a '(__crypto_currencies)' -d 'from'
complete -c crypto -n '__crypto_operand convert 2 1000000' -a '(__crypto_currencies)' -d 'to'
complete -c crypto -n '__crypto_operand watch 0 1000000' -a '(__crypto_symbols)' -d 'symbol'
complete -c crypto -n '__crypto_operand aqi 0 1000000' -a 'Mumbai Bengaluru Delhi Kolkata Bhubaneswar Chennai Pune Hyderabad Indore Jaipur Chandigarh Lucknow' -d 'city'
