extension RecipeCheck {
    static let streams = [
        RecipeCheck(
            "MQTT", needs: "mosquitto", "mosquitto_sub",
            script: #"""
                # A socket in this directory takes the place of a port. Messages wait for the subscriber.
                printf '%s\n' "listener 0 $HOME/socket" 'allow_anonymous true' 'queue_qos0_messages true' \
                    "user $(id -un)" >broker.conf
                for program in pub sub; do echo "--unix $HOME/socket" >".config/mosquitto_$program"; done
                mosquitto -c broker.conf 2>/dev/null &
                trap "kill $!" EXIT
                eventually mosquitto_sub -i reader -c -q 1 -t crypto/ticks -E 2>/dev/null
                step 1
                mosquitto_sub -i reader -c -q 1 -t crypto/ticks -C 20 | cut -d , -f 1,2 | head -n 2
                """#,
            prints: """
                {"time":"2024-03-01T12:00:00Z","symbol":"BTC"
                {"time":"2024-03-01T12:00:00Z","symbol":"ETH"
                """),
        RecipeCheck(
            "A file of ticks for each day",
            script: #"""
                PATH="$PATH:/usr/sbin"
                sed -i "s,/home/NAME,$HOME," .config/logrotate.conf
                CRYPTO_WATCH_COUNT=2 step 1
                sed -i "s/daily/size 1/" .config/logrotate.conf
                step 2
                CRYPTO_WATCH_COUNT=3 step 1
                wc -l <ticks.jsonl.1
                wc -l <ticks.jsonl
                """#,
            prints: "2\n3"),
        RecipeCheck(
            "Kafka, with the symbol as the key",
            script: #"""
                # A producer that has nothing to send holds librdkafka's broker, whose port it logs.
                mkfifo input log
                kcat -P -t none -b none -X test.mock.num.brokers=1 -d mock <input >/dev/null 2>log &
                trap "kill $!" EXIT
                exec 7>input 6<log
                while read -r line <&6; do
                    case $line in
                    *bootstrap.servers=*) break ;;
                    esac
                done
                cat <&6 >/dev/null 7>&- &
                echo "bootstrap.servers=${line##*bootstrap.servers=}" >.config/kcat.conf
                step 1
                kcat -C -t ticks -e -q -f '%k %p %s\n' >messages
                cut -d ' ' -f 1,2 messages | sort | uniq -c | awk '{ print $1, $2 }'
                sed -n 's/^BTC [0-9]* //p' messages | head -n 1
                """#,
            prints: #"""
                10 BTC
                10 ETH
                {"time":"2024-03-01T12:00:00Z","price":62440.63}
                """#),
        RecipeCheck("jq", script: "step 1", prints: "2169093683800"),
        RecipeCheck(
            "column", script: "step 1 | head -n 2 | tr -s ' '",
            prints: """
                rank symbol name price change_percent volume market_cap currency
                1 BTC Bitcoin 62440.63 2.08044852 40186368423 1226576679928 USD
                """),
        RecipeCheck(
            "fzf",
            script: #"""
                export FZF_DEFAULT_OPTS=--filter=ethereum
                step 1
                cat .config/crypto/favorites
                """#,
            prints: "ETH\nETC"),
    ]

    static let others = [
        RecipeCheck(
            "Ledger",
            script: #"""
                printf '%s\n' '2024/03/01 shop' '    Assets:Coins  2 BTC' '    Equity:Opening' >main.ledger
                step 1 >/dev/null
                step 1 | grep Assets
                wc -l <prices.ledger
                """#,
            prints: "           USD124881  Assets:Coins\n60"),
        RecipeCheck(
            "hledger",
            script: #"""
                printf '%s\n' 'include prices.journal' '' '2024-03-01 shop' '    assets:coins  2 BTC' '    equity' >main.journal
                step 1 >/dev/null
                step 1 | grep assets
                wc -l <prices.journal
                """#,
            prints: "       124881.26 USD  assets:coins\n60"),
        RecipeCheck(
            "Beancount",
            script: #"""
                cat >main.beancount <<'END'
                include "prices.beancount"
                2024-01-01 open Assets:Coins
                2024-01-01 open Equity:Opening
                2024-03-01 * "shop"
                  Assets:Coins  2 BTC
                  Equity:Opening
                END
                step 1 2>&1
                wc -l <prices.beancount
                """#,
            prints: "60"),
        RecipeCheck(
            "cointop",
            script: #"""
                step 1 >out
                cat .config/crypto/favorites
                grep '^total' out | tr -s ' '
                tail -n 1 out
                """#,
            prints: """
                SOL
                BTC 0.5 @ 30000 USD
                total 31,220.32 100.00 +16,220.32 +108.14% USD
                31220.315
                """),
        RecipeCheck(
            "ticker",
            script: #"""
                step 1 >out
                cat .config/crypto/favorites
                grep '^total' out | tr -s ' '
                """#,
            prints: """
                stock:AAPL 12 @ 199 USD
                BTC 0.5 @ 30000 USD
                total 30,866.77 100.00 +14,786.12 +91.95% EUR
                total -- -- -- 33,376.24 100.00 +15,988.24 +91.95% USD
                total 33,376.24 100.00 +15,988.24 +91.95% USD
                """),
        RecipeCheck(
            "coinmon",
            script: #"""
                mkdir .coinmon
                echo '{ "btc": 10, "eth": 0.5 }' >.coinmon/portfolio.json
                step 1
                cat .config/crypto/favorites
                step 2 >out
                grep '^total' out | tr -s ' '
                """#,
            prints: "BTC 10\nETH 0.5\ntotal 626,123.76 100.00 -- -- USD"),
    ]
}
