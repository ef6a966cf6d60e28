import CommandLineKit

/// What pages tell of the tool that no option, field or provider table holds; each said once, here.
enum ToolFacts {
    /// What the tool is, for crypto(1).
    static let description = """
        `crypto` asks public services for prices and air quality and prints them as a table for people, or as json, csv and other formats \
        for programs. Numbers are exact decimals; every row has an age and a source; an unknown value is never 0.

        Several providers are tried in turn, a deadline stands over every command, and each kind of failure has an exit \
        status of its own. Data goes to stdout, everything else to stderr, and there is nothing on stdout of a command \
        that fails before its first row.
        """

    /// How a run ends.
    static let exitCodes: [Definition] = [
        ending(.success, "Done."),
        ending(
            .noMatch,
            "Ran well, but no row meets `--if`, `--search` found nothing, or the stream ended before `--until` was met."
        ),
        ending(.usage, "The command line or a variable is wrong; a suggestion is given."),
        ending(
            .invalidData,
            "An answer is not what its protocol says: cut, empty, or a field missing or of the wrong kind; or a line of "
                + "stdin is not what it should be."),
        ending(
            .unknownName,
            "Unknown symbol, currency or city, or a period without any candle, as an argument or as the value of an option."
        ),
        ending(.unavailable, "A service was not reached, or refused, after the retries."),
        ending(.defect, "A defect of this program."),
        ending(.inputOutput, "Reading stdin, or writing stdout or a file, failed."),
        ending(
            .tryLater,
            "Try again later: rate limit, no answer in `--timeout` or `--deadline`, or only a stale one under `--strict`."
        ),
        ending(.noPermission, "A key is missing or wrong; the message says which variable to set."),
        ending(.configuration, "The config file or the own list is wrong; the message says where."),
        Definition(
            "128+n", "Ended by signal n: 129 is HUP, 130 INT, 141 PIPE (the reader of stdout went away), 143 TERM."),
    ]

    /// Files of the user's.
    static let files: [Definition] = [
        Definition(
            "$XDG_CONFIG_HOME/crypto/config",
            """
            Options, one a line as on the command line: `--currency SEK`, `--currency=SEK` or `--strict`. The value is \
            the rest of the line as it stands. A line that begins with # is a comment; `[list]` begins the lines of \
            one command. Where the variable is not set, the directory is ~/.config.
            """),
        Definition(
            "$XDG_CONFIG_HOME/crypto/favorites",
            """
            The own list, one symbol of any kind a line; # begins a comment. `crypto list --add`, `--remove` and \
            `--move` change it, whole and one process at a time; comments and what else stands in it are kept.
            """),
    ]

    /// Variables besides those of options.
    static let variables: [Definition] = [
        Definition(
            "CRYPTO_<PROVIDER>_URL",
            "Replaces scheme and host of a provider's address; a path in it is kept in front. Hyphens in the name are "
                + "underscores."),
        Definition(
            "CRYPTO_<PROVIDER>_WS_URL", "As the variable above, for a provider's stream; ws: and wss: are allowed."),
        Definition(
            "CRYPTO_OPEN_METEO_GEOCODING_URL",
            "Replaces scheme and host of the other service that Open-Meteo is asked at, for the names of cities."),
        Definition("CRYPTO_<PROVIDER>_KEY", "A provider's key. A key is never an argument and never in a message."),
        Definition("XDG_CONFIG_HOME", "Where the config file and the own list are; ~/.config where it is not set."),
        Definition("NO_COLOR", "Where it is set and not empty, nothing is coloured."),
        Definition("COLORTERM", "Where it is truecolor or 24bit, colours are exact."),
        Definition("COLUMNS", "The width of a chart where stdout is no terminal."),
        Definition("TZ", "The time zone of the clock below a chart."),
        Definition("CLICOLOR_FORCE", "Where it is set and not 0, tables are coloured without a terminal too."),
        Definition("HTTPS_PROXY, NO_PROXY", "The proxy for requests and the hosts it is not for, as curl has them."),
        Definition(
            "CURL_CA_BUNDLE, SSL_CERT_DIR, SSL_CERT_FILE",
            "Certificates to trust: the first alone where it is set, else the other two."),
    ]

    /// What stands for a kind of value in pages.
    static let values: [Definition] = [
        Definition("time", "A number with ms, s, m, h, d or w, as `90s` or `1.5h`; a bare number is seconds."),
        Definition(
            "expr",
            """
            Compares fields with numbers or text in quotes: `price > 70000`, `change_percent <= -5 && volume > 1000000`. \
            There are ==, !=, <, <=, >, >=, &&, ||, ! and brackets. A comparison with an unknown value is false.
            """),
        Definition(
            "symbol",
            "A ticker in any case, `btc`; a pair, `BTC/EUR`, which fixes the quote currency; an id of the first "
                + "provider, `id:bitcoin`; or a stock, `stock:AAPL`."),
        Definition(
            "city",
            "A name in any letter case and script, `Delhi`, `Göteborg`; a point, `28.6,77.2`, in degrees north and east; or "
                + "a station of waqi, `@6332`."),
    ]

    private static func ending(_ status: ExitStatus, _ meaning: String) -> Definition {
        guard case .code(let code) = status else { preconditionFailure("signals have a line of their own") }
        return Definition("\(code)", meaning)
    }
}
