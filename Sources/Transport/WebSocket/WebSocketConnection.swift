import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open WebSocket (RFC 6455), without any extension.
///
/// Every call belongs on the one thread that opened it, and blocks; any thread may end a wait through the wake signal.
/// `receive`'s closure may send and close, but not receive. Dropping it ends the connection without a close frame.
public final class WebSocketConnection {
    /// The most bytes of a message: 16 MiB.
    public static let messageLimit = 16 << 20

    /// What `receive` waited for.
    public enum Event: Sendable, Equatable {
        /// So many messages were handed over; 0 where only control frames came, which show that the server lives.
        case messages(Int)
        /// The wake signal was raised, and is lowered now.
        case woken
        /// Neither a message nor a control frame came in time.
        case timedOut
    }

    private var connection: CurlConnection
    let hop: Hop
    let configuration: HTTPConfiguration
    let wake: WakeSignal
    var reader = MessageReader(limit: messageLimit)
    private var output: [UInt8] = []
    private var generator = SystemRandomNumberGenerator()
    /// Why nothing can be received or sent any more.
    private var ending: WebSocketFailure?

    /// A connection whose handshake is still to be done.
    init(_ connection: consuming CurlConnection, _ hop: Hop, _ configuration: HTTPConfiguration, _ wake: WakeSignal) {
        self.connection = connection
        self.hop = hop
        self.configuration = configuration
        self.wake = wake
    }

    deinit {
        // The second thread writes to the reader's buffer.
        _ = connection.finishReading()
    }

    /// Hands over every whole message that has come, waiting for one at most `timeout`.
    ///
    /// The bytes are good within the closure only, and lie where they were read. Pings are answered by the way. Throws once
    /// the connection has ended, after what came before the end was handed over; and again at every later call.
    public func receive(
        timeout: Duration, _ deliver: (WebSocketMessageKind, UnsafeBufferPointer<UInt8>) -> Void
    ) throws(WebSocketFailure) -> Event {
        let end = configuration.time.elapsed() + timeout
        while true {
            if let count = try readMessages(deliver) { return .messages(count) }
            switch try fillBuffer(until: end) {
            case .woken: return .woken
            case .timedOut: return .timedOut
            case .ready: continue
            }
        }
    }

    /// Hands over every whole message that lies in the buffer, as `receive` does, without waiting; nil where neither a
    /// message nor a control frame is there whole.
    public func readMessages(
        _ deliver: (WebSocketMessageKind, UnsafeBufferPointer<UInt8>) -> Void
    ) throws(WebSocketFailure) -> Int? {
        if let ending { throw ending }
        do throws(WebSocketFailure) {
            return try handOver(deliver)
        } catch {
            finish(error)
            throw error
        }
    }

    /// What `fillBuffer` waited for.
    public enum Arrival: Sendable {
        /// Bytes were read.
        case ready
        /// The wake signal was raised, and is lowered now.
        case woken
        /// The time has passed.
        case timedOut
    }

    /// Waits for bytes or a wake, at most until a moment of the configuration's clock, and reads what is there.
    public func fillBuffer(until end: Duration) throws(WebSocketFailure) -> Arrival {
        if let ending { throw ending }
        while true {
            switch wait(for: POLLIN, or: wake, until: end) {
            case .woken:
                wake.clear()
                return .woken
            case .timedOut: return .timedOut
            case .ready: if try fillFromSocket() { return .ready }
            }
        }
    }

    /// Reads what is there; false where that is nothing.
    private func fillFromSocket() throws(WebSocketFailure) -> Bool {
        switch fill() {
        case .blocked: return false
        case .moved:
            readAhead()
            return true
        case .ended, .reset:
            let failure = WebSocketFailure.reset(midMessage: reader.isMidMessage)
            finish(failure)
            throw failure
        }
    }

    /// Sends a text message.
    public func send(text: String) throws(WebSocketFailure) {
        var text = text
        let result = text.withUTF8 { bytes in
            Result { () throws(WebSocketFailure) in try send(WebSocketMessageKind.text, bytes) }
        }
        try result.get()
    }

    /// Sends a message; the bytes of a text must be UTF-8. Blocks until the connection has taken it.
    public func send(_ kind: WebSocketMessageKind, _ bytes: UnsafeBufferPointer<UInt8>) throws(WebSocketFailure) {
        if let ending { throw ending }
        try send(kind.opcode, bytes)
    }

    /// Sends a pong that nobody asked for, which keeps the connection alive (section 5.5.3); at most 125 bytes.
    public func send(pong payload: [UInt8]) throws(WebSocketFailure) {
        precondition(payload.count <= 125)
        if let ending { throw ending }
        try send(.pong, payload)
    }

    /// Closes in order: says so, and waits at most `patience`, or until a wake, for the server to do the same. What still
    /// comes is dropped. Calling it again does nothing.
    public func close(code: UInt16 = 1000, patience: Duration = .milliseconds(250)) {
        precondition(CloseFrame.mayBeSent(code))
        guard ending == nil else { return }
        ending = .closed(code: code, reason: "")
        sayGoodbye(code, patience: patience)
    }
}

extension WebSocketConnection {
    /// The number of messages handed over; nil where neither a message nor a control frame has come whole.
    private func handOver(
        _ deliver: (WebSocketMessageKind, UnsafeBufferPointer<UInt8>) -> Void
    ) throws(WebSocketFailure) -> Int? {
        var count = 0
        var controls = 0
        // Nothing that was handed over is used any more then.
        defer { reader.buffer.shrink() }
        while case .control(let opcode, let payload) = try reader.read(counting: &count, deliver) {
            controls += 1
            switch opcode {
            case .ping: try send(.pong, payload)
            case .close:
                let frame = try CloseFrame(payload: payload)
                throw .closed(code: frame.code, reason: hop.masked.map { frame.reason.masking($0) } ?? frame.reason)
            default: continue
            }
        }
        return count + controls > 0 ? count : nil
    }

    /// Reads what is there into the buffer.
    func fill() -> CurlConnection.Step {
        if let step = connection.finishReading() {
            reader.buffer.takeAhead(step.count)
            return step
        }
        var step = CurlConnection.Step.blocked
        reader.buffer.fill { room in
            step = connection.read(into: room)
            return step.count
        }
        return step
    }

    /// Where more comes than is used, goes on reading while what is there is used: up to another buffer full.
    private func readAhead() {
        guard connection.hasMore else { return }
        connection.beginReading(into: reader.buffer.roomAhead())
    }

    /// Waits as `CurlConnection.wait` does, until a moment.
    func wait(for events: Int32, or wake: WakeSignal?, until end: Duration) -> CurlConnection.Wait {
        while true {
            // Even where no time is left, what is there is seen.
            let rest = max(end - configuration.time.elapsed(), .zero)
            let result = connection.wait(for: events, or: wake, milliseconds: rest.wholeMilliseconds)
            // A signal's handler, or a time longer than poll takes.
            if result != .timedOut || rest == .zero { return result }
        }
    }
}

// MARK: - Sending

extension WebSocketConnection {
    private func send(_ opcode: WebSocketOpcode, _ payload: [UInt8]) throws(WebSocketFailure) {
        let result = payload.withUnsafeBufferPointer { bytes in
            Result { () throws(WebSocketFailure) in try send(opcode, bytes) }
        }
        try result.get()
    }

    private func send(_ opcode: WebSocketOpcode, _ payload: UnsafeBufferPointer<UInt8>) throws(WebSocketFailure) {
        output.removeAll(keepingCapacity: true)
        FrameEncoder.append(opcode, payload, key: UInt32.random(in: 0...UInt32.max, using: &generator), to: &output)
        do {
            try write(output, within: configuration.timeout)
        } catch {
            // Half a frame may be out: nothing can follow it.
            finish(error)
            throw error
        }
    }

    /// Writes all bytes, waiting for the server to take them.
    func write(_ bytes: [UInt8], within limit: Duration) throws(WebSocketFailure) {
        let end = configuration.time.elapsed() + limit
        var sent = 0
        while sent < bytes.count {
            let step = bytes.withUnsafeBytes { connection.write(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
            switch step {
            case .moved(let count): sent += count
            case .blocked:
                guard wait(for: POLLOUT, or: nil, until: end) == .ready else {
                    throw .transport(hop.error(.timedOut(milliseconds: limit.wholeMilliseconds, of: .attempt)))
                }
            // Not asked of the reader, which may be handing over the message that this answers.
            case .ended, .reset: throw .reset(midMessage: false)
            }
        }
    }
}

// MARK: - Ending

extension WebSocketConnection {
    /// Ends the connection for a failure, telling the server where there is something to tell it.
    private func finish(_ failure: WebSocketFailure) {
        ending = failure
        switch failure {
        case .closed, .protocolViolation, .tooLarge:
            sayGoodbye(failure.closeCode, patience: .milliseconds(250))
        case .transport, .refused, .badHandshake, .reset: break
        }
    }

    /// Sends a close frame and reads on for a while without looking: a socket closed with bytes unread resets the
    /// connection, and the frame with it.
    private func sayGoodbye(_ code: UInt16?, patience: Duration) {
        let end = configuration.time.elapsed() + patience
        output.removeAll(keepingCapacity: true)
        let key = UInt32.random(in: 0...UInt32.max, using: &generator)
        CloseFrame.payload(code: code).withUnsafeBufferPointer {
            FrameEncoder.append(.close, $0, key: key, to: &output)
        }
        guard (try? write(output, within: patience)) != nil else { return }
        _ = connection.finishReading()
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: ReceiveBuffer.readSize, alignment: 64)
        defer { scratch.deallocate() }
        while wait(for: POLLIN, or: wake, until: end) == .ready {
            let step = connection.read(into: scratch)
            if step == .ended || step == .reset { return }
        }
    }
}
