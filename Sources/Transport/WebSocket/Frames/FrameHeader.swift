/// The header of a frame from a server (RFC 6455 section 5.2), with the checks that need only this frame.
struct FrameHeader: Equatable {
    let opcode: WebSocketOpcode
    /// True for the last or only frame of a message.
    let isFinal: Bool
    /// The payload's length in bytes.
    let payloadLength: Int
    /// The length of the header in bytes.
    let length: Int

    /// Parses the header at the beginning of `bytes`; nil if more bytes are needed. Throws as soon as the available
    /// bytes show an error. A length in a longer form than needed is accepted.
    @inline(__always)
    init?(_ bytes: UnsafeBufferPointer<UInt8>) throws(WebSocketFailure) {
        guard bytes.count >= 2 else { return nil }
        let (first, second) = unsafe (bytes[0], bytes[1])
        guard first & 0x70 == 0 else { throw .protocolViolation(.reservedBits) }
        guard let opcode = WebSocketOpcode(rawValue: first & 0x0F) else {
            throw .protocolViolation(.reservedOpcode(first & 0x0F))
        }
        guard second & 0x80 == 0 else { throw .protocolViolation(.maskedFrame) }
        self.opcode = opcode
        isFinal = first & 0x80 != 0
        if opcode.isControl {
            guard second <= 125 else { throw .protocolViolation(.oversizedControl) }
            guard isFinal else { throw .protocolViolation(.fragmentedControl) }
        }
        switch second {
        case 127:
            guard bytes.count >= 10 else { return nil }
            // The number is in network byte order.
            let value = unsafe bytes[2..<10].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard let number = Int(exactly: value) else { throw .protocolViolation(.lengthOverflow) }
            payloadLength = number
            length = 10
        case 126:
            guard bytes.count >= 4 else { return nil }
            payloadLength = unsafe Int(bytes[2]) << 8 | Int(bytes[3])
            length = 4
        default:
            payloadLength = Int(second)
            length = 2
        }
    }
}
