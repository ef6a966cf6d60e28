/// The content of a close frame (RFC 6455 section 5.5.1).
struct CloseFrame: Equatable {
    /// The status code; nil if the frame is empty.
    let code: UInt16?
    let reason: String

    /// Parses the payload of a close frame. Throws `WebSocketFailure` if it is invalid.
    init(payload: UnsafeBufferPointer<UInt8>) throws(WebSocketFailure) {
        guard !payload.isEmpty else {
            (code, reason) = (nil, "")
            return
        }
        guard payload.count >= 2 else { throw .protocolViolation(.halfCloseCode) }
        let code = unsafe UInt16(payload[0]) << 8 | UInt16(payload[1])
        guard Self.mayBeSent(code) else { throw .protocolViolation(.closeCode(code)) }
        let words = unsafe UnsafeBufferPointer(rebasing: payload[2...])
        var check = UTF8Check()
        guard unsafe check.take(words), check.isComplete else { throw .protocolViolation(.invalidUTF8) }
        self.code = code
        reason = unsafe String(decoding: words, as: UTF8.self)
    }

    /// Returns the payload of a close frame to send, without a reason.
    static func payload(code: UInt16?) -> [UInt8] {
        code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? []
    }

    /// True for a code that is allowed in a frame: those of RFC 6455 section 7.4.1 and of the IANA registry, and the
    /// ranges for libraries and applications.
    static func mayBeSent(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
