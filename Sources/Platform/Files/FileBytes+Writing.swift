#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension FileBytes {
    /// Replaces the content of a file atomically. It writes a temporary file in the same directory and renames it.
    /// The mode of the file is kept; a new file gets the mode that the umask allows. Throws `SystemError.Failure`.
    ///
    /// `path` is the file itself: a symbolic link at that path would be replaced (see `target`).
    public static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError.Failure) {
        let number = UInt64.random(in: .min ... .max)
        let temporary = "\(directory(of: path))/\(temporaryPrefix(of: path))\(number)"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o666))
        guard descriptor >= 0 else { throw SystemError.Failure(number: errno) }
        var fault = fill(descriptor, bytes, likeFileAt: path)
        if close(descriptor) != 0, fault == 0 { fault = errno }
        if fault == 0, unsafe rename(temporary, path) != 0 { fault = errno }
        guard fault != 0 else { return }
        unsafe unlink(temporary)
        throw SystemError.Failure(number: fault)
    }

    /// Removes temporary files left by killed processes that were replacing this file. Files that cannot be removed
    /// are ignored.
    ///
    /// Call it only while holding the lock under which all replacements of the file are made. Without it, a temporary
    /// file may belong to a replacement in progress.
    public static func removeAbandoned(of path: String) {
        let (directory, prefix) = (directory(of: path), temporaryPrefix(of: path))
        for name in (try? names(in: directory)) ?? [] where name.hasPrefix(prefix) {
            let rest = name.utf8.dropFirst(prefix.utf8.count)
            guard !rest.isEmpty, rest.allSatisfy({ (0x30...0x39).contains($0) }) else { continue }
            unsafe unlink("\(directory)/\(name)")
        }
    }

    /// Returns the prefix of the names of temporary files; a number follows it.
    private static func temporaryPrefix(of path: String) -> String { ".\(name(of: path))." }

    /// Returns the names in a directory, without those of the directory and its parent, in no order. Throws
    /// `SystemError.Failure`.
    public static func names(in directory: String) throws(SystemError.Failure) -> [String] {
        guard let stream = unsafe opendir(directory) else { throw SystemError.Failure(number: errno) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe names.append(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
            }
        }
        return names.filter { $0 != "." && $0 != ".." }
    }

    /// Writes bytes to a file and to the disk. Returns 0 or an errno value.
    private static func fill(_ descriptor: Int32, _ bytes: [UInt8], likeFileAt path: String) -> Int32 {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            // Only root can change the owner of a file. Without this call, writing with `sudo` would make root the
            // owner.
            _ = fchown(descriptor, status.st_uid, status.st_gid)
            if fchmod(descriptor, status.st_mode & 0o7777) != 0 { return errno }
        }
        let number = StandardStreams.write(bytes, to: descriptor)
        if number != 0 { return number }
        return fsync(descriptor) == 0 ? 0 : errno
    }

    /// Resolves the symbolic links of a path; the last one may lead to a file that does not exist. Throws
    /// `SystemError.Failure`.
    public static func target(of path: String) throws(SystemError.Failure) -> String {
        var path = path
        // The maximum number of links that Linux follows (path_resolution(7)).
        for _ in 0..<40 {
            guard let link = link(at: path) else { return path }
            path = link.hasPrefix("/") ? link : "\(directory(of: path))/\(link)"
        }
        throw SystemError.Failure(number: ELOOP)
    }

    /// Returns the target of a symbolic link; nil if the path is not one.
    private static func link(at path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &buffer, buffer.count)
        return count < 0 ? nil : String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Creates a directory and its missing parents, accessible only by the user (XDG Base Directory Specification).
    /// Throws `SystemError.Failure`.
    public static func makeDirectory(_ path: String) throws(SystemError.Failure) {
        if unsafe mkdir(path, 0o700) == 0 { return }
        let number = errno
        let parent = directory(of: path)
        if number == ENOENT, parent != path {
            try makeDirectory(parent)
            if unsafe mkdir(path, 0o700) == 0 { return }
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw SystemError.Failure(number: number == EEXIST ? ENOTDIR : number)
        }
    }

    /// Returns the directory part of a path.
    public static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func name(of path: String) -> Substring {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    }
}
