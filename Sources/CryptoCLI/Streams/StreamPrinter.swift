import Platform
import ProviderKit
import Synchronization

/// Prints a stream's data on the thread that reads it. Data that is not printed is not read either, so that a slow
/// reader of stdout never makes memory grow.
final class StreamPrinter: Sendable {
    private let lock = Mutex(())
    /// Used under `lock` only. It is not in the lock, because a `Mutex` accepts only values that can be sent to it, and
    /// ticks cannot.
    private nonisolated(unsafe) let stages: any StreamStages
    let now: @Sendable () -> Timestamp
    let end: StreamEnd
    /// Raised after each change, to draw the picture, if there is one.
    private let change: TaskSignal?

    init(
        _ stages: any StreamStages, now: @escaping @Sendable () -> Timestamp, end: StreamEnd, change: TaskSignal?
    ) {
        unsafe self.stages = stages
        (self.now, self.end, self.change) = (now, end, change)
    }

    /// Takes the lock, passes the stages to `work`, writes the rows, and ends the stream if they were the last. Does
    /// nothing after the end.
    func perform(_ work: (any StreamStages) -> Void) {
        let ending = lock.withLock { _ in
            guard unsafe stages.ending == nil else { return nil as StreamEnding? }
            unsafe work(stages)
            unsafe stages.flush()
            return unsafe stages.ending
        }
        if let ending { end.set(ending) }
        change?.raise()
    }

    /// Prints the rows that are due without new data. The rows of an interval are written outside the lock, so that
    /// data still arrives while the reader of stdout is slow, and the reader then gets the newest rows.
    func printDue(_ console: Console) async {
        perform { [now] in $0.printDue(now: now()) }
        let (bytes, ending) = lock.withLock { _ in unsafe (stages.take(), stages.ending) }
        guard !bytes.isEmpty else { return }
        let written = await BlockingThread.result(of: { Result { () throws(Failure) in try console.print(bytes) } })
        if case .failure(let failure) = written {
            withStages { $0.fail(failure) }
            end.set(.failed(failure))
        } else if let ending {
            end.set(ending)
        }
    }

    /// Takes the lock and passes the stages to `work`, also after the end.
    func withStages<Result: Sendable>(_ work: (any StreamStages) -> Result) -> Result {
        lock.withLock { _ in unsafe work(stages) }
    }
}
