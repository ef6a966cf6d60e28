import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Directories of one user", .quick)
struct PrivateDirectoryTests {
    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test("Missing directories are created with mode 0700 and files with 0600, whatever the umask allows")
    func modes() async throws {
        try await withTemporaryDirectory { home in
            let directory = try PrivateDirectory(home.path("a/b"))
            try directory.replace("file", with: [1], [2, 3])
            #expect(mode(home.path("a")) == 0o700)
            #expect(mode(home.path("a/b")) == 0o700)
            #expect(mode(home.path("a/b/file")) == 0o600)
            #expect(directory.read("file", limit: 3) == [1, 2, 3])
            #expect(directory.read("file", limit: 2) == nil)
            #expect(directory.read("none", limit: 3) == nil)
        }
    }

    @Test("A directory that others can read is closed to them")
    func closed() async throws {
        try await withTemporaryDirectory { home in
            mkdir(home.path("open"), 0o755)
            _ = try PrivateDirectory(home.path("open"))
            #expect(mode(home.path("open")) == 0o700)
        }
    }

    @Test("A symbolic link and a file in place of the directory are refused")
    func links() async throws {
        try await withTemporaryDirectory { home in
            mkdir(home.path("real"), 0o700)
            symlink(home.path("real"), home.path("link"))
            try home.write("", to: "file")
            #expect(throws: PrivateDirectory.Fault.symbolicLink) { try PrivateDirectory(home.path("link")) }
            #expect(throws: PrivateDirectory.Fault.system(ENOTDIR)) { try PrivateDirectory(home.path("file")) }
            #expect(throws: PrivateDirectory.Fault.system(ENOTDIR)) { try PrivateDirectory(home.path("file/below")) }
        }
    }

    @Test("A directory of another user is refused", .needs("root, who can give files away", geteuid() == 0))
    func others() async throws {
        try await withTemporaryDirectory { home in
            mkdir(home.path("theirs"), 0o777)
            chown(home.path("theirs"), 65_534, 65_534)
            #expect(throws: PrivateDirectory.Fault.ofAnotherUser) { try PrivateDirectory(home.path("theirs")) }
        }
    }

    @Test("An existing directory keeps its mode if that is wanted, and a new one is private")
    func keptMode() async throws {
        try await withTemporaryDirectory { home in
            mkdir(home.path("open"), 0o755)
            chmod(home.path("open"), 0o755)
            for (name, mode) in [("open", 0o755), ("new/inner", 0o700)] {
                _ = try PrivateDirectory(home.path(name), tightens: false)
                var status = stat()
                #expect(stat(home.path(name), &status) == 0 && Int(status.st_mode & 0o777) == mode)
            }
        }
    }

    @Test("A file that is a symbolic link, a pipe or a directory is neither read nor locked; it is replaced")
    func noFiles() async throws {
        try await withTemporaryDirectory { home in
            let directory = try PrivateDirectory(home.path("cache"))
            try home.write("secret", to: "victim")
            symlink(home.path("victim"), home.path("cache/link"))
            mkfifo(home.path("cache/pipe"), 0o600)
            mkdir(home.path("cache/folder"), 0o700)
            for name in ["link", "pipe", "folder"] {
                #expect(directory.read(name, limit: 100) == nil)
                guard case .impossible = directory.lock(name) else {
                    Issue.record("\(name) was locked")
                    continue
                }
            }
            try directory.replace("link", with: [7])
            #expect(directory.read("link", limit: 100) == [7])
            #expect(try FileBytes.read(home.path("victim"))?.bytes == Array("secret".utf8))
            #expect(throws: SystemError.Failure.self) { try directory.replace("folder", with: [7]) }
            #expect(directory.files().map(\.name).sorted() == ["link"])
        }
    }

    @Test("A lock keeps others out until it is released, and stays on the file that was replaced")
    func locks() async throws {
        try await withTemporaryDirectory { home in
            let one = try PrivateDirectory(home.path("cache"))
            let other = try PrivateDirectory(home.path("cache"))
            func isFree() -> Bool {
                if case .held = other.lock("file") { true } else { false }
            }
            switch one.lock("file") {
            case .held(let lock):
                #expect(!isFree())
                try one.replace("file", with: [1])
                #expect(isFree())
                extendLifetime(lock)
            case .busy: Issue.record("not locked")
            case .impossible: Issue.record("not locked")
            }
            #expect(isFree())
            #expect(other.read("file", limit: 9) == [1])
            one.removeIfEmpty("file")
            #expect(other.read("file", limit: 9) == [1])
            try one.replace("file", with: [])
            one.removeIfEmpty("file")
            #expect(other.read("file", limit: 9) == nil)
        }
    }

    @Test("A draft has no name until it is published, is never taken for abandoned, and is removed without a name")
    func drafts() async throws {
        try await withTemporaryDirectory { home in
            let directory = try PrivateDirectory(home.path("state"))
            try directory.replace("file", with: [1])
            do {
                let draft = try FileDraft(of: "file", in: directory)
                try draft.write([2])
                let names = Set(directory.files().map(\.name))
                #expect(names.count == 2)
                #expect(directory.read("file", limit: 9) == [1])
                for name in names { directory.removeIfAbandoned(name) }
                try draft.publish()
            }
            #expect(directory.read("file", limit: 9) == [2])
            _ = try FileDraft(of: "file", in: directory)
            #expect(directory.files().map(\.name) == ["file"])
            mkdir(home.path("state/folder"), 0o700)
            #expect(throws: SystemError.Failure.self) { try directory.replace("folder", with: [4]) }
            #expect(directory.files().map(\.name) == ["file"])
        }
    }

    @Test("Appending returns the new size")
    func appending() async throws {
        try await withTemporaryDirectory { home in
            let directory = try PrivateDirectory(home.path("cache"))
            #expect(try directory.append([1, 2], to: "tally") == 2)
            #expect(try directory.append([3], to: "tally") == 3)
            #expect(directory.files().map(\.size) == [3])
        }
    }
}
