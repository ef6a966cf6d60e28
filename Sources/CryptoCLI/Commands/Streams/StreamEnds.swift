import CommandLineKit

/// How a stream ends, and what runs while it goes on: the same options for every streaming command.
struct StreamEnds: Sendable {
    var count: Int?
    var duration: Duration?
    var until: String?
    var when: String?
    var exec: String?
    var cooldown: Duration?

    private static let table: [Option<StreamEnds>] = [
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
                + "command a symbol runs at a time; its failure is a line on stderr, not the end."
        ).commandLineOnly(),
        .value(
            "cooldown", \.cooldown, .time(), valueName: "time",
            help: "The least time between two runs of --exec for a symbol."),
    ]

    /// The table for a command whose request holds them.
    static func options<Request>(
        in keyPath: any WritableKeyPath<Request, StreamEnds> & Sendable
    ) -> [Option<Request>] {
        table.map { $0.lifted(keyPath, in: .command) }
    }

    /// `--when` and `--exec` come together.
    func validate() throws(ValueError) {
        switch (when, exec) {
        case (.some, nil): throw ValueError("--when needs --exec <command>")
        case (nil, .some): throw ValueError("--exec needs --when <expr>")
        case (nil, nil) where cooldown != nil: throw ValueError("--cooldown needs --when and --exec")
        default: break
        }
    }
}
