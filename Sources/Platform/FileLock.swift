#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A lock between processes, held as long as this value lives; the system lets go of it when its process ends.
///
/// It is flock(2)'s on a directory, for files in it that are replaced by renaming: a lock on such a file would be one on
/// what nobody sees any longer, and a file of its own would be left behind.
public struct FileLock: ~Copyable {
    private let descriptor: Int32

    /// Locks a directory; nil where somebody else holds its lock. Throws where there is no such directory, or it cannot
    /// be locked.
    public init?(tryingDirectory path: String) throws(SystemError.Failure) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
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
