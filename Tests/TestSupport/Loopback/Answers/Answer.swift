/// The server's answer to one request: a script on the connection, and the fate of the connection after it.
///
/// Use the static members of `Answer+HTTP.swift` (complete answers) and `Answer+Failures.swift` (faulty servers).
package struct Answer: Sendable {
    /// One step of a script.
    package enum Step: Sendable {
        /// Sends the bytes at once.
        case send([UInt8])
        /// Sends the bytes in pieces of `size`, pausing before every piece but the first.
        case trickle([UInt8], size: Int, every: Duration)
        /// Sends the bytes `times` times; nil for endlessly.
        case sendRepeatedly([UInt8], times: Int?)
        /// Pauses.
        case wait(Duration)
        /// Sends nothing more until the client disconnects.
        case waitUntilClientLeaves
        /// Takes over the connection's bytes, as a WebSocket does after its handshake.
        case takeOver(@Sendable (LoopbackConnection) throws -> Void)
    }

    /// The fate of the connection after the last step.
    package enum Ending: Sendable {
        /// The next request is read, unless the request said `Connection: close`.
        case keepAlive
        /// Closed in order (FIN).
        case close
        /// Reset (RST). Bytes sent just before may not reach the client.
        case reset
    }

    let script: @Sendable (RecordedRequest) throws -> (steps: [Step], ending: Ending)

    /// The steps, then the ending.
    package static func script(_ steps: [Step], then ending: Ending = .keepAlive) -> Answer {
        Answer { _ in (steps, ending) }
    }

    /// An answer made from the request, on the connection's thread.
    package static func making(_ answer: @escaping @Sendable (RecordedRequest) -> Answer) -> Answer {
        Answer { try answer($0).script($0) }
    }

    /// This answer after a pause.
    package func delayed(by pause: Duration) -> Answer {
        Answer { request in
            let (steps, ending) = try script(request)
            return ([.wait(pause)] + steps, ending)
        }
    }

    /// This answer with another ending.
    package func then(_ ending: Ending) -> Answer {
        Answer { (try script($0).steps, ending) }
    }

    /// Plays the script and returns the ending.
    func play(_ request: RecordedRequest, on connection: LoopbackConnection) throws -> Ending {
        let (steps, ending) = try script(request)
        for step in steps {
            try step.play(on: connection)
        }
        let asksToClose = request.header("connection")?.lowercased() == "close"
        return ending == .keepAlive && asksToClose ? .close : ending
    }
}

extension Answer.Step {
    fileprivate func play(on connection: LoopbackConnection) throws {
        switch self {
        case .send(let bytes):
            try connection.send(bytes)
        case .trickle(let bytes, let size, let pause):
            for start in stride(from: 0, to: bytes.count, by: max(size, 1)) {
                if start > 0 { try connection.wait(pause) }
                try connection.send(Array(bytes[start..<min(start + max(size, 1), bytes.count)]))
            }
        case .sendRepeatedly(let bytes, let times):
            var sent = 0
            while times.map({ sent < $0 }) ?? true {
                try connection.send(bytes)
                sent += 1
            }
        case .wait(let duration):
            try connection.wait(duration)
        case .waitUntilClientLeaves:
            try connection.waitUntilClientLeaves()
            throw ConnectionEnded.clientLeft
        case .takeOver(let body):
            try body(connection)
        }
    }
}
