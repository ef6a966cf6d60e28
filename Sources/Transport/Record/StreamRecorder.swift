/// Writes one WebSocket connection to a file. It belongs to the connection's thread.
final class StreamRecorder {
    private let recorder: Recorder
    private let file: String
    private let key: String?
    /// The lines of the frames that arrived together.
    private var lines: [UInt8] = []
    /// When the last bytes arrived.
    private var arrival: RecordTime

    /// Begins the file of a connection that is requested now.
    init(_ recorder: Recorder, _ request: WebSocketRequest) {
        self.recorder = recorder
        key = request.secret?.value
        file = recorder.name(for: request.http.host) + ".jsonl"
        arrival = recorder.moment()
        recorder.append(
            StreamRecord.firstLine(url: request.redactedURL, began: arrival, run: recorder.start), to: file)
    }

    /// Records that the connection is open.
    func open() {
        arrive()
        add(.opened)
        flush()
    }

    /// Records that bytes arrived, which all frames that are complete now share as their time.
    func arrive() { arrival = recorder.mark() }

    /// Records a frame, until `flush`.
    func receive(_ opcode: WebSocketOpcode, _ payload: UnsafeBufferPointer<UInt8>) {
        unsafe add(.frame(isSent: false, opcode, Array(payload).masking(key)))
    }

    /// Records a frame of this side.
    func send(_ opcode: WebSocketOpcode, _ payload: [UInt8]) {
        let step = StreamRecord.Step(
            time: recorder.moment(), event: .frame(isSent: true, opcode, payload.masking(key)))
        lines += step.line
        flush()
    }

    /// Records how the connection ended, or why it did not open.
    func fail(_ failure: WebSocketFailure) {
        arrive()
        switch failure {
        // The frame is recorded.
        case .closed: return
        case .refused(let response):
            add(
                .refused(
                    status: response.status, header: response.headers.hidingKey(key),
                    body: response.body.masking(key)))
        default: add(.failed(failure.recorded.text.masking(key)))
        }
        flush()
    }

    /// Writes what was received.
    func flush() {
        guard !lines.isEmpty else { return }
        recorder.append(lines, to: file)
        lines.removeAll(keepingCapacity: true)
    }

    private func add(_ event: StreamRecord.Event) {
        lines += StreamRecord.Step(time: arrival, event: event).line
    }
}
