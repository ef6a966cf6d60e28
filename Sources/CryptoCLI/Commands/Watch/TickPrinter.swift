import DecimalArithmetic
import Markets
import Platform
import Synchronization

/// Brings ticks to their outlet on the thread that reads them: what does not come out is not read either, so that a slow
/// reader never makes memory grow.
final class TickPrinter: TickReceiver {
    private let lock = Mutex(())
    /// Used under `lock` only. It stands beside the lock because ticks, which are valid on their thread alone, must not
    /// seem to be kept in what a lock protects.
    private nonisolated(unsafe) var stages: TickStages
    private let now: @Sendable () -> Timestamp
    private let end: @Sendable (StreamEnding) -> Void

    init(
        _ stages: sending TickStages, now: @escaping @Sendable () -> Timestamp,
        end: @escaping @Sendable (StreamEnding) -> Void
    ) {
        self.stages = stages
        (self.now, self.end) = (now, end)
    }

    func receive(_ batch: TickBatch) {
        let now = now()
        perform { stages in batch.forEach { stages.take($0, now: now) } }
    }

    func note(_ event: TickEvent) {}

    /// Does something with the stages while no tick comes, writes what follows from it, and ends the stream where that
    /// is the end. Does nothing after the end.
    func perform(_ work: (inout TickStages) -> Void) {
        let ending = lock.withLock { _ in
            guard stages.ending == nil else { return nil as StreamEnding? }
            work(&stages)
            stages.flush()
            return stages.ending
        }
        if let ending { end(ending) }
    }

    /// Ends the output, and says how many rows there were.
    func finish(orNothing: (Int) -> Bool) throws(Failure) -> Int {
        let result = lock.withLock { _ in
            let count = stages.count
            return Result { () throws(Failure) -> Int in
                try stages.finish(orNothing: orNothing(count))
                return count
            }
        }
        return try result.get()
    }
}
