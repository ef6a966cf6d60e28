import TestSupport

/// A home with favorites of its own and with two files of others, one with the ticker of the other one too.
func withFavoriteFiles(_ body: (FavoritesHome, _ files: String) async throws -> Void) async throws {
    try await withHome("DOGE 5\n") { home in
        try home.directory.write("BTC 0.5 @ 30000\nETH 2 @ 1000\n", to: "work.txt")
        try home.directory.write("# at home\nstock:AAPL 10 @ 100\nBTC 1 @ 20000\nSOL\n", to: "home.list")
        try await body(
            home, "--favorites-file \(home.directory.path("work.txt")),\(home.directory.path("home.list"))")
    }
}
