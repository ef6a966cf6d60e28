#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The new content of a file, in a temporary file beside it. It takes the place of the file when it is published, and
/// is removed if it is not.
///
/// The temporary file is locked until its process ends. A file that has the name of a temporary file of this program,
/// and that nobody has locked, was left by a process that was killed.
///
/// The mode and the owner of the file are kept. A new file gets the mode that the umask allows, and its user can always
/// read and write it. A file of a `PrivateDirectory` is only for its user.
package final class FileDraft {
    /// Comes after the name of the file in the name of a temporary one, and before 16 hexadecimal digits: a user has no
    /// such name by chance.
    private static let mark = ".crypto-"

    private let directory: PrivateDirectory?
    private let path: String
    private let temporary: String
    private let file: FileLock
    private var isPublished = false

    /// Creates the temporary file. Throws `SystemError.Failure`.
    ///
    /// `path` is the file itself: a symbolic link at that path would be replaced (see `FileBytes.target`). In a private
    /// directory it is a name.
    package init(of path: String, in directory: PrivateDirectory? = nil) throws(SystemError.Failure) {
        (self.path, self.directory) = (path, directory)
        var made: FileLock?
        var temporary = ""
        // A process that removes abandoned files may have come between, and locked it. Then another name is taken.
        while made == nil {
            temporary = Self.prefix(of: path) + String(UInt64.random(in: 1 << 63 ... .max), radix: 16)
            made = try FileLock.open(
                temporary, in: directory?.descriptor ?? AT_FDCWD, O_WRONLY | O_CREAT | O_EXCL,
                mode: directory == nil ? 0o666 : 0o600)
        }
        self.temporary = temporary
        file = made.take()!
        var status = stat()
        guard directory == nil, unsafe stat(path, &status) == 0 else { return }
        // Only root can change the owner of a file. Without this call, writing with `sudo` would make root the owner.
        _ = fchown(file.descriptor, status.st_uid, status.st_gid)
        guard fchmod(file.descriptor, status.st_mode & 0o7777) == 0 else { throw SystemError.Failure(number: errno) }
    }

    /// Appends bytes to the temporary file. Throws `SystemError.Failure`.
    package func write(_ bytes: [UInt8]) throws(SystemError.Failure) {
        let number = StandardStreams.write(bytes, to: file.descriptor)
        guard number == 0 else { throw SystemError.Failure(number: number) }
    }

    /// Writes the content to the disk. Throws `SystemError.Failure`.
    package func synchronize() throws(SystemError.Failure) { try writeToDisk(file.descriptor) }

    /// Renames the temporary file. Throws `SystemError.Failure`.
    package func publish() throws(SystemError.Failure) {
        let folder = directory?.descriptor ?? AT_FDCWD
        guard unsafe renameat(folder, temporary, folder, path) == 0 else { throw SystemError.Failure(number: errno) }
        isPublished = true
    }

    deinit {
        if !isPublished { unsafe unlinkat(directory?.descriptor ?? AT_FDCWD, temporary, 0) }
    }
}

// MARK: - Files of killed processes

extension FileDraft {
    /// Removes the temporary files that killed processes left beside a file. Files that cannot be removed are ignored.
    package static func removeAbandoned(of path: String) {
        let (directory, prefix) = (FileBytes.directory(of: path), prefix(of: path))
        for name in (try? FileBytes.names(in: directory)) ?? [] where "\(directory)/\(name)".hasPrefix(prefix) {
            removeIfAbandoned("\(directory)/\(name)", in: AT_FDCWD)
        }
    }

    /// Removes a file if it is a temporary one that a killed process left.
    static func removeIfAbandoned(_ name: String, in directory: Int32) {
        let end = name.suffix(mark.count + 16)
        guard end.hasPrefix(mark), end.dropFirst(mark.count).allSatisfy(\.isHexDigit),
            // What is no file of this program must not block.
            let lock = try? FileLock.open(name, in: directory, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
        else { return }
        unsafe unlinkat(directory, name, 0)
        extendLifetime(lock)
    }

    /// Returns the beginning of the paths of temporary files of a file, up to the digits. A long name is cut, since the
    /// system limits names to 255 bytes.
    private static func prefix(of path: String) -> String {
        var name = FileBytes.name(of: path)
        while name.utf8.count > 255 - 1 - mark.utf8.count - 16 { name.removeLast() }
        return "\(FileBytes.directory(of: path))/.\(name)\(mark)"
    }
}
