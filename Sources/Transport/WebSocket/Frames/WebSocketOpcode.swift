/// The type of a frame (RFC 6455 section 5.2).
enum WebSocketOpcode: UInt8 {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    /// True for a frame that is allowed between the fragments of a message.
    var isControl: Bool { rawValue & 0x8 != 0 }
}

/// The type of a message.
package enum WebSocketMessageKind: Sendable, Equatable {
    /// Valid UTF-8.
    case text
    /// Any bytes.
    case binary

    /// The opcode of the first frame of the message.
    var opcode: WebSocketOpcode { self == .text ? .text : .binary }
}
