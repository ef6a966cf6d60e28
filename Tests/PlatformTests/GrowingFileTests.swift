import TestSupport
import Testing

@testable import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Whether the lock of a file is free.
private func isFree(_ path: String) -> Bool {
    let file = open(path, O_RDONLY)
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) == 0
}

private func text(_ path: String) throws -> String { String(decoding: try Files.bytes(path), as: UTF8.self) }

@Suite("GrowingFile: a file that several processes append to", .quick, .endsHang)
struct GrowingFileTests {
    @Test("A new file gets the lines, an old one keeps what it has, and the size is that of both")
    func appends() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("rows")
            for round in 1...2 {
                let file = try GrowingFile(path)
                try file.append([Array("one\n".utf8), Array("two\n".utf8)])
                try file.append([])
                try file.synchronize()
                #expect(file.size == 8 * round)
            }
            #expect(try text(path) == "one\ntwo\none\ntwo\n")
        }
    }

    @Test("Lines of any length around the edges of pages arrive whole and in order")
    func pages() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("rows")
            var expected: [UInt8] = []
            for length in [1, 100, 4095, 4096, 4097, 9000] {
                let lines = (0..<50).map { index in
                    Array(repeating: UInt8(97 + index % 26), count: length - 1) + [0x0A]
                }
                let file = try GrowingFile(path)
                try file.append(lines)
                expected += lines.joined()
                #expect(file.size == expected.count)
            }
            #expect(try Files.bytes(path) == expected)
        }
    }

    @Test("Bytes are read from an offset to the end, piece by piece")
    func reads() async throws {
        try await withTemporaryDirectory { directory in
            let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
            let path = directory.path("rows")
            try Files.write(content, to: path)
            let file = try GrowingFile(path)
            for start in [0, 65_536, 199_999, 200_000] {
                var read: [UInt8] = []
                while case let piece = try file.read(from: start + read.count), !piece.isEmpty { read += piece }
                #expect(read == Array(content[start...]))
            }
        }
    }

    @Test("After a cut the next line follows what is left")
    func cut() async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write("one\nhal", to: "rows")
            let file = try GrowingFile(path)
            try file.truncate(to: 4)
            #expect(file.size == 4)
            try file.append([Array("two\n".utf8)])
            #expect(try text(path) == "one\ntwo\n")
        }
    }

    @Test("The lock is held until the value is released, and is that of the file under the name")
    func lock() async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write("old\n", to: "rows")
            var first: GrowingFile? = try GrowingFile(path)
            #expect(!isFree(path))
            async let second = WorkerThread.result {
                Result {
                    let file = try GrowingFile(path)
                    let (identity, size, free) = (file.identity, file.size, isFree(path))
                    try file.append([Array("more\n".utf8)])
                    return (identity, size, free)
                }
            }
            // Whoever waits for the lock of the old file must not append to it.
            #expect(rename(try directory.write("new\n", to: "other"), path) == 0)
            let old = try #require(first?.identity)
            first = nil
            let (identity, size, wasFree) = try await second.get()
            #expect(identity != old && size == 4 && !wasFree)
            #expect(isFree(path))
            #expect(try text(path) == "new\nmore\n")
        }
    }

    @Test("A file that cannot be opened says why")
    func unopened() async throws {
        try await withTemporaryDirectory { directory in
            for (path, number) in [
                (directory.path, EISDIR), (directory.path("none/rows"), ENOENT), (directory.path("rows/rows"), ENOTDIR),
            ] {
                try directory.write("", to: "rows")
                #expect(throws: SystemError.Failure(number: number)) { try GrowingFile(path) }
            }
        }
    }

    @Test("Where there is no room, the failure is thrown and no line counts as written", .needsLinux)
    func full() throws {
        let file = try GrowingFile("/dev/full")
        #expect(throws: SystemError.Failure(number: ENOSPC)) { try file.append([Array("one\n".utf8)]) }
        #expect(file.size == 0)
    }
}
