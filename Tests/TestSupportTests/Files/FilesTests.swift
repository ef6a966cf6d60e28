import Testing

@testable import TestSupport

@Suite("Files", .quick)
struct FilesTests {
    @Test("A temporary directory is removed with its content, without following links")
    func temporary() async throws {
        try await withTemporaryDirectory { outer in
            try outer.write("kept", to: "kept/file")
            let inner = try await withTemporaryDirectory { directory in
                try directory.write("x", to: "a/b/c.txt")
                _ = try await ToolProcess.run("/bin/ln", ["-s", outer.path("kept"), directory.path("a/link")])
                #expect(Files.names(in: directory.path("a")) == ["b", "link"])
                return directory.path
            }
            #expect(!Files.exists(inner))
            #expect(try Files.bytes(outer.path("kept/file")) == Array("kept".utf8))
        }
    }

    @Test("The error for a missing file names it")
    func missing() {
        #expect(throws: SystemCallFailure.self) { try Files.bytes("/nonexistent/file") }
    }

    @Test("Products are searched for in the directory of the test executable")
    func products() {
        #expect(Executables.builtProduct("no-such-product") == nil)
        #expect(Executables.builtProduct("crypto").map(Files.exists) != false)
    }

    @Test("Recordings are listed and read", .needsRecordings)
    func recordings() throws {
        let names = Recordings.names(of: "coingecko", suffix: ".json")
        let first = try #require(names.first)
        #expect(try !Recordings.bytes(first).isEmpty)
    }
}
