import Dispatch
import Platform
import Synchronization

/// Reads from a source on a second thread while the connection's own thread processes earlier bytes.
///
/// Only one thread uses the source at a time: after `begin`, settle the read before any other use. The second thread
/// starts with the first read, because most connections never receive more at a time than is processed at once. It runs
/// until `end`, and takes no signals.
final class ReadAhead: Sendable {
    /// A read. Until it is settled, only the reading thread uses what this refers to.
    @safe
    private struct Read: @unchecked Sendable {
        unowned let source: any ByteSource
        let room: UnsafeMutableRawBufferPointer
    }

    private struct State {
        var read: Read?
        /// The size of the buffer of a read that `take` has not returned yet.
        var room: Int?
        var step = ByteStep.blocked
        var isSettled = true
        var isStarted = false
    }

    /// Signalled when there is a read, and at the end.
    private let begun = DispatchSemaphore(value: 0)
    /// Signalled when the read is done.
    private let done = DispatchSemaphore(value: 0)
    private let state = Mutex(State())

    /// Begins to read. `room` must stay valid until the read is settled. If no thread can be started, the caller reads.
    func begin(_ source: any ByteSource, into room: UnsafeMutableRawBufferPointer) {
        let read = unsafe Read(source: source, room: room)
        let isStarted = state.withLock { state in
            precondition(state.room == nil)
            defer {
                state = unsafe State(
                    read: read, room: read.room.count, step: .blocked, isSettled: false, isStarted: true)
            }
            return state.isStarted
        }
        begun.signal()
        if isStarted || BlockingThread.start(blockingSignals: true, { [self] in while readNext() {} }) == 0 { return }
        _ = readNext()
        state.withLock { $0.isStarted = false }
    }

    /// Waits for the read to end, which takes no longer than copying the available bytes.
    func waitForRead() {
        let isSettled = state.withLock { state in
            defer { state.isSettled = true }
            return state.isSettled
        }
        if !isSettled { done.wait() }
    }

    /// Returns the result of the read and the size of its buffer; nil if none was begun.
    func take() -> (step: ByteStep, room: Int)? {
        waitForRead()
        return state.withLock { state in state.room.take().map { (state.step, $0) } }
    }

    /// Ends the second thread, after its read.
    func end() {
        waitForRead()
        begun.signal()
    }

    /// Waits for a read, and does it. Returns false at the end.
    private func readNext() -> Bool {
        begun.wait()
        guard let read = state.withLock({ $0.read.take() }) else { return false }
        let step = unsafe read.source.read(into: read.room)
        state.withLock { $0.step = step }
        done.signal()
        return true
    }
}
