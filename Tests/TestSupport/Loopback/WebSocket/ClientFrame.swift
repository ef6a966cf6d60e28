/// A frame that a client sent, unmasked.
package struct ClientFrame: Sendable, Equatable {
    /// 0 continuation, 1 text, 2 binary, 8 close, 9 ping, 10 pong.
    package let opcode: UInt8
    /// False for all fragments of a message but the last.
    package let isFinal: Bool
    /// The payload.
    package let payload: [UInt8]
    /// The masking key.
    package let maskingKey: [UInt8]

    /// The payload as text.
    package var text: String { String(decoding: payload, as: UTF8.self) }

    /// The code of a close frame; nil where it is empty.
    package var closeCode: UInt16? {
        payload.count >= 2 ? UInt16(payload[0]) << 8 | UInt16(payload[1]) : nil
    }

    /// Whether it only keeps the connection alive, as a frame or as a text of the provider's own protocol.
    var isPing: Bool { opcode == 9 || opcode == 1 && ["ping", #"{"event":"ping"}"#].contains(text) }

    /// The first complete frame of `bytes` and its length in bytes; nil while it is incomplete. Throws `ScriptFailure`
    /// for a frame that a client may not send.
    package static func parse(_ bytes: [UInt8]) throws -> (frame: ClientFrame, length: Int)? {
        guard bytes.count >= 2 else { return nil }
        guard bytes[0] & 0x70 == 0 else { throw ScriptFailure("the client's frame has reserved bits") }
        guard bytes[1] & 0x80 != 0 else { throw ScriptFailure("the client's frame is not masked") }
        let (extra, short) = (bytes[1] & 0x7F == 127 ? 8 : bytes[1] & 0x7F == 126 ? 2 : 0, Int(bytes[1] & 0x7F))
        guard bytes.count >= 6 + extra else { return nil }
        let length = extra == 0 ? short : bytes[2..<2 + extra].reduce(0) { $0 << 8 | Int($1) }
        let start = 6 + extra
        guard bytes.count - start >= length else { return nil }
        let key = Array(bytes[start - 4..<start])
        let payload = (0..<length).map { bytes[start + $0] ^ key[$0 % 4] }
        let frame = ClientFrame(
            opcode: bytes[0] & 0x0F, isFinal: bytes[0] & 0x80 != 0, payload: payload, maskingKey: key)
        return (frame, start + length)
    }
}

extension ClientFrame: CustomStringConvertible {
    package var description: String {
        switch opcode {
        case 1: "text “\(text.prefix(200))”"
        case 8: "close \(closeCode.map(String.init) ?? "without code")"
        default: "frame of opcode \(opcode), \(payload.count) bytes"
        }
    }
}
