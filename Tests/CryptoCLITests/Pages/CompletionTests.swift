import CryptoProgram
import CommandLineKit
import Markets
import TestSupport
import Testing

@testable import CryptoCLI

@Suite("What crypto --complete offers", .computes, .quick)
struct CompletionTests {
    /// The completion of the last word of a line without the name of the program.
    private func completion(_ line: String, _ variables: [String: String] = [:]) -> Completion {
        let environment = Environment(
            variables: variables, console: TestConsole().console(columns: nil), time: TestClock().source, random: { 1 },
            http: { _ in preconditionFailure("nothing is to be asked") })
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        return CryptoTool.completer(environment).completion(of: words)
    }

    /// What is offered with this content of a file in the directory of config files.
    private func offers(
        _ line: String, _ file: String, _ text: String, mode: UInt32 = 0o600, _ variables: [String: String] = [:]
    ) async throws -> [Choice] {
        try await withTemporaryDirectory { home in
            try home.write(text, to: "crypto/\(file)", mode: mode)
            return completion(line, variables.merging(["XDG_CONFIG_HOME": home.path]) { $1 }).words
        }
    }

    private func names(_ choices: [Choice]) -> [String] { choices.map(\.name) }

    @Test("The same as in the shells")
    func shells() async throws {
        try await withTemporaryDirectory { home in
            try home.write("# mine\nBTC/EUR # held\n\n  stock:AAPL\nDOGE\r\n", to: "crypto/favorites")
            for (line, offers) in PagesCompletionTests.questions
            where !offers.contains(where: { $0.contains("files/") }) {
                // A shell removes the quotes.
                let words = String(line.dropFirst("crypto ".count)).replacing("'price > 3'", with: "price>3")
                let completion = completion(words, ["XDG_CONFIG_HOME": home.path])
                let found = completion.words.map { (completion.kept + $0.name).withoutOptionName }
                #expect(found.sorted() == offers, "\(line)")
            }
        }
    }

    @Test(
        "The first line says what fits, and how much of the word stays",
        arguments: [
            ("price --fields symbol,pri", "list\tsymbol,\nprice\t"), ("price --fields=pri", "list\t--fields=\nprice\t"),
            ("list --sort=rev", "words\t--sort=\n"), ("list --limit ", "words\t\n"),
            ("list --limit=", "words\t--limit=\n"),
            ("list --favorites-file a", "file\t\n"), ("list --favorites-file=a,b", "file\t--favorites-file=a,\n"),
            ("price --config x", "file\t\n"), ("price --config=x", "file\t--config=\n"), ("list -ox", "file\t-o\n"),
            ("list -o=x", "file\t-o=\n"), ("list --record ", "directory\t\n"),
            ("watch BTC --replay=a/b", "directory\t--replay=\n"),
            ("list -qvn", "words\t\n"), ("help pric", "words\t\nprice\tPrint current quotes"),
        ])
    func kinds(line: String, text: String) {
        #expect(completion(line).text.hasPrefix(text), "\(completion(line).text)")
    }

    @Test(
        "Nonsense gets no words",
        arguments: [
            "nothing ", "nothing x", "help price x", "--generate man x", "--generate man --", "list --nothing=",
            "list -é",
            "list -- --", "-- l", "list --limit 5 -- ", "convert 1 x\u{1B}", "list --fields \t", "--nothing=x",
            "convert x", "- -", "list --sort --sort z", "=", "list --=",
        ])
    func nonsense(line: String) {
        #expect(completion(line).words == [])
    }

    @Test("An option that is given is offered no more, in either form")
    func given() {
        #expect(names(completion("list --fo").words) == ["--format"])
        #expect(names(completion("list -fcsv --fo").words) == [])
        #expect(names(completion("list --no-reverse --rev").words) == [])
        #expect(names(completion("--quiet price --qui").words) == [])
    }

    @Test("Every command, option and value is offered where it belongs")
    func everything() {
        for command in CryptoTool.info.commands {
            #expect(names(completion(command.name).words) == [command.name])
            for option in command.options {
                #expect(names(completion("\(command.name) \(option.longForm)").words).contains(option.longForm))
                for choice in option.choices {
                    let offers = completion("\(command.name) \(option.longForm) \(choice.name)")
                    #expect(names(offers.words).contains(choice.name))
                }
            }
        }
    }

    @Test("Words and descriptions hold no tab, no line feed and no control character")
    func harmless() {
        for line in [
            "", "-", "help ", "--generate ", "list --fields ", "list --provider ", "list ", "list -", "aqi --scale ",
        ] {
            for word in completion(line).words {
                #expect((word.name + word.help).unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            }
        }
    }

    // MARK: - The user's files

    @Test("Favorites come first where a symbol is meant, with what is held; alone where one is removed or moved")
    func favorites() async throws {
        let file = "SOL 2 @ 30 USD\nstock:NVDA\nzzz\nETH/SEK 0.5\nSOL 1.25\n"
        for command in ["price", "watch", "list", "price --favorites BTC", "list --add"] {
            let words = try await offers("\(command) ", "favorites", file)
            #expect(names(words).prefix(4) == ["SOL", "stock:NVDA", "ZZZ", "ETH/SEK"])
            #expect(words.prefix(2).map(\.help) == ["favorite, you hold 2 + 1.25", "favorite"])
            #expect(names(words).filter { $0 == "SOL" }.count == 1 && names(words).contains("BTC"))
        }
        for option in ["--remove ", "--move 2 ", "--move=2 ", "--remove --quiet ", "BTC --remove "] {
            #expect(
                names(try await offers("list \(option)", "favorites", file)) == ["SOL", "stock:NVDA", "ZZZ", "ETH/SEK"])
        }
        let coins = try await offers("convert 1 ", "favorites", file)
        #expect(names(coins).prefix(3) == ["SOL", "ZZZ", "ETH"])
        #expect(names(coins).contains("SEK") && !names(coins).contains("stock:NVDA"))
        let targets = names(try await offers("convert 1 SEK z", "favorites", file))
        #expect(targets.first == "ZZZ" && targets.contains("ZAR") && !targets.contains("SEK"))
    }

    @Test(
        "Favorites that are malformed or that a shell would not take as they are give no words",
        arguments: ["BTC x", "BTC 1 2\nETH", "\u{0}", "A$(id)", "`id`", "a;b", "!x", "~x", "[x]", "\"x", ""])
    func badFavorites(text: String) async throws {
        #expect(try await offers("list --remove ", "favorites", text) == [])
        #expect(names(try await offers("price bt", "favorites", text)) == ["BTC"])
    }

    @Test("Without a directory, without a file, and with a pipe or a directory in its place there are no favorites")
    func noFavorites() async throws {
        #expect(completion("list --remove ").words == [])
        #expect(completion("list --remove ", ["HOME": "/nowhere"]).words == [])
        try await withTemporaryDirectory { home in
            #expect(completion("list --remove ", ["HOME": home.path]).words == [])
            for (name, command) in [("pipe", "mkfifo"), ("folder", "mkdir")] {
                let made = try await ToolProcess.run(
                    "/bin/sh",
                    ["-c", #"mkdir -p "$0/crypto" && "$1" "$0/crypto/favorites""#, home.path(name), command],
                    environment: ["PATH": "/usr/bin:/bin"])
                #expect(made.status == .exited(0))
                #expect(completion("list --remove ", ["XDG_CONFIG_HOME": home.path(name)]).words == [])
            }
        }
    }

    @Test("Providers that are chosen come first, then those with a key or a URL, then the others")
    func providers() async throws {
        let all = names(completion("price --provider ").words)
        #expect(all.contains("binance") && all.contains("kraken") && Set(all).count == all.count)
        func first(_ file: String, _ text: String, _ variables: [String: String] = [:]) async throws -> [String] {
            let words = names(try await offers("price --provider ", file, text, variables))
            #expect(words.sorted() == all.sorted())
            return Array(words.prefix(2))
        }
        let variables = ["CRYPTO_KRAKEN_URL": "http://localhost", "CRYPTO_PROVIDER": "mock,nothing"]
        #expect(try await first("config", "", variables) == ["mock", "kraken"])
        #expect(
            try await first("config", "--provider=sample\n[price]\n--provider kraken,binance\n") == [
                "kraken", "binance",
            ])
        let keyed = try #require(ProviderTable.builtIn.withKeys.last { all.contains($0) })
        #expect(try await first("keys", "\(keyed) = !false\n")[0] == keyed)
        for text in ["\(keyed)", "\(keyed) =\n", "x = y"] {
            #expect(names(try await offers("price --provider ", "keys", text)) == all)
        }
        #expect(names(try await offers("price --provider ", "keys", "\(keyed) = abc", mode: 0o644)) == all)
        #expect(names(try await offers("price --provider ", "config", "nonsense")) == all)
    }
}

@Suite("The built crypto --complete", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct CompletionRunTests {
    @Test("Prints what is offered, nothing on stderr, and exits with 0")
    func prints() async throws {
        try await withTemporaryDirectory { home in
            try home.write("ETH 3\n", to: ".config/crypto/favorites")
            let outcome = try await runBuilt(["--complete", "list", "--remove", ""], ["HOME": home.path])
            #expect(outcome.outputText == "words\t\nETH\tfavorite, you hold 3\n")
            #expect(outcome.errors.isEmpty && outcome.status == .exited(0))
            try home.write("ETH three\n", to: ".config/crypto/favorites")
            let broken = try await runBuilt(["--complete", "list", "--remove", ""], ["HOME": home.path])
            #expect(broken.outputText == "words\t\n")
            #expect(broken.errors.isEmpty && broken.status == .exited(0))
        }
        for nonsense in [["--complete"], ["--complete", ""], ["--complete", "no", "such", "--thing"]] {
            let outcome = try await runBuilt(nonsense)
            #expect(outcome.outputText.hasPrefix("words\t\n"))
            #expect(outcome.errors.isEmpty && outcome.status == .exited(0))
        }
    }

    @Test("Words that are not UTF-8 are nonsense")
    func invalidUTF8() async throws {
        let tool = try #require(Executables.builtProduct("crypto"))
        for words in [[[0xC3, 0x28], Array("l".utf8)], [Array("list".utf8), [0x2D, 0x2D, 0xFF]]] {
            let outcome = try await ToolProcess.run(tool, bytes: [Array("--complete".utf8)] + words)
            #expect(outcome.outputText == "words\t\n")
            #expect(outcome.errors.isEmpty && outcome.status == .exited(0))
        }
    }

    @Test("A stdout that is closed, full or not read is no reason for a message", arguments: ["list", "--generate"])
    func output(word: String) async throws {
        for output: ToolProcess.Output in [.closed, .pipeClosedAfter(1), .file("/dev/null")] {
            let outcome = try await runBuilt(["--complete", word, ""], output: output)
            #expect(outcome.errors.isEmpty)
        }
        let closed = try await runBuilt(["--complete", word, ""], output: .closed, errors: .closed)
        #expect(closed.status == .exited(0))
    }

    @Test(
        "Starts no thread and opens no library and no socket", .needsLinux,
        .needs("a C compiler", PreloadedLibrary.compiler != nil))
    func nothingElse() async throws {
        let source = """
            #include <stdlib.h>
            void *dlopen(const char *name, int mode) { abort(); }
            int pthread_create(void *a, void *b, void *c, void *d) { abort(); }
            int socket(int a, int b, int c) { abort(); }
            """
        try await PreloadedLibrary.with(source) { home, variables in
            try home.write("ETH\n", to: "crypto/favorites")
            for line in [[""], ["price", ""], ["list", "--fields", ""], ["--provider", ""], ["--generate", ""]] {
                let outcome = try await runBuilt(["--complete"] + line, variables)
                #expect(outcome.status == .exited(0) && outcome.errors.isEmpty, "\(line) \(outcome.errorText)")
                #expect(outcome.outputText.split(separator: "\n").count > 5)
            }
            // The library does what it is for.
            let other = ["watch", "BTC", "--provider", "mock", "--count", "1"]
            #expect(try await runBuilt(other, variables).status != .exited(0))
        }
    }

    @Test("It is on no page", arguments: CryptoTool.pages.map(\.name).filter { !$0.hasPrefix("complete-") })
    func hidden(name: String) throws {
        let page = try #require(CryptoTool.pages.first { $0.name == name })
        #expect(!page.text().replacing("\\-", with: "-").contains("--complete"))
    }
}
