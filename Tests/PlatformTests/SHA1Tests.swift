import Platform
import TestSupport
import Testing

@Suite("SHA-1 (FIPS 180-4)", .quick)
struct SHA1Tests {
    /// NIST's examples, including the message of a million `a` (csrc.nist.gov, Cryptographic Standards and Guidelines).
    static let vectors: [(message: String, digest: String)] = [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "a49b2446a02c645bf419f995b67091253a04a259"
        ),
        (String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    ]

    /// Digests by sha1sum(1) of repeated `a`: lengths around the end of a block, where the padding takes another block.
    static let padded: [(count: Int, digest: String)] = [
        (55, "c1c8bbdc22796e28c0e15163d20899b65621d65a"), (56, "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
        (57, "f08f24908d682555111be7ff6f004e78283d989a"), (63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5"),
        (64, "0098ba824b5c16427bd7a1122a5a442a25ec644d"), (65, "11655326c708d70319be2610e8a57d9a5b959d3b"),
        (119, "ee971065aaa017e0632a8ca6c77bb3bf8b1dfc56"), (120, "f34c1488385346a55709ba056ddd08280dd4c6d6"),
    ]

    @Test("The digests of the examples of the standard are correct", arguments: vectors)
    func examples(message: String, digest: String) {
        #expect(digestText(Array(message.utf8)) == digest)
    }

    @Test("The digests of all lengths around the end of a block are correct", arguments: padded)
    func padding(count: Int, digest: String) {
        #expect(digestText([UInt8](repeating: 0x61, count: count)) == digest)
    }

    private func digestText(_ message: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(SHA1.digest(of: message).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
