/// Encodes frames: unfragmented, and those of a client masked (RFC 6455 sections 5.2 and 5.3).
enum FrameEncoder {
    /// Appends a frame. `key` is the masking key; its lowest byte is the first on the wire. It must be new and
    /// unpredictable for each frame (section 10.3).
    static func append(
        _ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>, key: UInt32, to bytes: inout [UInt8]
    ) {
        bytes.reserveCapacity(bytes.count + payload.count + 14)
        bytes.append(0x80 | opcode.rawValue)
        appendLength(payload.count, to: &bytes)
        for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: key >> shift)) }
        let start = bytes.count
        bytes.append(contentsOf: payload)
        unsafe bytes.withUnsafeMutableBytes {
            unsafe mask(UnsafeMutableRawBufferPointer(rebasing: $0[start...]), with: key)
        }
    }

    /// Appends a frame as a server sends it, without a mask.
    static func append(serverFrame opcode: WebSocketOpcode, _ payload: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(0x80 | opcode.rawValue)
        appendLength(payload.count, mask: 0, to: &bytes)
        bytes += payload
    }

    /// Appends a length. `mask` is the bit that announces a masking key.
    private static func appendLength(_ length: Int, mask: UInt8 = 0x80, to bytes: inout [UInt8]) {
        switch length {
        case ...125:
            bytes.append(mask | UInt8(length))
        case ...0xFFFF:
            bytes += [mask | 126, UInt8(length >> 8), UInt8(length & 0xFF)]
        default:
            bytes.append(mask | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: length >> shift))
            }
        }
    }

    /// Masks eight bytes at a time. The key is repeated in the byte order of the memory.
    private static func mask(_ payload: UnsafeMutableRawBufferPointer, with key: UInt32) {
        let word = (UInt64(key) << 32 | UInt64(key)).littleEndian
        var index = 0
        while index + 8 <= payload.count {
            let plain = unsafe payload.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            unsafe payload.storeBytes(of: plain ^ word, toByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < payload.count {
            unsafe payload[index] ^= UInt8(truncatingIfNeeded: key >> UInt32(index % 4 * 8))
            index += 1
        }
    }
}
