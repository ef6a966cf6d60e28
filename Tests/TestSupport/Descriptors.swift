#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Synchronization

/// A failed system call.
package struct SystemCallFailure: Error, Equatable, CustomStringConvertible {
    /// The call's name.
    package let call: String
    /// Its errno.
    package let code: Int32

    init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// Descriptors that no child process inherits.
enum Descriptors {
    /// Held while a descriptor is created and marked close-on-exec, and while a process is spawned. Glibc's module does
    /// not export `pipe2` and `accept4`, which do both in one step.
    static let creation = Mutex(())

    static func pipe() throws -> (read: Int32, write: Int32) {
        try creation.withLock { _ in try makePipe() }
    }

    private static func makePipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
        let code = Darwin.pipe(&ends)
        #else
        let code = Glibc.pipe(&ends)
        #endif
        guard code == 0 else { throw SystemCallFailure("pipe") }
        ends.forEach(closeOnExec)
        #if canImport(Darwin)
        // There the signal of a broken pipe is sent to the process, whatever the thread that writes blocks.
        _ = fcntl(ends[1], F_SETNOSIGPIPE, 1)
        #endif
        return (ends[0], ends[1])
    }

    static func streamSocket(family: Int32) throws -> Int32 {
        try creation.withLock { _ in
            #if canImport(Darwin)
            let descriptor = socket(family, SOCK_STREAM, 0)
            #else
            let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
            #endif
            guard descriptor >= 0 else { throw SystemCallFailure("socket") }
            closeOnExec(descriptor)
            return descriptor
        }
    }

    /// The next connection, non-blocking; nil when it is closed before it is accepted.
    static func accept(on listener: Int32) -> Int32? {
        let accepted = creation.withLock { _ in
            #if canImport(Darwin)
            let descriptor = Darwin.accept(listener, nil, nil)
            set(descriptor, level: SOL_SOCKET, option: SO_NOSIGPIPE, to: 1 as Int32)
            #else
            let descriptor = Glibc.accept(listener, nil, nil)
            #endif
            if descriptor >= 0 { closeOnExec(descriptor) }
            return descriptor
        }
        guard accepted >= 0 else { return nil }
        makeNonBlocking(accepted)
        set(accepted, level: Int32(IPPROTO_TCP), option: TCP_NODELAY, to: 1 as Int32)
        return accepted
    }

    static func makeNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    static func closeOnExec(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    static func set<Value>(_ descriptor: Int32, level: Int32, option: Int32, to value: Value) {
        withUnsafePointer(to: value) {
            _ = setsockopt(descriptor, level, option, $0, socklen_t(MemoryLayout<Value>.size))
        }
    }
}
