#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A directory that only its user can read, held open. Its files are reached through the open directory and never
/// through a symbolic link, so that no other user can choose which file is read or written.
package final class PrivateDirectory: Sendable {
    /// The reason why a directory is not used.
    package enum Fault: Error, Equatable, Sendable {
        /// An errno value: `ENOTDIR` for a file.
        case system(Int32)
        /// It is a symbolic link.
        case symbolicLink
        /// It belongs to another user.
        case ofAnotherUser
    }

    let descriptor: Int32

    /// Opens a directory, and creates it and its missing parents with mode 0700. One of the same user with another mode
    /// gets that mode if `tightens`. Throws `Fault`.
    package init(_ path: String, tightens: Bool = true) throws(Fault) {
        var status = stat()
        do throws(SystemError.Failure) {
            descriptor = try Self.open(path)
        } catch {
            let isLink = unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
            throw isLink ? .symbolicLink : .system(error.number)
        }
        guard unsafe fstat(descriptor, &status) == 0 else { throw .system(errno) }
        guard status.st_uid == geteuid() else { throw .ofAnotherUser }
        if tightens, status.st_mode & 0o777 != 0o700 { _ = fchmod(descriptor, 0o700) }
    }

    deinit {
        close(descriptor)
    }

    private static func open(_ path: String) throws(SystemError.Failure) -> Int32 {
        while true {
            do throws(SystemError.Failure) {
                return try FileBytes.openFile(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            } catch  where error.number == ENOENT {
                try FileBytes.makeDirectory(path)
            }
        }
    }
}

// MARK: - Files

extension PrivateDirectory {
    /// The largest size that is told: sums of such sizes do not overflow.
    private static let largest = 1 << 48

    /// Opens a regular file of the same user; throws for anything else at that name. `flags` are those of open(2).
    private func open(_ name: String, _ flags: Int32) throws(SystemError.Failure) -> (descriptor: Int32, size: Int) {
        // A pipe at that name must not block.
        let flags = flags | O_NOFOLLOW | O_NONBLOCK
        let file = try FileBytes.openFile(name, in: descriptor, flags, mode: 0o600)
        var status = stat()
        guard isOwnFile(file, &status) else {
            close(file)
            throw SystemError.Failure(number: EPERM)
        }
        return (file, min(Int(status.st_size), Self.largest))
    }

    /// Whether an open file is a regular one of the same user. Sets its `status`.
    private func isOwnFile(_ file: Int32, _ status: inout stat) -> Bool {
        unsafe fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
    }

    /// Returns the bytes of a file of at most `limit` bytes; nil if there is none that can be read.
    package func read(_ name: String, limit: Int) -> [UInt8]? {
        guard let file = try? open(name, O_RDONLY) else { return nil }
        defer { close(file.descriptor) }
        guard file.size <= limit else { return nil }
        var isWhole = true
        // Files are replaced and never changed, so the size is that of all bytes.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: file.size) { buffer, filled in
            while filled < file.size {
                let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...])
                let count = unsafe systemRead(file.descriptor, rest)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                filled += count
            }
            isWhole = filled == file.size
        }
        return isWhole ? bytes : nil
    }

    /// Throws `SystemError.Failure` if a name is that of a directory, which no file can replace.
    package func checkReplaceable(_ name: String) throws(SystemError.Failure) {
        var status = stat()
        guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFDIR
        else { return }
        throw SystemError.Failure(number: EISDIR)
    }

    /// Replaces a file atomically by these bytes, one piece after the other: it writes a temporary file and renames it.
    /// Throws `SystemError.Failure`.
    ///
    /// If it `isDurable`, the bytes survive a loss of power, which takes some milliseconds. Otherwise such a file may
    /// be damaged.
    package func replace(_ name: String, with pieces: [UInt8]..., isDurable: Bool = true) throws(SystemError.Failure) {
        let draft = try FileDraft(of: name, in: self)
        for piece in pieces { try draft.write(piece) }
        if isDurable { try draft.synchronize() }
        try draft.publish()
    }

    /// Removes a file if it is a temporary one that a killed process left.
    package func removeIfAbandoned(_ name: String) { FileDraft.removeIfAbandoned(name, in: descriptor) }

    /// Removes a file. It does nothing if that is not possible.
    package func remove(_ name: String) {
        _ = unsafe unlinkat(descriptor, name, 0)
    }

    /// Appends bytes to a file, in one piece, and returns its new size. Throws `SystemError.Failure`.
    package func append(_ bytes: [UInt8], to name: String) throws(SystemError.Failure) -> Int {
        let file = try open(name, O_WRONLY | O_CREAT | O_APPEND)
        defer { close(file.descriptor) }
        let fault = StandardStreams.write(bytes, to: file.descriptor)
        guard fault == 0 else { throw SystemError.Failure(number: fault) }
        return file.size + bytes.count
    }

    /// Marks a file as used now, by its time of modification.
    package func touch(_ name: String) {
        _ = unsafe utimensat(descriptor, name, nil, AT_SYMLINK_NOFOLLOW)
    }

    /// Returns all regular files: the name, the size in bytes, and the time of the last modification, in seconds since
    /// 1970.
    package func files() -> [(name: String, size: Int, modified: Int64)] {
        guard let copy = try? FileBytes.openFile(".", in: descriptor, O_RDONLY | O_DIRECTORY),
            let stream = unsafe fdopendir(copy)
        else { return [] }
        defer { unsafe closedir(stream) }
        var files: [(name: String, size: Int, modified: Int64)] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            #if canImport(Darwin)
            let modified = status.st_mtimespec.tv_sec
            #else
            let modified = status.st_mtim.tv_sec
            #endif
            // A file may claim any size and any time.
            let seconds = Timestamp(seconds: Int64(modified)).seconds
            files.append((name, min(Int(status.st_size), Self.largest), seconds))
        }
        return files
    }
}

// MARK: - Locks

extension PrivateDirectory {
    /// The result of an attempt to lock a file.
    package enum LockAttempt: ~Copyable {
        /// The lock is held until the value is released.
        case held(FileLock)
        /// Another process holds the lock: try again.
        case busy
        /// The file system has no locks, or the file cannot be opened.
        case impossible
    }

    /// Tries to lock a file, which is created empty if it does not exist.
    ///
    /// Whoever replaces the file while it is locked leaves the lock on the old file, which has no name any more. The
    /// next one locks the new file.
    ///
    /// A lock that `yields` is released when the process is stopped (see `Signals.stopProcess`), and not taken again.
    package func lock(_ name: String, yields: Bool = false) -> LockAttempt {
        // A pipe at that name must not block. A file that cannot be written can be locked, too.
        for flags in [O_RDWR | O_CREAT, O_RDONLY].map({ $0 | O_NOFOLLOW | O_NONBLOCK }) {
            do throws(SystemError.Failure) {
                guard let lock = try FileLock.open(name, in: descriptor, flags, mode: 0o600, yields: yields) else {
                    return .busy
                }
                var status = stat()
                if isOwnFile(lock.descriptor, &status) { return .held(lock) }
            } catch {
                continue
            }
        }
        return .impossible
    }

    /// Returns the process that holds the lock of a file; nil if there is none, or the system does not say.
    package func holder(of name: String) -> Int32? {
        guard let file = try? open(name, O_RDONLY) else { return nil }
        defer { close(file.descriptor) }
        return FileLock.holder(of: file.descriptor)
    }

    /// Removes a file if it is empty, as `lock` creates it. Call it while the lock is held.
    package func removeIfEmpty(_ name: String) {
        var status = stat()
        guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_size == 0 else { return }
        remove(name)
    }
}
