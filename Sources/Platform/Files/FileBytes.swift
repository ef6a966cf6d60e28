#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads small files completely.
package enum FileBytes {
    /// The reason why a file could not be read.
    package enum Fault: Error, Equatable, Sendable {
        /// An errno value.
        case system(Int32)
        /// The file is larger than `limit` bytes.
        case tooLarge(limit: Int)
    }

    /// The content of a file.
    package struct Contents: Sendable, Equatable {
        /// All bytes.
        package private(set) var bytes: [UInt8]
        /// Who besides the user can read or change the file.
        package let exposure: Exposure?

        /// The same without the byte order mark of UTF-8 at the beginning.
        package var withoutByteOrderMark: Contents {
            guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return self }
            var copy = self
            copy.bytes.removeFirst(3)
            return copy
        }
    }

    /// Who besides the user can read or change a file.
    package enum Exposure: Sendable, Equatable {
        /// It belongs to another user.
        case ofAnotherUser
        /// The group or others have a permission.
        case toOthers
    }

    /// Returns the content of a file of at most `limit` bytes; nil if it does not exist. Throws `Fault`.
    package static func read(_ path: String, limit: Int = 1 << 20) throws(Fault) -> Contents? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if isMissing(errno) { return nil }
            throw .system(errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .system(errno) }
        let exposure: Exposure? =
            status.st_uid != geteuid() ? .ofAnotherUser : status.st_mode & 0o077 != 0 ? .toOthers : nil
        // What is not a file has no size.
        guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
        var bytes: [UInt8] = []
        // An array that grows is in memory twice for a moment.
        bytes.reserveCapacity(Int(status.st_size))
        while true {
            switch StandardStreams.read(from: descriptor) {
            case .failure(let failure): throw .system(failure.number)
            case .success([]): return Contents(bytes: bytes, exposure: exposure)
            case .success(let chunk): bytes += chunk
            }
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        }
    }

    /// Returns whether there is certainly no file, without waiting for its content, which a pipe may never have.
    package static func isMissing(_ path: String) -> Bool {
        unsafe access(path, F_OK) != 0 && isMissing(errno)
    }

    static func isMissing(_ number: Int32) -> Bool { number == ENOENT || number == ENOTDIR }
}
