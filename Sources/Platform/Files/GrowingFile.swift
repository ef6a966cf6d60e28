#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file that several processes append to, open and locked by one of them until this value is released.
///
/// The lock is that of flock(2) on the file itself, which the system releases when the process ends.
package final class GrowingFile {
    /// The bytes that the system writes without the end of the process coming between them, if they do not cross a
    /// multiple of it.
    private static let page = 4096

    private let file: FileLock
    /// The number of the file on its device: another one if the file was replaced.
    package let identity: UInt64
    /// The size in bytes.
    package private(set) var size: Int

    /// Opens a regular file, which is created if it does not exist, and waits for its lock. Throws
    /// `SystemError.Failure`.
    ///
    /// If that takes a second, `waiting` is called once, with the process that holds the lock, where the system says
    /// so.
    package init(_ path: String, waiting: @escaping (Int32?) -> Void = { _ in }) throws(SystemError.Failure) {
        guard let file = try FileLock.open(path, O_RDWR | O_CREAT | O_APPEND, waiting: waiting) else {
            preconditionFailure("a lock was waited for and not taken")
        }
        var status = stat()
        guard unsafe fstat(file.descriptor, &status) == 0 else { throw SystemError.Failure(number: errno) }
        self.file = file
        identity = UInt64(status.st_ino)
        size = Int(status.st_size)
    }

    /// Returns the next bytes from an offset; none at the end. Throws `SystemError.Failure`.
    package func read(from offset: Int) throws(SystemError.Failure) -> [UInt8] {
        while true {
            var count = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
                count = unsafe pread(file.descriptor, buffer.baseAddress, buffer.count, off_t(offset))
                filled = max(0, count)
            }
            if count >= 0 { return bytes }
            guard errno == EINTR else { throw SystemError.Failure(number: errno) }
        }
    }

    /// Cuts the file. Throws `SystemError.Failure`.
    package func truncate(to size: Int) throws(SystemError.Failure) {
        while ftruncate(file.descriptor, off_t(size)) != 0 {
            guard errno == EINTR else { throw SystemError.Failure(number: errno) }
        }
        self.size = size
    }

    /// Appends lines, all or none of them. Throws `SystemError.Failure`.
    ///
    /// The end of the process can come between two pages only, so the lines of each page are one write, and a line
    /// across two pages is one of its own.
    package func append(_ lines: [[UInt8]]) throws(SystemError.Failure) {
        let before = size
        var piece: [UInt8] = []
        for line in lines {
            let isAcross = (size + piece.count) % Self.page + line.count > Self.page
            if isAcross, !piece.isEmpty { try write(&piece, before) }
            piece += line
            if isAcross { try write(&piece, before) }
        }
        try write(&piece, before)
    }

    private func write(_ piece: inout [UInt8], _ before: Int) throws(SystemError.Failure) {
        let number = StandardStreams.write(piece, to: file.descriptor)
        guard number == 0 else {
            try? truncate(to: before)
            throw SystemError.Failure(number: number)
        }
        size += piece.count
        piece.removeAll(keepingCapacity: true)
    }

    /// Writes the content to the disk. Throws `SystemError.Failure`.
    package func synchronize() throws(SystemError.Failure) { try writeToDisk(file.descriptor) }
}
