import Synchronization

/// Why a stream ends.
enum StreamEnding: Sendable, Equatable {
    /// `--count` rows were printed, or a row met `--until`.
    case done
    /// The time of `--for` is over.
    case timeIsOver
    /// The time of `--deadline` is over.
    case deadline
    /// Nothing is left to stream: all that was asked for failed, or its stream is over.
    case nothingLeft
    /// A signal that ends the process.
    case signal(Int32)
    /// stdout takes no more, or something else went wrong.
    case failed(Failure)
}

/// The end of a stream, which comes once, and is waited for in one place.
final class StreamEnd: Sendable {
    private struct State {
        var ending: StreamEnding?
        var waiter: CheckedContinuation<StreamEnding, Never>?
    }

    private let state = Mutex(State())

    /// Whether it has come.
    var isOver: Bool { state.withLock { $0.ending != nil } }

    /// Ends the stream; only the first call counts, and is told so.
    @discardableResult
    func end(_ ending: StreamEnding) -> Bool {
        let (isFirst, waiter) = state.withLock { state in
            guard state.ending == nil else { return (false, nil as CheckedContinuation<StreamEnding, Never>?) }
            state.ending = ending
            return (true, state.waiter.take())
        }
        waiter?.resume(returning: ending)
        return isFirst
    }

    /// Waits for the end.
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
