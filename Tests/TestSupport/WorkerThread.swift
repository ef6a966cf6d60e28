#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A thread for blocking work outside of the cooperative pool. The code that starts it joins or detaches it.
package struct WorkerThread: Sendable {
    private let handle: UInt

    init(_ body: @escaping @Sendable () -> Void) throws {
        let context = Unmanaged.passRetained(Body(body)).toOpaque()
        #if canImport(Darwin)
        var thread: pthread_t?
        let code = pthread_create(&thread, nil, { Body.run($0) }, context)
        handle = UInt(bitPattern: thread)
        #else
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, { Body.run($0) }, context)
        handle = thread
        #endif
        guard code == 0 else {
            Unmanaged<Body>.fromOpaque(context).release()
            throw SystemCallFailure("pthread_create", code: code)
        }
    }

    /// Blocks until the thread's work is done.
    func join() {
        #if canImport(Darwin)
        if let thread = pthread_t(bitPattern: handle) { pthread_join(thread, nil) }
        #else
        pthread_join(handle, nil)
        #endif
    }

    /// Lets the thread end by itself.
    func detach() {
        #if canImport(Darwin)
        if let thread = pthread_t(bitPattern: handle) { pthread_detach(thread) }
        #else
        pthread_detach(handle)
        #endif
    }

    /// The result of blocking work, awaited without blocking the caller's thread.
    package static func result<Value: Sendable>(of work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            do {
                try WorkerThread { continuation.resume(returning: work()) }.detach()
            } catch {
                continuation.resume(returning: work())
            }
        }
    }

    private final class Body: Sendable {
        private let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }

        static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            guard let context else { return nil }
            Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }
    }
}
