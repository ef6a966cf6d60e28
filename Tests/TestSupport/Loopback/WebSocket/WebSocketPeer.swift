package import Testing

/// A failed expectation of a script. It ends the connection and fails the test.
package struct ScriptFailure: Error, CustomStringConvertible {
    package let description: String
    let sourceLocation: SourceLocation?

    /// A failure with a description. Without a source location it is reported at that of the server.
    package init(_ description: String, _ sourceLocation: SourceLocation? = nil) {
        self.description = description
        self.sourceLocation = sourceLocation
    }
}

/// One WebSocket for the script of the server, after the handshake.
///
/// Calls block, so make them on the thread of the script. A failed `expect…` fails the test at its line, also when the
/// client disconnects or the test ends. Other calls that the client's disconnect ends fail nothing.
package final class WebSocketPeer {
    /// The handshake's request.
    package let request: RecordedRequest
    let connection: LoopbackConnection
    private var unread: [UInt8] = []
    /// Whether `receive` passes over what a client sends only because time has passed: pings, and the texts `ping` and
    /// `{"event":"ping"}`. For scripts that may take longer than the time between two of them.
    package var passesOverPings = false
    /// Whether `receive` and `wait` send a ping every five seconds, as a sign of life. `receive` passes over the
    /// answers.
    package var keepsAlive = false
    private static let signOfLife = Duration.seconds(5)
    /// A close frame has been sent.
    private var hasClosed = false

    /// A peer on a connection after the handshake of `request`.
    package init(_ connection: LoopbackConnection, _ request: RecordedRequest) {
        self.connection = connection
        self.request = request
    }

    /// The next frame, including control frames; nil after the client has closed its side of the connection.
    ///
    /// Throws `ConnectionEnded`, or `ScriptFailure` for a frame that a client may not send.
    package func receive() throws -> ClientFrame? {
        while true {
            if let (frame, length) = try ClientFrame.parse(unread) {
                unread.removeFirst(length)
                if passesOverPings && frame.isPing || keepsAlive && frame.opcode == 10 { continue }
                return frame
            }
            while keepsAlive, try !connection.waitForBytes(Self.signOfLife) { try send(.ping()) }
            let more = try connection.receive()
            if more.isEmpty { return nil }
            unread += more
        }
    }

    /// The frame of the next message. Pings before it are answered and pongs dropped. Nil after a close of the client,
    /// which is answered.
    package func receiveMessage() throws -> ClientFrame? {
        while let frame = try receive() {
            switch frame.opcode {
            case 8:
                try answer(close: frame)
                return nil
            case 9: try send(ServerFrame(opcode: 10, payload: frame.payload))
            case 10: continue
            default: return frame
            }
        }
        return nil
    }

    /// Sends bytes unchanged.
    package func send(bytes: [UInt8]) throws {
        try connection.send(bytes)
    }

    /// Sends bytes in pieces of `size`, pausing before every piece but the first.
    package func trickle(_ bytes: [UInt8], size: Int = 1, every pause: Duration = .zero) throws {
        for start in stride(from: 0, to: bytes.count, by: max(size, 1)) {
            if start > 0, pause > .zero { try connection.wait(pause) }
            try connection.send(Array(bytes[start..<min(start + max(size, 1), bytes.count)]))
        }
    }

    /// Pauses. Throws `ConnectionEnded.serverStopped` as soon as the test ends.
    package func wait(_ duration: Duration) throws {
        try connection.wait(duration)
    }

    /// Waits until something is so, such as a step of the test. Throws `ConnectionEnded.serverStopped` as soon as the
    /// test ends.
    package func wait(until isOver: @escaping @Sendable () -> Bool) throws {
        while try !connection.wait(until: isOver, limit: keepsAlive ? Self.signOfLife : nil) { try send(.ping()) }
    }

    /// Reads and drops bytes until the client disconnects.
    package func waitUntilClientLeaves() throws {
        try connection.waitUntilClientLeaves()
    }

    /// Closes in order, as the end of a script does: sends a close frame, and reads until the client sends one too or
    /// disconnects.
    package func close(_ code: UInt16? = 1000, reason: String = "") throws {
        guard !hasClosed else { return }
        try send(.close(code, reason: reason))
        hasClosed = true
        while let frame = try receive(), frame.opcode != 8 {}
    }

    /// Ends the script and the connection without a close frame.
    package func drop() throws -> Never {
        throw ScriptEnd.drop
    }

    /// Ends the script and resets the connection. Bytes sent just before may not reach the client.
    package func reset() throws -> Never {
        throw ScriptEnd.reset
    }

    func answer(close frame: ClientFrame) throws {
        guard !hasClosed else { return }
        hasClosed = true
        try send(.close(frame.closeCode))
    }

    private enum ScriptEnd: Error {
        case drop
        case reset
    }

    /// Plays a script to its end, and closes.
    package func play(_ script: (WebSocketPeer) throws -> Void) throws {
        do {
            try script(self)
            try close()
        } catch ScriptEnd.drop {
            return
        } catch ScriptEnd.reset {
            connection.resetWhenClosed()
            throw ConnectionEnded.clientLeft
        }
    }
}
