#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A lock between processes, held while this value exists. The system releases it when the process ends.
///
/// It uses flock(2) on a directory, for files in it that are replaced by renaming. A lock on such a file would be on
/// the old file after a replacement, and a separate lock file would remain.
public struct FileLock: ~Copyable {
    private let descriptor: Int32

    /// Locks a directory; nil if another process holds its lock. Throws `SystemError.Failure` if the directory does
    /// not exist or cannot be locked.
    public init?(tryingDirectory path: String) throws(SystemError.Failure) {
        descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError.Failure(number: errno) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let number = errno
            if number == EINTR { continue }
            close(descriptor)
            if number == EWOULDBLOCK { return nil }
            throw SystemError.Failure(number: number)
        }
    }

    deinit {
        close(descriptor)
    }
}
