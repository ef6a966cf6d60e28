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
                "A stock that falls before the market opens",
                text: """
                    `session` is `pre` until the opening; the condition is not met at any other time. The change is counted from \
                    the close of the day before. A script that cron runs every ten minutes, so that it mails once for each \
                    stock and morning.
                    """,
                steps: .shell(
                    #"""
                    crypto price stock:NVDA stock:AAPL --once \
                        --if 'session == "pre" && extended_change_percent < -3' \
                        --fields symbol,price,extended_price,extended_change_percent
                    """#)),
            Recipe(
                "A warning of tomorrow's air",
                text: """
                    cron sends the hours in which the air is expected to be that bad as mail, once, and again only after a run \
                    that expected none.
                    """,
                steps: .cron("0 * * * * crypto aqi Delhi --forecast 24h --if 'aqi > 300' --once")),
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
                "An alert when the price breaks out of its range", needs: "notify-send",
                text: """
                    `high(1h)` is the highest price of the hour before the row, without the row itself. It is known when the \
                    stream has run for an hour.
                    """,
                steps: .shell(
                    #"""
                    crypto watch BTC -f none --cooldown 1h \
                        --when 'price > high(1h)' \
                        --exec 'notify-send "$TICK_SYMBOL" "$TICK_PRICE $TICK_CURRENCY"'
                    """#)),
            Recipe(
                "An alert on the phone by ntfy", needs: "curl",
                text: """
                    `NTFY_TOPIC` is the address of a topic, such as `https://ntfy.sh/` and a name that nobody guesses.
                    """,
                steps: .shell(
                    #"""
                    crypto watch BTC -f none --cooldown 1h \
                        --when 'price > 62000' \
                        --exec 'curl -sS -o /dev/null -H "Title: $TICK_SYMBOL" \
                            -d "$TICK_PRICE $TICK_CURRENCY" "$NTFY_TOPIC"'
                    """#)),
            Recipe(
                "A webhook", needs: "curl",
                text: """
                    `WEBHOOK` is its address. Slack and Mattermost show what is in `text`, Discord what is in `content`.
                    """,
                steps: .shell(
                    #"""
                    crypto watch BTC -f none --cooldown 1h \
                        --when 'price > 62000' \
                        --exec 'curl -sS -o /dev/null \
                            -H "Content-Type: application/json" \
                            -d "{\"text\":\"$TICK_SYMBOL $TICK_PRICE\"}" "$WEBHOOK"'
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
            Recipe(
                "Vector", needs: "vector",
                text: "A stream as a source, whose events are the rows; `include_stderr` leaves notices out of them.",
                steps: .file(
                    "vector.yaml",
                    """
                    sources:
                      ticks:
                        type: exec
                        mode: streaming
                        command: [crypto, watch, BTC, ETH, -f, jsonl]
                        include_stderr: false
                        decoding:
                          codec: json
                    sinks:
                      print:
                        type: console
                        inputs: [ticks]
                        encoding:
                          codec: json
                    """)),
            Recipe(
                "Redpanda Connect", needs: "rpk",
                text: "A stream as an input, of which each line is a message. `rpk connect run ticks.yaml` runs it.",
                steps: .file(
                    "ticks.yaml",
                    """
                    input:
                      subprocess:
                        name: crypto
                        args: [watch, BTC, ETH, -f, jsonl, --quiet]
                        restart_on_exit: true
                    output:
                      stdout: {}
                    """)),
        ])
}
