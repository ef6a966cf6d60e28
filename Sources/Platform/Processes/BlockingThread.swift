#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A thread for a blocking call, which must not occupy the cooperative thread pool.
public enum BlockingThread {
    /// Starts a thread that ends with `work`. Returns 0, or an errno value if no thread can be started.
    static func start(_ work: @escaping @Sendable () -> Void) -> Int32 {
        let context = Unmanaged.passRetained(Work(work)).toOpaque()
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let code = pthread_create(&thread, nil, { Work.run($0) }, context)
        guard code == 0 else {
            Unmanaged<Work>.fromOpaque(context).release()
            return code
        }
        #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
        #else
        pthread_detach(thread)
        #endif
        return 0
    }

    /// Returns the result of blocking work. If no thread can be started, the work runs on the caller's thread.
    public static func result<Value: Sendable>(of work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            if start({ continuation.resume(returning: work()) }) != 0 { continuation.resume(returning: work()) }
        }
    }

    private final class Work: Sendable {
        private let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }

        static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            guard let context else { return nil }
            Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }
    }
}
