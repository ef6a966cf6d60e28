import Platform
import Synchronization

/// Reads from a source on a second thread while the connection's own thread processes earlier bytes.
///
/// Only one thread uses the source at a time: after `begin`, settle the read before any other use.
struct ReadAhead: ~Copyable {
    /// Created for the first read-ahead. Most connections never receive more at a time than is processed at once.
    private var thread: ReadingThread?
    /// The size of the buffer of a read that `take` has not returned yet.
    private var room: Int?

    /// Begins to read. `room` must stay valid until the read is settled.
    mutating func begin(_ source: any ByteSource, into room: UnsafeMutableRawBufferPointer) {
        precondition(self.room == nil)
        let thread = thread ?? ReadingThread()
        (self.thread, self.room) = (thread, room.count)
        unsafe thread.begin(source, room)
    }

    /// Waits for the read to end, which takes no longer than copying the available bytes.
    func settle() { thread?.finish() }

    /// Returns the result of the read and the size of its buffer; nil if none was begun.
    mutating func take() -> (step: ByteStep, room: Int)? {
        guard let thread, let room = room.take() else { return nil }
        thread.finish()
        return (thread.step, room)
    }
}

/// The read of a second thread.
private final class ReadingThread: Sendable {
    /// The parameters of a read. Until `finish`, only the reading thread uses what they refer to.
    @safe
    private struct Job: @unchecked Sendable {
        unowned let source: any ByteSource
        let room: UnsafeMutableRawBufferPointer
    }

    private let thread = WorkerThread()
    private let result = Mutex(ByteStep.blocked)

    /// The result of the last read.
    var step: ByteStep { result.withLock(\.self) }

    func begin(_ source: any ByteSource, _ room: UnsafeMutableRawBufferPointer) {
        let job = unsafe Job(source: source, room: room)
        thread.begin { [self] in
            let step = unsafe job.source.read(into: job.room)
            result.withLock { $0 = step }
        }
    }

    func finish() { thread.finish() }
}
