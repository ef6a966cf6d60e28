#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Synchronization

/// A lock between processes, held while this value exists. The system releases it when the process ends.
///
/// It uses flock(2), on a directory for files in it that are replaced by renaming, or on a file of a
/// `PrivateDirectory`.
package struct FileLock: ~Copyable {
    /// The locks that a process gives up when it is stopped. They only spare others work.
    private static let yielding = Mutex<Set<Int32>>([])

    private let descriptor: Int32

    private init(holding descriptor: Int32, yields: Bool) {
        self.descriptor = descriptor
        guard yields else { return }
        Signals.receive()
        Self.yielding.withLock { _ = $0.insert(descriptor) }
    }

    /// Locks a directory; nil if another process holds its lock. Throws `SystemError.Failure` if the directory does
    /// not exist or cannot be locked.
    package init?(tryingDirectory path: String) throws(SystemError.Failure) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError.Failure(number: errno) }
        switch Self.lock(descriptor) {
        case .held(let lock): self = lock
        case .busy: return nil
        case .impossible: throw SystemError.Failure(number: errno)
        }
    }

    /// Tries to lock an open file. The lock owns the descriptor; without one it is closed. If it `yields`, `yieldAll`
    /// releases it.
    static func lock(_ descriptor: Int32, yields: Bool = false) -> PrivateDirectory.LockAttempt {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let number = errno
            if number == EINTR { continue }
            close(descriptor)
            errno = number
            return number == EWOULDBLOCK ? .busy : .impossible
        }
        return .held(FileLock(holding: descriptor, yields: yields))
    }

    deinit {
        Self.yielding.withLock { yielding in
            yielding.remove(descriptor)
            close(descriptor)
        }
    }

    /// Releases the locks that are given up when the process is stopped.
    static func yieldAll() {
        yielding.withLock { yielding in
            for descriptor in yielding { flock(descriptor, LOCK_UN) }
            yielding = []
        }
    }

    /// Returns the process that holds the lock of a file; nil if the system does not say.
    static func holder(of status: stat) -> Int32? {
        // `1: FLOCK ADVISORY WRITE <process> <device>:<inode> 0 EOF`; see proc_locks(5). The device is not always that
        // of stat(2).
        guard let locks = try? FileBytes.read("/proc/locks") else { return nil }
        var holders: Set<Int32> = []
        for line in String(decoding: locks.bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 5, words[1] == "FLOCK", words[5].hasSuffix(":\(status.st_ino)") else { continue }
            if let process = Int32(words[4]), process > 0 { holders.insert(process) }
        }
        return holders.count == 1 ? holders.first : nil
    }
}

extension SystemError.Failure {
    /// True if a file cannot be locked because its file system has no locks.
    package var isLackOfLocks: Bool { [ENOLCK, ENOSYS, EOPNOTSUPP, ENOTSUP].contains(number) }
}
