#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A system call that failed, as a test sees it.
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
    static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
        let code = Darwin.pipe(&ends)
        #else
        let code = Glibc.pipe(&ends)
        #endif
        guard code == 0 else { throw SystemCallFailure("pipe") }
        ends.forEach(closeOnExec)
        return (ends[0], ends[1])
    }

    static func streamSocket(family: Int32) throws -> Int32 {
        #if canImport(Darwin)
        let descriptor = socket(family, SOCK_STREAM, 0)
        #else
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw SystemCallFailure("socket") }
        closeOnExec(descriptor)
        return descriptor
    }

    /// The next connection, non-blocking; nil when it went away before it was taken.
    static func accept(on listener: Int32) -> Int32? {
        #if canImport(Darwin)
        let descriptor = Darwin.accept(listener, nil, nil)
        set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1 as Int32)
        #else
        let descriptor = Glibc.accept(listener, nil, nil)
        #endif
        guard descriptor >= 0 else { return nil }
        closeOnExec(descriptor)
        makeNonBlocking(descriptor)
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1 as Int32)
        return descriptor
    }

    static func makeNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    static func closeOnExec(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    static func set<Value>(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Value) {
        withUnsafePointer(to: value) {
            _ = setsockopt(descriptor, level, option, $0, socklen_t(MemoryLayout<Value>.size))
        }
    }
}
