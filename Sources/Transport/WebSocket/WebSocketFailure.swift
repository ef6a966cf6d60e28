/// Why a WebSocket could not be opened, or has ended: facts only, the words are made elsewhere.
public enum WebSocketFailure: Error, Equatable, Sendable {
    /// No connection, no TLS, no time left, or an answer to the handshake that is not HTTP; also a send that the server
    /// does not take in time.
    case transport(TransportError)
    /// The server answered the handshake with another status than 101. Of a body only the beginning is kept; a redirect
    /// (`Location` in the headers) is not followed.
    case refused(HTTPResponse)
    /// A 101 that does not open a WebSocket as asked for.
    case badHandshake(HandshakeFault)
    /// The server broke the protocol, and was told so with the fault's close code.
    case protocolViolation(WebSocketFault)
    /// A message of more bytes than this.
    case tooLarge(limit: Int)
    /// The server closed in order, or `close` did; the code is nil where the server gave none.
    case closed(code: UInt16?, reason: String)
    /// The connection was reset or ended without a close frame, in the middle of a received message or not.
    case reset(midMessage: Bool)

    /// What the server is told when we end the connection for this; nil where it ended by itself.
    var closeCode: UInt16? {
        switch self {
        case .protocolViolation(let fault): fault.closeCode
        case .tooLarge: 1009
        case .closed(let code, _): code
        case .transport, .refused, .badHandshake, .reset: nil
        }
    }
}

/// What is wrong with a 101 (RFC 6455 section 4.1).
public enum HandshakeFault: Equatable, Sendable {
    /// No `Upgrade: websocket`.
    case noUpgrade
    /// No `Connection: Upgrade`.
    case noConnectionUpgrade
    /// Sec-WebSocket-Accept is missing, or not what our key leads to.
    case wrongAccept
    /// An extension, and none was offered.
    case unaskedExtension(String)
    /// A subprotocol, and none was asked for.
    case unaskedSubprotocol(String)
}

/// How a server breaks RFC 6455.
public enum WebSocketFault: Equatable, Sendable {
    /// RSV1, RSV2 or RSV3, which only extensions use.
    case reservedBits
    /// An opcode without a meaning.
    case reservedOpcode(UInt8)
    /// A frame from a server is never masked.
    case maskedFrame
    /// A control frame of more than 125 bytes.
    case oversizedControl
    /// A control frame in fragments.
    case fragmentedControl
    /// A length of more than 63 bits.
    case lengthOverflow
    /// A continuation where no message was begun.
    case strayContinuation
    /// A new message in the middle of a fragmented one.
    case interruptedMessage
    /// A text or a close reason that is not UTF-8.
    case invalidUTF8
    /// A close frame of one byte.
    case halfCloseCode
    /// A close code that may not be sent.
    case closeCode(UInt16)

    /// What the server is told: 1007 for bad UTF-8, else 1002 (section 7.4.1).
    public var closeCode: UInt16 { self == .invalidUTF8 ? 1007 : 1002 }
}
