import Dispatch
import Synchronization

/// A second thread that does one piece of work at a time for its owner. It takes no signals, starts with the first
/// work, and ends with this value.
package final class WorkerThread: Sendable {
    private let handoff = Handoff()

    package init() {}

    deinit {
        handoff.begun.signal()
    }

    /// Begins `work`. Call `finish` before the next call. If no thread can be started, the work runs on the caller's
    /// thread.
    package func begin(_ work: @escaping @Sendable () -> Void) {
        let isStarted = handoff.set(work)
        if isStarted || BlockingThread.start(blockingSignals: true, { [handoff] in handoff.runAll() }) == 0 {
            handoff.begun.signal()
        } else {
            handoff.runHere()
        }
    }

    /// Waits until the work is done. Returns at once if there is none.
    package func finish() {
        if handoff.mustWait() { handoff.done.wait() }
    }
}

/// The work that one thread hands to another.
private final class Handoff: Sendable {
    typealias Work = @Sendable () -> Void

    /// Signalled when there is work, and at the end.
    let begun = DispatchSemaphore(value: 0)
    /// Signalled when the work is done.
    let done = DispatchSemaphore(value: 0)
    private let state = Mutex(State())

    private struct State {
        var work: Work?
        var isStarted = false
        /// True from `set` until `mustWait`.
        var isBegun = false
    }

    /// Sets the work. Returns whether a thread was started for earlier work.
    func set(_ work: @escaping Work) -> Bool {
        state.withLock { state in
            defer { state = State(work: work, isStarted: true, isBegun: true) }
            return state.isStarted
        }
    }

    /// Returns whether there is work that the caller must wait for.
    func mustWait() -> Bool {
        state.withLock { state in
            defer { state.isBegun = false }
            return state.isBegun
        }
    }

    /// Runs the work of the owner, one piece after the other, until the end.
    func runAll() {
        while true {
            begun.wait()
            guard let work = take() else { return }
            work()
            done.signal()
        }
    }

    /// Runs the work on the caller's thread; the next work tries again to start a thread.
    func runHere() {
        take()?()
        state.withLock { $0.isStarted = false }
        done.signal()
    }

    private func take() -> Work? {
        state.withLock { state in
            defer { state.work = nil }
            return state.work
        }
    }
}
