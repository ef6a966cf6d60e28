import Testing

@testable import TestSupport

@Suite("files")
struct FilesTests {
    @Test("a temporary directory goes with all in it, links not followed")
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

    @Test("a file that is not there is an error that names it")
    func missing() {
        #expect(throws: SystemCallFailure.self) { try Files.bytes("/nonexistent/file") }
    }

    @Test("the tests' own executable's directory is where products are looked for")
    func products() {
        #expect(Executables.builtProduct("no-such-product") == nil)
        #expect(Executables.builtProduct("crypto").map(Files.exists) != false)
    }

    @Test("recordings are listed and read", .needsRecordings)
    func recordings() throws {
        let names = Recordings.names(of: "coingecko", suffix: ".json")
        let first = try #require(names.first)
        #expect(try !Recordings.bytes(first).isEmpty)
    }
}
