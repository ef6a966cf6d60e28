import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open WebSocket connection (RFC 6455) without extensions.
///
/// All calls block, and must be made on the thread that opened the connection. Any thread can end a wait through the
/// wake signal. The closure of `receive` may send and close, but not receive. Releasing the object ends the
/// connection without a close frame.
package final class WebSocketConnection {
    /// The maximum size of a message: 16 MiB.
    package static let messageLimit = 16 << 20

    /// The result of `receive`.
    package enum Event: Sendable, Equatable {
        /// The number of messages delivered. 0 if only control frames arrived, which show that the server is alive.
        case messages(Int)
        /// The wake signal was raised. It is lowered now.
        case woken
        /// Neither a message nor a control frame arrived in time.
        case timedOut
    }

    private let source: any ByteSource
    /// True if the last read filled its buffer, so that the source may hold more bytes.
    private var hasMore = false
    private let ahead = ReadAhead()
    /// Nil unless the connection is recorded.
    var recorder: StreamRecorder?
    let hop: Hop
    let configuration: HTTPConfiguration
    let wake: WakeSignal
    var reader = MessageReader(limit: messageLimit)
    private var output: [UInt8] = []
    private var generator = SystemRandomNumberGenerator()
    /// The reason why nothing can be received or sent any more.
    private var ending: WebSocketFailure?
    /// Whether the server is still to be sent a close frame for that.
    private var owesClose = false

    /// Creates a connection before its handshake, or one of a record.
    init(_ source: any ByteSource, hop: Hop, configuration: HTTPConfiguration, wake: WakeSignal) {
        self.source = source
        self.hop = hop
        self.configuration = configuration
        self.wake = wake
    }

    deinit {
        // It waits for the second thread, which writes to the reader's buffer.
        ahead.end()
    }

    /// Delivers every complete message that was received, and waits for the first.
    ///
    /// Pings are answered. Once the connection has ended and all earlier messages are delivered, every call throws.
    ///
    /// - Parameters:
    ///   - timeout: The maximum time to wait.
    ///   - deliver: Called with the kind and the bytes of each message. The bytes are not copied and are valid only
    ///     inside the closure.
    /// - Returns: What ended the wait.
    /// - Throws: `WebSocketFailure` once the connection has ended.
    package func receive(
        timeout: Duration, _ deliver: (WebSocketMessageKind, UnsafeBufferPointer<UInt8>) -> Void
    ) throws(WebSocketFailure) -> Event {
        let end = configuration.time.elapsed() + timeout
        defer { leave() }
        while true {
            if let count = unsafe try readMessages(deliver) { return .messages(count) }
            switch try fillBuffer(until: end) {
            case .woken: return .woken
            case .timedOut: return .timedOut
            case .ready: continue
            }
        }
    }

    /// Delivers every complete message in the buffer, as `receive` does, without waiting. Returns the number of
    /// messages; nil if the buffer holds neither a complete message nor a complete control frame.
    ///
    /// Throws `WebSocketFailure` once the connection has ended. The next call that may wait then closes it, because the
    /// caller of this one may hold a lock.
    package func readMessages(
        _ deliver: (WebSocketMessageKind, UnsafeBufferPointer<UInt8>) -> Void
    ) throws(WebSocketFailure) -> Int? {
        if let ending { throw ending }
        do throws(WebSocketFailure) {
            guard let recorder else { return unsafe try handOver(deliver) }
            defer { recorder.flush() }
            return unsafe try handOver { kind, bytes in
                // Record the message before anything is made of it.
                unsafe recorder.receive(kind.opcode, bytes)
                unsafe deliver(kind, bytes)
            }
        } catch {
            end(error)
            throw error
        }
    }

    /// The result of a wait.
    package enum Arrival: Sendable {
        /// The connection can be read or written.
        case ready
        /// The wake signal was raised.
        case woken
        /// The time limit passed.
        case timedOut
    }

    /// Reads the available bytes, and waits for bytes or a wake, until a moment of the configuration's clock. Returns
    /// what ended the wait; the wake signal is lowered then.
    ///
    /// Throws `WebSocketFailure` once the connection has ended.
    package func fillBuffer(until end: Duration) throws(WebSocketFailure) -> Arrival {
        defer { leave() }
        if let ending { throw ending }
        while true {
            let arrival = wait(for: POLLIN, or: wake, until: end)
            switch arrival {
            case .woken: wake.clear()
            case .ready: guard try fillFromSource() else { continue }
            case .timedOut: break
            }
            return arrival
        }
    }

    /// Reads the available bytes. Returns false if there are none.
    private func fillFromSource() throws(WebSocketFailure) -> Bool {
        switch fill() {
        case .blocked: return false
        case .moved:
            recorder?.arrive()
            // More bytes arrive than are used: read up to one more buffer while the received ones are processed.
            if hasMore { unsafe ahead.begin(source, into: reader.buffer.roomAhead()) }
            return true
        case .ended, .reset:
            let failure = source.failure ?? .reset(midMessage: reader.isMidMessage)
            end(failure)
            throw failure
        }
    }

    /// Sends a text message.
    ///
    /// - Parameter text: The message.
    /// - Throws: `WebSocketFailure` if the connection has ended or does not take it in time.
    package func send(text: String) throws(WebSocketFailure) {
        try send(.text, text.utf8)
    }

    /// Sends a message. Blocks until the connection has accepted it.
    ///
    /// - Parameters:
    ///   - kind: The kind of message.
    ///   - bytes: The payload. That of a text message must be UTF-8.
    /// - Throws: `WebSocketFailure` if the connection has ended or does not take it in time.
    package func send(_ kind: WebSocketMessageKind, _ bytes: UnsafeBufferPointer<UInt8>) throws(WebSocketFailure) {
        unsafe try send(kind.opcode, bytes)
    }

    /// Sends an unsolicited pong, which keeps the connection alive (section 5.5.3).
    ///
    /// - Parameter payload: At most 125 bytes.
    /// - Throws: `WebSocketFailure` if the connection has ended or does not take it in time.
    package func send(pong payload: [UInt8]) throws(WebSocketFailure) {
        precondition(payload.count <= 125)
        try send(.pong, payload)
    }

    /// Closes the connection: sends a close frame, and waits for the server's. Messages that still arrive are dropped.
    /// Calling it again does nothing.
    ///
    /// - Parameters:
    ///   - code: The close code (section 7.4).
    ///   - patience: The maximum time to wait for the server's close frame. A wake ends it too.
    package func close(code: UInt16 = 1000, patience: Duration = .milliseconds(250)) {
        precondition(CloseFrame.mayBeSent(code))
        guard ending == nil else { return leave() }
        ending = .closed(code: code, reason: "")
        sendClose(code, patience: patience)
    }
}

extension WebSocketConnection {
    /// Delivers the messages in the buffer. Returns their number; nil if no message and no control frame is complete.
    private func handOver(
        _ deliver: (WebSocketMessageKind, UnsafeBufferPointer<UInt8>) -> Void
    ) throws(WebSocketFailure) -> Int? {
        var count = 0
        var controls = 0
        // Nothing that was handed over is used any more then.
        defer { reader.buffer.shrink() }
        while let (opcode, payload) = unsafe try reader.read(counting: &count, deliver) {
            controls += 1
            unsafe recorder?.receive(opcode, payload)
            switch opcode {
            case .ping: unsafe try send(.pong, payload)
            case .close:
                let frame = unsafe try CloseFrame(payload: payload)
                throw .closed(code: frame.code, reason: frame.reason.masking(hop.masked))
            default: continue
            }
        }
        return count + controls > 0 ? count : nil
    }

    /// Reads the available bytes into the buffer.
    func fill() -> ByteStep {
        if let (step, room) = ahead.take() {
            hasMore = step == .moved(room)
            reader.buffer.takeAhead(step.count)
            return step
        }
        var step = ByteStep.blocked
        unsafe reader.buffer.fill { room in
            step = unsafe read(into: room)
            return step.count
        }
        return step
    }

    /// Reads the available bytes. No read-ahead may be in progress.
    private func read(into room: UnsafeMutableRawBufferPointer) -> ByteStep {
        let step = unsafe source.read(into: room)
        hasMore = step == .moved(room.count)
        return step
    }

    /// Waits as the source does, until `end`.
    func wait(for events: Int32, or wake: WakeSignal?, until end: Duration) -> Arrival {
        // The source may not show what it has, and a second thread may be reading from it.
        if hasMore, events == POLLIN { return wake?.isRaised(within: .zero) == true ? .woken : .ready }
        while true {
            // Even with no time left, check for available bytes.
            let rest = max(end - configuration.time.elapsed(), .zero)
            let result = source.wait(for: events, or: wake, milliseconds: rest.wholeMilliseconds)
            // A signal handler interrupted the wait, or the time is longer than poll accepts.
            if result != .timedOut || rest == .zero { return result }
        }
    }
}

// MARK: - Sending

extension WebSocketConnection {
    private func send(_ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>) throws(WebSocketFailure) {
        if let ending { throw ending }
        do {
            try write(frame(opcode, payload), within: configuration.timeout)
        } catch {
            // Part of a frame may have been sent; nothing can follow it.
            end(error)
            throw error
        }
    }

    /// Returns a frame, in memory that is used again.
    private func frame(_ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>) -> [UInt8] {
        output.removeAll(keepingCapacity: true)
        let key = UInt32.random(in: 0...UInt32.max, using: &generator)
        FrameEncoder.append(opcode, payload, key: key, to: &output)
        recorder?.send(opcode, Array(payload))
        return output
    }

    /// Writes all bytes, and waits for the server to take them.
    func write(_ bytes: [UInt8], within limit: Duration) throws(WebSocketFailure) {
        ahead.waitForRead()
        let end = configuration.time.elapsed() + limit
        var sent = 0
        while sent < bytes.count {
            let step = unsafe bytes.withUnsafeBytes {
                unsafe source.write(UnsafeRawBufferPointer(rebasing: $0[sent...]))
            }
            switch step {
            case .moved(let count): sent += count
            case .blocked:
                guard wait(for: POLLOUT, or: nil, until: end) == .ready else {
                    throw .transport(hop.error(.timedOut(milliseconds: limit.wholeMilliseconds, of: .attempt)))
                }
            // The reader is not used, because it may be delivering the message that this one answers.
            case .ended, .reset: throw .reset(midMessage: false)
            }
        }
    }
}

// MARK: - Ending

extension WebSocketConnection {
    /// Ends the connection because of a failure. The server is owed its close code if there is one.
    private func end(_ failure: WebSocketFailure) {
        ending = failure
        recorder?.fail(failure)
        switch failure {
        case .closed, .protocolViolation, .tooLarge: owesClose = true
        case .transport, .refused, .badHandshake, .reset, .recordOver: break
        }
    }

    /// Sends the close frame that is owed to the server.
    private func leave() {
        guard owesClose, let ending else { return }
        owesClose = false
        sendClose(ending.closeCode, patience: .milliseconds(250))
    }

    /// Sends a close frame, then reads and discards for a while: closing a socket with unread bytes resets the
    /// connection, and the frame is lost.
    private func sendClose(_ code: UInt16?, patience: Duration) {
        let end = configuration.time.elapsed() + patience
        let close = frame(.close, CloseFrame.payload(code: code))
        guard (try? write(close, within: patience)) != nil else { return }
        _ = ahead.take()
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: ReceiveBuffer.readSize, alignment: 64)
        defer { unsafe scratch.deallocate() }
        while wait(for: POLLIN, or: wake, until: end) == .ready {
            let step = unsafe read(into: scratch)
            if step == .ended || step == .reset { return }
        }
    }
}
