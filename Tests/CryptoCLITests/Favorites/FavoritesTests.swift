import CryptoCLI
import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Favorites: links, locks and bytes of the file", .quick)
struct FavoritesTests {
    @Test("An edit behind a symbolic link removes the temporary file of a killed one")
    func abandoned() async throws {
        try await withHome { home in
            try home.directory.write("BTC\n", to: "far/list")
            try home.directory.write("BTC", to: "far/.list.crypto-0123456789abcdef")
            try home.directory.write("", to: "crypto/other")
            #expect(symlink(home.directory.path("far/list"), home.path) == 0)
            #expect(await home.run("list --add ETH").status == .success)
            #expect(Files.names(in: home.directory.path("far")) == ["list"] && home.text == "BTC\nETH\n")
        }
    }

    @Test("A file that is not UTF-8 exits with 78 and its line")
    func notUTF8() async throws {
        try await withHome { home in
            try home.directory.write("", to: "crypto/x")
            try Files.write([0x42, 0x0A, 0xFF], to: home.path)
            expectFailure(
                await home.run("list --favorites"), .configuration, says: "favorites:2: not valid UTF-8")
        }
    }

    @Test("A symbolic link is kept, and so is the mode of its file")
    func link() async throws {
        try await withTemporaryDirectory { directory in
            let home = FavoritesHome(directory: directory)
            try directory.write("BTC\n", to: "dotfiles/list", mode: 0o600)
            try directory.write("", to: "crypto/x")
            symlink("../dotfiles/list", home.path)
            #expect(await home.run("list --add ETH").status == .success)
            var status = stat()
            #expect(lstat(home.path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
            #expect(stat(directory.path("dotfiles/list"), &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(home.text == "BTC\nETH\n")
            #expect(Files.names(in: directory.path("dotfiles")) == ["list"])
            #expect(Files.names(in: directory.path("crypto")) == ["favorites", "x"])
        }
    }

    @Test("An edit waits for that of another process, but not longer than the deadline")
    func locked() async throws {
        try await withHome("BTC\n") { home in
            let lock = try FileLock(tryingDirectory: home.directory.path("crypto"))
            let run = await runTool(
                "list --remove BTC --deadline 1ms", ["XDG_CONFIG_HOME": home.directory.path], time: .live)
            expectFailure(run, .tryLater, says: "\(home.path): another process is changing it; try again")
            #expect(home.text == "BTC\n")
            #expect(lock != nil ? true : false)
        }
    }
}
