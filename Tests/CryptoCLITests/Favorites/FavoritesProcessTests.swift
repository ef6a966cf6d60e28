import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Favorites in many processes", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct FavoritesProcessTests {
    @Test("Processes that change the favorites concurrently lose no change and no comment")
    func together() async throws {
        try await withHome("# first\nBTC\n# last\n") { home in
            let names = ["ETH", "SOL", "XRP", "ADA", "DOGE", "AVAX", "stock:AAPL", "stock:MSFT", "BTC-PERP", "id:tron"]
            try await withThrowingTaskGroup(of: ToolOutcome.self) { group in
                for name in names {
                    group.addTask {
                        try await runBuilt(
                            ["list", "--provider", "sample", "--add", name],
                            ["XDG_CONFIG_HOME": home.directory.path])
                    }
                }
                for try await outcome in group {
                    #expect(outcome.status == .exited(0) && outcome.output.isEmpty, "\(outcome.errorText)")
                }
            }
            let lines = try #require(home.text).split(separator: "\n").map(String.init)
            #expect(Array(lines.prefix(3)) == ["# first", "BTC", "# last"])
            #expect(Set(lines.dropFirst(3)) == Set(names) && lines.count == 3 + names.count)
            #expect(Files.names(in: home.directory.path("crypto")) == ["favorites"])
        }
    }

    @Test("The user can read and write what a run makes, whatever the umask is", arguments: ["0177", "0777"])
    func umask(mask: String) async throws {
        try await withTemporaryDirectory { home in
            let variables = ["XDG_CONFIG_HOME": home.path("config"), "XDG_STATE_HOME": home.path("state")]
            let price = ["price", "ETH"]
            for arguments in [
                ["list", "--add", "BTC"], price + ["-o", home.path("rows.csv")],
                price + ["--append", home.path("log.csv")],
                price + ["--if", "price > 0", "--once"],
            ] {
                let outcome = try await runBuilt(
                    arguments + ["-p", "sample"], in: #"umask \#(mask); exec "$@""#, directory: home, variables)
                #expect(outcome.status == .exited(0), "\(outcome.errorText)")
            }
            let state = try #require(Files.names(in: home.path("state/crypto")).first)
            for (name, mode) in [
                ("config", 0o700), ("config/crypto", 0o700), ("config/crypto/favorites", 0o600), ("rows.csv", 0o600),
                ("log.csv", 0o600), ("state/crypto", 0o700), ("state/crypto/\(state)", 0o600),
            ] {
                var status = stat()
                #expect(lstat(home.path(name), &status) == 0 && Int(status.st_mode & 0o777) == mode, "\(name)")
            }
        }
    }

    @Test("A concurrent reader always sees a complete file")
    func reader() async throws {
        try await withHome("BTC\nETH\n") { home in
            async let writer: Void = {
                for index in 0..<6 {
                    let edit = index % 2 == 0 ? ["--move", "1", "ETH"] : ["--move", "1", "BTC"]
                    let outcome = try await runBuilt(["list"] + edit, ["XDG_CONFIG_HOME": home.directory.path])
                    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
                }
            }()
            for _ in 0..<200 {
                let text = home.text
                #expect(text == "BTC\nETH\n" || text == "ETH\nBTC\n")
            }
            try await writer
            #expect(home.text == "BTC\nETH\n")
        }
    }
}
