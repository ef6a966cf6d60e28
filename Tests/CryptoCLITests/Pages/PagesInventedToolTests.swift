import CommandLineKit
import CryptoCLI
import TestSupport
import Testing

@Suite("Completions of a tool with every kind of value, in real shells", .computes, .quick)
struct PagesInventedToolTests {
    /// The request of commands that are never run.
    private struct Request: Sendable {
        var texts: [String] = []
        var text = ""
        var isOn = false
    }

    private static let convert = Command<Request>(
        "convert", overview: "Convert it's amount [exactly]: $HOME `x` \"y\".",
        operands: .operands(
            [
                OperandInfo("amount", help: "How much."), OperandInfo("from", help: "From.", completion: .currency),
                OperandInfo("file", help: "Where.", repeats: true, completion: .file),
            ], \.texts, as: .anyText),
        options: [
            .value(
                "market", short: "m", \.text, as: .oneOf([Choice("spot", "it's: [now]"), Choice("futures", "Later.")]),
                valueName: "name", help: "Which: [one] of 'them', $HOME and `x`."),
            .value("exec", \.text, as: .text, valueName: "command", help: "Run it.").completing(.program),
            .value("into", \.text, as: .text, valueName: "directory", help: "There.").completing(.directory),
            .value(
                "kinds", \.texts, as: .list(of: .oneOf([Choice("a1"), Choice("a2"), Choice("b1")])), valueName: "a,b",
                help: "Some."),
            .toggle("loud", short: "l", \.isOn, help: "Aloud."),
        ], make: { Request() })

    private static let bare = Command<Request>(
        "bare", overview: "Nothing at all.",
        options: [.value("market", \.text, as: .oneOf([Choice("m1")]), valueName: "x", help: "Other words.")],
        make: { Request() })

    /// The scripts are those of this tool with another name.
    private static let reference: ToolReference = {
        var reference = ToolReference(
            tool: ToolInfo(name: "invented", overview: "Invented.", commands: [convert.info, bare.info], examples: []),
            date: "November 21, 2026")
        reference.scripts = CryptoTool.reference.scripts.map { script in
            GeneratedPage(name: script.name, summary: "", path: script.path) {
                script.text().replacing("crypto", with: "invented")
            }
        }
        return reference
    }()

    private static let completer = Completer(
        commands: [("convert", { convert.info }), ("bare", { bare.info })],
        words: { kind, _ in kind == .currency ? [Choice("EUR"), Choice("SEK")] : [] })

    private static let questions: [(line: String, offers: [String])] = [
        ("invented convert ", []),
        ("invented convert 5 ", ["EUR", "SEK"]),
        ("invented convert -5 s", ["SEK"]),
        ("invented convert --loud 5 s", ["SEK"]),
        ("invented convert -l 5 s", ["SEK"]),
        ("invented convert --market spot 5 s", ["SEK"]),
        ("invented convert --market=spot 5 s", ["SEK"]),
        ("invented convert -mspot 5 s", ["SEK"]),
        ("invented convert 5 SEK files/", ["files/one.conf", "files/two.txt"]),
        ("invented convert 5 SEK x files/o", ["files/one.conf"]),
        ("invented convert --market s", ["spot"]),
        ("invented convert --market=", ["futures", "spot"]),
        ("invented convert -m f", ["futures"]),
        ("invented convert -mf", ["-mfutures"]),
        ("invented bare --market ", ["m1"]),
        ("invented bare x", []),
        ("invented convert --kinds a", ["a1", "a2"]),
        ("invented convert --kinds a1,", ["a1,a2", "a1,b1"]),
        ("invented convert --kinds=b1,a2,", ["b1,a2,a1"]),
    ]

    @Test("bash: operands are counted, words differ by command, and all text is quoted", .needs(.bash))
    func bash() async throws {
        try await check(.bash, Self.questions, Self.reference, by: Self.completer)
        try await checkPaths(.bash)
    }

    @Test("zsh: operands are counted, words differ by command, and all text is quoted", .needs(.zsh))
    func zsh() async throws {
        try await check(.zsh, Self.questions, Self.reference, by: Self.completer)
        try await checkPaths(.zsh)
    }

    @Test("fish: operands are counted, words differ by command, and all text is quoted", .needs(.fish))
    func fish() async throws {
        try await check(.fish, Self.questions, Self.reference, by: Self.completer)
        try await checkPaths(.fish)
    }

    /// Completes directories and programs.
    private func checkPaths(_ shell: PagesShell) async throws {
        let answers = try await shell.offers(
            ["invented convert --into f", "invented convert --exec pri"], from: Self.reference, by: Self.completer)
        #expect(answers[0].map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } == ["files"])
        #expect(answers[1].contains("printenv"))
    }
}
