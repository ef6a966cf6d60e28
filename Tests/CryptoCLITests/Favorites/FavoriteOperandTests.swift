import CryptoCLI
import TestSupport
import Testing

@Suite("Favorites in place of symbols", .quick)
struct FavoriteOperandTests {
    @Test("price prints the quotes of the favorites in their order; so do its other views")
    func price() async throws {
        try await withHome("# mine\nETH/EUR\nbtc # first\n") { home in
            #expect(await home.run("price --favorites --template {symbol}/{currency};").output == "ETH/EUR;BTC/USD;")
            let past = await home.run("price --favorites --at 2024-02-25 --template {symbol};")
            #expect(past.output == "ETH;BTC;", "\(past.errors)")
        }
    }

    @Test("watch streams the favorites")
    func watch() async throws {
        try await withHome("ETH\nBTC\n") { home in
            let run = await home.run("watch --favorites --count 2 --template {symbol};")
            #expect(run.status == .success, "\(run.errors)")
            #expect(run.output == "ETH;BTC;" || run.output == "BTC;ETH;")
        }
    }

    @Test(
        "An empty or missing file is a clear error",
        arguments: ["price --favorites", "price --favorites --chart", "watch --favorites"], [nil, "# none\n"])
    func empty(line: String, file: String?) async throws {
        try await withHome(file) { home in
            let run = await home.run(line)
            #expect(run.status == .usage)
            #expect(run.errors == "crypto: --favorites: you have no favorites; 'crypto list --add BTC' adds one\n")
        }
    }

    @Test(
        "Symbols as arguments are refused, as beside --top",
        arguments: ["price BTC --favorites", "watch --favorites BTC", "watch BTC --top 5", "watch BTC - --top 5"])
    func symbols(line: String) async throws {
        try await withHome("BTC\n") { home in
            let run = await home.run(line)
            #expect(run.status == .usage)
            #expect(run.errors == "crypto: --\(line.contains("top") ? "top" : "favorites") takes no symbols\n")
            let both = await home.run("watch --favorites --top 5")
            #expect(both.errors == "crypto: --favorites and --top cannot be used together\n")
        }
    }

    @Test(
        "An unknown symbol is named with its line in the file",
        arguments: ["list --favorites", "price --favorites", "price --favorites --history 3d"])
    func unknown(line: String) async throws {
        try await withHome("# mine\nBTC\nNOSUCH\n") { home in
            let run = await home.run(line)
            #expect(run.status == .unknownName && run.output.contains("BTC"))
            #expect(
                run.errors.hasPrefix("crypto: \(home.path):3: unknown symbol 'NOSUCH' (asked: sample)"), "\(run.errors)"
            )
        }
        try await withHome("NOSUCH\nNEITHER\n") { home in
            let run = await home.run(line)
            let names = "'NOSUCH' (\(home.path):1), 'NEITHER' (\(home.path):2)"
            #expect(run.errors.hasPrefix("crypto: unknown symbols \(names) (asked: sample)"), "\(run.errors)")
        }
    }

    @Test("A line with the amount before the symbol is refused with the right order")
    func order() async throws {
        try await withHome("BTC\n0.5 ETH\n") { home in
            let run = await home.run("list --favorites")
            let says = "'0.5 ETH': 'ETH' is not an amount; the symbol comes first, as in 'ETH 0.5'"
            #expect(run.status == .configuration && run.errors == "crypto: \(home.path):2: \(says)\n")
        }
    }

    @Test("Lines of stdin add to the favorites")
    func input() async throws {
        try await withHome("ETH\nBTC\n") { home in
            let run = await home.run("watch - --favorites --template {symbol};")
            #expect(run.status == .success && Set(run.output.split(separator: ";")) == ["ETH", "BTC"], "\(run.errors)")
        }
    }

    @Test("The file is read only if it is used")
    func unused() async throws {
        try await withHome("a b\n") { home in
            #expect(await home.run("price --favorites --fields help").status == .success)
            #expect(await home.run("watch --favorites --provider help").status == .success)
            let run = await home.run("price --favorites")
            #expect(run.status == .configuration)
            #expect(run.errors.contains("/crypto/favorites:1: 'a b'"), "\(run.errors)")
        }
    }

    @Test("--consensus refuses a favorite that is an id")
    func consensus() async throws {
        try await withHome("id:bitcoin\n") { home in
            let run = await home.run("price --favorites --consensus")
            #expect(run.status == .usage)
            #expect(run.errors == "crypto: --consensus needs tickers; id:bitcoin is the id of a single provider\n")
        }
    }
}
