import Testing

@testable import TestSupport

@Suite("Gzip bodies", .needs(program: "gzip"), .quick)
struct GzipTests {
    private func unzipped(_ stream: [UInt8]) async throws -> [UInt8] {
        let gzip = try #require(Executables.inPath("gzip"))
        let outcome = try await ToolProcess.run(
            gzip, ["-dc"], environment: ["PATH": "/usr/bin:/bin"], input: .bytes(stream))
        #expect(outcome.status == .exited(0), "\(outcome.errorText)")
        return outcome.output
    }

    @Test("Stored streams are valid for gzip(1)", arguments: [0, 1, 65535, 65536, 200_000])
    func stored(size: Int) async throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 / 7) }
        #expect(try await unzipped(Gzip.stored(bytes)) == bytes)
    }

    @Test("A bomb is a valid stream of far more bytes than its own size", arguments: [1, 3])
    func bomb(megabytes: Int) async throws {
        let stream = Gzip.bomb(megabytes: megabytes)
        #expect(stream.count < megabytes << 20 / 150)
        #expect(try await unzipped(stream) == [UInt8](repeating: 0x20, count: megabytes << 20))
    }
}
