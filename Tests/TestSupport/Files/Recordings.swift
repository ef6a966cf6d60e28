#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
package import Testing

/// Answers of real providers, kept outside the repository in the directory that `CRYPTO_RECORDINGS` names.
package enum Recordings {
    /// The directory; nil where the variable is unset or empty.
    package static let directory: String? = {
        guard let value = getenv("CRYPTO_RECORDINGS").map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }()

    /// Whether there are recordings on this machine.
    package static var areAvailable: Bool {
        directory.map(Files.exists) ?? false
    }

    /// A recording's bytes, by its path in the directory: `coingecko/markets.json`. Throws `SystemCallFailure`.
    package static func bytes(_ name: String) throws -> [UInt8] {
        guard let directory else { throw SystemCallFailure("CRYPTO_RECORDINGS is unset: \(name)", code: ENOENT) }
        return try Files.bytes("\(directory)/\(name)")
    }

    /// The lines of a recorded stream, a message each.
    package static func lines(_ name: String) throws -> [String] {
        String(decoding: try bytes(name), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The sorted paths of one provider's recordings whose file names have the prefix and the suffix. Empty where there
    /// are no recordings, so that `arguments:` may use it.
    package static func names(of provider: String, prefix: String = "", suffix: String = "") -> [String] {
        guard let directory else { return [] }
        return Files.names(in: "\(directory)/\(provider)")
            .filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }
            .map { "\(provider)/\($0)" }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, visibly, where there are no recordings.
    package static var needsRecordings: Self {
        .needs("CRYPTO_RECORDINGS, a directory of recorded answers", Recordings.areAvailable)
    }
}

extension Answer {
    /// 200 with a recording as its body. Throws `SystemCallFailure` when there is no such recording.
    package static func recording(
        _ name: String, status: Int = 200, type: String = "application/json", headers: [(String, String)] = []
    ) throws -> Answer {
        .response(status: status, headers: [("Content-Type", type)] + headers, body: try Recordings.bytes(name))
    }
}
