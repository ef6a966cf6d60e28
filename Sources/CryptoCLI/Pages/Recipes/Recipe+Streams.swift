extension Recipe {
    static let streams = Chapter(
        title: "Streams",
        recipes: [
            Recipe(
                "MQTT", needs: "mosquitto_pub",
                text: "Each tick is a message of JSON; `-h` and `-p` of `mosquitto_pub` name a broker elsewhere.",
                steps: .shell(
                    """
                    crypto watch BTC ETH -f jsonl |
                        mosquitto_pub -t crypto/ticks -l
                    """)),
            Recipe(
                "A file of ticks for each day", needs: "logrotate",
                text: """
                    The stream opens the file for each batch of rows, so it goes on in a new one after logrotate has moved \
                    the old one away. With `--output` in place of `--append` it waits for `killall -HUP crypto` in a \
                    `postrotate` of the file: then it publishes the rows so far.
                    """,
                steps: .shell("crypto watch BTC --append ticks.jsonl"),
                .file(
                    "~/.config/logrotate.conf",
                    """
                    /home/NAME/ticks.jsonl {
                        daily
                        rotate 30
                        missingok
                        notifempty
                    }
                    """),
                .cron("0 0 * * * logrotate -s .logrotate .config/logrotate.conf")),
            Recipe(
                "Kafka, with the symbol as the key", needs: "kcat",
                text: """
                    Ticks with the same key are in the same partition, in their order, so that many machines can share the \
                    work. The file `~/.config/kcat.conf` names the brokers, as `bootstrap.servers=HOST:9092`.
                    """,
                steps: .shell(
                    #"""
                    crypto watch BTC ETH --fields time,price \
                        --template '{symbol}\t{json}\n' |
                        kcat -P -t ticks -K '\t'
                    """#)),
        ])

    static let terminals = Chapter(
        title: "In a terminal",
        recipes: [
            Recipe(
                "jq", needs: "jq",
                text: "jq computes what no option does, here the market cap of all; it rounds to 17 digits.",
                steps: .shell("crypto list --json | jq 'map(.market_cap // 0) | add'")),
            Recipe(
                "column", needs: "column",
                text: "A table of exact values: `-f table` rounds them for reading.",
                steps: .shell(#"crypto list -n 5 -f tsv | column -t -s "$(printf '\t')""#)),
            Recipe(
                "fzf", needs: "fzf",
                text: "Choose coins, with the tab key more than one, and make them favorites.",
                steps: .shell(
                    """
                    crypto list --available -f tsv --no-header --fields symbol,name |
                        fzf --multi | cut -f 1 | xargs -r crypto list --add
                    """)),
        ])

    static let accounts = Chapter(
        title: "Accounts",
        recipes: [
            Recipe(
                "Ledger", needs: "ledger",
                text:
                    "A file of prices that grows by the new days, and what the accounts of the journal `main.ledger` are worth.",
                steps: .shell(
                    """
                    crypto price BTC ETH --history 30d --append prices.ledger
                    ledger -f main.ledger --price-db prices.ledger balance -X USD
                    """)),
            Recipe(
                "hledger", needs: "hledger",
                text: "The journal `main.journal` has the line `include prices.journal`.",
                steps: .shell(
                    """
                    crypto price BTC ETH --history 30d --append prices.journal
                    hledger -f main.journal balance --value=end,USD
                    """)),
            Recipe(
                "Beancount", needs: "bean-check",
                text: #"The file `main.beancount` has the line `include "prices.beancount"`."#,
                steps: .shell(
                    """
                    crypto price BTC ETH --history 30d --append prices.beancount
                    bean-check main.beancount
                    """)),
        ])
}
