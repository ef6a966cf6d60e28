#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import JSONReader
import Testing

/// The public JSONTestSuite (nst/JSONTestSuite on GitHub), where `CRYPTO_JSON_TEST_SUITE` names its `test_parsing`.
@Suite("JSONTestSuite")
struct JSONTestSuiteTests {
    private static let directory = getenv("CRYPTO_JSON_TEST_SUITE").map { String(cString: $0) }

    @Test("every y_ file is accepted and every n_ file refused", .enabled(if: directory != nil))
    func suite() throws {
        let names = try Self.names()
        #expect(names.count { $0.hasPrefix("y_") } > 90)
        #expect(names.count { $0.hasPrefix("n_") } > 180)
        for name in names {
            let bytes = try Self.contents(name)
            let (skipped, read) = (JSONWalk.skipError(bytes), JSONWalk.readError(bytes))
            if name.hasPrefix("n_") {
                #expect(skipped != nil && read != nil, "\(name)")
            } else if name.hasPrefix("y_object_duplicated_key") {
                #expect(skipped == nil && read?.kind == .duplicateKey("a"), "\(name)")
            } else if name.hasPrefix("y_") {
                #expect(skipped == nil && read == nil, "\(name)")
            } else {
                #expect((skipped == nil) == (read == nil), "\(name)")
            }
        }
    }

    private static func names() throws -> [String] {
        let directory = try #require(directory)
        let stream = try #require(opendir(directory))
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".json") { names.append(name) }
        }
        return names.sorted()
    }

    private static func contents(_ name: String) throws -> [UInt8] {
        let directory = try #require(directory)
        let file = try #require(fopen("\(directory)/\(name)", "rb"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }
}
