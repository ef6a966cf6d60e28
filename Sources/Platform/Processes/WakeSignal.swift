#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Ends a thread's wait in `poll` from any other thread. It is a pipe that is readable from `signal` until `clear`.
///
/// It is a pipe on Linux too, because the Glibc module does not import `eventfd`.
public final class WakeSignal: Sendable {
    /// The descriptor to wait for. It is readable while the signal is raised.
    public let descriptor: Int32
    private let writeEnd: Int32

    /// Creates a signal that is not raised. Throws `SystemError.Failure` if the process has no free descriptors.
    public init() throws(SystemError.Failure) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw SystemError.Failure(number: errno) }
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

    /// Raises the signal. Any thread may call it, any number of times.
    public func signal() {
        // If the pipe is full, the signal is raised already.
        _ = unsafe write(writeEnd, [1], 1)
    }

    /// Lowers the signal and returns whether it was raised. Call it on the waiting thread.
    @discardableResult
    public func clear() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        var wasRaised = false
        while unsafe read(descriptor, &bytes, bytes.count) > 0 { wasRaised = true }
        return wasRaised
    }

    /// Waits until the signal is raised. Returns false if it is not raised within the time.
    package func isRaised(within time: Duration) -> Bool {
        let end = TimeSource.live.elapsed() + time
        while true {
            let (seconds, attoseconds) = max(.zero, end - TimeSource.live.elapsed()).components
            // Rounded up.
            let part = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = unsafe poll(&wait, 1, Int32(min(seconds, 86_400) * 1000 + part))
            if count > 0 { return true }
            if count == 0 || errno != EINTR, TimeSource.live.elapsed() >= end { return false }
        }
    }
}
