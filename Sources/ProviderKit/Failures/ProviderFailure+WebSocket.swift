package import Platform
package import Transport

extension ProviderFailure {
    /// Creates a failure from the end of a WebSocket.
    package init(_ provider: String, _ failure: WebSocketFailure, now: Timestamp) {
        switch failure {
        case .transport(let error): self.init(provider, .transport(error))
        case .refused(let response):
            self.init(
                provider,
                response.status < 300
                    ? .invalidData("status \(response.status) where a WebSocket should open")
                    : .general(response.status, words: nil), retryAfter: response.retryAfter(at: now))
        case .badHandshake(let fault): self.init(provider, .invalidData("no WebSocket: \(fault.fact)"))
        case .protocolViolation(let fault): self.init(provider, .invalidData(fault.fact))
        case .tooLarge(let limit): self.init(provider, .invalidData("a message over \(limit >> 20) MiB"))
        case .closed(let code, let reason): self.init(provider, .streamClosed(code: code, words: reason))
        case .recordOver: self.init(provider, .streamClosed(code: nil))
        case .reset(let midMessage):
            self.init(provider, .streamClosed(code: nil, words: midMessage ? Self.midMessage : nil))
        }
    }
}

extension HandshakeFault {
    fileprivate var fact: String {
        switch self {
        case .noUpgrade: "no 'Upgrade: websocket'"
        case .noConnectionUpgrade: "no 'Connection: Upgrade'"
        case .wrongAccept: "a wrong Sec-WebSocket-Accept"
        case .unaskedExtension(let name): "the extension '\(name)' unasked"
        case .unaskedSubprotocol(let name): "the subprotocol '\(name)' unasked"
        }
    }
}

extension WebSocketFault {
    fileprivate var fact: String {
        switch self {
        case .reservedBits: "a frame with reserved bits"
        case .reservedOpcode(let opcode): "a frame of the unknown kind \(opcode)"
        case .maskedFrame: "a masked frame"
        case .oversizedControl: "a control frame over 125 bytes"
        case .fragmentedControl: "a control frame in fragments"
        case .lengthOverflow: "a frame of an impossible length"
        case .strayContinuation: "a continuation of no message"
        case .interruptedMessage: "a message within another"
        case .invalidUTF8: "a text that is not UTF-8"
        case .halfCloseCode: "half a close code"
        case .closeCode(let code): "the close code \(code)"
        }
    }
}
