#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Synchronization

/// Ends the process.
package enum ProcessEnd {
    /// Ends the process with the default action of a signal, even if the signal is ignored, blocked or handled.
    package static func raise(_ signal: Int32) -> Never {
        Terminal.endAsking()
        DetachedCommand.killRunning()
        handle(signal, by: SIG_DFL)
        unblock(signal)
        // Send it to this thread only: another thread may take a signal of the whole process a moment later.
        sendToThisThread(signal)
        _exit(128 + signal)
    }

    private static func unblock(_ signal: Int32) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, signal)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Exits at once without waiting for threads, because one may be waiting for a name server that does not respond.
    package static func exit(_ code: Int32) -> Never {
        Terminal.endAsking()
        DetachedCommand.killRunning()
        _exit(code)
    }

    /// Ends the process with a status if it is still running a moment after `time`. This covers waits that no
    /// deadline interrupts, such as a reader of stdout that neither reads nor closes it. Nil cancels it.
    package static func armWatchdog(_ time: Duration?, status: Int32) {
        // The first use of a global initializes it, which must not happen in the signal handler.
        watchdogStatus.store(status, ordering: .relaxed)
        _ = lengthOfLock.load(ordering: .relaxed)
        DetachedCommand.prepareKilling()
        guard let time else {
            var none = itimerval()
            unsafe setitimer(timerOfRealTime, &none, nil)
            return
        }
        let (seconds, attoseconds) = (time + .milliseconds(250)).components
        handle(SIGALRM, by: { _ in giveUp() })
        // A parent process may have left the signal blocked.
        unblock(SIGALRM)
        var timer = itimerval()
        // The system rejects a timer of many years: macOS one of more than 100,000,000 s.
        timer.it_value.tv_sec = Int(min(seconds, 100_000_000))
        timer.it_value.tv_usec = .init(attoseconds / 1_000_000_000_000)
        unsafe setitimer(timerOfRealTime, &timer, nil)
    }

    /// Lets the watchdog name a file while this process waits for its lock; nil for none.
    static func watchdogNames(lockOf path: String?) {
        lengthOfLock.store(0, ordering: .releasing)
        guard let path else { return }
        let line = "crypto: \(path): the deadline passed while another process had locked it; try again"
        // Without control characters.
        let bytes = unsafe line.utf8.prefix(lineOfLock.count - 1).map { $0 < 0x20 || $0 == 0x7F ? 0x3F : $0 } + [0x0A]
        _ = unsafe lineOfLock.update(fromContentsOf: bytes)
        lengthOfLock.store(bytes.count, ordering: .releasing)
    }

    #if canImport(Darwin)
    private static let timerOfRealTime = ITIMER_REAL
    #else
    private static let timerOfRealTime = __itimer_which_t(ITIMER_REAL.rawValue)
    #endif
}

/// Sets the handler of a signal; nil for its default action.
func handle(_ number: Int32, by handler: (@convention(c) (Int32) -> Void)?) {
    signal(number, handler)
}

private func sendToThisThread(_ signal: Int32) {
    _ = raise(signal)
}

/// The status with which the watchdog ends the process.
private let watchdogStatus = Atomic<Int32>(0)

/// The line of the watchdog while this process waits for a lock, and its length: 0 for none. The memory is never
/// freed, since the signal handler may read it at any time.
private nonisolated(unsafe) let lineOfLock = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 8192)
private let lengthOfLock = Atomic(0)

/// Ends the process. It runs in a signal handler, so it must not allocate or lock.
private func giveUp() {
    let line: StaticString = "crypto: the deadline passed while writing or waiting; raise --deadline\n"
    let length = lengthOfLock.load(ordering: .acquiring)
    // stderr may be the pipe that is not read. Then only the exit status reports the error. macOS cannot poll a device.
    var place = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
    if unsafe poll(&place, 1, 0) == 1, place.revents & Int16(POLLOUT | POLLNVAL) != 0 {
        _ =
            if length > 0 {
                unsafe write(2, lineOfLock.baseAddress, length)
            } else {
                unsafe write(2, line.utf8Start, line.utf8CodeUnitCount)
            }
    }
    DetachedCommand.killRunning()
    _exit(watchdogStatus.load(ordering: .relaxed))
}
