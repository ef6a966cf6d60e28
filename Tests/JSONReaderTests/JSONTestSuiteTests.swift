#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import JSONReader
import TestSupport
import Testing

/// The public JSONTestSuite (nst/JSONTestSuite on GitHub). `CRYPTO_JSON_TEST_SUITE` names its directory `test_parsing`.
@Suite("JSONTestSuite", .quick)
struct JSONTestSuiteTests {
    private static let directory = getenv("CRYPTO_JSON_TEST_SUITE").map { String(cString: $0) }

    @Test(
        "Every y_ file is accepted and every n_ file is rejected",
        .needs("CRYPTO_JSON_TEST_SUITE, a directory", directory != nil))
    func suite() throws {
        let directory = try #require(Self.directory)
        let names = Files.names(in: directory).filter { $0.hasSuffix(".json") }
        #expect(names.count { $0.hasPrefix("y_") } > 90)
        #expect(names.count { $0.hasPrefix("n_") } > 180)
        for name in names {
            let text = try Files.bytes("\(directory)/\(name)")
            let (skipped, read) = (JSONWalk.skipError(text), JSONWalk.readError(text))
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
}
