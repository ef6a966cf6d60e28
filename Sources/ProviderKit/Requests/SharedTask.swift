import Synchronization

/// Work that several callers need at the same time: it runs once, and all callers get its result.
///
/// The work is cancelled when every caller that waits for it is cancelled.
package final class SharedTask<Value: Sendable>: Sendable {
    private struct Running {
        let task: Task<Value, Never>
        var callers = 1
    }

    private let running = Mutex<Running?>(nil)

    /// Creates a task that does not run.
    package init() {}

    /// Returns the result of the work in progress; starts `work` if there is none.
    package func value(_ work: @escaping @Sendable () async -> Value) async -> Value {
        let task = join(work)
        let value = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            leave(task)
        }
        running.withLock { if $0?.task == task { $0 = nil } }
        return value
    }

    private func join(_ work: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
        running.withLock { running in
            if let task = running?.task {
                running?.callers += 1
                return task
            }
            let task = Task { await work() }
            running = Running(task: task)
            return task
        }
    }

    private func leave(_ task: Task<Value, Never>) {
        running.withLock { running in
            guard running?.task == task else { return }
            running?.callers -= 1
            guard running?.callers == 0 else { return }
            running = nil
            task.cancel()
        }
    }
}
