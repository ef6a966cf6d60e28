import Platform
import TestSupport
import Testing

@testable import Transport

@Suite("Files of kept answers", .quick)
struct CachedAnswerTests {
    private let answer = CachedAnswer(
        requested: Timestamp(seconds: 1_709_294_400, nanoseconds: 250_000_000, digits: 3),
        sinceBoot: BootTime(boot: "a-b-c", elapsed: .milliseconds(12_345)), freshness: .seconds(60),
        etag: #"W/"a b""#, lastModified: "Fri, 01 Mar 2024 12:00:00 GMT", body: Array("[1,\n\n2]\0".utf8))

    @Test("An answer is read as it was written, with and without optional values and a body")
    func roundTrip() {
        var plain = answer
        (plain.sinceBoot, plain.etag, plain.lastModified, plain.body) = (nil, nil, nil, [])
        for answer in [answer, plain] { #expect(CachedAnswer(encoded: answer.head + answer.body) == answer) }
    }

    @Test("A file cut at any byte is no answer")
    func cut() {
        let bytes = answer.head + answer.body
        for length in bytes.indices { #expect(CachedAnswer(encoded: Array(bytes.prefix(length))) == nil) }
    }

    @Test("A file with any bit flipped is no answer, nor is one with more bytes or of another version")
    func damaged() {
        let bytes = answer.head + answer.body
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                #expect(CachedAnswer(encoded: damaged) == nil, "byte \(index), bit \(bit)")
            }
        }
        #expect(CachedAnswer(encoded: bytes + [0]) == nil)
        let other = String(decoding: bytes, as: UTF8.self).replacing("crypto-answer 1", with: "crypto-answer 2")
        #expect(CachedAnswer(encoded: Array(other.utf8)) == nil)
        #expect(CachedAnswer(encoded: []) == nil)
    }

    /// The wall clock and the clock since the start, in seconds after the request, and the age.
    static let ages: [(wall: Int64, boot: String, elapsed: Int64, age: Int64?)] = [
        (10, "a", 10, 10),
        // The clock was set back by 9 s, and by more than the answer is old.
        (1, "a", 10, 10), (-5, "a", 10, nil),
        // The clock was set forward.
        (3600, "a", 10, 3600),
        // The system was started again.
        (10, "b", 2, 10), (-1, "b", 2, nil),
        // A clock that cannot be.
        (10, "a", -3, nil),
    ]

    @Test("A clock that was set never makes an old answer young", arguments: ages)
    func age(wall: Int64, boot: String, elapsed: Int64, age: Int64?) {
        let answer = CachedAnswer(
            requested: Timestamp(seconds: 1000), sinceBoot: BootTime(boot: "a", elapsed: .seconds(100)),
            freshness: .seconds(15), body: [])
        let found = answer.age(
            at: Timestamp(seconds: 1000 + wall), BootTime(boot: boot, elapsed: .seconds(100 + elapsed)))
        #expect(found == age.map { .seconds($0) })
    }
}

@Suite("Cache-Control", .quick)
struct CacheControlTests {
    static let cases: [(fields: [(String, String)], isNotStored: Bool, maxAge: Int64)] = [
        ([], false, 0), ([("Cache-Control", "no-store")], true, 0), ([("cache-control", "private, No-Store")], true, 0),
        ([("Cache-Control", "public, max-age=120")], false, 120), ([("Cache-Control", "MAX-AGE=\"7\"")], false, 7),
        ([("Cache-Control", "max-age=120"), ("Age", "100")], false, 20),
        ([("Cache-Control", "max-age=120"), ("Age", "500")], false, 0),
        ([("Cache-Control", "max-age=120"), ("Age", "-9")], false, 120),
        ([("Cache-Control", "max-age=120"), ("Age", "x")], false, 120),
        ([("Cache-Control", "no-cache, max-age=120")], false, 0), ([("Cache-Control", "max-age=-1")], false, 0),
        ([("Cache-Control", "max-age=")], false, 0), ([("Cache-Control", "max-age=1e9")], false, 0),
        ([("Cache-Control", "s-maxage=9")], false, 0), ([("Cache-Control", ",,;=")], false, 0),
        ([("Cache-Control", "max-age=99999999999999999999")], false, 31_536_000),
        ([("Cache-Control", "public"), ("Cache-Control", "max-age=5")], false, 5),
    ]

    @Test("no-store and max-age are read, less the age of the response", arguments: cases)
    func directives(fields: [(String, String)], isNotStored: Bool, maxAge: Int64) {
        let control = CacheControl(fields.map { HTTPHeader($0.0, $0.1) })
        #expect(control.isNotStored == isNotStored)
        #expect(control.maxAge == .seconds(maxAge))
    }
}
