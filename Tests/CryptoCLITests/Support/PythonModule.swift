import TestSupport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Modules of PyPI, which tests use where they are installed.
enum PythonModule {
    /// Returns an interpreter that has the module: the one in PATH, or the one of the system; nil if neither has it.
    static func interpreter(importing name: String) async -> String? {
        for candidate in [Executables.inPath("python3"), "/usr/bin/python3"].compactMap({ $0 }) {
            let outcome = try? await ToolProcess.run(candidate, ["-c", "import \(name)"], environment: environment)
            if outcome?.status == .exited(0) { return candidate }
        }
        return nil
    }

    /// A python3 in PATH may be a script, and packages may be in the home directory.
    static let environment: [String: String] = {
        var environment: [String: String] = [:]
        for name in ["PATH", "HOME"] { environment[name] = getenv(name).map { String(cString: $0) } }
        return environment
    }()
}
