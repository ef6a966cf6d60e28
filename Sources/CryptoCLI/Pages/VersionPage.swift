import CBuildInfo
import Transport

/// What `--version` prints.
enum VersionPage {
    /// Returns the version as a line; with details also what a report of a problem needs: the commit, if the build knew
    /// it, the version of Swift's library, and what libcurl says of itself and its TLS library.
    static func text(isDetailed: Bool) -> String {
        let version = "crypto \(CryptoTool.version)\n"
        guard isDetailed else { return version }
        let commit = unsafe String(cString: crypto_commit())
        return version + "commit \(commit.isEmpty ? "unknown" : commit)\nSwift \(_SwiftStdlibVersion.current)\n"
            + "\(CurlLibrary.summary())\n"
    }
}
