import CommandLineKit
import CryptoCLI
import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

private let line = "price BTC -p sample --if price_>_10 --once -f none"

@Suite("What --once remembers", .quick, .endsHang)
struct OnceStateTests {
    /// The options by whether they ask for other rows or values, with a value for each, for a command that has them.
    private static let asking: [(option: String, command: String)] = [
        ("--if price_>_5", "price BTC"), ("--currency SEK", "price BTC"), ("--provider mock", "price BTC"),
        ("--seed 2", "price BTC"), ("--favorites", "list"), ("--consensus --min-sources 1", "price BTC"),
        ("--each", "price BTC"), ("--min-sources 2", "price BTC --consensus"),
        ("--max-deviation 99", "price BTC --consensus"),
        ("--limit 3", "list"), ("--sort price", "list"), ("--reverse", "list"), ("--of 9", "list"),
        ("--search bit", "list"), ("--market all", "list"), ("--available", "list"), ("--scale us", "aqi Delhi"),
        ("--sort aqi", "aqi Delhi"), ("--reverse", "aqi Delhi"), ("--limit 3", "aqi Delhi"),
        ("--forecast 24h", "aqi Delhi"),
        ("--holdings", "list"), ("--total", "list --holdings"),
        ("--favorites-file {home}/crypto/favorites", "list"),
    ]
    private static let showing: [(option: String, command: String)] = [
        ("--format csv", "price BTC"), ("--json", "price BTC"), ("--csv", "price BTC"), ("--fields price", "price BTC"),
        ("--template {symbol}", "price BTC"), ("--no-header", "price BTC"), ("--digits 1", "price BTC"),
        ("--schema", "price BTC"),
        ("--color always", "price BTC"), ("--max-age 9", "price BTC"), ("--refresh", "price BTC"),
        ("--stale-if-error 1h", "price BTC"), ("--offline", "price BTC"), ("--timeout 9", "price BTC"),
        ("--retries 9", "price BTC"), ("--deadline 9", "price BTC"), ("--strict", "price BTC"),
        ("--quiet", "price BTC"), ("--verbose", "price BTC"), ("--config /dev/null", "price BTC"),
        ("--no-config", "price BTC"), ("--rate 9", "price BTC"), ("--once", "price BTC"),
        ("--record {home}/record", "price BTC"), ("--append {home}/rows.csv", "price BTC"),
        ("--explain", "convert 1 BTC SEK"),
    ]
    /// Options whose rows --once cannot know again.
    private static let refused = [
        "list add", "list remove", "list move", "list amount", "list cost", "price history", "price candles",
        "price from", "price to", "price at", "price adjusted", "price events",
        "price chart", "price candlesticks", "price overlay", "convert at", "aqi history", "aqi chart", "aqi watch",
        "aqi count", "aqi for", "aqi interval",
        "aqi until", "aqi when", "aqi exec", "aqi cooldown", "list replay", "price replay", "convert replay",
        "aqi replay", "list output", "price output", "convert output", "aqi output",
    ]

    @Test("A directory in the place of the state is 74 before a row is printed")
    func directory() async throws {
        try await withOnceHome { home in
            let line = "price BTC -p sample --if price_>_10 --once --csv"
            #expect(await home.run(line).status == .success)
            let path = "\(home.folder)/\(try #require(home.files.first))"
            unlink(path)
            mkdir(path, 0o700)
            let run = await home.run(line)
            #expect(run.status == .inputOutput && run.output.isEmpty)
            #expect(run.errors == "crypto: \(path): --once cannot remember rows: Is a directory\n")
        }
    }

    @Test("Each option either asks for something else, or has the same state, or is refused")
    func complete() {
        let cases = (Self.asking + Self.showing).flatMap { option, command in
            let name = option.dropFirst(2).prefix { $0 != " " }
            return [String(name), "\(command.prefix { $0 != " " }) \(name)"]
        }
        for command in CryptoTool.reference.tool.commands where command.name != "watch" {
            for option in command.options where !["help", "version"].contains(option.name) {
                let isKnown = cases.contains(option.name) || Self.refused.contains("\(command.name) \(option.name)")
                #expect(isKnown, "\(command.name) --\(option.name)")
            }
        }
    }

    /// Runs a command line without and with an option, and returns how many states there are.
    private func states(_ command: String, _ option: String) async throws -> Int {
        try await withTemporaryDirectory { home in
            try home.write("BTC 1\n", to: "crypto/favorites")
            var once = OnceHome(home: home)
            if command.contains("--consensus") { once.more = ["CRYPTO_PRICE_MIN_SOURCES": "1"] }
            for given in ["", option] {
                let defaults = [
                    // A total has no provider.
                    ("--if", command.contains("--holdings") ? "--if value>0" : "--if provider!='x'"),
                    ("--provider", command.contains("--consensus") ? "--provider sample,mock" : "--provider sample"),
                ]
                let rest = defaults.filter { !given.hasPrefix($0.0) }.map(\.1).joined(separator: " ")
                let run = await once.run("\(command) \(rest) --once \(given.replacing("{home}", with: home.path))")
                #expect([.success, .noMatch].contains(run.status), "\(run.errors)")
            }
            return once.files.count
        }
    }

    @Test("An option that asks for other rows or values has a state of its own", arguments: asking)
    func ownState(option: String, command: String) async throws {
        #expect(try await states(command, option) == 2)
    }

    @Test(
        "An option of the format, the notices, the cache or the time limits has no state of its own", arguments: showing
    )
    func sharedState(option: String, command: String) async throws {
        #expect(try await states(command, option) == 1)
    }

    @Test("How a symbol or a code is typed, and in which order options stand, does not matter; what is asked for does")
    func spelling() async throws {
        try await withOnceHome { once in
            let condition = "--if provider!='x' --once -f none"
            for line in ["price BTC/EUR -p sample \(condition)", "price \(condition) --provider=sample btc-eur"] {
                _ = await once.run(line)
            }
            #expect(once.files.count == 1)
            _ = await once.run("convert 1.0 btc sek -p sample \(condition)")
            _ = await once.run("convert 1 BTC SEK -p sample \(condition)")
            #expect(once.files.count == 2)
            for line in ["price BTC", "price BTC ETH", "list BTC", "convert 2 BTC SEK", "aqi Delhi", "aqi delhi"] {
                _ = await once.run("\(line) -p sample \(condition)")
            }
            #expect(once.files.count == 7)
        }
    }

    @Test("How a condition is typed does not matter; what it says does")
    func condition() async throws {
        try await withOnceHome { once in
            let same = [
                #"price>1&&provider!="it's""#, #" price  >  1.0 && provider != "it's" "#,
                #"price > 1.00 && provider!='it\'s'"#,
            ]
            func run(_ text: String) async {
                let words = ["price", "BTC", "-p", "sample", "--once", "--if", text]
                #expect([.success, .noMatch].contains(await runTool(words, once.variables()).status))
            }
            for text in same { await run(text) }
            #expect(once.files.count == 1)
            let others = [
                "price > 2 && provider != \"it's\"", "price > 1 || provider != 'x'", "!(price < 1)", "price > 1",
            ]
            for text in others { await run(text) }
            #expect(once.files.count == 5)
        }
    }

    @Test(
        "Without --if, and with what it cannot know again, it is an error",
        arguments: [
            ("price BTC --once", "--once needs --if <expr>"), ("list --once", "--once needs --if <expr>"),
            ("price BTC --history 3d", "--once and --history cannot be used together"),
            ("price BTC --at 2024-02-25", "--once and --at cannot be used together"),
            ("price BTC --chart", "--once and --chart cannot be used together"),
            ("convert - BTC SEK", "--once cannot be used with '-'"),
            ("convert 1 BTC SEK --at 2024-02-25", "--once and --at cannot be used together"),
            ("aqi Delhi --watch", "--once and --watch cannot be used together"),
            ("aqi Delhi --history 3h", "--once and --history cannot be used together"),
            ("list --add BTC", "--once and --add cannot be used together"),
            ("watch BTC", "unknown option '--once' for 'watch'"),
        ])
    func usage(line: String, problem: String) async throws {
        try await withOnceHome { once in
            let run = await once.run(line.contains("--once") ? line : "\(line) --once --if provider=='x'")
            expectFailure(run, .usage, says: problem)
            #expect(once.files.isEmpty)
            let named = await runTool("price BTC -p sample", ["CRYPTO_ONCE": "1"])
            expectFailure(named, .usage, says: "CRYPTO_ONCE needs --if <expr>")
            #expect(await once.run("price --once --fields help").status == .success)
        }
    }

    @Test("Directories and the file are for the user alone")
    func modes() async throws {
        try await withOnceHome { once in
            #expect(await once.run(line).status == .success)
            let modes = [once.folder, "\(once.folder)/\(once.files[0])"].map { path in
                var status = stat()
                return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
            }
            #expect(modes == [0o700, 0o600])
        }
    }

    @Test("Without XDG_STATE_HOME it is ~/.local/state; without HOME too, or if that does not exist, it is 74")
    func home() async throws {
        try await withTemporaryDirectory { home in
            let words = ["price", "BTC", "-p", "sample", "--if", "price > 10", "--once"]
            #expect(await runTool(words, ["HOME": home.path]).status == .success)
            #expect(Files.names(in: home.path(".local/state/crypto")).count == 1)
            #expect(await runTool(words, ["HOME": home.path, "XDG_STATE_HOME": "relative"]).status == .noMatch)
            expectFailure(
                await runTool(words.map { $0 == "sample" ? "coingecko" : $0 }), .inputOutput,
                says: "neither XDG_STATE_HOME nor HOME is set")
            expectFailure(
                await runTool(words, ["HOME": home.path("missing")]), .inputOutput,
                says: "the home directory \(home.path("missing")) does not exist")
            #expect(!Files.exists(home.path("missing")))
        }
    }

    @Test("A file or a symbolic link in place of the directory is 74, before any request, with the path and the reason")
    func places() async throws {
        try await withOnceHome { once in
            let other = line.replacing("sample", with: "coingecko")
            try once.home.write("", to: "state/crypto")
            expectFailure(
                await once.run(other), .inputOutput, says: "\(once.folder): --once cannot remember rows: Not a")
            unlink(once.folder)
            mkdir(once.home.path("real"), 0o700)
            symlink(once.home.path("real"), once.folder)
            expectFailure(await once.run(other), .inputOutput, says: "it is a symbolic link")
            #expect(Files.names(in: once.home.path("real")).isEmpty)
        }
    }

    @Test("--once exits with 74 if its directory cannot be created", .needsLinux)
    func nowhere() async throws {
        try await withOnceHome { once in
            var nowhere = once
            nowhere.more = ["XDG_STATE_HOME": "/proc/none"]
            expectFailure(
                await nowhere.run(line.replacing("sample", with: "coingecko")), .inputOutput,
                says: "/proc/none/crypto: --once cannot remember rows:")
        }
    }

    @Test("A symbolic link or a pipe in place of the file is replaced, and a directory there is 74")
    func files() async throws {
        try await withOnceHome { once in
            #expect(await once.run(line).status == .success)
            let file = "\(once.folder)/\(once.files[0])"
            try once.home.write("secret", to: "victim")
            unlink(file)
            symlink(once.home.path("victim"), file)
            #expect(await once.run(line).status == .success)
            #expect(await once.run(line).status == .noMatch)
            #expect(try Files.bytes(once.home.path("victim")) == Array("secret".utf8))
            unlink(file)
            mkfifo(file, 0o600)
            #expect(await once.run(line).status == .success)
            #expect(await once.run(line).status == .noMatch)
            unlink(file)
            mkdir(file, 0o700)
            let run = await once.run(line)
            #expect(run.status == .inputOutput && run.errors.contains("cannot remember rows"))
            #expect(Files.names(in: once.folder).count == 1)
        }
    }

    @Test("A file that is cut or changed at any place counts as none, with a notice, and is whole again afterwards")
    func damaged() async throws {
        try await withOnceHome { once in
            #expect(await once.run(line).status == .success)
            let file = "\(once.folder)/\(once.files[0])"
            let sound = try Files.bytes(file)
            let cuts = (1..<sound.count).map { Array(sound.prefix($0)) }
            let flips = sound.indices.map { index in
                var bytes = sound
                bytes[index] ^= 1 << UInt8(index % 8)
                return bytes
            }
            for bytes in cuts + flips + [sound + [65], Array("crypto-once-2 0 0\n".utf8)] {
                try Files.write(bytes, to: file)
                let run = await once.run(line)
                #expect(run.status == .success)
                #expect(
                    run.errors
                        == "crypto: \(file): what --once remembers is damaged; all matching rows count as new\n")
                #expect(try Files.bytes(file) == sound)
            }
            try Files.write([], to: file)
            let run = await once.run(line)
            #expect(run.status == .success && run.errors.isEmpty)
        }
    }

    @Test("A day that no calendar has is damage too", arguments: [Int64.min, .max])
    func strangeDay(day: Int64) async throws {
        try await withOnceHome { once in
            #expect(await once.run(line).status == .success)
            let file = "\(once.folder)/\(once.files[0])"
            let body = Array("# x\n\(day) BTC/USD\n".utf8)
            let head = "crypto-once-1 \(CRC32.checksum(of: body[...])) \(body.count)\n"
            try Files.write(Array(head.utf8) + body, to: file)
            let run = await once.run(line)
            #expect(run.status == .success && run.errors.contains("is damaged"), "\(run.errors)")
        }
    }

    @Test(
        "A row that no run has seen for 30 days is forgotten, one that runs see is not; a clock set back changes nothing"
    )
    func absence() async throws {
        func rows(_ names: String...) -> Exchange {
            let rows = names.enumerated().map { CoinGeckoAnswers.row($1, $1, rank: $0 + 1) }
            return .get(CoinGeckoAnswers.path, answer: .json("[" + rows.joined(separator: ",") + "]"))
        }
        let exchanges = [rows("a", "b"), rows("a"), rows("a", "b"), rows("a"), rows("a", "b"), rows("a", "b")]
        try await withOnceServer(exchanges) { once, server in
            // By the days since the first run.
            for (day, expected) in [(0, "AB"), (29, ""), (30, ""), (60, ""), (62, "B"), (-90, "")] {
                let start = Timestamp(seconds: 1_709_294_400 + Int64(day) * 86_400)
                var once = once
                once.clock = TestClock(start: start)
                let run = await once.run("list -p coingecko --if price_>_10 --once --template {symbol}", server)
                #expect(run.output == expected, "day \(day): \(run.errors)")
            }
        }
    }

    @Test("Of the rows that the last run has not seen, 10,000 are remembered, those that were seen last")
    func bound() async throws {
        try await withOnceHome { once in
            #expect(await once.run(line).status == .success)
            let file = "\(once.folder)/\(once.files[0])"
            let today = once.clock.now.seconds / 86_400
            let lines = (0..<10_010).map { "\(today - ($0 < 10 ? 2 : 1)) X\($0)\n" }
            let body = Array(("# a comment\n" + lines.joined()).utf8)
            let head = "crypto-once-1 \(CRC32.checksum(of: body[...])) \(body.count)\n"
            try Files.write(Array(head.utf8) + body, to: file)
            let run = await once.run(line)
            #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
            let kept = String(decoding: try Files.bytes(file), as: UTF8.self).split(separator: "\n").dropFirst(2)
            #expect(kept.count == 10_001)
            #expect(kept.contains("\(today) BTC") && kept.contains("\(today - 1) X10"))
            #expect(!kept.contains { $0.hasSuffix(" X9") })
        }
    }

    @Test(
        "A run that writes removes state that was not used for a year and temporary files of killed runs; nothing else")
    func cleaning() async throws {
        try await withOnceHome { once in
            let now = once.clock.now.seconds
            let (old, new) = ("once-" + String(repeating: "0", count: 64), "once-" + String(repeating: "1", count: 64))
            let left = ".\(old).crypto-0123456789abcdef"
            let ages = [old: 366, new: 364, left: 0, "once-upon-a-time": 9999, ".new-1": 9999]
            for (name, days) in ages {
                try once.home.write("", to: "state/crypto/\(name)")
                Files.setModified("\(once.folder)/\(name)", to: now - Int64(days) * 86_400)
            }
            #expect(await once.run(line).status == .success)
            let names = Files.names(in: once.folder)
            #expect(Set(names.filter { ages[$0] != nil }) == [new, "once-upon-a-time", ".new-1"])
            let own = try #require(once.files.first { ages[$0] == nil })
            Files.setModified("\(once.folder)/\(own)", to: now - 400 * 86_400)
            #expect(await once.run(line).status == .noMatch)
            #expect(await once.run("convert 1 BTC SEK -p sample --if rate_>_0 --once -f none").status == .success)
            #expect(once.files.contains(own))
        }
    }

    @Test("A row that never matched leaves no file")
    func unmatched() async throws {
        try await withOnceHome { once in
            #expect(await once.run("price BTC -p sample --if price_<_0 --once").status == .noMatch)
            #expect(Files.names(in: once.folder).isEmpty)
        }
    }
}
