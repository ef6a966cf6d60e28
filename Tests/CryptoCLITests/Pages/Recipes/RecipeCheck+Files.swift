extension RecipeCheck {
    static let databasesAndFiles = [
        RecipeCheck(
            "A file of daily prices",
            script: #"""
                step 1
                step 1
                wc -l <prices.csv
                sort prices.csv | uniq -d
                """#,
            prints: "61"),
        RecipeCheck(
            "A backfill that can be resumed",
            script: #"""
                # The minutes that the server has.
                export CRYPTO_PRICE_TO=2024-02-29T04:59:00Z
                step 1
                wc -l <minutes.csv
                cp minutes.csv whole.csv
                # Half of a write, as a machine that lost its power leaves it.
                head -c 9999 whole.csv >minutes.csv
                step 1 2>/dev/null
                cmp minutes.csv whole.csv
                for moment in 0.005 0.01 0.02 0.04; do
                    rm minutes.csv
                    timeout -s KILL "$moment" sh -e .steps/1 2>/dev/null || true
                    step 1 2>/dev/null
                    cmp minutes.csv whole.csv
                done
                """#,
            prints: "301"),
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
            "A spreadsheet", needs: "python3",
            script: #"""
                step 1
                python3 -c '
                import csv
                for name, column in (("coins.csv", "price"), ("history.csv", "close")):
                    rows = list(csv.DictReader(open(name, newline="")))
                    print(len(rows), len(rows[0]), sum(float(row[column]) > 0 for row in rows))
                '
                """#,
            prints: "50 8 50\n14 12 14"),
        RecipeCheck(
            "A chart of candles with gnuplot",
            script: #"""
                step 1
                wc -l <candles.tsv
                step 2 2>&1
                grep -o '>BTC<' candles.svg | sort -u
                """#,
            prints: "4\n>BTC<"),
        RecipeCheck(
            "SQLite",
            script: #"""
                step 1
                step 1
                sqlite3 prices.db 'SELECT symbol, count(*), min(time), typeof(close), max(close) FROM candles GROUP BY symbol'
                """#,
            prints: """
                BTC|30|2024-01-31T00:00:00Z|real|64553.06
                ETH|30|2024-01-31T00:00:00Z|real|3582.02
                """),
        RecipeCheck(
            "PostgreSQL", needs: "initdb", "pg_ctl",
            script: #"""
                mkdir -m 755 server
                chmod 755 .
                # The server does not run as root.
                if [ "$(id -u)" = 0 ]; then
                    chown postgres server
                    server() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
                else
                    server() { "$@"; }
                fi
                export PGHOST="$HOME/server" PGUSER=postgres
                server initdb -D server/data -U postgres -A trust -N --no-locale -E UTF8 >/dev/null
                server pg_ctl -D "$PGHOST/data" -l server/log -w -o "-F -c listen_addresses= -k $PGHOST" start >/dev/null
                trap 'server pg_ctl -D "$PGHOST/data" -m immediate stop >/dev/null' EXIT
                step 1
                step 2
                step 2
                psql -At -c 'SELECT symbol, count(*), max(close) FROM candles GROUP BY symbol ORDER BY symbol'
                """#,
            prints: "BTC|30|64553.06\nETH|30|3582.02"),
        RecipeCheck(
            "DuckDB and Parquet", modules: ["duckdb"],
            script: #"""
                step 1
                printf '%s\r\n' time,symbol,open,high,low,close,volume,currency,provider \
                    2024-01-01,PEPE,1,1,1,0.000001234567890123,98765432109876543.21,USD,sample >exact.csv
                step 1
                mv exact.csv new.csv
                python3 candles.py
                python3 -c '
                import duckdb
                for row in duckdb.sql("SELECT symbol, count(*), max(close), max(volume) FROM \"candles.parquet\" \
                    GROUP BY symbol ORDER BY symbol").fetchall(): print(*row)
                '
                """#,
            prints: """
                BTC 30 64553.060000000000000000 667986.000000000000000000
                ETH 30 3582.020000000000000000 5943720.000000000000000000
                PEPE 1 0.000001234567890123 98765432109876543.210000000000000000
                """),
        RecipeCheck(
            "ClickHouse", modules: ["chdb"],
            script: #"""
                step 1
                printf '%s\r\n' time,symbol,open,high,low,close,volume,currency,provider \
                    2024-01-01T00:00:00Z,PEPE,1,1,1,0.000001234567890123,98765432109876543.21,USD,sample >exact.csv
                step 1
                mv exact.csv new.csv
                python3 candles.py
                python3 -c '
                from chdb.session import Session
                print(RunContext("prices.chdb").query("SELECT symbol, count(), max(close), max(volume) \
                    FROM crypto.candles FINAL GROUP BY symbol ORDER BY symbol", "TSV"), end="")
                '
                """#,
            prints: """
                BTC\t30\t64553.06\t667986
                ETH\t30\t3582.02\t5943720
                PEPE\t1\t0.000001234567890123\t98765432109876543.21
                """),
    ]
}
