import CommandLineKit
import Testing

/// The expected request: the default one with a change.
private func request(_ change: (inout ListRequest) -> Void) -> ListRequest {
    var request = ListRequest()
    change(&request)
    return request
}

@Suite("Options on the command line")
struct CommandParserTests {
    @Test(
        "Every form of an option sets its value: --name value, --name=value, -n value, -nvalue, -n=value, --no-name",
        arguments: [
            ([], request { _ in }),
            (["BTC", "eth"], request { $0.symbols = ["BTC", "eth"] }),
            (["--limit", "5"], request { $0.limit = 5 }),
            (["--limit=5"], request { $0.limit = 5 }),
            (["-n", "5"], request { $0.limit = 5 }),
            (["-n5"], request { $0.limit = 5 }),
            (["-n=5"], request { $0.limit = 5 }),
            (
                ["-qv"],
                request {
                    $0.common.isQuiet = true; $0.common.isVerbose = true
                }
            ),
            (
                ["-qn5", "BTC"],
                request {
                    $0.common.isQuiet = true; $0.limit = 5; $0.symbols = ["BTC"]
                }
            ),
            (
                ["-qn", "5"],
                request {
                    $0.common.isQuiet = true; $0.limit = 5
                }
            ),
            (
                ["BTC", "--reverse", "ETH"],
                request {
                    $0.isReversed = true; $0.symbols = ["BTC", "ETH"]
                }
            ),
            (["--", "--reverse", "-n"], request { $0.symbols = ["--reverse", "-n"] }),
            (
                ["--reverse", "--", "--"],
                request {
                    $0.isReversed = true; $0.symbols = ["--"]
                }
            ),
            (["-5", "-0.5", "-1e3", "-.5", "-"], request { $0.symbols = ["-5", "-0.5", "-1e3", "-.5", "-"] }),
            (["", "a b"], request { $0.symbols = ["", "a b"] }),
            (["--reverse", "--no-reverse"], request { _ in }),
            (["--no-reverse", "--reverse", "--reverse"], request { $0.isReversed = true }),
            (["--no-header"], request { $0.common.hasNoHeader = true }),
            (["--no-header", "--header"], request { _ in }),
            (["--no-header", "--no-no-header"], request { _ in }),
            (
                ["--no-config", "--config", "f"],
                request {
                    $0.common.hasNoConfig = true; $0.common.config = "f"
                }
            ),
            (["--json"], request { $0.common.format = .json }),
            (["--json", "--no-json"], request { _ in }),
            (["--json", "--no-json", "--csv"], request { $0.common.format = .csv }),
            (["--json", "--json"], request { $0.common.format = .json }),
            (["--refresh"], request { $0.common.maxAge = .zero }),
            (["--max-age", "1.5h"], request { $0.common.maxAge = .seconds(5400) }),
            (["--fields", "a, b,c"], request { $0.common.fields = ["a", "b", "c"] }),
            (["--search=--x=y"], request { $0.search = "--x=y" }),
            (["--search", "-"], request { $0.search = "-" }),
            (["--search", "-5 < x"], request { $0.search = "-5 < x" }),
            (["--search", "-{price}"], request { $0.search = "-{price}" }),
            (["--search", ""], nil),
        ] as [([String], ListRequest?)])
    func makesRequest(arguments: [String], expected: ListRequest?) throws {
        guard let expected else {
            #expect(listError(arguments) != nil)
            return
        }
        #expect(try list(arguments) == .run(expected))
    }

    @Test(
        "Options for help and version count anywhere before `--`, and come before errors",
        arguments: [
            (["-h"], .help(.short)), (["--help"], .help(.long)), (["-V"], .version(isDetailed: false)),
            (["--version"], .version(isDetailed: false)),
            (["BTC", "--bogus", "--help"], .help(.long)), (["--limit", "--help"], .help(.long)),
            (["-qh"], .help(.short)), (["-V", "-h"], .help(.short)),
            (["--limit=0", "--version"], .version(isDetailed: false)),
        ] as [([String], ParseOutcome<ListRequest>)])
    func pages(arguments: [String], expected: ParseOutcome<ListRequest>) throws {
        #expect(try list(arguments) == expected)
    }

    @Test("After `--`, --help is an operand")
    func noHelpAfterTheEnd() throws {
        #expect(try list(["--", "--help"]) == .run(request { $0.symbols = ["--help"] }))
    }

    @Test("Options and operands may come in any order")
    func anyOrder() throws {
        let parts = [["--limit", "7"], ["-q"], ["--json"], ["--fields=a,b"], ["--no-header"]]
        let expected = request {
            $0.symbols = ["A", "-1"]
            $0.limit = 7
            $0.common.isQuiet = true
            $0.common.format = .json
            $0.common.fields = ["a", "b"]
            $0.common.hasNoHeader = true
        }
        var generator = Shuffle(state: 20_240_301)
        for _ in 0..<200 {
            var order = parts.shuffled(using: &generator)
            // The operands keep their order. Options may come between them.
            let places = [Int.random(in: 0...5, using: &generator), Int.random(in: 0...5, using: &generator)].sorted()
            order.insert(["-1"], at: places[1])
            order.insert(["A"], at: places[0])
            let arguments = order.flatMap(\.self)
            #expect(try list(arguments) == .run(expected), "\(arguments)")
        }
    }

    @Test("Random arguments give a request, a page or an error message of one line")
    func anything() throws {
        let pieces = [
            "--", "-", "=", "n", "q", "limit", "--limit", "-n", "--json", "--no-", "--fields", "5", "-5", ".", ",", " ",
            "\u{1b}", "\n", "\r\n", "\u{301}", "\u{2013}", "\u{202e}", "x", "",
        ]
        var generator = Shuffle(state: 7)
        var failures = 0
        for _ in 0..<3000 {
            let arguments = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                (0..<Int.random(in: 1...3, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? ""
                }
                .joined()
            }
            guard let error = listError(arguments) else { continue }
            failures += 1
            let isPlain = error.message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            #expect(isPlain && !error.message.isEmpty, "\(arguments)")
        }
        #expect(failures > 1000 && failures < 3000)
    }

    @Test(
        "A value after `=` may be any text",
        arguments: ["\u{301}x", "=", "a=b", "--", "-n", "--json", "\r\n", " ", "-", "\u{1b}", "👨‍👩‍👧"])
    func attachedValue(text: String) throws {
        #expect(try list(["--search=\(text)"]) == .run(request { $0.search = text }))
    }
}
