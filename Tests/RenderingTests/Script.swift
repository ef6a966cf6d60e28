#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A program of the system that a test compares with. It runs in its own temporary directory.
struct Script {
    /// Whether a shell finds the program.
    static func isThere(_ program: String) -> Bool {
        system("command -v \(program) >/dev/null 2>&1") == 0
    }

    /// The output of `command` for `input`; nil when it fails.
    static func output(of command: String, input: [UInt8]) -> [UInt8]? {
        var template = Array("\(temporaryDirectory)/crypto-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        let directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer {
            unlink(directory + "/in")
            unlink(directory + "/out")
            rmdir(directory)
        }
        guard write(input, to: directory + "/in"),
            system("\(command) <'\(directory)/in' >'\(directory)/out'") == 0
        else { return nil }
        return read(directory + "/out")
    }

    /// The bytes of a file; nil when it cannot be read.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }

    /// Writes or replaces a file. Returns whether that succeeded.
    static func write(_ bytes: [UInt8], to path: String) -> Bool {
        guard let file = fopen(path, "w") else { return false }
        let count = fwrite(bytes, 1, bytes.count, file)
        return fclose(file) == 0 && count == bytes.count
    }

    private static var temporaryDirectory: String {
        getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    }
}
