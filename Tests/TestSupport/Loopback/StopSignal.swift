#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Platform
import Synchronization

/// Ends every wait of a server's threads: a pipe that becomes readable for good, which all `poll` calls notice.
final class StopSignal: Sendable {
    private let readEnd: Int32
    private let writeEnd: Mutex<Int32>

    init() throws {
        let ends = try Descriptors.pipe()
        readEnd = ends.read
        writeEnd = Mutex(ends.write)
    }

    deinit {
        raise()
        close(readEnd)
    }

    /// Ends all present and later waits; calling it again does nothing.
    func raise() {
        writeEnd.withLock { end in
            guard end >= 0 else { return }
            // The byte is needed where a child process, spawned at a bad moment by other code, still has the pipe open.
            _ = write(end, [0], 1)
            close(end)
            end = -1
        }
    }

    /// Waits until `descriptor` has one of `events` (then true), or the time is over (then false).
    ///
    /// Throws `ConnectionEnded.serverStopped` once the signal was raised.
    func wait(for descriptor: Int32 = -1, events: Int32 = 0, timeout: Duration? = nil) throws -> Bool {
        let start = TimeSource.live.elapsed()
        while true {
            var polled = [
                pollfd(fd: descriptor, events: Int16(events), revents: 0),
                pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
            ]
            let rest = timeout.map { $0 - (TimeSource.live.elapsed() - start) }
            if let rest, rest <= .zero { return false }
            poll(&polled, 2, rest?.pollMilliseconds ?? -1)
            if polled[1].revents != 0 { throw ConnectionEnded.serverStopped }
            if polled[0].revents != 0 { return true }
        }
    }
}

extension Duration {
    /// Whole milliseconds for poll(2), rounded up so that a wait is never shorter than asked for.
    var pollMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: milliseconds)
    }
}
