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

    /// Returns the options. `thing` is what a row is about.
    private static func table(of thing: String) -> [Option<StreamEnds>] {
        [
            .value("count", short: "n", \.count, as: .wholeNumber(from: 1), valueName: "n", help: "End after n rows.")
                .known(as: "limit", "rows"),
            .value("for", \.duration, as: .time(isPositive: true), valueName: "time", help: "End after this time.")
                .known(as: "duration"),
            .value(
                "until", \.until, as: .text, valueName: "expr",
                help: "End with the first row that meets this condition."
            ).detailed("The exit status is 1 if --for ends first."),
            .value(
                "when", \.when, as: .text, valueName: "expr", help: "Run --exec each time this condition becomes true."),
            .value("exec", \.exec, as: .text, valueName: "command", help: "The command for --when, run by /bin/sh.")
                .detailed(
                    "The fields of the row are in variables TICK_<FIELD>; unknown ones are unset. stdin is /dev/null, stdout "
                        + "goes to stderr; on a terminal both appear above the table. One command per \(thing) runs at a "
                        + "time; a failed one is reported on stderr."
                ).commandLineOnly(),
            .value(
                "cooldown", \.cooldown, as: .time(), valueName: "time",
                help: "Shortest time between two runs of --exec for a \(thing)."),
            .value(
                "interval", \.interval, as: .time(isPositive: true), valueName: "time",
                help: "Print at most one row per \(thing) in this time, the newest."
            ).known(as: "every", "throttle"),
        ]
    }

    /// Returns the options for a command whose request holds them. `thing` is what a row is about.
    static func options<Request>(
        in place: @autoclosure @escaping Option<Request>.Place<StreamEnds>, of thing: String
    ) -> [Option<Request>] {
        table(of: thing).lifted(place())
    }

    /// Whether one of the options ends the stream.
    var hasEnd: Bool { count != nil || duration != nil || until != nil }

    /// The first of the options that was given, for a command that streams only with an option.
    var firstGiven: String? {
        let given = [
            ("count", count != nil), ("for", duration != nil), ("until", until != nil), ("when", when != nil),
            ("exec", exec != nil), ("cooldown", cooldown != nil), ("interval", interval != nil),
        ]
        return given.first { $0.1 }.map(\.0)
    }

    /// Throws for options that cannot be used together: `--when` needs `--exec`, and the reverse.
    func validate() throws(OptionProblem) {
        switch (when, exec) {
        case (.some, nil): throw "\(option: "when") needs --exec <command>"
        case (nil, .some): throw "\(option: "exec") needs --when <expr>"
        case (nil, nil) where cooldown != nil: throw "\(option: "cooldown") needs --when and --exec"
        default: break
        }
    }
}
