import Platform
import Synchronization
import TestSupport
import Testing

@Suite("Worker threads", .quick)
struct WorkerThreadTests {
    @Test("A worker does one piece of work after the other, and `finish` waits for each")
    func inOrder() {
        let worker = WorkerThread()
        worker.finish()
        let done = Mutex<[Int]>([])
        for number in 0..<1000 {
            worker.begin { done.withLock { $0.append(number) } }
            worker.finish()
            #expect(done.withLock(\.last) == number)
        }
    }

    @Test("The work is released when it is done, and the thread with its owner")
    func released() async {
        final class Token: Sendable {
            let end: AsyncStream<Void>.Continuation
            init(_ end: AsyncStream<Void>.Continuation) { self.end = end }
            deinit { end.finish() }
        }
        let (ended, end) = AsyncStream<Void>.makeStream()
        do {
            let worker = WorkerThread()
            let token = Token(end)
            worker.begin { _ = token }
        }
        for await _ in ended {}
    }
}
