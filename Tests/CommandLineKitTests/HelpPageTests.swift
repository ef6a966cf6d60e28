import CommandLineKit
import Testing

@Suite("Help in the layout of swift-argument-parser")
struct HelpPageTests {
    @Test("Help by -h has one line per option")
    func short() {
        let expected = """
            OVERVIEW: Convert an amount.

            USAGE: sample convert [<options>] <amount> <from> <to> ...

            ARGUMENTS:
              <amount>                How much.
              <from>                  The currency it is in.
              <to>                    The currencies it is wanted in.

            OPTIONS:
              --explain               Show each leg.

            OPTIONS OF EVERY COMMAND:
              -f, --format <name>     Print the rows in this format.
              --json                  Short for --format json.
              --csv                   Short for --format csv.
              --fields <a,b,...>      Print these fields, in this order.
              --no-header             Print no header row.
              --max-age <time>        Take an answer that is not older.
              --refresh               Short for --max-age 0.
              --deadline <time>       End after this time, everything included.
              -q, --quiet             Print no notices.
              -v, --verbose           Print each request on stderr.
              --config <file>         Read this file.
              --no-config             Read no file.
              -h, --help              Show help; -h shows a shorter one.
              -V, --version           Show the version; with -v also that of libcurl.

            Run 'sample convert --help' for all options and examples.

            """
        #expect(HelpPage(tool: "sample").text(of: ConvertRequest.command.info, .short) == expected)
    }

    @Test("Help by --help also has discussion, values, defaults, details, variables and examples")
    func long() {
        struct Request { var format = ""; var text = "" }
        let command = Command<Request>(
            "show", overview: "Show it.", discussion: "One paragraph.\n\nAnd another.",
            examples: [Example("sample show -f one", "What is there, as one."), Example("sample show", "It.")],
            options: [
                .value(
                    "format", short: "f", \.format,
                    as: .oneOf([Choice("one", "a single line"), Choice("a-very-long-name", "b")]),
                    valueName: "name", help: "Show it like this.", default: "one"),
                .value(
                    "mode", \.format, as: .oneOf([Choice("fast"), Choice("slow"), Choice("a"), Choice("b")]),
                    valueName: "name",
                    help: "Show it so.", default: "fast"
                ).detailed(
                    "First sentence.\n\nSecond sentence, which is so long that it does not fit into a single line."),
                .value("a-rather-long-option", \.text, as: .text, valueName: "text", help: "Show this too."),
            ], make: { Request() })
        let expected = """
            OVERVIEW: Show it.

            One paragraph.

            And another.

            USAGE: sample show [<options>]

            OPTIONS:
              -f, --format <name>     Show it like this. (default: one)
                    one               - a single line
                    a-very-long-name  - b
              --mode <name>           Show it so. (values: fast, slow, a, b; default: fast)
                    First sentence.

                    Second sentence, which is so long that it does not fit into a single
                    line.
              --a-rather-long-option <text>
                                      Show this too.

            OPTIONS OF EVERY COMMAND:
              -h, --help              Show help; -h shows a shorter one.
              -V, --version           Show the version; with -v also that of libcurl.

            Options may come before or after the arguments; '--' ends them. An option that
            takes no value has a --no- form, and the last one wins.

            ENVIRONMENT:
              An option that is not given is taken from its variable: SAMPLE_SHOW_FORMAT
              sets --format. A switch is 1 or 0.

            EXAMPLES:
              sample show -f one
                    What is there, as one.
              sample show
                    It.

            """
        #expect(HelpPage(tool: "sample").text(of: command.info, .long) == expected)
    }

    @Test("The help of the tool itself lists its commands")
    func tool() {
        let expected = """
            OVERVIEW: Lists and converts.

            USAGE: sample <command> [<options>] ...

            COMMANDS:
              list                    List the largest assets, or a list of your own.
              convert                 Convert an amount.

            OPTIONS:
              -h, --help              Show help; -h shows a shorter one.
              -V, --version           Show the version; with -v also that of libcurl.
              --generate <name>       Write a man page, a shell's completions or the catalog
                                      to stdout.

            An option of every command may come before its name: 'sample --json list'.

            EXAMPLES:
              sample list
                    The fifty largest.

            Run 'sample help <command>' for the options of a command.

            """
        #expect(HelpPage(tool: "sample").text(of: sampleTool, .long) == expected)
    }

    @Test(
        "No line of help is wider than the given width or ends in a space",
        arguments: [0, 40, 41, 59, 60, 61, 79, 80, 100, 200])
    func width(_ width: Int) {
        let page = HelpPage(tool: "sample", width: width)
        let texts = [HelpLength.short, .long].flatMap { length in
            [page.text(of: sampleTool, length)] + sampleTool.commands.map { page.text(of: $0, length) }
        }
        for line in texts.flatMap({ $0.split(separator: "\n") }) {
            #expect(line.utf8.count <= max(40, width))
            #expect(line.last != " ")
        }
    }
}
