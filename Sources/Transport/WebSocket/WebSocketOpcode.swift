/// What a frame is (RFC 6455 section 5.2).
enum WebSocketOpcode: UInt8 {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    /// True for a frame that may stand between the fragments of a message.
    var isControl: Bool { rawValue & 0x8 != 0 }
}

/// What a message is.
public enum WebSocketMessageKind: Sendable, Equatable {
    /// Valid UTF-8.
    case text
    /// Any bytes.
    case binary

    /// The opcode of its first frame.
    var opcode: WebSocketOpcode { self == .text ? .text : .binary }
}
