import CommandLineKit

/// How a stream ends, and what runs while it goes on: the same options for every streaming command.
struct StreamEnds: Sendable {
    var count: Int?
    var duration: Duration?
    var until: String?
    var when: String?
    var exec: String?
    var cooldown: Duration?
    var interval: Duration?

    /// `thing` is what rows are of.
    private static func table(of thing: String) -> [Option<StreamEnds>] {
        [
            .value("count", short: "n", \.count, .wholeNumber(from: 1), valueName: "n", help: "End after so many rows.")
                .known(as: "limit", "rows"),
            .value("for", \.duration, .time(isPositive: true), valueName: "time", help: "End after this time.")
                .known(as: "duration"),
            .value(
                "until", \.until, .text, valueName: "expr",
                help: "End with the row that meets it; exit 1 where --for ends first."),
            .value("when", \.when, .text, valueName: "expr", help: "Run --exec each time this becomes true."),
            .value("exec", \.exec, .text, valueName: "command", help: "What /bin/sh runs then.").detailed(
                "The row's fields are in TICK_<FIELD>, unknown ones unset; stdin is /dev/null, stdout goes to stderr. One "
                    + "command a \(thing) runs at a time; its failure is a line on stderr, not the end."
            ).commandLineOnly(),
            .value(
                "cooldown", \.cooldown, .time(), valueName: "time",
                help: "The least time between two runs of --exec for a \(thing)."),
            .value(
                "interval", \.interval, .time(isPositive: true), valueName: "time",
                help: "At most one row a \(thing) in this time, the newest."
            ).known(as: "every", "throttle"),
        ]
    }

    /// The table for a command whose request holds them; `thing` is what its rows are of.
    static func options<Request>(
        in keyPath: any WritableKeyPath<Request, StreamEnds> & Sendable, of thing: String
    ) -> [Option<Request>] {
        table(of: thing).map { $0.lifted(keyPath, in: .command) }
    }

    /// The first of the options that was given, for a command that streams only when told to.
    var firstGiven: String? {
        let given = [
            ("count", count != nil), ("for", duration != nil), ("until", until != nil), ("when", when != nil),
            ("exec", exec != nil), ("cooldown", cooldown != nil), ("interval", interval != nil),
        ]
        return given.first { $0.1 }.map(\.0)
    }

    /// `--when` and `--exec` come together.
    func validate() throws(OptionProblem) {
        switch (when, exec) {
        case (.some, nil): throw "\(option: "when") needs --exec <command>"
        case (nil, .some): throw "\(option: "exec") needs --when <expr>"
        case (nil, nil) where cooldown != nil: throw "\(option: "cooldown") needs --when and --exec"
        default: break
        }
    }
}
