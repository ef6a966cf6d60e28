import Platform
import Synchronization

/// Work that several callers need at the same time: it runs once, and all callers get its result.
///
/// The work is cancelled when every caller that waits for it is cancelled.
package final class SharedTask<Value: Sendable>: Sendable {
    private struct State {
        var running: Task<Value, Never>?
        var callers = 0
        var kept: Value?
    }

    private let state = Mutex(State())
    private let keeps: @Sendable (Value) -> Bool

    /// Creates a task that does not run. A result that it `keeps` is the result of all later calls.
    package init(keeps: @escaping @Sendable (Value) -> Bool = { _ in false }) {
        self.keeps = keeps
    }

    /// The result that is kept; nil before there is one.
    package var kept: Value? { state.withLock(\.kept) }

    /// Returns the result that is kept, or that of the work in progress; otherwise it starts `work`.
    package func value(_ work: @escaping @Sendable () async -> Value) async -> Value {
        let task = join(work)
        let value = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            leave(task)
        }
        state.withLock { state in
            guard state.running == task else { return }
            state.running = nil
            if keeps(value) { state.kept = value }
        }
        return value
    }

    private func join(_ work: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
        state.withLock { state in
            if let kept = state.kept { return Task(executorPreference: TaskThreads.executor) { kept } }
            state.callers = state.running == nil ? 1 : state.callers + 1
            let task = state.running ?? Task(executorPreference: TaskThreads.executor) { await work() }
            state.running = task
            return task
        }
    }

    private func leave(_ task: Task<Value, Never>) {
        state.withLock { state in
            guard state.running == task else { return }
            state.callers -= 1
            guard state.callers == 0 else { return }
            state.running = nil
            task.cancel()
        }
    }
}
