extension RecipeCheck {
    static let metrics = [
        RecipeCheck(
            "Prometheus", needs: "promtool",
            script: #"""
                mkdir metrics
                step 1
                promtool check metrics <metrics/crypto.prom 2>&1
                grep -c '^crypto_price{' metrics/crypto.prom
                grep -c '^crypto_age_seconds{' metrics/crypto.prom
                """#,
            prints: "20\n20"),
        RecipeCheck(
            "Pushgateway", needs: "prometheus-pushgateway",
            script: #"""
                prometheus-pushgateway --web.listen-address=127.0.0.1:0 2>log &
                trap "kill $!" EXIT
                eventually grep -qs 'Listening on' log
                export PUSHGATEWAY="http://$(sed -n 's/.*"Listening on" address=//p' log)"
                step 1
                step 1
                curl -sS "$PUSHGATEWAY/metrics" >metrics
                grep -c '^crypto_price{' metrics
                grep '^crypto_price{.*"BTC"' metrics
                """#,
            prints: """
                20
                crypto_price{currency="USD",id="bitcoin",instance="",job="crypto",kind="coin",\
                provider="sample",symbol="BTC"} 62440.63
                """),
        RecipeCheck(
            "InfluxDB", needs: "influxd",
            script: #"""
                cat >influxdb.conf <<END
                reporting-disabled = true
                bind-address = "127.0.0.1:0"
                [meta]
                  dir = "$HOME/meta"
                [data]
                  dir = "$HOME/data"
                  wal-dir = "$HOME/wal"
                [monitor]
                  store-enabled = false
                [http]
                  bind-address = "127.0.0.1:0"
                END
                influxd -config influxdb.conf >log 2>&1 &
                trap "kill $!" EXIT
                eventually grep -qs 'Listening on HTTP' log
                export INFLUX_HOST="http://$(sed -n 's/.*"Listening on HTTP".*addr=\([^ ]*\).*/\1/p' log)"
                query() { curl -sS -H 'Accept: application/csv' "$INFLUX_HOST/query?db=crypto" --data-urlencode "q=$1"; }
                query 'CREATE DATABASE crypto' >/dev/null
                step 1
                step 1
                query 'SELECT count(close), max(close) FROM crypto GROUP BY symbol'
                # Rows of all kinds, which the server refuses where a field has another type than before.
                write() { crypto "$@" -q -f influx | curl -sS --fail --data-binary @- "$INFLUX_HOST/write?db=crypto"; }
                write list --market all -c SEK
                write price BTC stock:AAPL USD/SEK --fields price,stale,rank
                write convert 3 BTC SEK EUR
                write watch BTC ETH
                write watch BTC --candles 1m
                write aqi
                query 'SHOW MEASUREMENTS'
                query 'SELECT last(aqi) FROM aqi WHERE city = '"'Delhi'"
                """#,
            prints: """
                name,tags,time,count,max
                crypto,symbol=BTC,0,30,64553.06
                crypto,symbol=ETH,0,30,3582.02
                name,tags,name
                measurements,,aqi
                measurements,,crypto
                name,tags,time,last
                aqi,,1709294400000000000,311
                """),
        RecipeCheck(
            "VictoriaMetrics", needs: "victoria-metrics", "ss",
            script: #"""
                victoria-metrics -httpListenAddr=127.0.0.1:0 -storageDataPath=data -retentionPeriod=100y 2>log &
                server=$!
                trap "kill $server" EXIT
                # It does not say which port it has.
                address() { ss -ltnpH | sed -n "s/.* \(127.0.0.1:[0-9]*\) .*,pid=$server,.*/\1/p"; }
                listens() { test -n "$(address)"; }
                eventually listens
                export VICTORIA="http://$(address)"
                step 1
                step 1
                curl -sS "$VICTORIA/internal/force_flush"
                curl -sS "$VICTORIA/api/v1/export/csv" -d 'match=crypto_close' -d 'format=symbol,__value__,__timestamp__:rfc3339' |
                    sort -u >rows
                cut -d , -f 1 rows | uniq -c | awk '{ print $1, $2 }'
                head -n 1 rows
                """#,
            prints: "30 BTC\n30 ETH\nBTC,60406.46,2024-02-25T00:00:00Z"),
        RecipeCheck(
            "QuestDB", needs: "python3",
            script: receiver + #"""
                export QUESTDB="$RECEIVER"
                step 1
                head -n 1 received
                grep -c '^crypto,' received
                """#,
            prints: "/write\n20"),
        RecipeCheck(
            "Telegraf", needs: "python3",
            script: #"""
                python3 -c '
                import subprocess, tomllib
                [plugin] = tomllib.load(open("telegraf.conf", "rb"))["inputs"]["execd"]
                run = subprocess.run(plugin["command"], capture_output=True, text=True)
                print(plugin["signal"], plugin["data_format"], run.returncode, repr(run.stderr))
                print(len(run.stdout.splitlines()), run.stdout.split()[0])
                '
                """#,
            prints: """
                none influx 0 ''
                20 crypto,currency=USD,kind=coin,provider=sample,symbol=BTC
                """),
        RecipeCheck(
            "Home Assistant", modules: ["yaml"],
            script: #"""
                python3 -c '
                import json, subprocess, yaml
                sensor = yaml.safe_load(open("configuration.yaml"))["command_line"][0]["sensor"]
                value_json = json.loads(subprocess.check_output(sensor["command"], shell=True))
                print(sensor["value_template"], value_json["price"])
                print([value_json[name] for name in sensor["json_attributes"]])
                '
                """#,
            prints: "{{ value_json.price }} 62440.63\n[2.08044852]"),
        RecipeCheck(
            "A Nagios check",
            script: #"""
                step 1
                for words in 'BTC 70000 50000' 'BTC 80000 70000' 'NOSUCH 2 1'; do
                    sh check_crypto $words || echo "status $?"
                done
                """#,
            prints: """
                OK: BTC 62440.63|price=62440.63
                WARNING: BTC 62440.63|price=62440.63
                status 1
                CRITICAL: BTC 62440.63|price=62440.63
                status 2
                UNKNOWN: crypto: unknown symbol 'NOSUCH' (asked: sample); 'crypto list --search nosuch -p sample' \
                searches by name
                status 3
                """),
        RecipeCheck(
            "Which providers work today",
            script: #"""
                # The answers are of 2024.
                step 1 >rows || echo "status $?"
                awk '$1 == "okx" || $1 == "kraken" { print $1, $3 }' rows
                for run in 1 2; do step 2 | awk '$1 == "okx" || $1 == "kraken" { print $1, $3 }'; done
                """#,
            prints: """
                status 75
                kraken ok
                okx stale
                kraken refused
                okx stale
                """),
        RecipeCheck(
            "The market as a whole",
            script: #"""
                step 1 | grep '^crypto_price{'
                step 2 || echo "status $?"
                """#,
            prints: """
                crypto_price{symbol="global:fear_greed",kind="index",provider="alternative-me"} 25
                status 1
                """),
        RecipeCheck(
            "The spread between exchanges",
            script: #"""
                step 1 | awk 'NR > 1 { print $2, $5 }'
                # One provider alone is near the median.
                CRYPTO_PROVIDER=sample step 2 || echo "status $?"
                """#,
            prints: "coinbase 0.00\nkraken 0.00\nbitstamp 0.00\nstatus 1"),
    ]
}
