#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A thread for a call that blocks, which the cooperative pool must not be kept from its work by.
public enum BlockingThread {
    /// Starts a thread that ends with `work`; the system's error number where it cannot, 0 where it does.
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

    /// The result of work that blocks; it is done on the caller's thread where there is no other to be had.
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
