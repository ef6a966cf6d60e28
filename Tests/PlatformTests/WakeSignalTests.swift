import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("WakeSignal", .quick)
struct WakeSignalTests {
    private func isRaised(_ signal: WakeSignal) -> Bool {
        var polled = pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) == 1
    }

    @Test("A wake signal is raised from the first signal until it is cleared, however many signals came")
    func raised() throws {
        let signal = try WakeSignal()
        #expect(!isRaised(signal) && !signal.clear())
        for count in [1, 3, 100_000] {
            for _ in 0..<count { signal.signal() }
            #expect(isRaised(signal))
            #expect(signal.clear())
            #expect(!isRaised(signal) && !signal.clear())
        }
    }

    @Test("Any thread can end the wait")
    func wakes() async throws {
        let signal = try WakeSignal()
        async let woken = Task.detached {
            var polled = pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&polled, 1, 60_000)
        }.value
        signal.signal()
        #expect(await woken == 1)
    }

    @Test("No child process inherits the wake signal")
    func closedOnExec() throws {
        let signal = try WakeSignal()
        #expect(fcntl(signal.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
}
