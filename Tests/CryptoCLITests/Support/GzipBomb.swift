/// A small gzip stream that decompresses to a large size.
enum GzipBomb {
    /// More than `megabytes` × 1,048,576 spaces in a stream that never ends: one literal, then matches of 258 bytes at
    /// distance 1 in the fixed code, 13 bits each (RFC 1951 section 3.2.6).
    static func bytes(megabytes: Int) -> [UInt8] {
        var bits = BitWriter()
        // Last block, fixed code; the literal 0x20 is code 0x30 + 0x20.
        bits.append(0b011, count: 3)
        bits.append(reversed: 0x50, count: 8)
        for _ in 0..<((megabytes << 20) / 258 + 16) { bits.append(reversed: 0b11000101_00000, count: 13) }
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + bits.bytes
    }
}

/// Writes bits, beginning with the lowest of each byte.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var used = 8

    mutating func append(_ bits: Int, count: Int) {
        for index in 0..<count {
            if used == 8 {
                bytes.append(0)
                used = 0
            }
            bytes[bytes.count - 1] |= UInt8(bits >> index & 1) << used
            used += 1
        }
    }

    /// Codes are written beginning with their highest bit.
    mutating func append(reversed bits: Int, count: Int) {
        for index in stride(from: count - 1, through: 0, by: -1) { append(bits >> index & 1, count: 1) }
    }
}
