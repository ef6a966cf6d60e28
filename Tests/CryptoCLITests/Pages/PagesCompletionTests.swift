import CommandLineKit
import CryptoCLI
import TestSupport
import Testing

@Suite("Completions of crypto in real shells", .computes, .quick, .needsBuiltProduct("crypto"))
struct PagesCompletionTests {
    /// Typed text and its completions, sorted.
    static let questions: [(line: String, offers: [String])] = [
        ("crypto l", ["list"]),
        ("crypto he", ["help"]),
        ("crypto --ver", ["--verbose", "--version"]),
        ("crypto --gen", ["--generate"]),
        ("crypto help pri", ["price"]),
        ("crypto help he", ["help"]),
        ("crypto aqi D", ["Delhi"]),
        ("crypto aqi Delhi Ch", ["Chandigarh", "Chennai"]),
        ("crypto list --remove B", ["BTC/EUR"]),
        ("crypto list --remove BTC/EUR D", ["DOGE"]),
        ("crypto list --move 2 st", ["stock:AAPL"]),
        ("crypto list --move=2 D", ["DOGE"]),
        ("crypto list --add LIN", ["LINK"]),
        ("crypto list --add DOG", ["DOGE"]),
        ("crypto --generate man-pro", ["man-providers"]),
        ("crypto --generate=complete-", ["complete-bash", "complete-fish", "complete-zsh"]),
        ("crypto list --so", ["--sort"]),
        ("crypto price --so", []),
        ("crypto list --sort ma", ["market_cap"]),
        ("crypto list --sort=ma", ["market_cap"]),
        ("crypto list --re", ["--record", "--refresh", "--remove", "--replay", "--retries", "--reverse"]),
        ("crypto list --limit 5 --rev", ["--reverse"]),
        ("crypto list --limit ", []),
        ("crypto list -n ", []),
        ("crypto price --format js", ["json", "jsonl"]),
        ("crypto price -f js", ["json", "jsonl"]),
        ("crypto price -fjs", ["-fjson", "-fjsonl"]),
        ("crypto list --fields symbol,pr", ["symbol,price", "symbol,provider"]),
        ("crypto list --fields=symbol,pr", ["symbol,price", "symbol,provider"]),
        ("crypto list --fields price,pr", ["price,provider"]),
        ("crypto list --fields change", ["change", "change_percent", "change_percent_1h", "change_percent_7d"]),
        ("crypto price --provider sam", ["sample"]),
        ("crypto price --provider sample,mo", ["sample,mock"]),
        ("crypto price -c se", ["SEK"]),
        ("crypto price --currency=USDT", ["USDT"]),
        ("crypto price dog", ["DOGE"]),
        ("crypto price BTC DOG", ["DOGE"]),
        ("crypto price --quiet DOG", ["DOGE"]),
        ("crypto price --config files/o", ["files/one.conf"]),
        ("crypto list --no-r", ["--no-refresh", "--no-remove", "--no-reverse"]),
        ("crypto list --no-h", ["--no-header", "--no-holdings"]),
        ("crypto list --hol", ["--holdings"]),
        ("crypto list --tot", ["--total"]),
        ("crypto list --am", ["--amount"]),
        ("crypto list --cos", ["--cost"]),
        ("crypto watch --hol", ["--holdings"]),
        ("crypto list --holdings --fields gain", ["gain", "gain_percent"]),
        ("crypto list --head", []),
        ("crypto list -- ", []),
        ("crypto list -- --so", []),
        ("crypto price BTC -- D", []),
        ("crypto nothing ", []),
        ("crypto --json pr", ["price"]),
        ("crypto --json price dog", ["DOGE"]),
        ("crypto -c SEK l", ["list"]),
        ("crypto -cSEK --quiet l", ["list"]),
        ("crypto --currency=SEK l", ["list"]),
        ("crypto -q --format csv convert 5 se", ["SEK"]),
        ("crypto --format js", ["json", "jsonl"]),
        ("crypto --format sv", ["svg"]),
        ("crypto -q -f js", ["json", "jsonl"]),
        ("crypto --currency=USDT", ["USDT"]),
        ("crypto --provider coinb", ["coinbase"]),
        ("crypto --provider sample,open", ["sample,open-meteo"]),
        ("crypto --json help pri", ["price"]),
        ("crypto --json --ver", ["--verbose", "--version"]),
        ("crypto --json --no-qu", ["--no-quiet"]),
        ("crypto --json --so", []),
        ("crypto help pri", ["price"]), ("crypto --generate man-pri", ["man-price"]),
        ("crypto --generate=complete-f", ["complete-fish"]), ("crypto -- l", []),
        ("crypto price stock:AA", ["stock:AAPL"]),
        ("crypto price BTC stock:aap", ["stock:AAPL"]),
        ("crypto price stock:AAPL DOG", ["DOGE"]),
        ("crypto list --remove stock:a", ["stock:AAPL"]),
        ("crypto price BTC/", ["BTC/EUR"]),
        ("crypto watch btc/e", ["BTC/EUR"]),
        ("crypto convert 5 do", ["DOGE", "DOP", "DOT"]),
        ("crypto convert 5 DOGE BT", ["BTC", "BTN"]),
        ("crypto price -qfjs", ["-qfjson", "-qfjsonl"]),
        ("crypto list --output files/t", ["files/two.txt"]),
        ("crypto list --output=files/t", ["files/two.txt"]),
        ("crypto price --favorites-file files/two.txt,files/t", ["files/two.txt,files/two.txt"]),
        ("crypto price --if 'price > 3' dog", ["DOGE"]),
    ]

    @Test("bash offers what fits the command, its options and their values", .needs(.bash))
    func bash() async throws {
        try await check(.bash, Self.questions)
        try await checkNegations(.bash)
    }

    @Test("zsh offers what fits the command, its options and their values", .needs(.zsh))
    func zsh() async throws {
        try await check(.zsh, Self.questions)
        try await checkNegations(.zsh)
    }

    @Test("fish offers what fits the command, its options and their values", .needs(.fish))
    func fish() async throws {
        try await check(.fish, Self.questions)
        try await checkNegations(.fish)
    }

    @Test("zsh shows descriptions of options, values, favorites, pages and what goes after help", .needs(.zsh))
    func zshDescriptions() async throws { try await checkDescriptions(.zsh) }

    @Test("fish shows descriptions of options, values, favorites, pages and what goes after help", .needs(.fish))
    func fishDescriptions() async throws { try await checkDescriptions(.fish) }

    private func checkDescriptions(_ shell: PagesShell) async throws {
        let descriptions = [
            ("crypto help pri", "price", "Print current quotes"),
            ("crypto list --sor", "--sort", "Sort by this field"),
            ("crypto list --fields symbol,mark", "market", "Name of the market"),
            ("crypto price -p sam", "sample", "no network"),
            ("crypto list --remove D", "DOGE", "favorite"),
            ("crypto --generate man-pri", "man-price", "Manual: Print"),
            ("crypto --generate complete-z", "complete-zsh", "Completions for zsh"),
            ("crypto --generate cat", "catalog", "commands, options, fields"),
        ]
        let answers = try await shell.offers(descriptions.map(\.0), isShown: true)
        for ((line, word, text), answer) in zip(descriptions, answers) {
            #expect(answer.contains { $0.contains(word) && $0.contains(text) }, "\(line): \(answer)")
        }
    }

    @Test("bash asks the program that is named by its path", .needs(.bash))
    func bashPath() async throws { try await checkPath(.bash) }

    @Test("zsh asks the program that is named by its path", .needs(.zsh))
    func zshPath() async throws { try await checkPath(.zsh) }

    @Test("fish asks the program that is named by its path", .needs(.fish))
    func fishPath() async throws { try await checkPath(.fish) }

    private func checkPath(_ shell: PagesShell) async throws {
        let tool = try #require(Executables.builtProduct("crypto"))
        let offers = try await shell.offers(["\(tool) list --sort=ma", "crypto list --sort=ma"], isInPath: false)
        #expect(offers == [["market_cap"], []])
    }

    /// A `--no-` form is offered only after `--no-`.
    private func checkNegations(_ shell: PagesShell) async throws {
        let offers = try await shell.offers(["crypto list --", "crypto list --no-"])
        let options = CryptoTool.reference.tool.commands[0].options
        #expect(Set(offers[0].filter { $0.hasPrefix("--") }) == Set(options.map { "--\($0.name)" }))
        let switches = options.filter { $0.isSwitch && !["help", "version"].contains($0.name) }.map(\.name)
        #expect(Set(offers[1]) == Set(switches.map { $0.hasPrefix("no-") ? "--\($0)" : "--no-\($0)" }))
    }

    @Test("bash 3.2 passes --name=value as one word", .needs(.bash))
    func oneWord() async throws {
        let page = try #require(CryptoTool.pages.first { $0.name == "complete-bash" }?.text())
        let folder = try #require(Executables.builtProduct("crypto")).dropLast("/crypto".count)
        for (breaks, expected) in [("= ", "json jsonl "), (" ", "--format=json --format=jsonl ")] {
            let script =
                page + """
                    \nCOMP_WORDBREAKS='\(breaks)' COMP_CWORD=2 COMP_WORDS=(crypto list --format=js)
                    _crypto; printf '%s ' "${COMPREPLY[@]}"
                    """
            let outcome = try await ToolProcess.run(
                try #require(Executables.inPath("bash")), ["--norc", "-c", script],
                environment: ["PATH": "\(folder):/usr/bin:/bin"])
            #expect(outcome.outputText == expected)
        }
    }

    @Test("shellcheck has no complaints about the bash completion", .needs(program: "shellcheck"))
    func shellcheck() async throws {
        let page = try #require(CryptoTool.pages.first { $0.name == "complete-bash" }?.text())
        let outcome = try await ToolProcess.run(
            try #require(Executables.inPath("shellcheck")), ["--shell=bash", "-"], environment: ["LC_ALL": "C.UTF-8"],
            input: .bytes(Array(page.utf8)))
        #expect(outcome.outputText == "")
        #expect(outcome.status == .exited(0))
    }
}

/// Completes all lines in one shell, and expects each result.
func check(
    _ shell: PagesShell, _ questions: [(line: String, offers: [String])],
    _ reference: ToolReference = CryptoTool.reference, by completer: Completer? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let answers = try await shell.offers(questions.map(\.line), from: reference, by: completer)
    try #require(answers.count == questions.count, sourceLocation: sourceLocation)
    for (question, answer) in zip(questions, answers) {
        #expect(answer == question.offers, "\(question.line)", sourceLocation: sourceLocation)
    }
}
