import Platform

/// A WebSocket connection of a record, in place of one of the network: the bytes of its frames, each at its time. It
/// belongs to the connection's thread.
final class ReplayedStream: ByteSource {
    private let steps: [StreamRecord.Step]
    private let host: String
    private let order: Int
    private let skew: Duration
    private let clock: ReplayClock
    private let wake: WakeSignal
    private let id: Int
    /// The next step.
    private var position = 0
    /// The bytes of frames that have arrived, and how many of them are read.
    private var bytes: [UInt8] = []
    private var taken = 0
    /// The messages that the run has sent less those that it had sent in the record by now.
    private var lead = 0
    /// The turn of the clock in which the run began to owe a message.
    private var owes: Int?
    private(set) var failure: WebSocketFailure?

    init(
        _ record: StreamRecord, host: String, order: Int, skew: Duration, clock: ReplayClock, wake: WakeSignal
    ) {
        (steps, self.host) = (record.steps, host)
        (self.order, self.skew, self.clock, self.wake) = (order, skew, clock, wake)
        id = clock.addConnection()
    }

    deinit {
        clock.removeConnection(id)
    }

    /// Waits until the connection opens. Throws `WebSocketFailure` if it did not.
    func open(_ request: WebSocketRequest, _ isCancelled: () -> Bool) throws(WebSocketFailure) {
        while true {
            guard let step = steps.first else { throw .recordOver }
            if !clock.arrive(id, at: step.time, order: order, skew: skew) {
                guard wake.isRaised(within: ReplayClock.pause) else { continue }
                wake.clear()
                if isCancelled() {
                    throw .transport(TransportError(host: request.host, reason: .cancelled))
                }
                // Any other wake is the first of the connection.
                wake.signal()
                continue
            }
            position = 1
            switch step.event {
            case .opened: return
            case .frame: position = 0
            case .failed(let words): throw WebSocketFailure(recorded: words, host: request.host)
            case .refused(let status, let header, let body):
                throw .refused(
                    HTTPResponse(
                        status: status, headers: header, body: body, host: request.host, url: request.redactedURL))
            }
            return
        }
    }

    /// Takes a whole frame of the run, which only matters for when it is sent. Nothing follows a close frame.
    func write(_ frame: UnsafeRawBufferPointer) -> ByteStep {
        let opcode = unsafe frame.first.flatMap { WebSocketOpcode(rawValue: $0 & 0x0F) }
        if opcode?.isControl == false { lead += 1 }
        if opcode == .close { failure = failure ?? .recordOver }
        return .moved(frame.count)
    }

    func wait(for _: Int32, or _: WakeSignal?, milliseconds: Int) -> WebSocketConnection.Arrival {
        var rest = Duration.zero
        while true {
            if wake.isRaised(within: rest) { return .woken }
            if taken < bytes.count || failure != nil { return .ready }
            skipSent()
            guard let step = nextReceived else {
                guard !isOwing else {
                    rest = ReplayClock.pause
                    continue
                }
                failure = .recordOver
                return .ready
            }
            if isOwing {
                rest = ReplayClock.pause
            } else if !clock.arrive(id, at: step.time, order: order, skew: skew) {
                // Without patience the caller only wants to know what is there.
                if milliseconds == 0 { return .timedOut }
                rest = ReplayClock.pause
            } else {
                take(step)
                return .ready
            }
        }
    }

    func read(into room: UnsafeMutableRawBufferPointer) -> ByteStep {
        let count = min(room.count, bytes.count - taken)
        guard count > 0 else { return failure == nil ? .blocked : .ended }
        unsafe bytes.withUnsafeBytes {
            unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[taken..<(taken + count)]))
        }
        taken += count
        return .moved(count)
    }

    /// Takes the frames that arrived together.
    private func take(_ first: StreamRecord.Step) {
        bytes.removeAll(keepingCapacity: true)
        taken = 0
        while let step = nextReceived, step.time == first.time, failure == nil {
            switch step.event {
            case .frame(_, let opcode, let payload): FrameEncoder.append(serverFrame: opcode, payload, to: &bytes)
            case .failed(let words) where bytes.isEmpty: failure = WebSocketFailure(recorded: words, host: host)
            case .failed: return
            case .opened, .refused: break
            }
            position += 1
        }
    }

    private var nextReceived: StreamRecord.Step? {
        guard position < steps.count else { return nil }
        if case .frame(true, _, _) = steps[position].event { return nil }
        return steps[position]
    }

    /// Moves past the frames that the run had sent.
    private func skipSent() {
        while position < steps.count, case .frame(true, let opcode, _) = steps[position].event {
            if !opcode.isControl { lead -= 1 }
            position += 1
        }
    }

    /// Whether the run had sent more messages by now in the record. It gets time to send them, since what the server
    /// sent then may be the answer.
    private var isOwing: Bool {
        guard lead < 0 else {
            owes = nil
            return false
        }
        let now = clock.pauseConnection(id)
        let since = owes ?? now
        owes = since
        guard now - since >= clock.patience else { return true }
        clock.beUnfaithful()
        (lead, owes) = (0, nil)
        return false
    }
}
