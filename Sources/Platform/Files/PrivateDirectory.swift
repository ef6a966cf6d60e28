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

    private let descriptor: Int32

    /// Opens a directory, and creates it and its missing parents with mode 0700. One of the same user with another mode
    /// gets that mode if `tightens`. Throws `Fault`.
    package init(_ path: String, tightens: Bool = true) throws(Fault) {
        var found = Self.open(path)
        if found < 0, errno == ENOENT {
            try translating(FileBytes.makeDirectory(path)) { (error: SystemError.Failure) in Fault.system(error.number)
            }
            found = Self.open(path)
        }
        var status = stat()
        guard found >= 0 else {
            let number = errno
            let isLink = unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
            throw isLink ? .symbolicLink : .system(number)
        }
        let isKnown = unsafe fstat(found, &status) == 0
        let fault: Fault? =
            if !isKnown { .system(errno) } else if status.st_uid != geteuid() { .ofAnotherUser } else { nil }
        if let fault {
            close(found)
            throw fault
        }
        if tightens, status.st_mode & 0o777 != 0o700 { _ = fchmod(found, 0o700) }
        descriptor = found
    }

    deinit {
        close(descriptor)
    }

    private static func open(_ path: String) -> Int32 {
        unsafe Self.systemOpen(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
    }

    @unsafe private static func systemOpen(_ directory: Int32, _ path: String, _ flags: Int32, _ mode: mode_t) -> Int32
    {
        while true {
            let descriptor = unsafe openat(directory, path, flags, mode)
            guard descriptor < 0, errno == EINTR else { return descriptor }
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
        let file = unsafe Self.systemOpen(descriptor, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SystemError.Failure(number: errno) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            close(file)
            throw SystemError.Failure(number: EPERM)
        }
        // The umask may take from the user what a new file needs.
        if flags & O_CREAT != 0, status.st_mode & 0o600 != 0o600 { _ = fchmod(file, 0o600) }
        return (file, min(Int(status.st_size), Self.largest))
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
                let count = unsafe Self.read(file.descriptor, UnsafeMutableBufferPointer(rebasing: buffer[filled...]))
                guard count > 0 else { break }
                filled += count
            }
            isWhole = filled == file.size
        }
        return isWhole ? bytes : nil
    }

    private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        while true {
            #if canImport(Darwin)
            let count = unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #else
            let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
            guard count < 0, errno == EINTR else { return count }
        }
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
        try draft(of: pieces, isDurable: isDurable).publish(as: name)
    }

    /// Writes a temporary file, which is removed unless it is published. Throws `SystemError.Failure`.
    package func draft(_ bytes: [UInt8]) throws(SystemError.Failure) -> Draft {
        try draft(of: [bytes], isDurable: true)
    }

    private func draft(of pieces: [[UInt8]], isDurable: Bool) throws(SystemError.Failure) -> Draft {
        let temporary = Self.temporaryPrefix + String(UInt64.random(in: .min ... .max))
        let file = try open(temporary, O_WRONLY | O_CREAT | O_EXCL)
        let draft = Draft(directory: self, temporary: temporary)
        var fault: Int32 = 0
        for piece in pieces where fault == 0 { fault = StandardStreams.write(piece, to: file.descriptor) }
        if fault == 0, isDurable { fault = writeToDisk(file.descriptor) }
        if close(file.descriptor) != 0, fault == 0 { fault = errno }
        guard fault == 0 else { throw SystemError.Failure(number: fault) }
        return draft
    }

    /// A file that is written but has no name yet. It is removed with this value unless it is published.
    package struct Draft: ~Copyable {
        fileprivate let directory: PrivateDirectory
        fileprivate let temporary: String
        private var isPublished = false

        fileprivate init(directory: PrivateDirectory, temporary: String) {
            (self.directory, self.temporary) = (directory, temporary)
        }

        /// Gives the file its name, in place of any file that has it. Throws `SystemError.Failure`.
        public consuming func publish(as name: String) throws(SystemError.Failure) {
            guard unsafe renameat(directory.descriptor, temporary, directory.descriptor, name) == 0 else {
                throw SystemError.Failure(number: errno)
            }
            isPublished = true
        }

        deinit {
            if !isPublished { directory.remove(temporary) }
        }
    }

    /// The beginning of the names of temporary files, which a killed process leaves.
    package static let temporaryPrefix = ".new-"

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

    /// A file, as `files` lists it.
    package struct Entry: Sendable {
        /// The name of the file.
        package let name: String
        /// The size in bytes.
        package let size: Int
        /// The time of the last modification, in seconds since 1970.
        package let modified: Int64
    }

    /// Returns all regular files.
    package func files() -> [Entry] {
        let copy = unsafe Self.systemOpen(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard copy >= 0, let stream = unsafe fdopendir(copy) else { return [] }
        defer { unsafe closedir(stream) }
        var files: [Entry] = []
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
            files.append(
                Entry(
                    name: name, size: min(Int(status.st_size), Self.largest),
                    modified: Timestamp(seconds: Int64(modified)).seconds))
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
        /// Another process holds the lock, or the file was just replaced: try again.
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
        guard let file = (try? open(name, O_RDWR | O_CREAT)) ?? (try? open(name, O_RDONLY)) else { return .impossible }
        switch FileLock.lock(file.descriptor, yields: yields) {
        case .held(let lock): return isNamed(name, file.descriptor) ? .held(lock) : .busy
        case .busy: return .busy
        case .impossible: return .impossible
        }
    }

    /// Returns the process that holds the lock of a file; nil if there is none, or the system does not say.
    package func holder(of name: String) -> Int32? {
        var status = stat()
        guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return FileLock.holder(of: status)
    }

    /// Whether the open file is the one that has the name now.
    private func isNamed(_ name: String, _ file: Int32) -> Bool {
        var (open, named) = (stat(), stat())
        guard unsafe fstat(file, &open) == 0, unsafe fstatat(descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0 else {
            return false
        }
        return open.st_ino == named.st_ino && open.st_dev == named.st_dev
    }

    /// Removes a file if it is empty, as `lock` creates it. Call it while the lock is held.
    package func removeIfEmpty(_ name: String) {
        var status = stat()
        guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_size == 0 else { return }
        remove(name)
    }
}
