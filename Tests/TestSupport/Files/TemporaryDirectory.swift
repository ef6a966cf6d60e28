#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A new directory for one test, created and removed by `withTemporaryDirectory`.
package struct TemporaryDirectory: Sendable {
    /// Its absolute path, without a slash at the end.
    package let path: String

    init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = "\(parent)/crypto-test-XXXXXX".utf8CString.map { $0 }
        guard mkdtemp(&template) != nil else { throw SystemCallFailure("mkdtemp") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The path of `name` in it.
    package func path(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// Writes a file and returns its path. Creates the directories in `name`.
    @discardableResult
    package func write(_ text: String, to name: String, mode: UInt32 = 0o644) throws -> String {
        var directory = path
        for part in name.split(separator: "/").dropLast() {
            directory += "/\(part)"
            mkdir(directory, 0o755)
        }
        try Files.write(Array(text.utf8), to: path(name), mode: mode)
        return path(name)
    }

    func remove() {
        Self.remove(path)
    }

    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        // A test may have removed the permissions.
        chmod(path, 0o700)
        for name in Files.names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }
}

/// Runs `body` with a new directory, which is removed with its content at the end.
package func withTemporaryDirectory<Result>(
    _ body: (TemporaryDirectory) async throws -> Result
) async throws -> Result {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    return try await body(directory)
}
