import Platform
import Synchronization

/// Reads from a connection on a second thread while the connection's own thread processes earlier bytes.
///
/// Only one thread uses the connection at a time: after `begin`, settle the read before any other use.
struct ReadAhead: ~Copyable {
    private enum State {
        case none
        case begun(room: Int)
        case over(CurlConnection.Step, room: Int)
    }

    private var state = State.none
    /// Created for the first read-ahead. Most connections never receive more at a time than is processed at once.
    private var thread: ReadingThread?

    deinit {
        if case .begun = state { preconditionFailure("the second thread still reads") }
    }

    /// Whether a read was begun that `take` has not returned yet.
    var isPending: Bool { if case .none = state { false } else { true } }

    /// Begins to read. `room` must stay valid until the read is settled.
    mutating func begin(_ source: ConnectionSource, into room: UnsafeMutableRawBufferPointer) {
        precondition(!isPending)
        let thread = thread ?? ReadingThread()
        self.thread = thread
        unsafe thread.begin(source, room)
        state = .begun(room: room.count)
    }

    /// Waits for the read to end, which takes no longer than copying the available bytes.
    mutating func settle() {
        guard case .begun(let room) = state, let thread else { return }
        state = .over(thread.finish(), room: room)
    }

    /// Returns the result of the read and the size of its buffer; nil if none was begun.
    mutating func take() -> (step: CurlConnection.Step, room: Int)? {
        settle()
        guard case .over(let step, let room) = state else { return nil }
        state = .none
        return (step, room)
    }
}

/// The read of a second thread.
private final class ReadingThread: Sendable {
    /// The parameters of a read. Until `finish`, only the reading thread uses what they refer to.
    @safe
    private struct Job: @unchecked Sendable {
        let source: ConnectionSource
        let room: UnsafeMutableRawBufferPointer
    }

    private let thread = WorkerThread()
    private let step = Mutex(CurlConnection.Step.blocked)

    func begin(_ source: ConnectionSource, _ room: UnsafeMutableRawBufferPointer) {
        let job = unsafe Job(source: source, room: room)
        thread.begin { [self] in
            let step = unsafe job.source.read(into: job.room)
            self.step.withLock { $0 = step }
        }
    }

    func finish() -> CurlConnection.Step {
        thread.finish()
        return step.withLock(\.self)
    }
}
