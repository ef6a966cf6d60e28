import Synchronization
import TestSupport
import Testing

@testable import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

private func mode(of path: String) -> UInt32 {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt32(status.st_mode) & 0o7777 : 0
}

private func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
}

/// Runs blocking work while four other threads repeat something.
private func whileRepeating(
    _ other: @escaping @Sendable () -> Void, _ work: @escaping @Sendable () throws -> Void
) async throws {
    let isOver = Mutex(false)
    let repeated: @Sendable () -> Void = { while !isOver.withLock({ $0 }) { other() } }
    async let first: Void = WorkerThread.result(of: repeated)
    async let second: Void = WorkerThread.result(of: repeated)
    async let third: Void = WorkerThread.result(of: repeated)
    async let fourth: Void = WorkerThread.result(of: repeated)
    let result = await WorkerThread.result { Result { try work() } }
    isOver.withLock { $0 = true }
    _ = await (first, second, third, fourth)
    try result.get()
}

@Suite("FileBytes: atomic replacement of files", .quick)
struct FileWritingTests {
    @Test(
        "A replaced file has its new content and its old mode, and no temporary file is left",
        arguments: [0o600, 0o644, 0o640])
    func replaces(permissions: UInt32) async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write("old, and longer than what is new", to: "file", mode: permissions)
            chmod(path, mode_t(permissions))
            try FileBytes.replace(path, with: Array("new".utf8))
            #expect(try Files.bytes(path) == Array("new".utf8))
            #expect(mode(of: path) == permissions)
            #expect(Files.names(in: directory.path) == ["file"])
        }
    }

    @Test("The mode of a new file follows the umask")
    func makes() async throws {
        try await withTemporaryDirectory { directory in
            try FileBytes.replace(directory.path("file"), with: [1, 2])
            let other = try directory.write("", to: "other", mode: 0o666)
            #expect(try Files.bytes(directory.path("file")) == [1, 2])
            #expect(mode(of: directory.path("file")) == mode(of: other))
        }
    }

    @Test("Only a file with the mark of a temporary file, and that nobody has locked, is removed as abandoned")
    func abandoned() async throws {
        try await withTemporaryDirectory { directory in
            let kept = [
                "favorites", ".favorites", ".favorites.", ".favorites.20261101", ".favorites.crypto-20261101",
                ".favorites.crypto-0123456789abcdeg", ".other.crypto-0123456789abcdef",
                ".favorites.crypto-1111111111111111",
            ]
            for name in kept + [".favorites.crypto-0123456789abcdef"] { try directory.write("x", to: name) }
            let live = open(directory.path(".favorites.crypto-1111111111111111"), O_RDONLY | O_CLOEXEC)
            defer { close(live) }
            #expect(flock(live, LOCK_EX) == 0)
            FileDraft.removeAbandoned(of: directory.path("favorites"))
            #expect(Set(Files.names(in: directory.path)) == Set(kept))
            FileDraft.removeAbandoned(of: directory.path("none/favorites"))
        }
    }

    @Test("Whoever looks for abandoned files never removes one that is made meanwhile")
    func live() async throws {
        try await withTemporaryDirectory { directory in
            let temporary = directory.path(".file.crypto-0123456789abcdef")
            try await whileRepeating({ FileDraft.removeIfAbandoned(temporary, in: AT_FDCWD) }) {
                for _ in 0..<5_000 {
                    var made: FileLock?
                    while made == nil {
                        do {
                            made = try FileLock.open(temporary, O_WRONLY | O_CREAT | O_EXCL)
                        } catch let error as SystemError.Failure where error.number == EEXIST {
                            // It is about to be removed. A draft would have another name.
                        }
                    }
                    guard rename(temporary, directory.path("file")) == 0 else {
                        throw SystemError.Failure(number: errno)
                    }
                }
            }
            #expect(Files.names(in: directory.path) == ["file"])
        }
    }

    @Test("A file that another process makes and removes all the time may be there or not, and is never an error")
    func place() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("file")
            try await whileRepeating({
                close(open(path, O_WRONLY | O_CREAT, 0o600))
                unlink(path)
            }) {
                for _ in 0..<50_000 { _ = try FileBytes.place(of: path) }
                for _ in 0..<500 { _ = try GrowingFile(path) }
            }
        }
    }

    @Test("A failed replacement changes no file")
    func fails() async throws {
        try await withTemporaryDirectory { directory in
            try directory.write("x", to: "place/inner")
            #expect(throws: SystemError.Failure(number: ENOENT)) {
                try FileBytes.replace(directory.path("none/file"), with: [1])
            }
            #expect(throws: SystemError.Failure(number: EISDIR)) {
                try FileBytes.replace(directory.path("place"), with: [1])
            }
            #expect(Files.names(in: directory.path) == ["place"])
            #expect(Files.names(in: directory.path("place")) == ["inner"])
        }
    }

    @Test("Symbolic links are followed through other links and to a file that does not exist yet; a loop is an error")
    func links() async throws {
        try await withTemporaryDirectory { directory in
            let real = try directory.write("x", to: "deep/real")
            symlink("deep/real", directory.path("near"))
            symlink(directory.path("near"), directory.path("far"))
            symlink("deep/later", directory.path("dangling"))
            symlink("loop", directory.path("loop"))
            #expect(try FileBytes.target(of: real) == real)
            #expect(try FileBytes.target(of: directory.path("far")) == real)
            #expect(try FileBytes.target(of: directory.path("dangling")) == directory.path("deep/later"))
            #expect(try FileBytes.target(of: directory.path("none")) == directory.path("none"))
            #expect(throws: SystemError.Failure(number: ELOOP)) { try FileBytes.target(of: directory.path("loop")) }
            try FileBytes.replace(FileBytes.target(of: directory.path("far")), with: [7])
            #expect(isLink(directory.path("far")) && isLink(directory.path("near")))
            #expect(try Files.bytes(real) == [7])
        }
    }

    @Test("New directories have mode 0700, existing ones keep their mode, and a file in their place is an error")
    func directories() async throws {
        try await withTemporaryDirectory { directory in
            try FileBytes.makeDirectory(directory.path("a/b/c"))
            #expect(mode(of: directory.path("a")) == 0o700 && mode(of: directory.path("a/b/c")) == 0o700)
            chmod(directory.path("a"), 0o755)
            try FileBytes.makeDirectory(directory.path("a"))
            #expect(mode(of: directory.path("a")) == 0o755)
            try directory.write("x", to: "file")
            #expect(throws: SystemError.Failure(number: ENOTDIR)) {
                try FileBytes.makeDirectory(directory.path("file"))
            }
            #expect(throws: SystemError.Failure(number: ENOTDIR)) {
                try FileBytes.makeDirectory(directory.path("file/more"))
            }
        }
    }
}

/// Whether the directory's lock is free.
private func canLock(_ path: String) throws(SystemError.Failure) -> Bool {
    let lock = try FileLock(tryingDirectory: path)
    return lock != nil
}

@Suite("FileLock", .quick)
struct FileLockTests {
    @Test("A lock has one holder at a time, and is free once its holder releases it")
    func exclusive() async throws {
        try await withTemporaryDirectory { directory in
            do {
                let first = try FileLock(tryingDirectory: directory.path)
                #expect(try !canLock(directory.path))
                _ = consume first
            }
            #expect(try canLock(directory.path) && canLock(directory.path))
            #expect(Files.names(in: directory.path).isEmpty)
        }
    }

    @Test("A path that is not a directory cannot be locked")
    func noDirectory() async throws {
        try await withTemporaryDirectory { directory in
            let file = try directory.write("", to: "file")
            for (path, number) in [(directory.path("none"), ENOENT), (file, ENOTDIR)] {
                #expect(throws: SystemError.Failure(number: number)) {
                    try canLock(path)
                }
            }
        }
    }
}
