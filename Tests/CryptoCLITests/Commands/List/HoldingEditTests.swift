import CryptoCLI
import TestSupport
import Testing

@Suite("Favorites: --add with --amount and --cost", .quick)
struct HoldingEditTests {
    static let additions: [(String, String?, String)] = [
        ("btc --amount 0.5", nil, "BTC 0.5\n"), ("btc --amount 0.50 --cost 30000", nil, "BTC 0.5 @ 30000 USD\n"),
        ("stock:aapl --amount 12 --cost 150.25 -c sek", "# mine\n", "# mine\nstock:AAPL 12 @ 150.25 SEK\n"),
        ("BTC/EUR --amount 1 --cost 9", nil, "BTC/EUR 1 @ 9 EUR\n"),
        ("BTC/EUR --amount 1 --cost 9 -c USD", nil, "BTC/EUR 1 @ 9 USD\n"),
        ("BTC --amount 2 --cost 0", "ETH\nBTC # first\n", "ETH\nBTC 2 @ 0 USD # first\n"),
        ("SOL --amount 0", nil, "SOL 0\n"),
    ]

    @Test("The amount and the cost of a unit are kept in the line of the symbol", arguments: additions)
    func add(options: String, before: String?, after: String) async throws {
        try await withHome(before) { home in
            let run = await home.run("list --add \(options)")
            #expect(run.status == .success && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
            #expect(home.text == after)
        }
    }

    @Test("An amount replaces the one before, which a notice shows; the same one changes nothing")
    func replace() async throws {
        try await withHome("BTC 0.5 @ 30000 USD # cold\n") { home in
            let run = await home.run("list --add BTC --amount 2")
            #expect(run.status == .success && run.output.isEmpty)
            #expect(run.errors == "crypto: 'BTC' holds 2 now, instead of 0.5 @ 30000 USD\n")
            #expect(home.text == "BTC 2 # cold\n")
            let again = await home.run("list --add BTC --amount 2")
            #expect(again.status == .success && again.errors == "crypto: 'BTC' is already a favorite\n")
            #expect(home.text == "BTC 2 # cold\n")
            let without = await home.run("list --add BTC")
            #expect(without.status == .success && home.text == "BTC 2 # cold\n")
        }
    }

    @Test("Several lots of a symbol are not replaced by one")
    func lots() async throws {
        try await withHome("BTC 1\nBTC 2 @ 3\n") { home in
            let run = await home.run("list --add BTC --amount 5")
            expectFailure(
                run, .usage, says: "--amount: 'BTC' has 2 lots; edit its lines in the favorites file")
            #expect(home.text == "BTC 1\nBTC 2 @ 3\n")
        }
    }

    @Test("An unknown symbol is refused with its amount")
    func unknown() async throws {
        try await withHome { home in
            expectFailure(await home.run("list --add NOPE --amount 1"), .unknownName, says: "unknown symbol 'NOPE'")
            #expect(home.text == nil)
        }
    }

    @Test(
        "Options that are wrong exit with 64",
        arguments: [
            ("--amount 1 BTC", "--amount needs --add and one symbol, as in 'crypto list --add BTC --amount 0.5"),
            ("--amount 1", "--amount needs --add and one symbol"),
            ("--add BTC ETH --amount 1", "--amount needs --add and one symbol"),
            ("--remove BTC --amount 1", "--amount needs --add and one symbol"),
            ("--add BTC --cost 1", "--cost needs --amount <n>"), ("--cost 1", "--cost needs --amount <n>"),
            ("--add BTC --amount 0,5", "--amount: '0,5' is not an amount; write a decimal point"),
            ("--add BTC --amount=-5", "--amount: '-5' is below 0"),
            ("--add BTC --amount 1 --cost x", "--cost: 'x' is not an amount"),
        ])
    func usage(options: String, words: String) async throws {
        try await withHome("BTC\n") { home in
            expectFailure(await home.run("list \(options)"), .usage, says: words)
            #expect(home.text == "BTC\n")
        }
    }

    @Test(
        "A malformed amount in the file exits with 78, with the file, the line and the reason",
        arguments: [
            ("BTC 1\nETH 0,5\n", "favorites:2: 'ETH 0,5': '0,5' is not an amount; write a decimal point"),
            ("BTC -1\n", "favorites:1: 'BTC -1': '-1' is below 0"),
            ("BTC 1 30000\n", "favorites:1: 'BTC 1 30000': '@' goes before the cost, not '30000', as in 'BTC 0.5 @"),
            ("BTC 1 @\n", "favorites:1: 'BTC 1 @': the cost after '@' is missing"),
            ("BTC 1 @ 2 $\n", "favorites:1: 'BTC 1 @ 2 $': '$' is not a currency code"),
            ("BTC 1 @ 2 USD 3\n", "favorites:1: 'BTC 1 @ 2 USD 3': nothing goes after the currency, not '3'"),
        ])
    func malformed(text: String, words: String) async throws {
        try await withHome(text) { home in
            for options in ["--favorites", "--add SOL --amount 1", "--remove BTC"] {
                expectFailure(await home.run("list \(options)"), .configuration, says: words)
            }
            #expect(home.text == text)
        }
    }

    @Test("--remove of several lots says on stderr what they were")
    func removeLots() async throws {
        let notice = "crypto: removed 2 lots of 'btc': 1, 2 @ 3 USD\n"
        for (options, errors) in [("", notice), (" --quiet", "")] {
            try await withHome("BTC 1\nETH 5\nBTC 2 @ 3\n") { home in
                let run = await home.run("list --remove btc\(options)")
                #expect(run.status == .success && run.output.isEmpty && run.errors == errors)
                #expect(home.text == "ETH 5\n")
                #expect(await home.run("list --remove ETH").errors.isEmpty)
            }
        }
    }

    @Test("--move and --remove keep the amounts of the file")
    func moveAndRemove() async throws {
        try await withHome("BTC 1 @ 2 # a\nETH 3\nSOL\n") { home in
            #expect(await home.run("list --move 1 SOL").status == .success)
            #expect(await home.run("list --move 3 BTC").status == .success)
            #expect(home.text == "SOL\nETH 3\nBTC 1 @ 2 # a\n")
            #expect(await home.run("list --remove ETH").status == .success)
            #expect(home.text == "SOL\nBTC 1 @ 2 # a\n")
            #expect(await home.symbols("--favorites") == "SOL;BTC;")
        }
    }
}
