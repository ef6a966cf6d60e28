#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A lock between processes, held while this value exists. The system releases it when the process ends.
///
/// It uses flock(2), on a directory for files in it that are replaced by renaming, or on a file of a `PrivateDirectory`.
public struct FileLock: ~Copyable {
    private let descriptor: Int32

    private init(holding descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Locks a directory; nil if another process holds its lock. Throws `SystemError.Failure` if the directory does
    /// not exist or cannot be locked.
    public init?(tryingDirectory path: String) throws(SystemError.Failure) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError.Failure(number: errno) }
        switch Self.lock(descriptor) {
        case .held(let lock): self = lock
        case .busy: return nil
        case .impossible: throw SystemError.Failure(number: errno)
        }
    }

    /// Tries to lock an open file. The lock owns the descriptor; without one it is closed.
    static func lock(_ descriptor: Int32) -> PrivateDirectory.LockAttempt {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let number = errno
            if number == EINTR { continue }
            close(descriptor)
            errno = number
            return number == EWOULDBLOCK ? .busy : .impossible
        }
        return .held(FileLock(holding: descriptor))
    }

    deinit {
        close(descriptor)
    }
}

extension SystemError.Failure {
    /// True if a file cannot be locked because its file system has no locks.
    public var isLackOfLocks: Bool { [ENOLCK, ENOSYS, EOPNOTSUPP, ENOTSUP].contains(number) }
}
