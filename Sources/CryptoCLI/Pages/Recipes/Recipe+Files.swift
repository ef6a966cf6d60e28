extension Recipe {
    static let databasesAndFiles = Chapter(
        title: "Databases and files",
        recipes: [
            Recipe(
                "A file of daily prices",
                text: """
                    Once a day or once a week, this makes a file without gaps and without doubles: `--append` leaves out the \
                    rows that the file has, and the day that is not over.
                    """,
                steps: .shell("crypto price BTC ETH --history 30d --append prices.csv")),
            Recipe(
                "A backfill that can be resumed",
                text: """
                    The minutes since a day. When the run is killed, or a service fails, the same command goes on: each row \
                    is in the file once, and the minute that is not over is left out.
                    """,
                steps: .shell("crypto price BTC --candles 1m --from 2024-02-29 --append minutes.csv")),
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
                "A spreadsheet",
                text: """
                    LibreOffice, Excel and Numbers open csv files; choose English (USA) as the language where they ask, since \
                    numbers have a decimal point. A linked file shows new values when it is loaded again. A text that begins \
                    with `=`, such as the name of a coin, is not changed, and a spreadsheet may take it for a formula: let it \
                    open the columns `symbol` and `name` as text.
                    """,
                steps: .shell(
                    """
                    crypto list --limit 100 --csv -o coins.csv
                    crypto price BTC ETH --history 1w --csv -o history.csv
                    """)),
            Recipe(
                "A chart of candles with gnuplot", needs: "gnuplot",
                text: """
                    `watch` appends a candle when its minute is over, until it is stopped. One whose minute it saw only in \
                    part it asks for; gnuplot draws what the file has, whenever it is run.
                    """,
                steps: .file(
                    "candles.gp",
                    """
                    set terminal svg
                    set output 'candles.svg'
                    set datafile separator tab
                    set xdata time
                    set timefmt '%Y-%m-%dT%H:%M:%SZ'
                    set format x '%H:%M'
                    plot 'candles.tsv' skip 1 using 1:3:5:4:6 \\
                        with candlesticks title 'BTC'
                    """),
                .shell("crypto watch BTC --candles 1m --append candles.tsv"),
                .shell("gnuplot candles.gp")),
            Recipe(
                "SQLite", needs: "sqlite3",
                text: "The table takes each candle once, however often this runs.",
                steps: .shell(
                    """
                    crypto price BTC ETH --history 30d --csv -o new.csv
                    sqlite3 prices.db <<'END'
                    CREATE TABLE IF NOT EXISTS candles (
                        time TEXT, symbol TEXT, open NUMERIC, high NUMERIC,
                        low NUMERIC, close NUMERIC, volume NUMERIC,
                        currency TEXT, provider TEXT, stale TEXT,
                        width TEXT, complete TEXT,
                        PRIMARY KEY (symbol, time, provider));
                    .import --csv new.csv new
                    INSERT OR IGNORE INTO candles SELECT * FROM new;
                    DROP TABLE new;
                    END
                    """)),
            Recipe(
                "PostgreSQL", needs: "psql",
                text: "A table of exact numbers, made once, and the command that brings it up to date.",
                steps: .shell(
                    """
                    psql -q -c 'CREATE TABLE candles (
                        time timestamptz, symbol text, open numeric, high numeric,
                        low numeric, close numeric, volume numeric,
                        currency text, provider text, stale boolean,
                        width text, complete boolean,
                        PRIMARY KEY (symbol, time, provider))'
                    """),
                .shell(
                    #"""
                    crypto price BTC ETH --history 30d --csv |
                        psql -q -c 'CREATE TEMPORARY TABLE new (LIKE candles)' \
                            -c '\copy new FROM pstdin CSV HEADER' \
                            -c 'INSERT INTO candles SELECT * FROM new
                                ON CONFLICT DO NOTHING'
                    """#)),
            Recipe(
                "DuckDB and Parquet", needs: "python3",
                text: """
                    Left to itself DuckDB reads numbers as binary floating point, and it rounds those of JSON even into a \
                    column of text. From text of csv a DECIMAL column gets all digits. The module `duckdb` is in PyPI; \
                    DuckDB's own program does the same by `duckdb prices.duckdb <candles.sql`.
                    """,
                steps: .file(
                    "candles.sql",
                    """
                    CREATE TABLE IF NOT EXISTS candles (
                        time TIMESTAMPTZ, symbol TEXT, open DECIMAL(38, 18),
                        high DECIMAL(38, 18), low DECIMAL(38, 18), close DECIMAL(38, 18),
                        volume DECIMAL(38, 18), currency TEXT, provider TEXT,
                        PRIMARY KEY (symbol, time, provider));
                    INSERT OR IGNORE INTO candles
                        SELECT * FROM read_csv('new.csv', all_varchar = true);
                    COPY candles TO 'candles.parquet';
                    """),
                .file(
                    "candles.py",
                    """
                    import duckdb

                    duckdb.connect("prices.duckdb").execute(open("candles.sql").read())
                    """),
                .shell(
                    """
                    crypto price BTC ETH --history 30d --csv -o new.csv --fields \\
                        time,symbol,open,high,low,close,volume,currency,provider
                    python3 candles.py
                    """)),
            Recipe(
                "ClickHouse", needs: "python3",
                text: """
                    ClickHouse guesses binary floating point too, so the table says what is exact. It keeps the newest of \
                    rows with one key; FINAL in a query leaves out those that are not merged yet. The module `chdb` of PyPI \
                    is ClickHouse in a process; the statements are those of a server.
                    """,
                steps: .file(
                    "candles.py",
                    """
                    from chdb.session import Session

                    prices = Session("prices.chdb")
                    prices.query("CREATE DATABASE IF NOT EXISTS crypto")
                    prices.query(\"""
                        CREATE TABLE IF NOT EXISTS crypto.candles (
                            time DateTime('UTC'), symbol String, open Decimal(38, 18),
                            high Decimal(38, 18), low Decimal(38, 18),
                            close Decimal(38, 18), volume Decimal(38, 18),
                            currency String, provider String)
                        ENGINE = ReplacingMergeTree ORDER BY (symbol, provider, time)
                    \""")
                    prices.query(\"""
                        INSERT INTO crypto.candles
                        SELECT * FROM file('new.csv', CSVWithNames)
                        SETTINGS date_time_input_format = 'best_effort'
                    \""")
                    """),
                .shell(
                    """
                    crypto price BTC ETH --history 30d --csv -o new.csv --fields \\
                        time,symbol,open,high,low,close,volume,currency,provider
                    python3 candles.py
                    """)),
        ])
}
