#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A thread for blocking calls, which must not occupy the cooperative thread pool.
package enum BlockingThread {
    /// Starts a thread that ends with `work`. Returns 0, or an errno value if no thread can be started.
    ///
    /// With `blockingSignals` the thread takes no signal. On Linux a broken pipe is then an error of its write instead
    /// of SIGPIPE; macOS sends that to any thread of the process. Threads that it starts inherit that. Otherwise the
    /// thread inherits the signal mask of the caller.
    package static func start(blockingSignals: Bool = false, _ work: @escaping @Sendable () -> Void) -> Int32 {
        Signals.receive()
        let context = unsafe Unmanaged.passRetained(Work(work)).toOpaque()
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        var (all, before) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        // The thread inherits the mask, so that no signal reaches it before it could set its own.
        if blockingSignals { unsafe pthread_sigmask(SIG_BLOCK, &all, &before) }
        let code = unsafe pthread_create(&thread, nil, { unsafe Work.run($0) }, context)
        if blockingSignals { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        guard code == 0 else {
            unsafe Unmanaged<Work>.fromOpaque(context).release()
            return code
        }
        #if canImport(Darwin)
        if let thread = unsafe thread { unsafe pthread_detach(thread) }
        #else
        pthread_detach(thread)
        #endif
        return 0
    }

    /// Returns the result of blocking work. If no thread can be started, the work runs on the caller's thread.
    package static func result<Value: Sendable>(of work: @escaping @Sendable () -> Value) async -> Value {
        let result = await outcome(of: work)
        return if case .success(let value) = result { value } else { work() }
    }

    /// Returns the result of work that blocks for long, which must not run on the caller's thread. Throws the limit
    /// that keeps a thread from being started.
    package static func ownResult<Value: Sendable>(
        of work: @escaping @Sendable () -> Value
    ) async throws(ThreadLimit) -> Value {
        try await outcome(of: work).get()
    }

    private static func outcome<Value: Sendable>(
        of work: @escaping @Sendable () -> Value
    ) async -> Result<Value, ThreadLimit> {
        let executor = TaskThreads.executor
        return await withCheckedContinuation { continuation in
            executor?.begin()
            let code = start {
                // A task that the thread starts belongs to the same executor.
                let value = TaskThreads.$executor.withValue(executor, operation: work)
                continuation.resume(returning: .success(value))
                executor?.end()
            }
            guard code != 0 else { return }
            continuation.resume(returning: .failure(ThreadLimit(code)))
            executor?.end()
        }
    }

    private final class Work: Sendable {
        private let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }

        static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            guard let context = unsafe context else { return nil }
            unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }
    }
}
