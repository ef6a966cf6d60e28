package import Testing

// MARK: - Sending

extension WebSocketPeer {
    /// Sends one frame.
    package func send(_ frame: ServerFrame) throws {
        try send([frame])
    }

    /// Sends frames in one call, so that they may arrive in one segment.
    package func send(_ frames: [ServerFrame]) throws {
        try send(bytes: frames.flatMap(\.bytes))
    }

    /// Sends a text message.
    package func send(text: String) throws {
        try send(.text(text))
    }

    /// Sends text messages in one call, such as the lines of a recording.
    package func send(texts: [String]) throws {
        try send(texts.map { .text($0) })
    }

    /// Sends a binary message.
    package func send(binary payload: [UInt8]) throws {
        try send(.binary(payload))
    }
}

// MARK: - Expecting

extension WebSocketPeer {
    /// The next message must be this text.
    package func expectText(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expectText("“\(expected)”", sourceLocation: sourceLocation) { $0 == expected }
    }

    /// The next message must be a text that meets the condition, which `what` describes. Returns the text.
    @discardableResult
    package func expectText(
        _ what: String, sourceLocation: SourceLocation = #_sourceLocation, where isExpected: (String) -> Bool
    ) throws -> String {
        let frame = try expect("text \(what)", at: sourceLocation) { try receiveMessage() }
        guard frame.opcode == 1, frame.isFinal, isExpected(frame.text) else {
            throw ScriptFailure("expected text \(what), got \(frame)", sourceLocation)
        }
        return frame.text
    }

    /// The next message must be binary and these bytes.
    package func expectBinary(_ expected: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let frame = try expect("\(expected.count) binary bytes", at: sourceLocation) { try receiveMessage() }
        guard frame.opcode == 2, frame.isFinal, frame.payload == expected else {
            throw ScriptFailure("expected \(expected.count) binary bytes, got \(frame)", sourceLocation)
        }
    }

    /// The next frame must be a pong with this payload.
    package func expectPong(_ payload: [UInt8] = [], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let frame = try expect("a pong", at: sourceLocation) { try receive() }
        guard frame.opcode == 10, frame.payload == payload else {
            throw ScriptFailure("expected a pong of \(payload.count) bytes, got \(frame)", sourceLocation)
        }
    }

    /// The next frame except pongs must be a close with this code, which is answered.
    package func expectClose(_ code: UInt16? = 1000, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let what = "close \(code.map(String.init) ?? "without code")"
        let frame = try expect(what, at: sourceLocation) {
            var frame = try receive()
            while frame?.opcode == 10 { frame = try receive() }
            return frame
        }
        guard frame.opcode == 8, frame.closeCode == code else {
            throw ScriptFailure("expected \(what), got \(frame)", sourceLocation)
        }
        try answer(close: frame)
    }

    /// A required frame. Any other end of the wait is a failure.
    private func expect(
        _ what: String, at sourceLocation: SourceLocation, receive: () throws -> ClientFrame?
    ) throws -> ClientFrame {
        do {
            if let frame = try receive() { return frame }
        } catch ConnectionEnded.serverStopped {
            throw ScriptFailure("expected \(what), but the test ended", sourceLocation)
        } catch ConnectionEnded.clientLeft {
        }
        throw ScriptFailure("expected \(what), but the client left", sourceLocation)
    }
}
