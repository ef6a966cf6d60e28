#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A fresh directory of a test's own, made and removed by `withTemporaryDirectory`.
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

    /// Writes a file and gives its path; directories in `name` are made.
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
        // A test may have taken the rights away.
        chmod(path, 0o700)
        for name in Files.names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }
}

/// Runs `body` with a fresh directory, which is removed with all in it at the end.
package func withTemporaryDirectory<Result>(
    _ body: (TemporaryDirectory) async throws -> Result
) async throws -> Result {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    return try await body(directory)
}
