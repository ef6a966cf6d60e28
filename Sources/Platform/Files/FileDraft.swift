#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The new content of a file, in a temporary file beside it. It takes the place of the file when it is published, and
/// is removed if it is not.
///
/// The temporary file is locked (flock(2)) as long as its process lives, so that `FileBytes.removeAbandoned` knows
/// those of processes that were killed.
///
/// The mode and the owner of the file are kept. A new file gets the mode that the umask allows, and its user can always
/// read and write it.
package final class FileDraft {
    private let path: String
    private let temporary: String
    private let descriptor: Int32
    private var isPublished = false

    /// Creates the temporary file. Throws `SystemError.Failure`.
    ///
    /// `path` is the file itself: a symbolic link at that path would be replaced (see `FileBytes.target`).
    package init(of path: String) throws(SystemError.Failure) {
        self.path = path
        (temporary, descriptor) = try Self.make(of: path)
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            // The user can read and write a new file whatever the umask is.
            if unsafe fstat(descriptor, &status) == 0, status.st_mode & 0o600 != 0o600 {
                _ = fchmod(descriptor, status.st_mode & 0o777 | 0o600)
            }
            return
        }
        // Only root can change the owner of a file. Without this call, writing with `sudo` would make root the owner.
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw SystemError.Failure(number: errno) }
    }

    /// Returns the path and the descriptor of a new temporary file.
    private static func make(of path: String) throws(SystemError.Failure) -> (String, Int32) {
        while true {
            let number = UInt64.random(in: .min ... .max)
            let temporary = "\(FileBytes.directory(of: path))/\(FileBytes.temporaryPrefix(of: path))\(number)"
            let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o666))
            guard file >= 0 else { throw SystemError.Failure(number: errno) }
            // Without locks it is never taken for an abandoned one.
            _ = flock(file, LOCK_EX | LOCK_NB)
            var status = stat()
            // Another process may have taken it for one before it was locked.
            if unsafe fstat(file, &status) != 0 || status.st_nlink > 0 { return (temporary, file) }
            close(file)
        }
    }

    /// Appends bytes to the temporary file. Throws `SystemError.Failure`.
    package func write(_ bytes: [UInt8]) throws(SystemError.Failure) {
        let number = StandardStreams.write(bytes, to: descriptor)
        guard number == 0 else { throw SystemError.Failure(number: number) }
    }

    /// Writes the content to the disk, and renames the temporary file. Throws `SystemError.Failure`.
    package func publish() throws(SystemError.Failure) {
        var fault = writeToDisk(descriptor)
        if fault == 0, unsafe rename(temporary, path) != 0 { fault = errno }
        guard fault == 0 else { throw SystemError.Failure(number: fault) }
        isPublished = true
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isPublished { unsafe unlink(temporary) }
    }
}
