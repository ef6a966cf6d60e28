import CommandLineKit
import Testing

@Suite("Routing by the first argument")
struct ToolInfoTests {
    @Test(
        "The first argument selects a command, a help page, the version or a generated file",
        arguments: [
            ([], .nothing),
            (["list"], .command("list", arguments: [])),
            (["convert", "-h", "--", "x"], .command("convert", arguments: ["-h", "--", "x"])),
            (["help"], .help(command: nil, .long)), (["help", "list"], .help(command: "list", .long)),
            (["help", "-h", "list"], .help(command: "list", .short)), (["help", "--help"], .help(command: nil, .long)),
            (["-h"], .help(command: nil, .short)), (["--help"], .help(command: nil, .long)),
            (["--json", "--help"], .help(command: nil, .long)), (["-V"], .version), (["--version"], .version),
            (["--generate", "man"], .generate("man")), (["--generate=man-list"], .generate("man-list")),
        ] as [([String], Route)])
    func route(arguments: [String], expected: Route) throws {
        #expect(try sampleTool.route(arguments) == expected)
    }

    @Test(
        "An invalid first argument is an error that suggests a command or an option",
        arguments: [
            (["lst"], "unknown command 'lst'; did you mean 'list'?"),
            (["List"], "unknown command 'List'; did you mean 'list'?"),
            (["top"], "unknown command 'top'; did you mean 'list'?"),
            (["BTC"], "unknown command 'BTC'; the commands are list, convert"),
            ([""], "unknown command ''; the commands are list, convert"),
            (["-"], "unknown command '-'; the commands are list, convert"),
            (["\u{1b}c"], "unknown command '\\u{1b}c'; the commands are list, convert"),
            (["help", "lsit"], "unknown command 'lsit'; did you mean 'list'?"),
            (["help", "list", "convert"], "unexpected argument 'convert'"),
            (["--json", "list"], "'--json' goes after the command, as in 'sample list --json'"),
            (["-n5", "list"], "'-n' goes after the command, as in 'sample list -n'"),
            (["--limit=5", "list"], "'--limit' goes after the command, as in 'sample list --limit'"),
            (["-5"], "unknown option '-5' before a command"),
            (["-q", "list"], "'-q' goes after the command, as in 'sample list -q'"),
            (["--verion"], "unknown option '--verion' before a command; did you mean '--version'?"),
            (["--generate"], "missing value for '--generate <name>'"),
            (["--generate", "man", "list"], "unexpected argument 'list'"),
            (["--generate=man", "list"], "unexpected argument 'list'"),
        ] as [([String], String)])
    func mistake(arguments: [String], expected: String) {
        let error = #expect(throws: UsageError.self) { try sampleTool.route(arguments) }
        #expect(error?.message == expected)
    }
}
