import CommandLineKit
import Rendering

extension Topic {
    /// Returns crypto-fields(5): the fields of the rows of every command, and how their values are written.
    static func fields(of commands: [any CommandRequest.Type]) -> Topic {
        Topic("fields", section: 5, summary: "The fields of the rows that crypto prints.") { page in
            page.section("DESCRIPTION")
            page.prose(description)
            for command in commands {
                page.section("FIELDS OF \(command.name.uppercased())")
                page.add(command.views, shownBy: "\(command.name) shows", "All fields:")
            }
            page.section("VALUES")
            page.prose(values)
            page.section("SESSIONS")
            page.prose(sessions)
            page.section("WINDOWS")
            page.prose(windows)
            page.literal([
                "crypto watch --top 50 --if 'move(5m) > 5'",
                "crypto watch BTC --if 'price > high(1h)'",
                #"crypto watch BTC --template '{symbol} {price} {move(10m):.2}\n'"#,
            ])
            page.section("FORMATS")
            page.prose(formats)
            page.section("GAPS")
            page.prose(gaps)
            page.section("APPENDING")
            page.prose(appending)
            page.section("TEMPLATES")
            page.prose(templates)
            page.literal([#"'{symbol:<8}{price:>14.2} {currency}\n'"#])
        }
    }

    private static let description = """
        Every row has the same fields in every format: the keys of json and jsonl, the columns of table, markdown, csv \
        and tsv, the names of records, and the names used in `--fields`, `--template` and `--if`.

        Without `--fields`, json and jsonl hold every field in the order of this page, the other formats the default \
        ones. `received`, `latency_ms`, `sequence`, `connection` and `direction` of watch, and `session` and those of \
        `extended_price`, are shown only where they are named; so is `group`, unless `--favorites-file` is given. Those from `event` to `missed` exist with `--gaps`. New fields are added at the end. `--fields help` lists the fields of a command.

        `--schema` prints the JSON Schema, draft 2020-12, of what `--json` prints with the other options given: of the array         of all rows or, in a stream and with `--format jsonl`, of the row on each line. It tells which values may be null.         `crypto --generate catalog` prints the fields of every command in one JSON document, with all options and exit codes.
        """

    private static let values = """
        A number in json, jsonl, csv, tsv and conditions is exact: as the provider sent it, without exponent, leading \
        plus or meaningless zeros, and never through binary floating point. Sums and products are exact too; a quotient \
        is rounded to 20 significant digits, a computed percentage to 8 decimals. Tables and markdown round numbers for \
        reading. `--digits` rounds prices, amounts and percentages to a number of decimals in every format, but not the \
        rates of convert; in ledger, beancount, prometheus and influx a number that would become 0 is not rounded. Conditions and \
        sorting use the exact values.

        A list of numbers is an array in json and jsonl, and a sparkline in a table; other formats have the numbers with \
        spaces between.

        A time is RFC 3339 in UTC with the fraction the provider sent; the table of a live view has the clock of your \
        time zone, after the day where that is not today. A boolean is true or false. An unknown value is \
        null in json and jsonl, -- in a table, and empty elsewhere; it is never 0, and its key is never left out.

        Control characters in text from providers never reach a terminal. In csv, which follows RFC 4180, text is not \
        changed: a spreadsheet may take a name that begins with `=` for a formula.
        """

    private static let sessions = """
        `session` says which part of its day the exchange of a stock is in: `pre`, `regular`, `post` or `closed`. It and \
        the fields of `extended_price` are from yahoo, cnbc and nasdaq, which are asked for them only where one of them is \
        named, in `--fields`, a condition or a template. `price` stays the regular one. `extended_price` is \
        the newest price in `pre` and `post`, while they last; in the other sessions, and before the first trade in one, it is unknown, as all \
        of them are for coins. `extended_change_percent` is computed from it and `price`. An answer from the cache has \
        the session of its own time.
        """

    private static let windows = """
        In `watch` and `aqi --watch` the conditions of `--if`, `--until` and `--when` and the template may ask for the \
        stretch of time before a row: `move(10m)` is the change in percent since the oldest value of the 10 minutes before \
        it, `high(1h)`, `low(1h)` and `mean(1h)` are the highest and the lowest value of the hour before it and the mean of \
        its values. The row itself is not part of that time, so that `price > high(1h)` is true when the price breaks out \
        of the range of the last hour. The \
        value is the price, with `--candles` the close; of aqi it is the index. The time is written as in the options, \
        such as `90s` or `1.5h`, and is at most 31 days. These are no fields of `--fields`, and `--exec` has no variables \
        for them.

        They are unknown, as null is, until the first value is as old as the time is long. The time is that of the rows, \
        and a value holds until the next one: the oldest is the value that held when the time began, also after a gap. All \
        values count, also those that `--interval` or `--on-change` does not print, and in the mean each counts once. The \
        change from a value of 0 or less is unknown.

        A window is exact to 1/64 of its length, however fast the values come: `high(1h)` may include a value that is \
        nearly a minute older than an hour.
        """

    private static let formats = """
        `--format records` prints one field per line, as its name, a colon and its exact value, and an empty line between \
        rows. A table on a terminal prints records where the columns that it needs, or those of `--fields`, do not fit. \
        `--format none` prints nothing, for the exit status alone.

        `--format ledger` prints a price directive per row, which Ledger and hledger read, and `--format beancount` one \
        of Beancount: `P 2024-03-01 12:00:00 BTC 62440.63 USD` and `2024-03-01 price BTC 62440.63 USD`. The price is that \
        of a quote, the close of a candle, the rate of a conversion; the time is that of the row, in UTC. A row without a \
        price has none, and of an asset in several groups there is one. A name that is not only letters is in quotes in ledger; in beancount it gets capitals, a hyphen \
        in place of other characters, an X before it if it does not begin with a letter, and is cut to 24 characters. A \
        notice says which names, and which of them become one, which `--strict` does not accept. These formats are for list, price, convert and watch, and have no `--fields`.

        `--format prometheus` prints metrics in the text format of Prometheus, for the textfile collector of \
        node_exporter: `crypto_price` and others for list and price, `crypto_value` for holdings, `crypto_conversion_rate` for convert, \
        `crypto_air_aqi` for aqi. Each number among the fields is a gauge; what tells rows apart is in labels: symbol, \
        id, kind, market, currency and provider, and with `--favorites-file` the group; from, to and provider; city, country, scale and provider. Without \
        `--fields` the metrics are the numbers of the default fields, and the time and the age of the row in seconds; a \
        text in `--fields` is one more label. An unknown value has no sample, and no sample has a timestamp, which the \
        collector refuses. There is one sample for each set of labels. A stream, past prices, other hours of \
        air and `convert -` have no metrics.

        `--format influx` prints a point per row in the line protocol of InfluxDB, which Telegraf, VictoriaMetrics and \
        QuestDB read too: `crypto,currency=USD,kind=coin,provider=kraken,symbol=BTC price=62440.63 1709294400000000000`. \
        The measurement is `crypto`, of air `aqi`, of `--provider check` `crypto_provider`. The tags are symbol, currency, kind, \
        provider and with `--favorites-file` group, as far as the row has them; of convert from, to and provider; of air city, country, scale and provider. \
        The fields are all numbers of the row, or those of `--fields`, with all their digits: a whole number such as an age \
        has an `i`, any other has none. `--fields` also takes flags, which are true or false, and other texts, which \
        become tags. The time is that of the row, in nanoseconds. An unknown value is left out, and so is a row without a number. \
        Two points with the same tags and the same time are one for a database: `--fields price,id` tells coins with one \
        symbol apart.

        A table on a terminal fits its width: it cuts names, abbreviates the title of the currency, and volumes and market \
        caps as in 1.23T, and then leaves out the least important columns; columns without a value, or with a flag that is \
        false in every row, are left out too. Candles of days have a day in place of a time, shorter ones a time without \
        seconds. Fields of `--fields` are never left out. A table elsewhere is complete. Prices in a table that are alike \
        in size have the same decimals; rates, also the prices and candles of USD/SEK, have six significant digits; results have up to six, without zeros at the \
        end, and at least two decimals.
        """

    private static let gaps = """
        `crypto watch --gaps` prints a row for each time in which ticks may be missing, between the ticks before and after \
        it: `event` is `gap`, `time` and `from` are its end and its beginning by the clock of this machine, `symbols` the \
        tickers that it concerns. All fields of a price are unknown in it, and so in conditions: `--if` leaves it out \
        unless the condition asks for it, as in `event == "gap" || price > 70000`.

        Its `reason` is `closed 1012` where the provider closed the stream with a code of RFC 6455, and `closed 1006` where \
        it did so without one; `silent` where nothing came for as long as the provider is never silent; `stopped` where this \
        process was; `missed` where a poll had no answer for a symbol; or the kind of another failure, such as `refused`. \
        A gap lasts from the last message before it to the first one after it, or to the end of the run.

        `lost` are messages that did not come though the connection was open. That is known only where the numbers of a \
        provider prove it: Coinbase names the last trade of a product each second, and a ticker that has not come two \
        seconds later is lost; `missed` is then the number of trades. A ticker that comes twice is printed once. No other \
        provider numbers the messages of its tickers, but each of them holds the whole state, so that the next one makes up \
        for a lost one.

        `received` is the same for all ticks that were read at once. `latency_ms` is unknown where the provider sends no time, \
        and includes the error of both clocks. With `--stats` the percentiles of the latency are within a hundredth part.
        """

    private static let appending = """
        `--append FILE` writes to a file the rows that are not in it yet, in csv, tsv, jsonl, ledger or beancount. Without \
        `--format` the ending of the name sets the format, as that of `--output FILE` does: \
        \(FormatName.endings(without: [])). What cannot be written in that format is refused, and so is a chart in a file \
        of rows. A new file of csv or tsv begins with a header.

        A row is known by its time, symbol, provider and currency, a candle also by its width, with `--favorites-file` also its \
        group; of convert, by time, amount, from, to and provider; of aqi, by time, city, provider and scale. These fields must be among those \
        of `--fields`; without that option they are added to the default ones. A price directive is known by all that it \
        says. Of two rows that are the same by this the first stays, so a file is never rewritten. If the other values of the second \
        row differ, such as those of `--adjusted` candles, one notice at the end of the run counts such rows and shows the first. Two ticks of one \
        run at the same time are two rows.

        A candle that is not complete is left out, since the first row of a span stays for ever. One of the past is complete \
        when its span was over at the time of the request: a later run appends it. One of a stream is complete if the \
        stream was seen from its first moment to its last, or else if the provider had it within two widths after its end. \
        So \
        `crypto price BTC --history 7d --append prices.csv` once a day makes a file without gaps and without doubles, \
        also if it does not run for six days.

        The file must fit, or nothing is written and the exit status is 64: the columns of csv and tsv must be the same, \
        each line of jsonl an object, and no directive that of the other program. A file of ledger or beancount may hold \
        anything else. A row without its last columns and an object that is cut short are ignored. Rows that were printed \
        are appended also if other rows failed.

        Processes that append at once wait for each other, by flock(2), so that none loses a row. A batch of rows is \
        written whole or, where the disk is full, not at all. A process that is killed can leave a torn last line. If \
        the next run writes the same row, it writes the whole row in its place. Any other last line without an end gets one \
        and is printed in a notice, also with `--quiet`. The keys of all rows of the file are kept in memory: about 250 MB for a \
        file of 1 GB.
        """

    private static let templates = """
        A template holds `{field}` or `{field:[<|>][width][.decimals]}`: aligned left or right in that many columns, a \
        number with that many decimals. Braces are doubled; \\n, \\t, \\r, \\0 and \\\\ are newline, tab, carriage \
        return, NUL and backslash. `{json}` is the row as one JSON object, with the fields of `--fields`; `{field:json}` is one \
        value as JSON, with quotes where it is text and `null` where it is unknown. `{time:s}`, `:ms`, `:us` and `:ns` are a \
        time in whole seconds or parts of one since 1970. Nothing is added at the end of a row, and an unknown value is empty:
        """
}

extension Mdoc {
    /// Adds the default fields, which something shows, and then all fields.
    mutating func add(_ views: [View], shownBy shows: String, _ title: String = "") {
        func words(_ names: [String], _ separator: String) -> String {
            names.map { "`\($0)`" }.joined(separator: separator)
        }
        let others = views.others.map { view in
            let options = words(view.when.map { "--\($0)" }, " or ")
            return " With \(options) they are \(words(view.names, ", "))."
        }
        prose("Without `--fields`, \(shows) \(words(views.defaults, ", ")).\(others.joined())")
        prose(title)
        definitions(
            views.fields.map { (.field($0.name, type: $0.type.rawValue), $0.help + ".") }, isCompact: true)
    }
}
