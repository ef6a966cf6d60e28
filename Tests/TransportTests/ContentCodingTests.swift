import TestSupport
import Testing

@testable import Transport

@Suite("compressed bodies: whole, or an error")
struct ContentCodingTests {
    private let limit = 1 << 20
    private let coins = Array(Compressed.coins.utf8)

    /// The bytes as a member with every part that its header may have.
    private func decorated(_ bytes: [UInt8]) -> [UInt8] {
        var member = Gzip.stored(bytes)
        member[3] = 1 | 2 | 4 | 8 | 16
        member.insert(contentsOf: [2, 0, 9, 9] + Array("name\0note\0".utf8) + [0, 0], at: 10)
        return member
    }

    @Test("CRC-32's own check value")
    func checksum() {
        #expect(ContentCoding.crc32(Array("123456789".utf8)) == 0xCBF4_3926)
    }

    @Test("every form that the two names stand for is read")
    func forms() throws {
        let hello = Array("hello".utf8)
        let gzip: [([UInt8], [UInt8])] = [
            (Compressed.gzip, coins), (Gzip.stored(hello), hello), (Gzip.stored([]), []), ([], []),
            (Gzip.stored(hello) + Compressed.gzip, hello + coins),
            (decorated(hello), hello),
        ]
        for (bytes, plain) in gzip {
            #expect(try ContentCoding.gzip.decoded(bytes, limit: limit) == plain)
        }
        for bytes in [Compressed.deflate, Compressed.rawDeflate] {
            #expect(try ContentCoding.deflate.decoded(bytes, limit: limit) == coins)
        }
    }

    @Test("cut anywhere, a stream is an error")
    func cutAnywhere() {
        for count in 1..<Compressed.gzip.count {
            #expect(throws: InflateFault.self) {
                try ContentCoding.gzip.decoded(Array(Compressed.gzip[..<count]), limit: limit)
            }
        }
        for count in 1..<Compressed.deflate.count {
            #expect(throws: InflateFault.self) {
                try ContentCoding.deflate.decoded(Array(Compressed.deflate[..<count]), limit: limit)
            }
        }
    }

    @Test("with any bit of it turned, a stream is an error or what it was")
    func damaged() {
        for place in Compressed.gzip.indices {
            for bit in 0..<8 {
                var bytes = Compressed.gzip
                bytes[place] ^= 1 << UInt8(bit)
                let plain = try? ContentCoding.gzip.decoded(bytes, limit: limit)
                #expect(plain == nil || plain == coins)
            }
        }
    }

    @Test("any bytes at all are read to an end")
    func noise() {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        for _ in 0..<3000 {
            let bytes = (0..<120).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            }
            let plain = try? ContentCoding.deflate.decoded(bytes, limit: 4096)
            #expect((plain?.count ?? 0) <= 4096)
        }
    }

    @Test("the limit is exact")
    func limits() throws {
        #expect(try ContentCoding.gzip.decoded(Compressed.gzip, limit: coins.count) == coins)
        #expect(throws: InflateFault.tooLarge) {
            try ContentCoding.gzip.decoded(Compressed.gzip, limit: coins.count - 1)
        }
        #expect(throws: InflateFault.tooLarge) {
            try ContentCoding.gzip.decoded(Gzip.stored(coins), limit: coins.count - 1)
        }
        #expect(throws: InflateFault.tooLarge) {
            try ContentCoding.gzip.decoded(Compressed.gzip + Compressed.gzip, limit: coins.count * 2 - 1)
        }
        #expect(throws: InflateFault.tooLarge) {
            try ContentCoding.gzip.decoded(Gzip.bomb(megabytes: 2), limit: limit)
        }
        #expect(try ContentCoding.gzip.decoded(Gzip.bomb(megabytes: 1), limit: limit).count == limit)
    }
}
