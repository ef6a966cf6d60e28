import Platform
import TestSupport
import Testing

@Suite("SHA-256 (FIPS 180-4)", .quick)
struct SHA256Tests {
    /// NIST's examples, including the message of a million `a` (csrc.nist.gov, Cryptographic Standards and Guidelines).
    static let vectors: [(message: String, digest: String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ]

    @Test("The digests of the examples of the standard are correct", arguments: vectors)
    func examples(message: String, digest: String) {
        #expect(SHA256.hex(of: message) == digest)
        #expect(SHA256.digest(of: Array(message.utf8)).count == 32)
    }
}

@Suite("CRC-32 (ISO 3309)", .quick)
struct CRC32Tests {
    @Test("The check value of the catalogue of parametrised CRC algorithms is correct")
    func checkValue() {
        #expect(CRC32.checksum(of: Array("123456789".utf8)[...]) == 0xCBF4_3926)
        #expect(CRC32.checksum(of: []) == 0)
    }

    @Test("Every length and beginning of a slice has the checksum that the definition gives, bit by bit")
    func lengths() {
        let bytes = (0..<80).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
        for start in 0..<9 {
            for end in start...bytes.count {
                #expect(CRC32.checksum(of: bytes[start..<end]) == Self.defined(bytes[start..<end]))
            }
        }
    }

    private static func defined(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var rest: UInt32 = .max
        for byte in bytes {
            for bit in 0..<8 {
                let isSet = (rest ^ UInt32(byte >> bit)) & 1 == 1
                rest = isSet ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
            }
        }
        return ~rest
    }
}
