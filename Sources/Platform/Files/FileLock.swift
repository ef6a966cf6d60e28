#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Synchronization

/// An open file or directory with its lock between processes, held while this value exists. The system releases the
/// lock when the process ends.
///
/// It uses flock(2), on the file itself, or on a directory for files in it that are replaced by renaming.
package struct FileLock: ~Copyable {
    /// The locks that a process gives up when it is stopped. They only spare others work.
    private static let yielding = Mutex<Set<Int32>>([])
    /// The time after which a wait for a lock is reported.
    private static let patience = Duration.seconds(1)

    let descriptor: Int32

    private init(holding descriptor: Int32, yields: Bool) {
        self.descriptor = descriptor
        guard yields else { return }
        Signals.receive()
        Self.yielding.withLock { _ = $0.insert(descriptor) }
    }

    /// Locks a directory; nil if another process holds its lock. Throws `SystemError.Failure` if the directory does
    /// not exist or cannot be locked.
    package init?(tryingDirectory path: String) throws(SystemError.Failure) {
        guard let lock = try Self.open(path, O_RDONLY | O_DIRECTORY) else { return nil }
        self = lock
    }

    /// Opens a file and locks it; nil if another process holds the lock. `flags` are those of open(2): with `O_CREAT`
    /// the file is created if it does not exist. Throws `SystemError.Failure`.
    ///
    /// Other processes may create, replace or remove the file at any time. So nothing is asked about the file before it
    /// is open, and the lock counts only if the file has its name then. Otherwise the name is opened again.
    ///
    /// If it `yields`, `yieldAll` releases the lock. If there is a function `waiting`, the call waits for the lock.
    /// After a second it calls the function, with the process that holds the lock where the system says so.
    static func open(
        _ name: String, in directory: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t = 0o666, yields: Bool = false,
        waiting: ((Int32?) -> Void)? = nil
    ) throws(SystemError.Failure) -> FileLock? {
        var report = waiting
        let begin = TimeSource.live.elapsed()
        while true {
            let file = try FileBytes.openFile(name, in: directory, flags, mode: mode)
            var number: Int32 = 0
            repeat {
                // A lock that is tried for a while is not taken in turn, so the rest of the wait is one call.
                let isTry = waiting == nil || report != nil
                number = flock(file, isTry ? LOCK_EX | LOCK_NB : LOCK_EX) == 0 ? 0 : errno
                guard number == EWOULDBLOCK, waiting != nil else { continue }
                ProcessEnd.watchdogNames(lockOf: name)
                if TimeSource.live.elapsed() - begin < patience {
                    usleep(2000)
                } else {
                    report?(holder(of: file))
                    report = nil
                }
            } while number == EINTR || number == EWOULDBLOCK && waiting != nil
            if waiting != nil { ProcessEnd.watchdogNames(lockOf: nil) }
            // No other process has a reason to lock a file that is new.
            let isLocked = number == 0 || flags & O_EXCL != 0 && SystemError.Failure(number: number).isLackOfLocks
            if isLocked, isNamed(name, in: directory, file, flags) { return FileLock(holding: file, yields: yields) }
            close(file)
            if number == EWOULDBLOCK { return nil }
            if !isLocked { throw SystemError.Failure(number: number) }
        }
    }

    /// Whether an open file is the one that has the name now.
    private static func isNamed(_ name: String, in directory: Int32, _ file: Int32, _ flags: Int32) -> Bool {
        var (open, named) = (stat(), stat())
        let isLinkFollowed = flags & O_NOFOLLOW == 0
        return unsafe fstat(file, &open) == 0
            && fstatat(directory, name, &named, isLinkFollowed ? 0 : AT_SYMLINK_NOFOLLOW) == 0
            && open.st_ino == named.st_ino && open.st_dev == named.st_dev
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

    /// Returns the process that holds the lock of an open file; nil if there is none, or the system does not say.
    static func holder(of file: Int32) -> Int32? {
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { return nil }
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
