#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension FileBytes {
    /// Replaces a file's bytes, all or none of them: written to a temporary file in the same directory, which is then
    /// renamed. The file's mode is kept; a new one has the mode that the process's umask leaves.
    ///
    /// `path` is the file itself: a symbolic link of that name would be replaced (see `target`).
    public static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError.Failure) {
        let number = UInt64.random(in: .min ... .max)
        let temporary = "\(directory(of: path))/\(temporaryPrefix(of: path))\(number)"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o666))
        guard descriptor >= 0 else { throw SystemError.Failure(number: errno) }
        var fault = fill(descriptor, bytes, likeFileAt: path)
        if close(descriptor) != 0, fault == 0 { fault = errno }
        if fault == 0, rename(temporary, path) != 0 { fault = errno }
        guard fault != 0 else { return }
        unlink(temporary)
        throw SystemError.Failure(number: fault)
    }

    /// Removes the temporary files of replacements of this file whose process was killed; what cannot be removed stays.
    ///
    /// Only for the process that holds a lock under which all replacements of the file are made: without one a temporary
    /// file may be of a replacement under way.
    public static func removeAbandoned(of path: String) {
        let (directory, prefix) = (directory(of: path), temporaryPrefix(of: path))
        for name in names(in: directory) where name.hasPrefix(prefix) {
            let rest = name.utf8.dropFirst(prefix.utf8.count)
            guard !rest.isEmpty, rest.allSatisfy({ (0x30...0x39).contains($0) }) else { continue }
            unlink("\(directory)/\(name)")
        }
    }

    /// The names of temporary files begin with this; a number follows.
    private static func temporaryPrefix(of path: String) -> String { ".\(name(of: path))." }

    /// What is in a directory, none where it cannot be read.
    private static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                names.append(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
            }
        }
        return names
    }

    /// The system's error number, 0 where all is on the disk.
    private static func fill(_ descriptor: Int32, _ bytes: [UInt8], likeFileAt path: String) -> Int32 {
        var status = stat()
        if stat(path, &status) == 0 {
            // Only root may give files away, and only root takes them by writing: `sudo` must not.
            _ = fchown(descriptor, status.st_uid, status.st_gid)
            if fchmod(descriptor, status.st_mode & 0o7777) != 0 { return errno }
        }
        let number = StandardStreams.write(bytes, to: descriptor)
        if number != 0 { return number }
        return fsync(descriptor) == 0 ? 0 : errno
    }

    /// What a path leads to by symbolic links, the last of which may lead to no file yet.
    public static func target(of path: String) throws(SystemError.Failure) -> String {
        var path = path
        // As many links as Linux follows (path_resolution(7)).
        for _ in 0..<40 {
            guard let link = link(at: path) else { return path }
            path = link.hasPrefix("/") ? link : "\(directory(of: path))/\(link)"
        }
        throw SystemError.Failure(number: ELOOP)
    }

    /// Where a symbolic link leads; nil where the path is none.
    private static func link(at path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        return count < 0 ? nil : String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Makes a directory, and those it is in, where they are not there; for the user alone (XDG Base Directory
    /// Specification).
    public static func makeDirectory(_ path: String) throws(SystemError.Failure) {
        if mkdir(path, 0o700) == 0 { return }
        let number = errno
        let parent = directory(of: path)
        if number == ENOENT, parent != path {
            try makeDirectory(parent)
            if mkdir(path, 0o700) == 0 { return }
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw SystemError.Failure(number: number == EEXIST ? ENOTDIR : number)
        }
    }

    /// The directory that a file is in, as its path says.
    public static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func name(of path: String) -> Substring {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    }
}
