import CryptoCLI
import Markets
import TestSupport
import Testing

@Suite("Help screens and lists")
struct HelpTests {
    static let pages: [(line: String, snapshot: String)] = [
        ("help", "help"), ("help help", "help-help"), ("help list", "help-list"), ("help price", "help-price"),
        ("list -h", "help-list-short"), ("price -h", "help-price-short"), ("list --fields help", "fields-list"),
        ("price --fields help", "fields-price"), ("list --provider help", "providers-list"),
        ("price --provider help", "providers-price"),
    ]

    @Test("A page is as recorded, on stdout, with status 0", arguments: pages)
    func page(line: String, snapshot: String) async throws {
        let run = await runTool(line)
        #expect(run.status == .success)
        #expect(run.errors.isEmpty)
        expectSnapshot(of: run.output, named: snapshot)
    }

    @Test(
        "Both names print the same page",
        arguments: [
            ("--help", "help"), ("list --help", "help list"), ("price --help", "help price"),
            ("price --help --frobnicate", "help price"), ("price BTC --help", "help price"),
            ("help list -h", "list -h"),
            ("-V", "--version"), ("list -V", "--version"),
        ])
    func sameText(line: String, other: String) async {
        let (one, two) = (await runTool(line), await runTool(other))
        #expect(one.status == .success)
        #expect(!one.output.isEmpty)
        #expect(one.output == two.output)
    }

    @Test("Without arguments a short help with three examples is on stderr, with status 64")
    func noArguments() async throws {
        let run = await runTool([])
        #expect(run.status == .usage)
        #expect(run.output.isEmpty)
        #expect(run.errorLines.filter { $0.contains("crypto list ") || $0.contains("crypto price ") }.count == 3)
        expectSnapshot(of: run.errors, named: "no-arguments")
    }

    @Test("The version is three numbers")
    func version() async {
        let run = await runTool("--version")
        #expect(run.output == "crypto \(CryptoTool.version)\n")
        #expect(CryptoTool.version.split(separator: ".").map { Int($0) != nil } == [true, true, true])
    }

    @Test("No line of a help page is wider than 80 columns", arguments: pages.prefix(6).map(\.line))
    func width(line: String) async {
        let run = await runTool(line)
        #expect(run.outputLines.filter { $0.count > 80 } == [])
    }

    @Test(
        "-h fits a screen of 24 lines with its prompt, and says how to get the rest",
        arguments: ["list", "price", "convert", "watch", "aqi"])
    func short(command: String) async {
        let run = await runTool("\(command) -h")
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count <= 23)
        #expect(lines.last == "Run 'crypto \(command) --help' for all options and examples.")
        #expect(lines.contains { $0.contains("--provider ") } && lines.contains { $0.contains("--format ") })
        #expect(!run.output.contains("--seed"))
    }

    @Test(
        "The options of the provider mock stand by themselves in help and manual",
        arguments: ["list", "price", "convert", "watch", "aqi"])
    func mock(command: String) async throws {
        for line in ["\(command) --help", "--generate man-\(command)"] {
            let lines = await runTool(line).outputLines
            let start = try #require(lines.firstIndex { $0.contains("OPTIONS OF THE PROVIDER MOCK") })
            let end = try #require(lines.firstIndex { $0.contains("OPTIONS OF EVERY COMMAND") })
            let names = ["-seed", "-rate"].map { name in
                lines.indices.filter { index in
                    ["  -\(name) ", ".It Fl \\\(name) "].contains { lines[index].hasPrefix($0) }
                }
            }
            #expect(names.allSatisfy { $0.count == 1 && $0[0] > start && $0[0] < end }, "\(names)")
        }
    }

    @Test("Lists of fields and providers are printed in any format and need no operands")
    func formats() async {
        let fields = await runTool("price --fields help --csv")
        #expect(fields.outputLines.first == "field,type,default,meaning")
        #expect(fields.outputLines.contains { $0.hasPrefix("change_percent,number,true,") })
        let providers = await runTool("list --provider help --template {provider};")
        #expect(providers.output.split(separator: ";").map(String.init) == MarketProvider.all.map(\.name))
    }

    @Test("On a terminal of 80 columns the list of providers shows which need a key and when they are used")
    func providersOnTerminal() async {
        let run = await runTool("list --provider help", ["NO_COLOR": "1"], columns: 80)
        let columns = run.outputLines.first?.split(separator: " ").map(String.init)
        #expect(columns?.starts(with: ["PROVIDER", "JOBS", "KEY", "ASKED"]) == true)
        #expect(run.outputLines.filter { $0.count > 80 } == [])
    }
}
