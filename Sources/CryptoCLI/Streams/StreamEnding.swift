import Synchronization

/// The reason why a stream ends.
enum StreamEnding: Sendable, Equatable {
    /// `--count` rows were printed, or a row met `--until`.
    case done
    /// The time of `--for` passed.
    case timeIsOver
    /// The deadline passed.
    case deadline
    /// No data is expected: everything requested failed, or its stream ended.
    case nothingLeft
    /// The key for it was typed.
    case quit
    /// A signal that ends the process.
    case signal(Int32)
    /// stdout accepts no more, or another failure.
    case failed(Failure)
}

/// The end of a stream. It happens once, and one task waits for it.
final class StreamEnd: Sendable {
    private typealias Waiter = CheckedContinuation<StreamEnding, Never>

    private let state = Mutex<(ending: StreamEnding?, waiter: Waiter?)>((nil, nil))

    /// True once the stream has ended.
    var isOver: Bool { state.withLock { $0.ending != nil } }

    /// Ends the stream. Only the first call has an effect, and returns true.
    @discardableResult
    func end(_ ending: StreamEnding) -> Bool {
        let (isFirst, waiter) = state.withLock { state in
            guard state.ending == nil else { return (false, nil as Waiter?) }
            state.ending = ending
            return (true, state.waiter.take())
        }
        waiter?.resume(returning: ending)
        return isFirst
    }

    /// Returns when the stream has ended.
    func wait() async -> StreamEnding {
        await withCheckedContinuation { continuation in
            let ending = state.withLock { state in
                if state.ending == nil { state.waiter = continuation }
                return state.ending
            }
            if let ending { continuation.resume(returning: ending) }
        }
    }
}
