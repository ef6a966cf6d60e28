import CommandLineKit

// Facts about the tool for the pages that are in no table of options, fields or providers.
extension CryptoTool {
    /// The description in crypto(1).
    static let description = """
        `crypto` asks public services for prices and air quality and prints them as a table for people, or as json, csv and other formats \
        for programs. Numbers are exact decimals; every row has a source and an age; an unknown value is never 0.

        Several providers are tried in turn, every command has a deadline, and each kind of failure has its own exit \
        status. Data goes to stdout, everything else to stderr. A command that fails before its first row prints \
        nothing on stdout.
        """

    /// Exit codes and their meaning.
    static let exitCodes: [Definition] = [
        ending(.success, "Done; for a stream of `sample` or of `--replay` also that it is over."),
        ending(
            .noMatch,
            "Ran well, but no row meets `--if`, or none newly with `--once`; `--search` found nothing; or the stream ended "
                + "before `--until` was met."
        ),
        ending(.usage, "The command line or a variable is wrong; the message suggests a correction."),
        ending(
            .invalidData,
            "An answer does not follow its protocol: cut short, empty, or a field missing or of the wrong type; or a line "
                + "of stdin is malformed."),
        ending(
            .unknownName,
            "Unknown symbol, currency or city, or a period without any candle, as an argument or as the value of an option."
        ),
        ending(
            .unavailable,
            "A service could not be reached, or refused the request, after all retries; or the record of `--replay` has no "
                + "answer."),
        ending(.defect, "A defect of this program."),
        ending(
            .inputOutput,
            "Reading stdin, or writing stdout or a file, failed; or `--once` has nowhere to remember rows."),
        ending(
            .tryLater,
            "Try again later: rate limit, no answer within `--timeout` or `--deadline`, or only a stale one or an old price "
                + "with `--strict`; "
                + "`--for` is over without a tick; or the sources of `--consensus` disagree."
        ),
        ending(.noPermission, "A key is missing or wrong; the message says where to set it."),
        ending(.configuration, "The config file, the keys or the favorites are wrong; the message says where."),
        Definition(
            "128+n",
            "Ended by signal n: 129 is HUP (where no file is reopened), 130 INT, 141 PIPE (the reader of "
                + "stdout went away), 143 TERM."),
    ]

    /// Files that the user may edit, and those that the tool keeps.
    static let files: [Definition] = [
        Definition(
            "$XDG_CONFIG_HOME/crypto/config",
            """
            Options, one per line as on the command line: `--currency SEK`, `--currency=SEK` or `--strict`. The value is \
            the rest of the line, unchanged. A line that begins with # is a comment; `[list]` begins the lines of one \
            command. If the variable is not set, the directory is ~/.config.
            """),
        Definition(
            "$XDG_CONFIG_HOME/crypto/keys",
            """
            Keys of providers, one per line: `fixer = KEY`, or `fixer = !COMMAND` for a command that prints the key. After \
            `chmod 600` only the user has access to it; otherwise it is refused. `crypto-providers`(7) describes it.
            """),
        Definition(
            "$XDG_CONFIG_HOME/crypto/favorites",
            """
            Your favorites, one symbol of any kind per line; # begins a comment. After the symbol a line may have the amount \
            that you hold, and after @ what one unit cost and in which currency: `BTC 0.5 @ 30000 USD`. Without a currency \
            the cost is in the quote currency of a pair, otherwise in dollars. A line may end with the day of the purchase, as in \
            `stock:NVDA 1 @ 631.6 USD 2024-05-01`: amount and cost of a share are then adjusted for all splits since. `crypto list --add`, `--remove` and `--move` \
            change the file, one process at a time, and keep its comments. `--favorites-file` names other files of this form.
            """),
        Definition(
            "$XDG_CACHE_HOME/crypto/",
            """
            The answers of providers, at most 64 MiB; ~/.cache/crypto if the variable is not set. All processes of a user \
            share them: of several with the same question one asks and the others wait for its answer, and a provider \
            that refused with too many requests is left alone by all until it allows the next one, a minute unless it \
            says so and an hour at most; `--refresh` asks it all the same. A provider that was not reached, refused or did \
            not follow its protocol, while another one had the answer, is asked last by all for ten minutes, or until it \
            answers again; `--provider` and `--refresh` keep the order. An answer counts as new for 15 s (prices), 60 s (lists, unfinished periods), 10 min (air quality), 1 h (the finished hours of airnow), \
            until the next publication (fiat rates), 24 h (names of markets and stations) or 30 days (finished days, places), or as \
            long as the provider says, if that is longer, up to ten times that. Then it is asked for again, by its ETag where it has one. \
            `--max-age`, `--refresh`, `--offline` and `--stale-if-error` decide otherwise; `crypto watch --poll` and \
            `crypto aqi --watch` always ask. `age` is the age of the data, and `stale` marks a row of an answer that is \
            older than that, a price older than a day (of stocks four days, by rates of currencies seven), and air or the run \
            of its forecast older than six hours. It also marks a time more than two minutes ahead of this machine's clock, \
            whose age is negative. The files hold no key and can be deleted at any time. The directory is not used if it \
            belongs to another user or is a symbolic link; `--verbose` tells why, and what comes from the cache.
            """),
        Definition(
            "$XDG_STATE_HOME/crypto/",
            """
            What `--once` remembers: a file for each command line, with the rows that matched when they were last seen. \
            Command lines that ask for the same rows by the same condition share one, whatever their format, fields, cache \
            and time limits. The file is replaced after the rows are printed, so a run that fails or is killed loses none. If \
            it cannot be written, nothing is printed and the exit status is 74. It may be deleted: then all rows that match \
            are new. It is removed when it was not used for a year. If the variable is not set, the directory is \
            ~/.local/state.
            """),
        Definition(
            "*.har, *.jsonl",
            """
            What `--record <dir>` writes, readable by you only; the names sort in the order of the requests. A .har file is one             HTTP request and its answer in the format HTTP Archive 1.2. A request without an answer has status 0, and the             reason in `_error`. A .jsonl file is one stream: a line with its URL, then a line for each frame with time,             direction, opcode and payload, in base64 unless it is text. A cut last line is ignored. Keys and cookies are             replaced by `***`. `--replay <dir>` also reads HAR files of browsers, with many requests per file. While a record             is made or read, the clock of the command is the time of the last answer or frame.
            """),
    ]

    /// Environment variables other than those of options.
    static let variables: [Definition] = [
        Definition(
            "CRYPTO_<PROVIDER>_URL",
            "Replaces scheme and host of a provider's URL; a path in it precedes the provider's path. Hyphens in "
                + "the provider's name become underscores."),
        Definition(
            "CRYPTO_<PROVIDER>_WS_URL", "The same for a provider's stream; ws: and wss: are allowed."),
        Definition(
            "CRYPTO_OPEN_METEO_GEOCODING_URL",
            "The same for the service of Open-Meteo that looks up the names of cities, also for airnow and eea."),
        Definition(
            "CRYPTO_<PROVIDER>_KEY",
            "The key for a provider; the file of keys is not read for it. A key is never an argument and never in a message."
        ),
        Definition(
            "CRYPTO_*",
            "Any other variable with this prefix is not used. A notice names one that is a single edit away from one that "
                + "exists."),
        Definition(
            "XDG_CONFIG_HOME",
            "The directory of the config file, the keys and the favorites; ~/.config if it is not set."),
        Definition("XDG_CACHE_HOME", "The directory of the kept answers; ~/.cache if it is not set."),
        Definition("XDG_STATE_HOME", "The directory of what `--once` remembers; ~/.local/state if it is not set."),
        Definition(
            "HOME",
            "The home directory, where the three directories above are. If it does not exist, it is not created: answers are "
                + "not kept, which is said once, `--once` exits with 74, and a change of the favorites with 78."),
        Definition("NO_COLOR", "If set and not empty, nothing is colored."),
        Definition(
            "TERM, COLORTERM",
            "The number of colors: all if COLORTERM is truecolor or 24bit, 256 if TERM says so or is not set, else 16; none on "
                + "a dumb terminal."),
        Definition(
            "COLORFGBG",
            "The numbers of the terminal's colors, of which the last is its background, such as 15;0. It is for a terminal that "
                + "does not answer within 50 ms what its background is, and for one behind ssh, which is not asked. If the "
                + "background is known, a chart has weak tones behind its line."),
        Definition("COLUMNS", "The width of a chart if stdout is not a terminal."),
        Definition(
            "TMUX",
            "If set, by tmux, a live view asks the terminal for its size and the row of its cursor, so that nothing remains of "
                + "it where the window becomes narrower."),
        Definition("TZ", "The time zone of the time axis of a chart."),
        Definition("CLICOLOR_FORCE", "If set and not 0, tables are colored even if stdout is not a terminal."),
        Definition("HTTPS_PROXY, NO_PROXY", "The proxy for requests, and the hosts that bypass it, as for curl."),
        Definition(
            "CURL_CA_BUNDLE, SSL_CERT_DIR, SSL_CERT_FILE",
            "Certificates to trust: the first alone if it is set, otherwise the other two."),
    ]

    /// The names that pages use for kinds of values.
    static let values: [Definition] = [
        Definition(
            "time",
            "A number with ms, s, m, h, d or w, such as `90s` or `1.5h`. A bare number is seconds, but `--history` needs a unit."
        ),
        Definition(
            "expr",
            """
            Compares fields with numbers or text in quotes: `price > 70000`, `change_percent <= -5 && volume > 1000000`. \
            The operators are ==, !=, <, <=, >, >=, &&, ||, ! and parentheses. A comparison with an unknown value is false.
            """),
        Definition(
            "symbol",
            """
            A ticker in any case, `btc`; a pair, `BTC/EUR` or `BTC-EUR`, which fixes the quote currency; an id of the first \
            provider, `id:bitcoin`; a stock, `stock:AAPL`; a token by its chain and the address of its contract, \
            `eth:0xa0b8...`; or a figure of the market as a whole, `global:market_cap`. An unknown symbol is searched for by \
            name, once, at a provider that has a search, so that the error says what to write.
            """),
        Definition(
            "city",
            "A name in any letter case and script, `Delhi`, `Göteborg`; a point, `28.6,77.2`, in degrees north and east; or "
                + "a station of waqi, `@6332`."),
    ]

    private static func ending(_ status: ExitStatus, _ meaning: String) -> Definition {
        Definition("\(status.number)", meaning)
    }
}
