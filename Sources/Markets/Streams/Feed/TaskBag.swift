import Synchronization

/// Tasks under way; one that ends is kept no longer.
final class TaskBag: Sendable {
    private let tasks = Mutex<(next: Int, running: [Int: Task<Void, Never>])>((0, [:]))

    /// How many have not ended.
    var count: Int { tasks.withLock(\.running.count) }

    /// Starts a task.
    func run(_ work: @escaping @Sendable () async -> Void) {
        tasks.withLock { tasks in
            let number = tasks.next
            tasks.next += 1
            tasks.running[number] = Task { [self] in
                await work()
                self.tasks.withLock { $0.running[number] = nil }
            }
        }
    }

    /// Cancels those under way.
    func cancel() {
        for task in tasks.withLock({ Array($0.running.values) }) { task.cancel() }
    }

    /// Returns when all have ended that are under way now.
    func wait() async {
        for task in tasks.withLock({ Array($0.running.values) }) { await task.value }
    }
}
