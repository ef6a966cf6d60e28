#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads and writes complete files.
package enum Files {
    /// The file's bytes. Throws `SystemCallFailure`.
    package static func bytes(_ path: String) throws -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw SystemCallFailure("open \(path)") }
        defer { close(file) }
        var bytes: [UInt8] = []
        while true {
            var piece = [UInt8](repeating: 0, count: 65536)
            let count = read(file, &piece, piece.count)
            if count < 0 { throw SystemCallFailure("read \(path)") }
            if count == 0 { return bytes }
            bytes += piece.prefix(count)
        }
    }

    /// Creates the file or replaces its content. Throws `SystemCallFailure`.
    package static func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o644) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t(mode))
        guard file >= 0 else { throw SystemCallFailure("open \(path)") }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(file, $0) }
            if count < 0 { throw SystemCallFailure("write \(path)") }
            rest = rest.dropFirst(count)
        }
    }

    /// Whether a file of any type has this name.
    package static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Whether a process is running. One that has ended, and whose parent has not noticed, is not.
    package static func isRunning(_ process: Int32) -> Bool {
        guard kill(process, 0) == 0 else { return false }
        let status = (try? bytes("/proc/\(process)/stat")).map { String(decoding: $0, as: UTF8.self) }
        return status?.contains(") Z ") != true
    }

    /// The size of a file in bytes; nil when there is none.
    package static func size(of path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Sets the time of a file's last use and modification, in seconds since 1970.
    package static func setModified(_ path: String, to seconds: Int64) {
        var times = [timespec(tv_sec: Int(seconds), tv_nsec: 0), timespec(tv_sec: Int(seconds), tv_nsec: 0)]
        utimensat(AT_FDCWD, path, &times, 0)
    }

    /// The names in a directory, sorted, without `.` and `..`; empty when it cannot be read.
    package static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

/// write(2), which is hidden by a method called `write`.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(file, bytes.baseAddress, bytes.count)
}
