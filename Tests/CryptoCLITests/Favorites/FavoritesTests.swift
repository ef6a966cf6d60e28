import CryptoCLI
import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Favorites: --add, --remove, --move, --favorites, --available, --sort favorite", .quick)
struct FavoritesTests {
    @Test("Symbols are added in the order given, each once, in their usual form; stdout stays empty")
    func add() async throws {
        try await withHome { home in
            let first = await home.run("list --add btc ETH/eur id:solana stock:aapl BTC-PERP")
            #expect(first.status == .success && first.output.isEmpty && first.errors.isEmpty)
            #expect(home.text == "BTC\nETH/EUR\nid:solana\nstock:AAPL\nBTC-PERP\n")
            let again = await home.run("list --add BTC sol btc")
            #expect(again.status == .success && again.output.isEmpty)
            #expect(
                again.errorLines
                    == ["'BTC' is already a favorite", "'btc' is already a favorite"].map { "crypto: " + $0 })
            #expect(home.text == "BTC\nETH/EUR\nid:solana\nstock:AAPL\nBTC-PERP\nSOL\n")
        }
    }

    @Test("An unknown symbol is refused with 66, whatever happens to the others, without a request or a new file")
    func unknown() async throws {
        try await withHome { home in
            let none = await home.run("list --add NOPE stock:BTC id:BTC")
            expectFailure(none, .unknownName, says: "unknown symbols 'NOPE', 'stock:BTC', 'id:BTC' (asked: sample)")
            expectFailure(await home.run("list --remove BTC"), .unknownName, says: "'BTC' is not among your favorites")
            #expect(Files.names(in: home.directory.path).isEmpty)
            let some = await home.run("list --add NOPE BTC")
            #expect(some.status == .unknownName && some.output.isEmpty)
            #expect(home.text == "BTC\n")
            let removed = await home.run("list --remove ETH btc")
            expectFailure(removed, .unknownName, says: "'ETH' is not among your favorites")
            #expect(home.text == "")
            expectFailure(await home.run("list --move 1 BTC"), .unknownName, says: "'BTC' is not among your favorites")
            let comment = await home.run("list --add #x")
            expectFailure(
                comment, .unknownName, says: "'#x' cannot be a line of the favorites file; use id:<id> instead")
        }
    }

    @Test(
        "The next edit removes the temporary file of a killed one, also behind a link; no other file, and no reader does"
    )
    func abandoned() async throws {
        try await withHome("BTC\nETH\n") { home in
            let directory = home.directory.path("crypto")
            let (left, own) = (".favorites.crypto-0123456789abcdef", ".favorites.20261101")
            for name in [left, own] { try home.directory.write("BTC", to: "crypto/\(name)") }
            #expect(await home.run("list --favorites").status == .success)
            #expect(await home.run("list --add BTC").status == .success)
            #expect(Set(Files.names(in: directory)) == ["favorites", own, left])
            #expect(await home.run("list --move 1 ETH").status == .success)
            #expect(Set(Files.names(in: directory)) == ["favorites", own])
            #expect(home.text == "ETH\nBTC\n")
        }
        try await withHome { home in
            try home.directory.write("BTC\n", to: "far/list")
            try home.directory.write("BTC", to: "far/.list.crypto-0123456789abcdef")
            try home.directory.write("", to: "crypto/other")
            #expect(symlink(home.directory.path("far/list"), home.path) == 0)
            #expect(await home.run("list --add ETH").status == .success)
            #expect(Files.names(in: home.directory.path("far")) == ["list"] && home.text == "BTC\nETH\n")
        }
    }

    @Test("A symbol whose provider is unreachable is not added, and the status shows it")
    func notReached() async throws {
        try await withHome("ETH\n") { home in
            try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: .status(503))]) { server in
                let run = await home.run(
                    "list --add BTC -p coingecko --retries 0", server.variables(for: "coingecko"))
                #expect(run.status == .unavailable && run.output.isEmpty)
            }
            #expect(home.text == "ETH\n")
        }
    }

    @Test("Removing and moving change only that line, without a request; comments and line ends are kept")
    func removeAndMove() async throws {
        let text = "# mine\r\nBTC\r\n\r\nETH # ether\r\nsol\r\n# end"
        try await withHome(text) { home in
            let unreachable = ["CRYPTO_PROVIDER": "coingecko", "CRYPTO_COINGECKO_URL": "http://nowhere.invalid"]
            #expect(await home.run("list --move 1 SOL", unreachable).status == .success)
            #expect(home.text == "# mine\r\nsol\r\nBTC\r\n\r\nETH # ether\r\n# end")
            #expect(await home.run("list --remove btc", unreachable).status == .success)
            #expect(home.text == "# mine\r\nsol\r\n\r\nETH # ether\r\n# end")
            #expect(await home.run("list --move 2 sol", unreachable).output.isEmpty)
            #expect(home.text == "# mine\r\n\r\nETH # ether\r\nsol\r\n# end")
            #expect(await home.run("list --add BTC").status == .success)
            #expect(home.text == "# mine\r\n\r\nETH # ether\r\nsol\r\n# end\r\nBTC\r\n")
            expectFailure(await home.run("list --move 9 sol"), .usage, says: "no position 9 among 3 favorites")
        }
    }

    @Test("--favorites prints only the favorites, in their order: coins, pairs, ids and stocks")
    func favorites() async throws {
        try await withHome("stock:MSFT\nid:solana\n# x\nBTC/EUR\nbtc\nBTC\n") { home in
            let run = await home.run("list --favorites --csv --no-header --fields symbol,kind,currency,rank")
            #expect(run.outputLines == ["MSFT,stock,USD,", "SOL,coin,USD,5", "BTC,coin,EUR,1", "BTC,coin,USD,1"])
            #expect(await home.symbols("--favorites --limit 2") == "MSFT;SOL;")
            #expect(await home.symbols("--favorites --sort price") == "SOL;MSFT;BTC;BTC;")
            #expect(await home.symbols("--favorites --search mic") == "MSFT;")
            #expect(await home.symbols("--favorites --if rank<9 -c SEK") == "SOL;BTC;BTC;")
            #expect(await home.symbols("--favorites --market spot") == "MSFT;SOL;BTC;BTC;")
            let none = await home.run("list --favorites --market futures --json")
            #expect(none.status == .noMatch && none.output == "[]\n")
        }
    }

    @Test("A favorite that has become unknown is reported with 66, and the others are printed")
    func gone() async throws {
        try await withHome("BTC\nGONE\nETH\n") { home in
            let run = await home.run("list --favorites --template {symbol};")
            #expect(run.status == .unknownName && run.output == "BTC;ETH;")
            #expect(run.errors.contains("unknown symbol 'GONE'"))
        }
    }

    @Test(
        "Without favorites the line on stderr says how to add one, as of price", arguments: [nil, "", "# nothing\n\n"])
    func empty(text: String?) async throws {
        try await withHome(text) { home in
            for command in ["list", "price"] {
                let run = await home.run("\(command) --favorites --json --quiet")
                #expect(run.status == .usage && run.output.isEmpty)
                #expect(run.errors == "crypto: --favorites: you have no favorites; 'crypto list --add BTC' adds one\n")
            }
            #expect(home.text == text)
        }
    }

    @Test("--sort favorite puts favorites before the others and otherwise keeps the order")
    func sortFavorite() async throws {
        try await withHome("SOL\nNOPE\nid:ethereum\nBNB/EUR\nstock:BTC\n") { home in
            #expect(await home.symbols("-n 6 --sort favorite") == "ETH;SOL;BTC;USDT;BNB;XRP;")
            #expect(await home.symbols("-n 6 --sort favorite --reverse") == "BTC;USDT;BNB;XRP;USDC;ADA;")
            #expect(await home.symbols("-n 6 --sort favorite -c EUR") == "ETH;BNB;SOL;BTC;USDT;XRP;")
            #expect(await home.symbols("XRP SOL BTC --sort favorite") == "SOL;XRP;BTC;")
        }
    }

    @Test("--available prints what is listed and not a favorite, by symbol, in the chosen currency")
    func available() async throws {
        try await withHome("BTC\nid:tether\nstock:AAPL\nETH/EUR\n") { home in
            #expect(await home.symbols("--available -n 4") == "ADA;APT;ARB;ATOM;")
            #expect(await home.symbols("--available --of 6") == "BNB;ETH;SOL;XRP;")
            #expect(await home.symbols("--available --of 6 -c EUR") == "BNB;SOL;XRP;")
            #expect(await home.symbols("--available -n 3 --sort rank --reverse") == "PEPE;MKR;RUNE;")
            #expect(await home.symbols("--available --search et -n 9") == "ETC;ETH;GOOGL;ICP;META;")
            #expect(await home.symbols("--available --market futures --if price<1") == "DOGE-PERP;XRP-PERP;")
            let kronor = await home.run("list --available -n 1 -c SEK --template {symbol}{currency}")
            #expect(kronor.output == "ADASEK")
            #expect(await home.symbols("--available -n 999").split(separator: ";").count == 48)
        }
    }
}

// MARK: - The file

extension FavoritesTests {
    @Test("Without --favorites, --available and --sort favorite a list does not read the file")
    func notRead() async throws {
        try await withHome("no, symbol\n") { home in
            #expect(await home.symbols("-n 1") == "BTC;")
            for options in ["--favorites", "--available", "--sort favorite", "--add BTC", "--remove BTC"] {
                expectFailure(
                    await home.run("list \(options)"), .configuration,
                    says: "crypto/favorites:1: 'no, symbol' is not a symbol; separate symbols with spaces")
            }
            #expect(home.text == "no, symbol\n")
        }
    }

    @Test("A malformed file exits with 78 and its line, before the first request")
    func noSense() async throws {
        for (text, problem) in [
            ("BTC\nETH/\n", "favorites:2: 'ETH/' is not a pair"),
            ("\n\nBTC ETH\n", "favorites:3: 'BTC ETH': 'ETH' is not an amount"),
            ("id:\n", "favorites:1: 'id:' is not a symbol"), ("BTC\n!!\n", "favorites:2: '!!' is not a symbol"),
        ] {
            try await withHome(text) { home in
                let unreachable = ["CRYPTO_PROVIDER": "coingecko", "CRYPTO_COINGECKO_URL": "http://nowhere.invalid"]
                for options in ["--favorites", "--add BTC"] {
                    expectFailure(await home.run("list \(options)", unreachable), .configuration, says: problem)
                }
            }
        }
        try await withHome { home in
            try home.directory.write("", to: "crypto/x")
            try Files.write([0x42, 0x0A, 0xFF], to: home.path)
            expectFailure(
                await home.run("list --favorites"), .configuration, says: "favorites:2: not valid UTF-8")
        }
    }

    @Test("A file that cannot be read exits with 78, one that cannot be written with 74, and both name the file")
    func unreachable() async throws {
        try await withTemporaryDirectory { directory in
            let home = FavoritesHome(directory: directory)
            try directory.write("", to: "crypto/favorites/x")
            expectFailure(
                await home.run("list --favorites"), .configuration, says: "\(home.path): cannot be read: Is a directory"
            )
        }
        try await withTemporaryDirectory { directory in
            let home = FavoritesHome(directory: directory)
            try directory.write("", to: "crypto")
            expectFailure(
                await home.run("list --add BTC"), .inputOutput, says: "\(home.path): cannot be written: Not a directory"
            )
            #expect(Files.names(in: directory.path) == ["crypto"])
        }
    }

    @Test("A symbolic link is kept, and so is the mode of its file")
    func link() async throws {
        try await withTemporaryDirectory { directory in
            let home = FavoritesHome(directory: directory)
            try directory.write("BTC\n", to: "dotfiles/list", mode: 0o600)
            try directory.write("", to: "crypto/x")
            symlink("../dotfiles/list", home.path)
            #expect(await home.run("list --add ETH").status == .success)
            var status = stat()
            #expect(lstat(home.path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
            #expect(stat(directory.path("dotfiles/list"), &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(home.text == "BTC\nETH\n")
            #expect(Files.names(in: directory.path("dotfiles")) == ["list"])
            #expect(Files.names(in: directory.path("crypto")) == ["favorites", "x"])
        }
    }

    @Test("Without a config directory and a home the message says so")
    func noHome() async {
        for options in ["--favorites", "--add BTC"] {
            let run = await runTool("list -p sample \(options)")
            expectFailure(run, .configuration, says: "neither XDG_CONFIG_HOME nor HOME is set")
        }
    }

    @Test("A home directory that does not exist is not created")
    func missingHome() async throws {
        try await withTemporaryDirectory { directory in
            let home = directory.path("missing")
            let run = await runTool("list -p sample --add BTC", ["HOME": home])
            expectFailure(run, .configuration, says: "the home directory \(home) does not exist")
            #expect(!Files.exists(home))
        }
    }

    @Test("An edit waits for that of another process, but not longer than the deadline")
    func locked() async throws {
        try await withHome("BTC\n") { home in
            let lock = try FileLock(tryingDirectory: home.directory.path("crypto"))
            let run = await runTool(
                "list --remove BTC --deadline 1ms", ["XDG_CONFIG_HOME": home.directory.path], time: .live)
            expectFailure(run, .tryLater, says: "\(home.path): another process is changing it; try again")
            #expect(home.text == "BTC\n")
            #expect(lock != nil ? true : false)
        }
    }
}

// MARK: - The command line

extension FavoritesTests {
    @Test(
        "Options that cannot be used together exit with 64",
        arguments: [
            ("--add --remove BTC", "--add and --remove cannot be used together"),
            ("--remove --move 1 BTC", "--remove and --move cannot be used together"),
            ("--add", "--add needs symbols as arguments"), ("--remove", "--remove needs symbols as arguments"),
            ("--move 1", "--move needs one symbol as argument"),
            ("--move 1 A B", "--move needs one symbol as argument"),
            ("--move 0 BTC", "--move"), ("--move x BTC", "--move"),
            ("--favorites --available", "--favorites and --available cannot be used together"),
            ("--favorites --of 5", "--of and --favorites cannot be used together"),
            ("--of 5 BTC", "--of: cannot be used with symbols as arguments"),
            ("--of 5 --add ETH", "--of: cannot be used with symbols as arguments"), ("--of 0", "--of"),
            ("--favorites BTC", "--favorites takes no symbols"), ("--available BTC", "--available takes no symbols"),
        ])
    func usage(options: String, words: String) async throws {
        try await withHome("BTC\n") { home in
            expectFailure(await home.run("list \(options)"), .usage, says: words)
            #expect(home.text == "BTC\n")
        }
    }

    @Test("--add, --remove and --move are for the command line only; --favorites and --available may be set elsewhere")
    func commandLineOnly() async throws {
        try await withHome("ETH\n") { home in
            let variables = ["CRYPTO_LIST_ADD": "1", "CRYPTO_LIST_REMOVE": "1", "CRYPTO_LIST_MOVE": "1"]
            #expect(await home.run("list BTC --template {symbol}", variables).output == "BTC")
            #expect(await home.run("list --template {symbol}", ["CRYPTO_LIST_FAVORITES": "1"]).output == "ETH")
            for option in ["add", "remove", "move 1"] {
                try home.directory.write("[list]\n--\(option)\n", to: "crypto/config")
                #expect(await home.run("list").status == .configuration)
            }
            try home.directory.write("[list]\n--favorites\n", to: "crypto/config")
            #expect(await home.symbols("") == "ETH;")
            #expect(await home.symbols("BTC") == "BTC;")
            #expect(await home.run("list --add BTC").status == .success)
            #expect(await home.symbols("") == "ETH;BTC;")
            #expect(await home.symbols("--no-favorites -n 1") == "BTC;")
        }
    }

    @Test("A ticker of several coins is added with a notice, and exits with 66 under --strict")
    func ambiguous() async throws {
        let rows = CoinGeckoAnswers.rows(
            CoinGeckoAnswers.row("bitcoin", "btc", rank: 1), CoinGeckoAnswers.row("fake", "btc", rank: 900))
        try await withHome { home in
            try await withLoopbackServer([.get(CoinGeckoAnswers.path, times: 2, answer: rows)]) { server in
                let variables = server.variables(for: "coingecko")
                let strict = await home.run("list --add btc -p coingecko --strict", variables)
                expectFailure(strict, .unknownName, says: "ambiguous symbol")
                #expect(home.text == nil)
                let run = await home.run("list --add btc -p coingecko", variables)
                #expect(run.status == .success && run.errors.contains("id:fake"))
                #expect(home.text == "BTC\n")
            }
        }
    }

    @Test("A stock added by its bare ticker from a provider of stocks is written as a stock")
    func bareStock() async throws {
        try await withHome { home in
            try await withLoopbackServer([YahooAnswers.quote("AAPL")]) { server in
                let run = await home.run("list --add aapl -p yahoo", server.variables(for: "yahoo"))
                #expect(run.status == .success, "\(run.errors)")
            }
            #expect(home.text == "stock:AAPL\n")
            #expect(await home.symbols("--favorites") == "AAPL;")
            expectFailure(await home.run("list --remove aapl"), .unknownName, says: "did you mean 'stock:AAPL'?")
        }
    }
}
