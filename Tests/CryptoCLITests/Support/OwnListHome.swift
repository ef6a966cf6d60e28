import TestSupport
import Testing

/// A user's directory of config files, and the tool run with it by `sample`.
struct OwnListHome {
    let directory: TemporaryDirectory

    var path: String { directory.path("crypto/favorites") }
    /// The file's text, nil where there is none.
    var text: String? { (try? Files.bytes(path)).map { String(decoding: $0, as: UTF8.self) } }

    func run(_ line: String, _ variables: [String: String] = [:]) async -> ToolRun {
        let own = ["XDG_CONFIG_HOME": directory.path, "CRYPTO_PROVIDER": "sample"]
        return await runTool(line, own.merging(variables) { $1 })
    }

    /// The symbols that a list prints.
    func symbols(_ options: String) async -> String {
        await run("list \(options) --template {symbol};").output
    }
}

/// Runs `body` with a home whose own list, if any, holds this.
func withHome(_ favorites: String? = nil, _ body: (OwnListHome) async throws -> Void) async throws {
    try await withTemporaryDirectory { directory in
        if let favorites { try directory.write(favorites, to: "crypto/favorites") }
        try await body(OwnListHome(directory: directory))
    }
}
