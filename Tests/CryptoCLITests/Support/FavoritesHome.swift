import TestSupport
import Testing

/// A directory of config files, and runs of the tool with it and the provider `sample`.
struct FavoritesHome {
    let directory: TemporaryDirectory

    var path: String { directory.path("crypto/favorites") }
    /// The text of the file; nil if there is none.
    var text: String? { (try? Files.bytes(path)).map { String(decoding: $0, as: UTF8.self) } }

    func run(_ line: String, _ variables: [String: String] = [:]) async -> ToolRun {
        let own = ["XDG_CONFIG_HOME": directory.path, "CRYPTO_PROVIDER": "sample"]
        return await runTool(line, own.merging(variables) { $1 })
    }
}

/// Runs `body` with a home that has these favorites, if not nil.
func withHome(_ favorites: String? = nil, _ body: (FavoritesHome) async throws -> Void) async throws {
    try await withTemporaryDirectory { directory in
        if let favorites { try directory.write(favorites, to: "crypto/favorites") }
        try await body(FavoritesHome(directory: directory))
    }
}
