extension Recipe {
    static let metrics = Chapter(
        title: "Metrics and monitoring",
        recipes: [
            Recipe(
                "Prometheus",
                text: """
                    node_exporter reads the metrics of all files in the directory that its option \
                    `--collector.textfile.directory` names. The file is replaced as a whole. When a run fails it stays, \
                    and `crypto_time_seconds` in it says of when its prices are.
                    """,
                steps: .cron("*/5 * * * * crypto list -n 20 -q -f prometheus -o metrics/crypto.prom")),
            Recipe(
                "Pushgateway", needs: "curl",
                text: """
                    `PUSHGATEWAY` is its address, such as `http://localhost:9091`. It keeps what was pushed last, and \
                    `crypto_time_seconds` says of when that is.
                    """,
                steps: .shell(
                    """
                    crypto list -n 20 -q -f prometheus |
                        curl -sSf --data-binary @- "$PUSHGATEWAY/metrics/job/crypto"
                    """)),
            Recipe(
                "InfluxDB", needs: "curl",
                text: """
                    `INFLUX_HOST` is the address of the server, such as `http://localhost:8086`, and the database exists. \
                    InfluxDB 2 takes the same at `/api/v2/write?org=NAME&bucket=crypto` with the header `Authorization: Token \
                    TOKEN`. A point that is sent again replaces itself.
                    """,
                steps: .shell(
                    """
                    crypto price BTC ETH --history 30d -f influx |
                        curl -sSf --data-binary @- "$INFLUX_HOST/write?db=crypto"
                    """)),
            Recipe(
                "VictoriaMetrics", needs: "curl",
                text: """
                    `VICTORIA` is its address, such as `http://localhost:8428`. The metrics are `crypto_close` and others, with \
                    the tags as labels. Points from before its `-retentionPeriod` are left out.
                    """,
                steps: .shell(
                    """
                    crypto price BTC ETH --history 30d -f influx |
                        curl -sSf --data-binary @- "$VICTORIA/write"
                    """)),
            Recipe(
                "QuestDB", needs: "curl",
                text: """
                    `QUESTDB` is its address, such as `http://localhost:9000`. It makes the table `crypto` and its columns by \
                    itself.
                    """,
                steps: .shell(
                    """
                    crypto list -n 20 -f influx |
                        curl -sSf --data-binary @- "$QUESTDB/write"
                    """)),
            Recipe(
                "Telegraf", needs: "telegraf",
                text: """
                    A stream as an input. Telegraf logs as an error what a command prints on stderr, so the stream is quiet.
                    """,
                steps: .file(
                    "telegraf.conf",
                    """
                    [[inputs.execd]]
                      command = [
                        "crypto", "watch", "BTC", "ETH", "--quiet", "-f", "influx",
                      ]
                      signal = "none"
                      restart_delay = "10s"
                      data_format = "influx"
                    """)),
            Recipe(
                "Home Assistant",
                text: """
                    A sensor in `configuration.yaml`. The program must be where Home Assistant runs commands: in its container, \
                    if it has one.
                    """,
                steps: .file(
                    "configuration.yaml",
                    """
                    command_line:
                      - sensor:
                          name: Bitcoin
                          command: >-
                            crypto price BTC --quiet -f jsonl
                            --fields price,change_percent
                          value_template: "{{ value_json.price }}"
                          json_attributes:
                            - change_percent
                          unit_of_measurement: USD
                          scan_interval: 300
                    """)),
            Recipe(
                "A Nagios check",
                text: """
                    The exit status is 0 above the first price, 1 at or below it, 2 at or below the second one, and 3 where the \
                    price is unknown or, by `--strict`, old. Icinga and others take it as well.
                    """,
                steps: .file(
                    "check_crypto",
                    #"""
                    #!/bin/sh
                    # check_crypto SYMBOL WARNING CRITICAL
                    check() {
                        text=$(crypto price "$symbol" --strict --if "price $3" \
                            --template '{symbol} {price}|price={price}\n' 2>&1)
                        case $? in
                        0) echo "$2: $text"; exit "$1" ;;
                        1) ;;
                        *) echo "UNKNOWN: $text"; exit 3 ;;
                        esac
                    }
                    symbol=$1
                    check 2 CRITICAL "<= $3"
                    check 1 WARNING "<= $2"
                    check 0 OK "> $2"
                    echo "UNKNOWN: $symbol has no price"
                    exit 3
                    """#),
                .shell("sh check_crypto BTC 60000 50000")),
            Recipe(
                "Which providers work today",
                text: """
                    `check` asks each provider of the job, and the exit status is 0 if all that need no key are ok. cron mails \
                    once what is not ok, and again only what was ok in between. `list`, `convert`, `watch` and `aqi` \
                    check the other jobs.
                    """,
                steps: .shell("crypto price --provider check"),
                .cron(#"7 4 * * * crypto price -p check --if 'state != "ok"' --once"#)),
            Recipe(
                "The market as a whole",
                text: """
                    `global:market_cap` and `global:btc_dominance` are gauges like prices, with the kind `index`; \
                    `global:fear_greed` has one value a day, and cron mails once when it falls below 20.
                    """,
                steps: .shell("crypto price global:fear_greed -f prometheus"),
                .cron("0 1 * * * crypto price global:fear_greed --if 'price < 20' --once")),
            Recipe(
                "The spread between exchanges",
                text: """
                    `--each` asks all of them at once. `deviation_percent` is the distance from the median of their prices; \
                    cron mails once who is far from it, and again only if it was near in between.
                    """,
                steps: .shell("crypto price BTC --each -p coinbase,kraken,bitstamp"),
                .cron("0 * * * * crypto price BTC --each --if 'deviation_percent>0.3' --once")),
        ])
}
