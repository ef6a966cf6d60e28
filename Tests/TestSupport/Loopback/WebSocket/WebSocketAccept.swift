/// The answer of a server to the key of a WebSocket handshake (RFC 6455, section 4.2.2), computed without the code that
/// is tested: the SHA-1 (RFC 3174) of the key and a fixed text, in Base64.
enum WebSocketAccept {
    /// Returns the value of `Sec-WebSocket-Accept` for a key.
    static func value(for key: String) -> String {
        base64(sha1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }

    private static func sha1(_ message: [UInt8]) -> [UInt8] {
        var bytes = message + [0x80]
        while bytes.count % 64 != 56 { bytes.append(0) }
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: (message.count * 8) >> (56 - 8 * $0)) }
        var hash: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        for start in stride(from: 0, to: bytes.count, by: 64) {
            var words = (0..<16).map { word in
                bytes[(start + 4 * word)..<(start + 4 * word + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            }
            for index in 16..<80 {
                words.append(rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
            }
            var (a, b, c, d, e) = (hash[0], hash[1], hash[2], hash[3], hash[4])
            for (index, word) in words.enumerated() {
                let (mixed, constant): (UInt32, UInt32) =
                    switch index {
                    case ..<20: (b & c | ~b & d, 0x5A82_7999)
                    case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                    case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                    default: (b ^ c ^ d, 0xCA62_C1D6)
                    }
                (a, b, c, d, e) = (rotated(a, 5) &+ mixed &+ e &+ constant &+ word, a, rotated(b, 30), c, d)
            }
            for (index, value) in [a, b, c, d, e].enumerated() { hash[index] &+= value }
        }
        return hash.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }

    private static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = (0..<3).map { start + $0 < bytes.count ? Int(bytes[start + $0]) : 0 }
            let value = group[0] << 16 | group[1] << 8 | group[2]
            for place in 0..<4 {
                let isPadding = start + place > bytes.count
                text.append(isPadding ? "=" : digits[value >> (18 - 6 * place) & 63])
            }
        }
        return text
    }
}
