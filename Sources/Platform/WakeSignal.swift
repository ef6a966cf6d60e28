#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Ends a thread's wait in `poll` from any other thread: a pipe that is readable from `signal` until `clear`.
///
/// A pipe on Linux, too: Glibc's module does not show `eventfd`.
public final class WakeSignal: Sendable {
    /// The descriptor to wait for; readable while the signal is raised.
    public let descriptor: Int32
    private let writeEnd: Int32

    /// A signal that is not raised; throws where the process has no descriptors left.
    public init() throws(SystemError.Failure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError.Failure(number: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
        }
        descriptor = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    /// Raises the signal; any thread may call it, as often as it likes.
    public func signal() {
        // A full pipe is raised already.
        _ = write(writeEnd, [1], 1)
    }

    /// Lowers the signal; true where it was raised. For the waiting thread.
    @discardableResult
    public func clear() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        var wasRaised = false
        while read(descriptor, &bytes, bytes.count) > 0 { wasRaised = true }
        return wasRaised
    }
}
