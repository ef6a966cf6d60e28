/// An error that kept a WebSocket from opening or ended it. It holds facts only; messages are made elsewhere.
package enum WebSocketFailure: Error, Equatable, Sendable {
    /// No connection, no TLS, no time left, or a handshake response that is not HTTP. Also a message that the server
    /// does not accept in time.
    case transport(TransportError)
    /// The server answered the handshake with a status other than 101. Only the beginning of a body is kept. A
    /// redirect (`Location` in the headers) is not followed.
    case refused(HTTPResponse)
    /// A response with status 101 that does not open the requested WebSocket.
    case badHandshake(HandshakeFault)
    /// The server broke the protocol. The connection was closed with the close code of the fault.
    case protocolViolation(WebSocketFault)
    /// A message of more than `limit` bytes.
    case tooLarge(limit: Int)
    /// The server or `close` closed the connection properly. The code is nil if the server sent none.
    case closed(code: UInt16?, reason: String)
    /// The connection was reset or ended without a close frame. `midMessage` is true inside a received message.
    case reset(midMessage: Bool)
    /// The record that takes the place of the network contains nothing more of this connection.
    case recordOver

    /// The close code that is sent for this failure; nil if the connection ended by itself.
    var closeCode: UInt16? {
        switch self {
        case .protocolViolation(let fault): fault.closeCode
        case .tooLarge: 1009
        case .closed(let code, _): code
        case .transport, .refused, .badHandshake, .reset, .recordOver: nil
        }
    }
}

/// The error in a response with status 101 (RFC 6455 section 4.1).
package enum HandshakeFault: Equatable, Sendable {
    /// No `Upgrade: websocket`.
    case noUpgrade
    /// No `Connection: Upgrade`.
    case noConnectionUpgrade
    /// Sec-WebSocket-Accept is missing, or does not match the key of the request.
    case wrongAccept
    /// An extension that was not offered.
    case unaskedExtension(String)
    /// A subprotocol that was not requested.
    case unaskedSubprotocol(String)
}

/// A server's violation of RFC 6455.
package enum WebSocketFault: Equatable, Sendable {
    /// RSV1, RSV2 or RSV3 is set, which only extensions use.
    case reservedBits
    /// An opcode that is not defined.
    case reservedOpcode(UInt8)
    /// A masked frame, which a server must not send.
    case maskedFrame
    /// A control frame of more than 125 bytes.
    case oversizedControl
    /// A fragmented control frame.
    case fragmentedControl
    /// A payload length of more than 63 bits.
    case lengthOverflow
    /// A continuation frame outside a fragmented message.
    case strayContinuation
    /// A new message inside a fragmented one.
    case interruptedMessage
    /// A text or a close reason that is not UTF-8.
    case invalidUTF8
    /// A close frame of one byte.
    case halfCloseCode
    /// A close code that is not allowed in a frame.
    case closeCode(UInt16)

    /// The close code to send: 1007 for invalid UTF-8, otherwise 1002 (section 7.4.1).
    package var closeCode: UInt16 { self == .invalidUTF8 ? 1007 : 1002 }
}
