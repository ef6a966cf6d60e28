extension Recipe {
    static let messages = Chapter(
        title: "Messages and alerts",
        recipes: [
            Recipe(
                "Mail only when a job fails",
                text: """
                    cron sends as mail what a job prints. With `--append` or `--output` and `--quiet` a job prints nothing but \
                    errors.
                    """,
                steps: .cron("0 6 * * * crypto price BTC ETH --history 7d -q --append prices.csv")),
            Recipe(
                "Mail once when a condition becomes true",
                text: """
                    With `--once` a row is printed by the run in which it begins to meet the condition, and not again until \
                    it has not met it in between.
                    """,
                steps: .cron("*/5 * * * * crypto list --if 'change_percent > 20' --once")),
            Recipe(
                "An alert on the desktop", needs: "notify-send",
                text: """
                    The command is run once each time the condition becomes true, and at most once an hour; the fields of the \
                    row are in its environment.
                    """,
                steps: .shell(
                    #"""
                    crypto watch BTC -f none --cooldown 1h \
                        --when 'price > 62000' \
                        --exec 'notify-send "$TICK_SYMBOL" "$TICK_PRICE $TICK_CURRENCY"'
                    """#)),
            Recipe(
                "MQTT", needs: "mosquitto_pub",
                text: "Each tick is a message of JSON; `-h` and `-p` of `mosquitto_pub` name a broker elsewhere.",
                steps: .shell(
                    """
                    crypto watch BTC ETH -f jsonl |
                        mosquitto_pub -t crypto/ticks -l
                    """)),
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
}
