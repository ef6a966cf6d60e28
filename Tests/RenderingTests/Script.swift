import TestSupport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A program of the system that a test compares with.
enum Script {
    /// Returns the output of a shell's command for `input`; nil if it fails.
    static func output(of command: String, input: [UInt8]) async throws -> [UInt8]? {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let outcome = try await ToolProcess.run(
            "/bin/sh", ["-c", command], environment: ["PATH": path, "PYTHONIOENCODING": "utf-8"], input: .bytes(input))
        return outcome.status == .exited(0) ? outcome.output : nil
    }
}
