import CryptoProgram
import MarketProviders
import CommandLineKit
import Markets
import Rendering
import TestSupport
import Testing

@testable import CryptoCLI

/// A command as the recipes describe it: a request with a property and a row of the table for each option, and a `run`.
private struct ProbeRequest: CommandRequest {
    var common = CommonOptions()
    var words: [String] = []
    var loudness: Int?

    static let views = [CryptoCLI.View(shows: ["time", "close"], rows: { _ in FieldTable<Candle>.candles.described })]
    var conditions: [String: Bool] { [:] }

    static let name = "probe"
    static let overview = "Print words."
    var job: ProviderJob { .history }

    static let command = Command<ProbeRequest>(
        name, overview: overview, discussion: "Prints the words as often as requested.",
        examples: [Example("crypto probe hello --loudness 3", "a word, three times")],
        operands: .operands([OperandInfo("word", help: "A word to print.", repeats: true)], \.words, as: .text),
        options: [
            .value(
                "loudness", short: "l", \.loudness, as: .wholeNumber(from: 1, to: 9), valueName: "n",
                help: "Print the words n times.", default: "1"
            ).known(as: "volume")
        ] + CommonOptions.options(in: \.common),
        make: { ProbeRequest() },
        validate: { request throws(OptionProblem) in try request.common.validate() })

    static func run(_ request: ProbeRequest, _ environment: Environment) async throws(Failure) -> ToolStatus {
        let line = request.words.joined(separator: " ") + "\n"
        return try CryptoTool.page(String(repeating: line, count: request.loudness ?? 1), environment)
    }
}

/// Follows the recipes of `Sources/README.md` for an option and a command with code that only this file has, and checks
/// the lists of places that the recipes give.
@Suite("Recipes of Sources/README.md", .computes)
struct RecipeTests {
    private static let commands = CryptoTool.commands + [ProbeRequest.self]
    private static let reference = CryptoTool.reference(of: commands, in: .builtIn)

    /// Returns the Swift files that a recipe names, without those whose name has a placeholder.
    private static func files(of recipe: String, below folder: String) throws -> Set<String> {
        let text = String(decoding: try Files.bytes("\(PackageFolder.path)/Sources/README.md"), as: UTF8.self)
        let start = try #require(text.firstRange(of: "**\(recipe).**")).upperBound
        let paragraph = text[start...].prefix(upTo: text[start...].firstRange(of: "\n\n")?.lowerBound ?? text.endIndex)
        let spans = paragraph.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
        return Set(spans.filter { $0.hasPrefix("\(folder)/") && $0.hasSuffix(".swift") && !$0.contains("<") })
    }

    private static func page(_ name: String) throws -> String {
        try #require(reference.pages.first { $0.name == name }).text()
    }

    private static let completer = CryptoTool.completer(
        of: commands,
        Environment(
            variables: [:], console: TestConsole().console(columns: nil), time: TestClock().source, random: { 1 },
            http: { _ in preconditionFailure("nothing is to be asked") }))

    /// Returns what a shell offers for the last word.
    private static func offers(_ words: String...) -> [String] { completer.completion(of: words).words.map(\.name) }

    /// Returns the words of a text, which consist of letters, digits and hyphens.
    private static func words(_ text: String) -> Set<Substring> {
        Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "-" })
    }

    /// The words of each page, by its name.
    private static let pageWords = reference.pages.reduce(into: [:]) { $0[$1.name] = words($1.text()) }
    /// The words of the help of each command of the tool, by its name.
    private static let helpWords = CryptoTool.reference.tool.commands.reduce(into: [:]) {
        $0[$1.name] = words(CryptoTool.help().text(of: $1, .long))
    }

    /// Returns whether a page has a word.
    private static func page(_ page: String, has word: Substring) throws -> Bool {
        try #require(pageWords[page]).contains(word)
    }

    /// Runs the command of this file.
    private static func run(
        _ arguments: [String], _ variables: [String: String] = [:]
    ) async throws(Failure) -> String {
        let console = TestConsole()
        let environment = Environment(
            variables: variables, console: console.console(columns: nil), time: TestClock().source, random: { 1 },
            http: { _ in preconditionFailure("nothing is to be asked") })
        _ = try await ProbeRequest.run(arguments, environment)
        return console.output
    }

    // MARK: - A format

    @Test("A format: the recipe names all files that list the formats")
    func formatPlaces() throws {
        let names = OutputFormat.allCases.map(\.rawValue)
        let files = try PackageFolder.swiftFiles(below: "Sources").filter { file in
            names.allSatisfy { name in
                file.text.ranges(of: ".\(name)").contains { range in
                    let (before, after) = (file.text[..<range.lowerBound].last, file.text[range.upperBound...].first)
                    return before?.isLetter != true && after?.isLetter != true
                }
            }
        }
        let named = try Self.files(of: "An output format", below: "Sources").filter { path in
            // That of the enum has the cases.
            path.hasPrefix("Sources/Rendering/") && !path.hasSuffix("/OutputFormat.swift")
        }
        #expect(Set(files.map(\.path)) == named)
    }

    @Test("A format: the tests that the recipe names have a case for it", arguments: OutputFormat.allCases)
    func formatTests(_ format: OutputFormat) throws {
        let named = try Self.files(of: "An output format", below: "Tests")
        #expect(named.count == 1)
        for file in try PackageFolder.swiftFiles(below: "Tests") where named.contains(file.path) {
            #expect(
                file.text.contains(".\(format.rawValue)") || file.text.contains("\"\(format.rawValue)\"")
                    || file.text.contains("--\(format.rawValue)") || format == .table,
                "\(file.path)")
        }
        let isShown = try CaseFile(name: "Cases/output/tables.txt").lines.contains { line in
            guard line.hasPrefix("$ crypto list ") else { return false }
            return switch format {
            case .table: !line.contains("--") && !line.contains(" -f ")
            case .json, .csv, .template: line.contains(" --\(format.rawValue)")
            default: line.hasSuffix(" -f \(format.rawValue)")
            }
        }
        #expect(isShown, "no command line")
    }

    /// The formats that cannot show the rows of a command.
    private static let unfit: [String: [OutputFormat]] = ["watch": [.prometheus], "aqi": [.ledger, .beancount]]

    @Test("A format is in help, pages and completions of each command that has it", arguments: OutputFormat.allCases)
    func formatPages(_ format: OutputFormat) throws {
        let name = format.rawValue[...]
        for command in CryptoTool.reference.tool.commands {
            let option = try #require(command.options.first { $0.name == "format" })
            let isFit = Self.unfit[command.name]?.contains(format) != true
            #expect(option.choices.contains { $0.name == name } == isFit)
            #expect(try #require(Self.helpWords[command.name]).contains(name) == isFit)
            #expect(try Self.page("man-\(command.name)", has: name) == isFit)
            #expect(Self.offers(command.name, "--format", "").contains(format.rawValue) == isFit)
        }
        #expect(try Self.page("man-fields", has: name))
    }

    @Test("A format is accepted by the option, the variable and the config file", arguments: OutputFormat.allCases)
    func formatValue(_ format: OutputFormat) async throws {
        let name = format.rawValue
        try await withTemporaryDirectory { directory in
            let template = format == .template ? "--template {symbol}\\n\n" : ""
            try directory.write(template, to: "plain")
            try directory.write(template + "--format \(name)\n", to: "formatted")
            let fields = [.ledger, .beancount, .template].contains(format) ? "" : " --fields symbol,price"
            let line = "price BTC ETH --provider sample\(fields) --config \(directory.path)"
            let given = await runTool("\(line)/plain --format \(name)")
            #expect(given.status == .success, "\(given.errors)")
            #expect(given.output.contains("BTC") == (format != .none))
            #expect(await runTool("\(line)/plain", ["CRYPTO_FORMAT": name]).output == given.output)
            #expect(await runTool("\(line)/formatted").output == given.output)
        }
    }

    // MARK: - An option

    @Test("An option: the files that the recipe names hold a property and a row for each option")
    func optionPlaces() throws {
        let named = try Self.files(of: "An option", below: "Sources")
        #expect(named.count == 3)
        let texts = try PackageFolder.swiftFiles(below: "Sources").filter { named.contains($0.path) }.map(\.text)
        let list = try #require(CryptoTool.reference.tool.commands.first { $0.name == "list" })
        for option in list.options where !["help", "version"].contains(option.name) {
            #expect(texts.contains { $0.contains("\"\(option.name)\"") }, "\(option.name)")
        }
    }

    @Test("An option of every command is in each command, except those where it has no effect")
    func commonOptions() {
        let without = ["convert": ["currency"], "aqi": ["currency"], "watch": ["once"]]
        for command in Self.reference.tool.commands {
            let missing = CommonOptions.table(isDrawing: false).map(\.info.name).filter { name in
                !command.options.contains { $0.name == name && $0.section == .common }
            }
            #expect(missing == without[command.name, default: []], "\(command.name)")
        }
    }

    @Test("The values of --sort are fields of the rows, except for the favorites")
    func sortKeys() {
        let quotes = ListRequest.views.fields.map(\.name)
        for key in ListRequest.SortKey.allCases where key != .favorite { #expect(quotes.contains(key.rawValue)) }
        for key in AirRequest.SortKey.allCases { #expect(FieldTable.air.names.contains(key.rawValue)) }
    }

    @Test(
        "An option has a value by all its forms and its variable",
        arguments: [
            (["--loudness", "2"], [:]), (["--loudness=2"], [:]), (["-l2"], [:]), (["-l", "2"], [:]),
            ([], ["CRYPTO_PROBE_LOUDNESS": "2"]), (["-l2"], ["CRYPTO_PROBE_LOUDNESS": "3"]),
        ] as [([String], [String: String])])
    func optionValue(_ arguments: [String], _ variables: [String: String]) async throws {
        #expect(try await Self.run(["one", "two"] + arguments, variables) == "one two\none two\n")
        #expect(try await Self.run(["one"]) == "one\n")
    }

    @Test("An option can be set by a line of the config file, and an invalid value names its origin")
    func optionSetting() throws {
        let parser = CommandParser(ProbeRequest.command, tool: "crypto")
        let setting = Setting(FileLine("config", 4), name: "loudness", value: "3")
        guard case .run(let given) = try parser.read(["x"]) else {
            Issue.record("help instead of a request")
            return
        }
        let (request, origins) = try given.with([setting])
        #expect(request.loudness == 3)
        #expect(origins.label(of: "loudness") == "config:4: --loudness")
        let wrong = #expect(throws: UsageError.self) {
            try parser.read(["x"], variables: ["CRYPTO_PROBE_LOUDNESS": "0"])
        }
        #expect(wrong?.message == "CRYPTO_PROBE_LOUDNESS: '0' is not a whole number from 1 to 9")
        let foreign = #expect(throws: UsageError.self) { try parser.read(["x", "--volume", "3"]) }
        #expect(foreign?.message == "unknown option '--volume'; did you mean '--loudness'?")
    }

    @Test("An option is in help, the man page and the completions")
    func optionPages() throws {
        let info = ProbeRequest.command.info
        for length in [HelpLength.short, .long] {
            #expect(
                CryptoTool.help().text(of: info, length).contains("  -l, --loudness <n>      Print the words n times."))
        }
        let page = try Self.page("man-probe")
        #expect(page.contains(".It Fl l , Fl \\-loudness Ar n\nPrint the words n times."))
        #expect(page.contains("CRYPTO_PROBE_LOUDNESS"))
        #expect(Self.offers("probe", "-").contains("-l") && Self.offers("probe", "--l").contains("--loudness"))
    }

    @Test("bash completes an option and its value", .needs(.bash))
    func optionCompletion() async throws {
        let offers = try await PagesShell.bash.offers(
            ["crypto probe --loud", "crypto pro", "crypto probe x --format jsonl --no-hea"], from: Self.reference,
            by: Self.completer)
        #expect(offers == [["--loudness"], ["probe"], ["--no-header"]])
    }

    // MARK: - A command

    @Test("A command: outside of its folder only the file that the recipe names contains its request")
    func commandPlaces() throws {
        let named = try Self.files(of: "A command", below: "Sources")
        let sources = try PackageFolder.swiftFiles(below: "Sources")
        let folders = Set(
            sources.map { $0.path.split(separator: "/") }.filter { $0.count > 4 && $0[2] == "Commands" }.map { $0[3] })
        #expect(folders.count == CryptoTool.commands.count)
        for folder in folders {
            let places = sources.filter { file in
                !file.path.hasPrefix("Sources/CryptoCLI/Commands/\(folder)/") && file.text.contains("\(folder)Request")
            }
            #expect(places.map(\.path) == ["Sources/CryptoCLI/CryptoTool.swift"], "\(folder)")
            #expect(places.allSatisfy { named.contains($0.path) })
        }
    }

    @Test("A command is in the help of the tool, and its name is a route")
    func commandHelp() throws {
        let tool = Self.reference.tool
        #expect(CryptoTool.help().text(of: tool, .short).contains("\n  probe                   Print words.\n"))
        #expect(try tool.route(["probe", "x"]) == .command("probe", arguments: ["x"]))
        #expect(try tool.route(["help", "probe"]) == .help(command: "probe", .long))
        #expect(throws: UsageError.self) { try CryptoTool.info.route(["probe", "x"]) }
    }

    @Test("A command has a man page, to which the others refer")
    func commandPages() throws {
        let page = try #require(Self.reference.pages.first { $0.name == "man-probe" })
        #expect(page.path == "Man/crypto-probe.1")
        #expect(page.text().contains("$ crypto probe hello \\-\\-loudness 3"))
        #expect(try Self.page("man").contains(".It Cm probe\nPrint words.\nSee\n.Xr crypto-probe 1 ."))
        for name in ["man", "man-list", "man-fields"] { #expect(try Self.page(name).contains(".Xr crypto-probe 1")) }
        #expect(try Self.page("man-fields").contains("FIELDS OF PROBE"))
        #expect(Self.offers("").contains("probe"))
    }

    @Test("A command gets help, version and the options of every command from its table")
    func commandRun() async throws {
        #expect(try await Self.run(["--help"]) == CryptoTool.help().text(of: ProbeRequest.command.info, .long))
        #expect(try await Self.run(["-V"]) == "crypto \(CryptoTool.version)\n")
        await #expect(throws: Failure(.usage, "missing argument '<word>'")) { try await Self.run([]) }
        let charts = "'crypto price --chart' and 'crypto aqi --chart'"
        await #expect(throws: Failure(.usage, "--format: 'svg' is for charts, which \(charts) draw")) {
            try await Self.run(["x", "-f", "svg"])
        }
    }
}
