/// What SHA-1 and SHA-256 share: messages in blocks of 64 bytes, and words of 32 bits, high byte first.
enum MerkleDamgard {
    /// Returns the digest of a message: the bytes of the state after each block of the message was mixed into it.
    static func digest(
        of message: [UInt8], from start: [UInt32], _ mix: (_ block: ArraySlice<UInt8>, inout [UInt32]) -> Void
    ) -> [UInt8] {
        var state = start
        let padded = padded(message)
        for start in stride(from: 0, to: padded.count, by: 64) { mix(padded[start..<start + 64], &state) }
        return state.flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    /// Pads a message (FIPS 180-4 section 5.1.1): a one bit, zeros, and the length in bits, to a multiple of 64 bytes.
    private static func padded(_ message: [UInt8]) -> [UInt8] {
        var bytes = message + [0x80]
        while bytes.count % 64 != 56 { bytes.append(0) }
        let bits = UInt64(message.count) * 8
        return bytes + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> $0) }
    }

    /// Returns the sixteen words of a block.
    static func words(of block: ArraySlice<UInt8>) -> [UInt32] {
        stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
    }
}
