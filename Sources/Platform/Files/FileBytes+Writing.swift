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
    package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError.Failure) {
        let draft = try FileDraft(of: path)
        try draft.write(bytes)
        try draft.synchronize()
        try draft.publish()
    }

    /// Opens a file; with `O_CREAT` it is created if it does not exist. The user can read and write a new file whatever
    /// the umask is. Throws `SystemError.Failure`.
    static func openFile(
        _ name: String, in directory: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t = 0o666
    ) throws(SystemError.Failure) -> Int32 {
        while true {
            let file = unsafe openat(directory, name, flags | O_CLOEXEC, mode)
            guard file >= 0 else {
                if errno == EINTR { continue }
                throw SystemError.Failure(number: errno)
            }
            var status = stat()
            if flags & O_CREAT != 0, unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_size == 0, status.st_mode & 0o600 != 0o600
            {
                _ = fchmod(file, status.st_mode & 0o777 | 0o600)
            }
            return file
        }
    }

    /// Returns the names in a directory, without those of the directory and its parent, in no order. Throws
    /// `SystemError.Failure`.
    package static func names(in directory: String) throws(SystemError.Failure) -> [String] {
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

    /// What is at a path that is to be written.
    package enum Target: Sendable {
        case nothing
        /// A regular file.
        case file
        /// A terminal, a pipe or another device.
        case device
    }

    /// Returns what is at a path. Throws `SystemError.Failure` for what certainly cannot be written: a directory, or a
    /// file without the permission.
    package static func place(of path: String) throws(SystemError.Failure) -> Target {
        if let kind = kind(of: path) {
            if kind == S_IFDIR { throw SystemError.Failure(number: EISDIR) }
            if kind != S_IFREG { return .device }
            if unsafe access(path, W_OK) == 0 { return .file }
        }
        // Another process may create or remove the file at any time, so the error of this one call decides.
        let number = errno
        if isMissing(number) { return .nothing }
        throw SystemError.Failure(number: number)
    }

    /// Returns whether a path is a directory, or a symbolic link to one.
    package static func isDirectory(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

    /// Returns whether a path is a file with a content of its own, or a symbolic link to one: it can be read without
    /// waiting, unlike a pipe.
    package static func isFile(_ path: String) -> Bool { kind(of: path) == S_IFREG }

    /// Returns the kind of what a path leads to, as in stat(2); nil if there is nothing.
    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Returns the errno value that keeps files from being made in a directory; nil if nothing is known to.
    package static func obstacle(toFilesIn directory: String) -> Int32? {
        // The dot makes it an error if it is a file.
        unsafe access("\(directory)/.", W_OK | X_OK) == 0 ? nil : errno
    }

    /// Resolves the symbolic links of a path; the last one may lead to a file that does not exist. Throws
    /// `SystemError.Failure`.
    package static func target(of path: String) throws(SystemError.Failure) -> String {
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

    /// Creates a directory and its missing parents, accessible only by the user (XDG Base Directory Specification),
    /// whatever the umask is. Throws `SystemError.Failure`.
    package static func makeDirectory(_ path: String) throws(SystemError.Failure) {
        func isMade() -> Bool { unsafe mkdir(path, 0o700) == 0 && chmod(path, 0o700) == 0 }
        if isMade() { return }
        let number = errno
        let parent = directory(of: path)
        if number == ENOENT, parent != path {
            try makeDirectory(parent)
            if isMade() { return }
        }
        guard isDirectory(path) else { throw SystemError.Failure(number: number == EEXIST ? ENOTDIR : number) }
    }

    /// Returns the directory part of a path.
    package static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the last part of a path.
    static func name(of path: String) -> Substring {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    }
}
