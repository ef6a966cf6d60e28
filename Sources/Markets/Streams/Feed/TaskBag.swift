import Platform
import Synchronization

/// A set of running tasks. A task that ends is removed.
final class TaskBag: Sendable {
    private let tasks = Mutex<(next: Int, running: [Int: Task<Void, Never>])>((0, [:]))

    /// The number of running tasks.
    var count: Int { tasks.withLock(\.running.count) }

    /// Starts a task.
    func run(_ work: @escaping @Sendable () async -> Void) {
        tasks.withLock { tasks in
            let number = tasks.next
            tasks.next += 1
            tasks.running[number] = Task(executorPreference: TaskThreads.executor) { [self] in
                await work()
                self.tasks.withLock { $0.running[number] = nil }
            }
        }
    }

    /// Cancels the running tasks.
    func cancel() {
        for task in tasks.withLock({ Array($0.running.values) }) { task.cancel() }
    }

    /// Returns when the tasks that are running now have ended.
    func wait() async {
        for task in tasks.withLock({ Array($0.running.values) }) { await task.value }
    }
}
