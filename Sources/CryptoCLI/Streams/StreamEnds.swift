import CommandLineKit

/// The options of streaming commands: how a stream ends, and what it runs meanwhile.
struct StreamEnds: Sendable {
    var count: Int?
    var duration: Duration?
    var until: String?
    var when: String?
    var exec: String?
    var cooldown: Duration?
    var interval: Duration?

    /// Returns the option `--count`, whose letter a command with `--limit` has for that.
    private static func count(hasLimit: Bool) -> Option<StreamEnds> {
        let count = Option<StreamEnds>.value(
            "count", short: hasLimit ? nil : "n", \.count, as: .wholeNumber(from: 1), valueName: "n",
            help: "End after n rows.")
        return hasLimit ? count.known(as: "rows") : count.known(as: "limit", "rows")
    }

    /// Returns the other options. `thing` is what a row is about.
    private static func table(of thing: String) -> [Option<StreamEnds>] {
        [
            .value("for", \.duration, as: .time(isPositive: true), valueName: "time", help: "End after this time.")
                .known(as: "duration"),
            .value(
                "until", \.until, as: .text, valueName: "expr",
                help: "End with the first row that meets this condition."
            ).detailed("The exit status is 1 if --for ends first."),
            .value(
                "when", \.when, as: .text, valueName: "expr", help: "Run --exec each time this condition becomes true."
            )
            .needing("exec"),
            .value("exec", \.exec, as: .text, valueName: "command", help: "The command for --when, run by /bin/sh.")
                .detailed(CryptoTool.details("--exec", ["$THING$": thing])).commandLineOnly().needing("when"),
            .value(
                "cooldown", \.cooldown, as: .time(), valueName: "time",
                help: "Shortest time between two runs of --exec for a \(thing)."
            ).needing("when", "exec"),
            .value(
                "interval", \.interval, as: .time(isPositive: true), valueName: "time",
                help: "Print at most one row per \(thing) in this time, the newest."
            ).known(as: "every", "throttle"),
        ]
    }

    /// Returns the options for a command whose request holds them. `thing` is what a row is about. A command
    /// that has `--watch` streams only with it.
    static func options<Request>(
        in place: @autoclosure @escaping Option<Request>.Place<StreamEnds>, of thing: String, hasLimit: Bool = false
    ) -> [Option<Request>] {
        ([count(hasLimit: hasLimit)] + table(of: thing)).map { $0.needing("watch") }.lifted(place())
    }

    /// Whether one of the options ends the stream.
    var hasEnd: Bool { count != nil || duration != nil || until != nil }
}
