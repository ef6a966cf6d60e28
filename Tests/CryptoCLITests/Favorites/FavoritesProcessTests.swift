import TestSupport
import Testing

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
