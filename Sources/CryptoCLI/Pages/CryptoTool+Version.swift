import CBuildInfo
import Platform
import Transport

extension CryptoTool {
    /// Returns what `--version` prints: the version as a line; with details also what a report of a problem needs: the
    /// commit, if the build knew it, the version of Swift's library, and what the program finds on this machine.
    static func versionText(isDetailed: Bool, _ environment: Environment) -> String {
        let line = "crypto \(version)\n"
        guard isDetailed else { return line }
        let commit = unsafe String(cString: crypto_commit())
        let curl = CurlLibrary.facts()
        let lines = [
            "commit \(commit.isEmpty ? "unknown" : commit)", "Swift \(_SwiftStdlibVersion.current)", systemVersion,
            curl.summary, curl.path.map { "libcurl found at \($0)" }, certificates(of: curl, environment),
            place("config", environment.configPath(""), "XDG_CONFIG_HOME", environment),
            place("cache", environment.cachePath, "XDG_CACHE_HOME", environment),
            place("state", environment.statePath, "XDG_STATE_HOME", environment),
        ]
        return line + lines.compactMap(\.self).map { $0 + "\n" }.joined()
    }

    /// The certificates that are trusted. Without libcurl there are none.
    private static func certificates(of curl: CurlLibrary.Facts, _ environment: Environment) -> String? {
        guard curl.path != nil else { return nil }
        let chosen = Trust(environment: environment.variables)
        let trust = chosen == Trust() ? curl.trust : chosen
        let places = [trust.bundle, trust.directory].compactMap(\.self).map(found)
        return places.isEmpty
            ? "certificates where libcurl looks for them" : "certificates at \(places.joined(separator: " and "))"
    }

    private static func place(
        _ name: String, _ path: String?, _ variable: String, _ environment: Environment
    ) -> String {
        guard let path else { return "no \(name): \(environment.reasonForNoPath(variable))" }
        return "\(name) at \(found(path.last == "/" ? String(path.dropLast()) : path))"
    }

    private static func found(_ path: String) -> String { FileBytes.isMissing(path) ? "\(path) (missing)" : path }
}
