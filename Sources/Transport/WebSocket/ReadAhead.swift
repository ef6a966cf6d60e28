import Dispatch
import Synchronization

/// Reads on from a connection on a second thread, while the connection's own uses what was read before.
///
/// Only one of them has the connection at a time: who began a read settles it before anything else is done.
struct ReadAhead: ~Copyable {
    private enum State {
        case none
        case begun(room: Int)
        case over(CurlConnection.Step, room: Int)
    }

    private var state = State.none
    /// Made for the first read: most connections never bring more at a time than is used at once.
    private var thread: ReadingThread?

    deinit {
        if case .begun = state { preconditionFailure("the second thread still reads") }
    }

    /// Whether a read was begun that `take` has not handed out.
    var isPending: Bool { if case .none = state { false } else { true } }

    /// Begins to read; `room` must stay as it is until the read is settled.
    mutating func begin(_ source: ConnectionSource, into room: UnsafeMutableRawBufferPointer) {
        precondition(!isPending)
        let thread = thread ?? ReadingThread()
        self.thread = thread
        thread.begin(source, room)
        state = .begun(room: room.count)
    }

    /// Has the connection back. It takes no longer than to copy what is there.
    mutating func settle() {
        guard case .begun(let room) = state, let thread else { return }
        state = .over(thread.finish(), room: room)
    }

    /// How the read that was begun went, and how much it had room for; nil where none was begun.
    mutating func take() -> (step: CurlConnection.Step, room: Int)? {
        settle()
        guard case .over(let step, let room) = state else { return nil }
        state = .none
        return (step, room)
    }
}

private final class ReadingThread: Sendable {
    /// Handed over as a whole: until `finish` nobody else uses what it names.
    private struct Job: @unchecked Sendable {
        let source: ConnectionSource
        let room: UnsafeMutableRawBufferPointer
    }

    private let queue = DispatchQueue(label: "read-ahead")
    private let end = DispatchSemaphore(value: 0)
    private let step = Mutex(CurlConnection.Step.blocked)

    func begin(_ source: ConnectionSource, _ room: UnsafeMutableRawBufferPointer) {
        let job = Job(source: source, room: room)
        queue.async { [self] in
            ConnectionSource.blockBrokenPipes()
            let step = job.source.read(into: job.room)
            self.step.withLock { $0 = step }
            end.signal()
        }
    }

    func finish() -> CurlConnection.Step {
        end.wait()
        return step.withLock(\.self)
    }
}
