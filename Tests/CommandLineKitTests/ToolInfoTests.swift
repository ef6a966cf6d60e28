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
            (["--json", "--help"], .help(command: nil, .long)), (["-V"], .version(isDetailed: false)),
            (["--version"], .version(isDetailed: false)), (["--version", "-v"], .version(isDetailed: true)),
            (["--verbose", "-V"], .version(isDetailed: true)),
            (["-Vv"], .version(isDetailed: true)), (["-vV"], .version(isDetailed: true)),
            (["help", "help"], .helpOfHelp), (["help", "help", "-h"], .helpOfHelp),
            (["--generate", "man"], .generate("man")), (["--generate=man-list"], .generate("man-list")),
        ] as [([String], Route)])
    func route(arguments: [String], expected: Route) throws {
        #expect(try sampleTool.route(arguments) == expected)
    }

    @Test("The version alone needs no table of the commands, and is routed as with them")
    func versionAlone() throws {
        let words = ["-V", "-Vv", "--version", "-v", "--verbose", "-h", "--", "list"]
        var found = 0
        for first in words {
            for second in [nil] + words.map(Optional.some) {
                let arguments = [first] + [second].compactMap(\.self)
                guard let route = Route(versionAlone: arguments) else { continue }
                found += 1
                #expect(try sampleTool.route(arguments) == route)
            }
        }
        #expect(found == 24)
        #expect(Route(versionAlone: []) == nil)
        #expect(Route(versionAlone: ["-v"]) == nil)
    }

    @Test(
        "Options of every command may come before the command, which parses them",
        arguments: [
            (["--json", "list", "BTC"], .command("list", arguments: ["--json", "BTC"])),
            (["-q", "-f", "csv", "list", "-n5"], .command("list", arguments: ["-q", "-f", "csv", "-n5"])),
            (["-qf", "csv", "list"], .command("list", arguments: ["-qf", "csv"])),
            (["-fcsv", "list"], .command("list", arguments: ["-fcsv"])),
            (["--format=csv", "list"], .command("list", arguments: ["--format=csv"])),
            (["--no-quiet", "list"], .command("list", arguments: ["--no-quiet"])),
            (["--max-age", "-5", "list"], .command("list", arguments: ["--max-age", "-5"])),
            (["--format", "--json", "list"], .command("list", arguments: ["--format", "--json"])),
            (["--help", "list"], .command("list", arguments: ["--help"])),
            (["--json", "help", "list"], .help(command: "list", .long)),
        ] as [([String], Route)])
    func leadingOptions(arguments: [String], expected: Route) throws {
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
            (["--limit=5", "list"], "'--limit' goes after the command, as in 'sample list --limit=5'"),
            (["-n5", "list"], "'-n' goes after the command, as in 'sample list -n5'"),
            (["-q", "-n", "5", "list"], "'-n' goes after the command, as in 'sample list -n 5'"),
            (["--no-reverse", "list"], "'--no-reverse' goes after the command, as in 'sample list --no-reverse'"),
            (["--limit", "5"], "'--limit' goes after the command, as in 'sample list --limit 5'"),
            (["--limit", "5", "convert"], "unknown option '--limit' for 'convert'; it belongs to 'sample list'"),
            (["-n", "5", "convert"], "unknown option '-n' for 'convert'; it belongs to 'sample list'"),
            (["--explain", "convert"], "'--explain' goes after the command, as in 'sample convert --explain'"),
            (["--limt", "list"], "unknown option '--limt' before a command; did you mean '--limit'?"),
            (["--json"], "missing command, as in 'sample list --json'; the commands are list, convert"),
            (["help", "--json"], "unknown option '--json' for 'help'; see 'sample help help'"),
            (["--json", "lst"], "unknown command 'lst'; did you mean 'list'?"),
            (["--json", "--", "list"], "unknown option '--' before a command; see 'sample --help'"),
            (["-5"], "unknown option '-5' before a command; see 'sample --help'"),
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
