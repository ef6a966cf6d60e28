#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A second thread that does one piece of work at a time for its owner. It takes no signals, starts with the first
/// work, and ends with this value.
package final class WorkerThread: Sendable {
    private let handoff = Handoff()

    package init() {}

    deinit {
        handoff.set(.ended)
    }

    /// Begins `work`. Call `finish` before the next call. If no thread can be started, the work runs on the caller's
    /// thread.
    package func begin(_ work: @escaping @Sendable () -> Void) {
        let isStarted = handoff.set(.begun(work))
        guard !isStarted else { return }
        let code = BlockingThread.start(blockingSignals: true) { [handoff] in handoff.runAll() }
        if code != 0 { handoff.runHere() }
    }

    /// Waits until the work is done. Returns at once if there is none.
    package func finish() {
        handoff.waitUntilIdle()
    }
}

/// The work that one thread hands to another, with a condition to wait on.
private final class Handoff: Sendable {
    enum State {
        case idle
        case begun(@Sendable () -> Void)
        case running
        case ended
    }

    private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private nonisolated(unsafe) let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// Used under `mutex` only.
    private nonisolated(unsafe) var state = State.idle
    /// Used under `mutex` only.
    private nonisolated(unsafe) var isStarted = false

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Sets the state. Returns whether a thread was started for earlier work.
    @discardableResult
    func set(_ new: State) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        state = new
        pthread_cond_broadcast(changed)
        defer { isStarted = true }
        return isStarted
    }

    func waitUntilIdle() {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            switch state {
            case .idle, .ended: return
            case .begun, .running: pthread_cond_wait(changed, mutex)
            }
        }
    }

    /// Runs the work of the owner, one piece after the other, until the end.
    func runAll() {
        while let work = next() {
            work()
            set(.idle)
        }
    }

    /// Runs the work that was begun, on a thread that is not the worker.
    func runHere() {
        next()?()
        set(.idle)
        pthread_mutex_lock(mutex)
        isStarted = false
        pthread_mutex_unlock(mutex)
    }

    private func next() -> (@Sendable () -> Void)? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            switch state {
            case .begun(let work):
                state = .running
                return work
            case .ended: return nil
            case .idle, .running: pthread_cond_wait(changed, mutex)
            }
        }
    }
}
