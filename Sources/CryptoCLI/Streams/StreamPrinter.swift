import Platform
import Synchronization

/// Brings a stream's data to its outlet on the thread that reads it: what does not come out is not read either, so that a
/// slow reader never makes memory grow.
final class StreamPrinter<Stages: StreamStages>: Sendable {
    private let lock = Mutex(())
    /// Used under `lock` only. It stands beside the lock because ticks, which are valid on their thread alone, must not
    /// seem to be kept in what a lock protects.
    private nonisolated(unsafe) var stages: Stages
    let now: @Sendable () -> Timestamp
    private let end: @Sendable (StreamEnding) -> Void
    /// Told of each change, for a picture.
    private let isShown = Atomic(false)
    private let touch = Mutex<(@Sendable () -> Void)?>(nil)

    init(
        _ stages: sending Stages, now: @escaping @Sendable () -> Timestamp,
        end: @escaping @Sendable (StreamEnding) -> Void
    ) {
        self.stages = stages
        (self.now, self.end) = (now, end)
    }

    /// Does something with the stages while no data comes, writes what follows from it, and ends the stream where that
    /// is the end. Does nothing after the end.
    func perform(_ work: (inout Stages) -> Void) {
        let ending = lock.withLock { _ in
            guard stages.ending == nil else { return nil as StreamEnding? }
            work(&stages)
            stages.flush()
            return stages.ending
        }
        if let ending { end(ending) }
        if isShown.load(ordering: .relaxed) { touch.withLock { $0 }?() }
    }

    /// Prints what has become due by time. The rows of an interval are written while data goes on, so that a reader who
    /// stops gets the newest ones when he goes on.
    func printDue(_ console: Console) async {
        perform { [now] in $0.printDue(now: now()) }
        let (bytes, ending) = lock.withLock { _ in (stages.takeHeld(), stages.ending) }
        guard !bytes.isEmpty else { return }
        let written = await BlockingThread.result(of: { Result { () throws(Failure) in try console.print(bytes) } })
        if case .failure(let failure) = written {
            withStages { $0.fail(failure) }
            end(.failed(failure))
        } else if let ending {
            end(ending)
        }
    }

    /// Calls `touch` after every change from now on.
    func show(_ touch: @escaping @Sendable () -> Void) {
        self.touch.withLock { $0 = touch }
        isShown.store(true, ordering: .relaxed)
    }

    /// Does something with the stages while no data comes, also after the end.
    func withStages<Result: Sendable>(_ work: (inout Stages) -> Result) -> Result {
        lock.withLock { _ in work(&stages) }
    }

    /// Ends the output, and says what rows there were.
    func finish(orNothing: @Sendable (RowTally) -> Bool) throws(Failure) -> RowTally {
        let result = withStages { stages in
            stages.printRest()
            let tally = stages.tally
            return Result { () throws(Failure) -> RowTally in
                try stages.finish(orNothing: orNothing(tally))
                return tally
            }
        }
        return try result.get()
    }
}
