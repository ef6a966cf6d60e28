import Testing

@testable import TestSupport

@Suite("Snapshots", .quick)
struct SnapshotTests {
    @Test("A missing snapshot fails and is recorded when asked for; another text fails with the lines that differ")
    func recording() async throws {
        try await withTemporaryDirectory { directory in
            let snapshot = Snapshot(name: "help", directory: directory.path("Snapshots"))
            let missing = snapshot.failure(of: "a\nb\n", recording: false)
            #expect(missing == "no \(snapshot.path): CRYPTO_RECORD_SNAPSHOTS=1 writes it")
            #expect(!Files.exists(directory.path("Snapshots")))
            #expect(
                snapshot.failure(of: "a\nb\n", recording: true)
                    == "recorded \(snapshot.path): look at it and run again")
            let recorded = try Files.bytes(snapshot.path)
            #expect(recorded == Array("a\nb\n".utf8))
            #expect(snapshot.failure(of: "a\nb\n", recording: false) == nil)
            let failure = try #require(snapshot.failure(of: "a\nc\n", recording: false))
            #expect(failure.hasSuffix("\n\(snapshot.path):1\n  a\n- b\n+ c"))
            #expect(snapshot.failure(of: "a\nc\n", recording: true) != nil)
            #expect(snapshot.failure(of: "a\nc\n", recording: false) == nil)
        }
    }

    @Test("A snapshot that cannot be read or written fails")
    func unreachable() async throws {
        try await withTemporaryDirectory { directory in
            let snapshot = Snapshot(name: "help", directory: try directory.write("", to: "file"))
            #expect(snapshot.failure(of: "a", recording: true)?.hasPrefix("open \(snapshot.path): ") == true)
            #expect(snapshot.failure(of: "a", recording: false)?.hasPrefix("no \(snapshot.path): ") == true)
        }
    }

    @Test("A failing snapshot fails the test at its line")
    func failing() {
        let line = #_sourceLocation.line + 2
        withKnownIssue {
            expectSnapshot(of: "", named: "x", filePath: "/nonexistent/ThingTests/Deep/A.swift")
        } matching: { issue in
            "\(issue)".contains("/nonexistent/ThingTests/Snapshots/x.txt") && issue.sourceLocation?.line == line
        }
    }

    @Test(
        "A difference shows file and line, the changed lines, two lines around them, and invisible characters",
        arguments: [
            ("1\n2\n3\n4\n5\n6\n7\n", "1\n2\n3\n4\nfive\n6\n7\n", "f:3\n  3\n  4\n- 5\n+ five\n  6\n  7"),
            ("1\n2\n3\n4\n5\n6\n7\n8\n", "1\n3\n4\n5\n6\n7\n8\n9\n", "f:1\n  1\n- 2\n  3\n  4\nf:7\n  7\n  8\n+ 9"),
            ("a\n", "a", "f:1\n  a\n+ (no newline at the end)"),
            ("a\n", "a\r\n", "f:1\n- a\n+ a\\r"),
            ("", "x\n", "f:1\n+ x"),
        ])
    func difference(old: String, new: String, shown: String) {
        #expect(LineDifference(from: old, to: new, of: "f").description == shown)
    }
}
