import Platform
package import Testing

/// An executor with a thread for each job, so that a test that computes for seconds takes none of Swift's pool. The
/// pool has as many as there are processors, and what other tests run there would wait.
final class OwnThreads: TaskExecutor {
    static let shared = OwnThreads()

    func enqueue(_ job: consuming ExecutorJob) {
        run(UnownedJob(job))
    }

    func run(_ job: UnownedJob) {
        let run: @Sendable () -> Void = { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        if BlockingThread.start(run) != 0 { run() }
    }
}

/// Runs tests that compute for long without any wait on threads of their own: see `OwnThreads`. What takes a turn runs
/// there anyway.
package struct ComputingTrait: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    @concurrent package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(OwnThreads.shared) { try await function() }
    }
}

extension Trait where Self == ComputingTrait {
    /// Marks tests that compute for a second or more: see `ComputingTrait`.
    package static var computes: Self { Self() }
}
