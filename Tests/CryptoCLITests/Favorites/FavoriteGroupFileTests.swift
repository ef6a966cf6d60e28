import CryptoCLI
import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("--favorites-file: which files, and what is wrong with them", .quick, .endsHang)
struct FavoriteGroupFileTests {
    @Test(
        "What is wrong with the files is said before a request",
        arguments: [
            ("nope.txt", .configuration, "--favorites-file: there is no file '{home}/nope.txt'"),
            ("crypto", .configuration, "{home}/crypto: cannot be read: Is a directory"),
            ("empty.txt", .usage, "--favorites-file: no symbol is in '{home}/empty.txt'"),
            ("empty.txt,{home}/none", .usage, "no symbol is in '{home}/empty.txt', '{home}/none'"),
            ("work.txt,-", .usage, "--favorites-file: '-' is not a file; /dev/stdin is the one of stdin"),
            ("work.txt,{home}/work.txt", .usage, "--favorites-file: '{home}/work.txt' is named twice"),
            (
                "work.txt,{home}/crypto/work", .usage,
                "'{home}/work.txt' and '{home}/crypto/work' would both be the group 'work'"
            ),
            ("work.txt,", .usage, "has an empty element"),
            ("work.txt,~/x", .configuration, "there is no file '~/x'; a shell expands '~' only at the start"),
            ("work.txt BTC", .usage, "--favorites-file takes no symbols"),
        ] as [(String, ToolStatus, String)])
    func wrong(files: String, status: ToolStatus, says: String) async throws {
        try await withFavoriteFiles { home, _ in
            try home.directory.write("# nothing\n", to: "empty.txt")
            try home.directory.write("", to: "none")
            let root = home.directory.path
            for command in ["price", "list", "watch"] {
                let line = "\(command) --favorites-file \(root)/\(files.replacing("{home}", with: root))"
                expectFailure(await home.run(line), status, says: says.replacing("{home}", with: root))
            }
        }
    }

    @Test(
        "Options that cannot be used together exit with 64",
        arguments: [
            ("list --of 5", "--of and --favorites-file cannot be used together"),
            ("watch --top 5", "--favorites-file and --top cannot be used together"),
            ("list --add BTC", "--add changes one file, but --favorites-file names 2"),
            ("list --move 1 BTC", "--move changes one file, but --favorites-file names 2"),
            ("price --consensus -p sample,mock --history 3d", "--consensus"),
        ])
    func usage(line: String, says: String) async throws {
        try await withFavoriteFiles { home, files in
            expectFailure(await home.run("\(line) \(files)"), .usage, says: says)
        }
    }

    @Test("Files without amounts hold nothing, which is an error only if it is so of all")
    func nothing() async throws {
        try await withFavoriteFiles { home, files in
            try home.directory.write("BTC\n", to: "work.txt")
            let some = await home.run("list --holdings \(files) --template {group};")
            #expect(some.output == "home;home;" && some.status == .success, "\(some.errors)")
            let line = "--holdings --favorites-file \(home.directory.path("work.txt"))"
            for command in ["list", "watch"] {
                expectFailure(
                    await home.run("\(command) \(line)"), .usage,
                    says: "--favorites-file: no line of '\(home.directory.path("work.txt"))' has an amount")
            }
        }
    }

    @Test("--add, --remove and --move change the one file, and --add makes it; the user's own one stays")
    func edits() async throws {
        try await withFavoriteFiles { home, _ in
            func text(_ name: String) throws -> String {
                String(decoding: try Files.bytes(home.directory.path(name)), as: UTF8.self)
            }
            func run(_ options: String, _ name: String) async -> ToolRun {
                await home.run("list \(options) --favorites-file \(home.directory.path(name))")
            }
            #expect(await run("--add SOL --amount 3", "work.txt").status == .success)
            #expect(await run("--move 1 SOL", "work.txt").status == .success)
            #expect(await run("--remove BTC", "work.txt").status == .success)
            let changed = try text("work.txt")
            #expect(changed == "SOL 3\nETH 2 @ 1000\n")
            #expect(await run("--add ADA", "new.txt").status == .success)
            let made = try text("new.txt")
            #expect(made == "ADA\n" && home.text == "DOGE 5\n")
            expectFailure(await run("--remove ADA", "other.txt"), .configuration, says: "there is no file")
            expectFailure(
                await run("--add ADA", "none/x"), .inputOutput, says: "none/x: cannot be written: No such file")
            #expect(!Files.exists(home.directory.path("none")))
        }
    }

    @Test("In a variable or the config file it says where the favorites are, and a list stays a list")
    func settings() async throws {
        try await withFavoriteFiles { home, files in
            let paths = String(files.split(separator: " ")[1])
            let list = ["CRYPTO_LIST_FAVORITES_FILE": paths]
            let plain = await home.run("list")
            #expect(await home.run("list", list).output == plain.output)
            #expect(await home.run("list --of 5 --json", list).output == home.run("list --of 5 --json").output)
            #expect(await home.run("list BTC", list).output == home.run("list BTC").output)
            #expect(await home.run("list --favorites --template {group}; -n 1", list).output == "work;")
            expectFailure(
                await home.run("list --remove BTC", list), .usage,
                says: "--remove changes one file, but CRYPTO_LIST_FAVORITES_FILE names 2")
            try home.directory.write("[price]\n--favorites-file \(paths)\n", to: "crypto/config")
            #expect(await home.run("price BTC --template {symbol};").output == "BTC;")
            #expect(await home.run("price --template {group};").output == "work;work;home;home;home;")
            try home.directory.write("[price]\n--favorites-file /nope\n", to: "crypto/config")
            let config = home.directory.path("crypto/config")
            expectFailure(
                await home.run("price"), .configuration,
                says: "\(config):2: --favorites-file: there is no file '/nope'")
        }
    }

    @Test("A pipe is read once, also where a symbol of it is unknown")
    func descriptor() async throws {
        try await withFavoriteFiles { home, _ in
            // The text is there before it is read, so that no thread waits for another one.
            var ends: [Int32] = [0, 0]
            #expect(unsafe pipe(&ends) == 0)
            let text = "BTC\nNOSUCH\n"
            #expect(write(ends[1], text, text.utf8.count) == text.utf8.count)
            close(ends[1])
            let run = await home.run("price --favorites-file /dev/fd/\(ends[0]) --template {group}/{symbol};")
            close(ends[0])
            #expect(run.output == "\(ends[0])/BTC;" && run.status == .unknownName, "\(run.errors)")
            #expect(run.errors.hasPrefix("crypto: unknown symbol 'NOSUCH'"), "\(run.errors)")
        }
    }
}
