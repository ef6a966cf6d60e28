/// CRC-32 (ISO 3309, the checksum of gzip and PNG), which finds damage in files. It is no protection against forgery.
package enum CRC32 {
    /// Returns the checksum of bytes, which may be in several pieces.
    package static func checksum(of pieces: ArraySlice<UInt8>...) -> UInt32 {
        ~pieces.reduce(.max) { state, piece in
            unsafe piece.withUnsafeBytes { unsafe next(state, after: $0) }
        }
    }

    private static func next(_ before: UInt32, after bytes: UnsafeRawBufferPointer) -> UInt32 {
        unsafe tables.withUnsafeBufferPointer { tables in
            var state = before
            var index = 0
            // Eight bytes a step, each by a table of its own ("slicing-by-8", Kounavis and Berry 2005).
            while index + 8 <= bytes.count {
                let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                let mixed = word ^ UInt64(state)
                state = 0
                for lane in 0..<8 {
                    let byte = Int(truncatingIfNeeded: mixed >> (8 * UInt64(lane)) & 0xFF)
                    unsafe state ^= tables[(7 - lane) * 256 + byte]
                }
                index += 8
            }
            while index < bytes.count {
                unsafe state = state >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: state) ^ bytes[index])]
                index += 1
            }
            return state
        }
    }

    /// The remainders of each byte, followed by 0 to 7 zero bytes.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = []
        for byte: UInt32 in 0..<256 {
            var rest = byte
            for _ in 0..<8 { rest = rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xEDB8_8320 }
            tables.append(rest)
        }
        for index in 256..<8 * 256 {
            let before = tables[index - 256]
            tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
        }
        return tables
    }()
}
