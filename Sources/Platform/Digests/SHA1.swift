/// SHA-1 (FIPS 180-4 section 6.1), required by the WebSocket handshake (RFC 6455 section 4.2.2). It is not used for
/// security.
package enum SHA1 {
    /// Returns the 20-byte digest of a message.
    package static func digest(of message: [UInt8]) -> [UInt8] {
        let start: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        return MerkleDamgard.digest(of: message, from: start, mix)
    }

    private static func mix(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
        let words = schedule(block)
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for round in 0..<80 {
            let (choice, constant) = step(round, b: b, c: c, d: d)
            let next = rotated(a, 5) &+ choice &+ e &+ constant &+ words[round]
            (a, b, c, d, e) = (next, a, rotated(b, 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }

    /// Expands the sixteen words of a block to eighty (section 6.1.2 step 1).
    private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
        var words = MerkleDamgard.words(of: block)
        for index in 16..<80 {
            words.append(rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
        }
        return words
    }

    /// Returns the function of three words for a round, and its constant (sections 4.1.1 and 4.2.1).
    private static func step(_ round: Int, b: UInt32, c: UInt32, d: UInt32) -> (UInt32, UInt32) {
        switch round {
        case ..<20: ((b & c) | (~b & d), 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
