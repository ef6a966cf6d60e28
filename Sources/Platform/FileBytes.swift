#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Small files, read whole.
public enum FileBytes {
    /// Why a file could not be read.
    public enum Fault: Error, Equatable, Sendable {
        /// The system's error number.
        case system(Int32)
        /// More bytes than anybody writes into such a file.
        case tooLarge(limit: Int)
    }

    /// A file's bytes and who may read it.
    public struct Contents: Sendable, Equatable {
        /// All bytes.
        public let bytes: [UInt8]
        /// True when group or others may read it.
        public let isReadByOthers: Bool
    }

    /// The contents of a file, nil where there is none.
    public static func read(_ path: String, limit: Int = 1 << 20) throws(Fault) -> Contents? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .system(errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
        var bytes: [UInt8] = []
        while let chunk = try chunk(of: descriptor) {
            bytes += chunk
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        }
        return Contents(bytes: bytes, isReadByOthers: status.st_mode & 0o077 != 0)
    }

    /// The next bytes, nil at the end.
    private static func chunk(of descriptor: Int32) throws(Fault) -> ArraySlice<UInt8>? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            #if canImport(Darwin)
            let count = Darwin.read(descriptor, &buffer, buffer.count)
            #else
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            #endif
            if count > 0 { return buffer[..<count] }
            if count == 0 { return nil }
            guard errno == EINTR else { throw .system(errno) }
        }
    }
}
