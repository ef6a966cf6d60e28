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

    /// The time after which a wait for the lock is reported.
    private static let patience = Duration.seconds(1)

    private let descriptor: Int32
    /// The number of the file on its device: another one if the file was replaced.
    package let identity: UInt64
    /// The size in bytes.
    package private(set) var size: Int

    /// Whether the end of a process that appended may have come here, within a line: between two pages.
    package var mayEndWithinLine: Bool { size % Self.page == 0 }

    /// Opens a regular file, which is created if it does not exist, and waits for its lock. Throws
    /// `SystemError.Failure`.
    ///
    /// If that takes a second, `waiting` is called once, with the process that holds the lock, where the system says
    /// so.
    package init(_ path: String, waiting: (Int32?) -> Void = { _ in }) throws(SystemError.Failure) {
        let begin = TimeSource.live.elapsed()
        var hasReported = false
        while true {
            let file = unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, mode_t(0o666))
            guard file >= 0 else { throw SystemError.Failure(number: errno) }
            var (opened, named) = (stat(), stat())
            // A lock that is tried for a while is not taken in turn, so the rest of the wait is one call.
            var isLocked = flock(file, LOCK_EX | LOCK_NB) == 0
            while !isLocked, errno == EWOULDBLOCK || errno == EINTR, !hasReported {
                guard TimeSource.live.elapsed() - begin >= Self.patience else {
                    usleep(2000)
                    isLocked = flock(file, LOCK_EX | LOCK_NB) == 0
                    continue
                }
                hasReported = true
                waiting(unsafe fstat(file, &opened) == 0 ? FileLock.holder(of: opened) : nil)
            }
            guard isLocked || Self.lock(file), unsafe fstat(file, &opened) == 0 else {
                let number = errno
                close(file)
                throw SystemError.Failure(number: number)
            }
            // Whoever had the lock may have replaced the file.
            if unsafe stat(path, &named) == 0, opened.st_ino == named.st_ino, opened.st_dev == named.st_dev {
                descriptor = file
                identity = UInt64(opened.st_ino)
                size = Int(opened.st_size)
                return
            }
            close(file)
        }
    }

    private static func lock(_ descriptor: Int32) -> Bool {
        while flock(descriptor, LOCK_EX) != 0 {
            if errno != EINTR { return false }
        }
        return true
    }

    deinit {
        close(descriptor)
    }

    /// Returns the next bytes from an offset; none at the end. Throws `SystemError.Failure`.
    package func read(from offset: Int) throws(SystemError.Failure) -> [UInt8] {
        while true {
            var count = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
                count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
                filled = max(0, count)
            }
            if count >= 0 { return bytes }
            guard errno == EINTR else { throw SystemError.Failure(number: errno) }
        }
    }

    /// Cuts the file. Throws `SystemError.Failure`.
    package func truncate(to size: Int) throws(SystemError.Failure) {
        while ftruncate(descriptor, off_t(size)) != 0 {
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
        let number = StandardStreams.write(piece, to: descriptor)
        guard number == 0 else {
            try? truncate(to: before)
            throw SystemError.Failure(number: number)
        }
        size += piece.count
        piece.removeAll(keepingCapacity: true)
    }

    /// Writes the content to the disk. Throws `SystemError.Failure`.
    package func synchronize() throws(SystemError.Failure) {
        let fault = writeToDisk(descriptor)
        guard fault == 0 else { throw SystemError.Failure(number: fault) }
    }
}
