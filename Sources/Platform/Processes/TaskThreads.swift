#if os(Linux)
import CExecutor
#endif

/// The threads that run the tasks of the program, and wake those that sleep.
///
/// They take the place of those of libdispatch on Linux, which reads /proc each second to see what its threads do, and
/// ends the process where that is missing. Where no thread can be started, it tries again for ever.
package enum TaskThreads {
    /// The executor that runs this task and those that it starts, in place of these threads: in a test, one that knows
    /// when nothing can run. A task that is not a child of this one is started with it as its preference.
    @TaskLocal package static var executor: (any CountingExecutor)?

    /// Makes these threads run all tasks. Call it before the first task, on the main thread, whose signal mask they
    /// get. None runs before `run`.
    package static func takeTasks() {
        #if os(Linux)
        TaskPool.shared.useOneThread()
        unsafe cexecutor_take_jobs { job in if let job = unsafe job { unsafe TaskPool.shared.add(.task(job)) } }
        #endif
    }

    /// Runs tasks and receives signals until the process ends. Call it on the main thread.
    ///
    /// On Linux the main thread is the first of these threads. It is the only one until something needs a second one,
    /// because starting it takes a good part of the time of a run that asks nothing over a network.
    package static func run(_ signals: Signals) -> Never {
        #if os(Linux)
        signals.waitWhenNeeded()
        TaskPool.shared.join()
        #else
        signals.wait()
        #endif
    }

    /// Starts threads for the tasks that wait for one, and for later ones.
    static func start() {
        #if os(Linux)
        TaskPool.shared.startThreads()
        #endif
    }

    /// Suspends the task for a duration. Throws `CancellationError` as soon as it is cancelled.
    ///
    /// It takes the place of `Task.sleep`, which on Linux always uses the threads of libdispatch.
    package static func sleep(for duration: Duration) async throws {
        #if os(Linux)
        let isOver = Promise<Bool>()
        try await withTaskCancellationHandler {
            guard await isOver.value({ TaskPool.shared.add(.end(isOver), after: duration) }) else {
                throw CancellationError()
            }
        } onCancel: {
            isOver.set(false)
        }
        #else
        try await Task.sleep(for: duration, tolerance: .zero, clock: .continuous)
        #endif
    }

    /// Lets tasks that are ready run before this one.
    ///
    /// It takes the place of `Task.yield`, which in Swift 6.3 hands the task to the threads of libdispatch on Linux.
    package static func yield() async {
        if executor != nil { return await Task.yield() }
        #if os(Linux)
        let isOver = Promise<Bool>()
        _ = await isOver.value { TaskPool.shared.add(.end(isOver)) }
        #else
        await Task.yield()
        #endif
    }
}

/// An executor that is also told of the work of threads which tasks wait for.
package protocol CountingExecutor: TaskExecutor {
    /// Records that a thread begins to work for a task.
    func begin()
    /// Records that the thread is done, and has resumed the task.
    func end()
}
