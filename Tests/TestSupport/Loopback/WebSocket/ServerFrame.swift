/// A frame as a server sends it (RFC 6455 section 5.2), valid or not.
package struct ServerFrame: Sendable {
    /// 0 continuation, 1 text, 2 binary, 8 close, 9 ping, 10 pong; the others are reserved.
    package var opcode: UInt8
    /// The payload.
    package var payload: [UInt8]
    /// The last or only frame of a message.
    package var isFinal: Bool
    /// RSV1 (4), RSV2 (2), RSV3 (1).
    package var reservedBits: UInt8
    /// The masking key. A server may not mask frames.
    package var maskingKey: [UInt8]?

    package init(
        opcode: UInt8, payload: [UInt8], isFinal: Bool = true, reservedBits: UInt8 = 0, maskingKey: [UInt8]? = nil
    ) {
        self.opcode = opcode
        self.payload = payload
        self.isFinal = isFinal
        self.reservedBits = reservedBits
        self.maskingKey = maskingKey
    }

    /// A whole text message.
    package static func text(_ text: String) -> ServerFrame {
        ServerFrame(opcode: 1, payload: Array(text.utf8))
    }

    /// A whole binary message.
    package static func binary(_ payload: [UInt8]) -> ServerFrame {
        ServerFrame(opcode: 2, payload: payload)
    }

    /// A ping.
    package static func ping(_ payload: [UInt8] = []) -> ServerFrame {
        ServerFrame(opcode: 9, payload: payload)
    }

    /// A close frame; without a code it is empty.
    package static func close(_ code: UInt16?, reason: String = "") -> ServerFrame {
        ServerFrame(opcode: 8, payload: code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] + Array(reason.utf8) } ?? [])
    }

    /// A text message in fragments of `size` bytes, which may cut characters.
    package static func fragments(ofText text: String, size: Int) -> [ServerFrame] {
        fragments(of: Array(text.utf8), opcode: 1, size: size)
    }

    /// A message in fragments of `size` bytes.
    package static func fragments(of payload: [UInt8], opcode: UInt8, size: Int) -> [ServerFrame] {
        let starts = Array(stride(from: 0, to: max(payload.count, 1), by: max(size, 1)))
        return starts.map { start in
            ServerFrame(
                opcode: start == 0 ? opcode : 0, payload: Array(payload[start..<min(start + size, payload.count)]),
                isFinal: start == starts.last)
        }
    }

    /// The frame on the wire.
    package var bytes: [UInt8] {
        var bytes = [(isFinal ? 0x80 : 0) | reservedBits << 4 | opcode]
        let mark: UInt8 = maskingKey == nil ? 0 : 0x80
        switch payload.count {
        case ...125: bytes.append(mark | UInt8(payload.count))
        case ...0xFFFF: bytes += [mark | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            bytes.append(mark | 127)
            bytes += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: payload.count >> $0) }
        }
        guard let key = maskingKey else { return bytes + payload }
        return bytes + key + payload.indices.map { payload[$0] ^ key[$0 % 4] }
    }
}
