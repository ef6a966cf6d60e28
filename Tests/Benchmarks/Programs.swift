#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Finds and builds the programs to measure.
enum Programs {
    /// The first executable of one of these names in PATH; nil when there is none.
    static func inPath(_ names: String...) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let directories = path.split(separator: ":")
        return names.lazy.flatMap { name in directories.map { "\($0)/\(name)" } }.first { access($0, X_OK) == 0 }
    }

    /// Python 3, preferably that of the system, which has Debian's packages.
    static var python: String? { pythons.first }

    /// The Python 3 of the system and the one in PATH, where they exist.
    static var pythons: [String] {
        ["/usr/bin/python3", inPath("python3")].compactMap(\.self).filter { access($0, X_OK) == 0 }
    }

    /// The tool: the given path, else the one of `.ci/install`, else the one in the directory of this executable.
    static func crypto(_ given: String?) -> String? {
        let here = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        let root = here.dropLast(3).joined(separator: "/")
        let own = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let places = [
            "\(root)/.build-install/release/crypto", (own + ["crypto"]).joined(separator: "/"),
            "\(root)/.build/release/crypto",
        ]
        return (given.map { [$0] } ?? places).first { access($0, X_OK) == 0 }
    }

    /// Whether an executable includes the Swift runtime: it does not contain the name of the Swift library.
    static func isStatic(_ path: String) -> Bool {
        let file = open(path, O_RDONLY)
        defer { close(file) }
        var window: [UInt8] = []
        while true {
            // In pieces, because the peak memory of this process counts for every later child: see `ChildRun.peak`.
            let piece = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, filled in
                filled = max(0, read(file, buffer.baseAddress, buffer.count))
            }
            if piece.isEmpty { return true }
            window = window.suffix(32) + piece
            if window.contains("libswiftCore.so".utf8) || window.contains("libswiftCore.dylib".utf8) { return false }
        }
    }

    /// Compiles a C program that does nothing; nil where there is no C compiler.
    static func emptyProgram(in directory: String) -> String? {
        guard let compiler = inPath("cc", "clang", "gcc") else { return nil }
        let (source, program) = ("\(directory)/empty.c", "\(directory)/empty")
        guard let file = fopen(source, "w") else { return nil }
        fputs("int main(void) { return 0; }\n", file)
        fclose(file)
        let environment = ["PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"]
        let isMade = (try? ChildRun([compiler, "-O2", "-o", program, source], environment)) != nil
        return isMade ? program : nil
    }

    /// Writes a text to a file.
    static func write(_ text: String, to path: String) throws(ChildRun.Fault) {
        guard let file = fopen(path, "w") else { throw .system("fopen \(path)", errno) }
        fputs(text, file)
        guard fclose(file) == 0 else { throw .system("fclose \(path)", errno) }
    }

    /// Runs `body` with a new directory and removes it afterwards.
    static func withDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
        var template = Array("\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/benchmarks.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw ChildRun.Fault.system("mkdtemp", errno) }
        let directory = String(cString: made)
        defer {
            for name in ["empty.c", "empty", "amounts", "triples", "rival.py", "secure.py", "secure.pem", "secure.key"]
            { unlink("\(directory)/\(name)") }
            rmdir(directory)
        }
        return try body(directory)
    }
}
