#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How the process ends.
public enum ProcessEnd {
    /// Ends by a signal's default action, whatever stands in its way: ignored, blocked or handled.
    public static func raise(_ signal: Int32) -> Never {
        #if canImport(Darwin)
        Darwin.signal(signal, SIG_DFL)
        #else
        Glibc.signal(signal, SIG_DFL)
        #endif
        unblock(signal)
        // To this thread alone: a signal of the whole process may be taken by another one, a moment later.
        #if canImport(Darwin)
        _ = Darwin.raise(signal)
        #else
        _ = Glibc.raise(signal)
        #endif
        _exit(128 + signal)
    }

    private static func unblock(_ signal: Int32) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, signal)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Ends at once: no thread is waited for, since one may be stuck in a name server's silence.
    public static func exit(_ code: Int32) -> Never {
        _exit(code)
    }

    /// Ends the process with status 75 when it has not ended by itself a moment after `time`: for what no deadline
    /// reaches (nil takes it back), such as a reader of stdout who neither reads nor leaves.
    public static func armWatchdog(_ time: Duration?) {
        guard let time else {
            var none = itimerval()
            setitimer(timerOfRealTime, &none, nil)
            return
        }
        let (seconds, attoseconds) = (time + .milliseconds(250)).components
        #if canImport(Darwin)
        Darwin.signal(SIGALRM) { _ in giveUp() }
        #else
        Glibc.signal(SIGALRM) { _ in giveUp() }
        #endif
        // A parent may have left it blocked.
        unblock(SIGALRM)
        var timer = itimerval()
        // Over ten years the system calls a timer invalid; nobody waits that long.
        timer.it_value.tv_sec = Int(min(seconds, 300_000_000))
        timer.it_value.tv_usec = .init(attoseconds / 1_000_000_000_000)
        setitimer(timerOfRealTime, &timer, nil)
    }

    #if canImport(Darwin)
    private static let timerOfRealTime = ITIMER_REAL
    #else
    private static let timerOfRealTime = __itimer_which_t(ITIMER_REAL.rawValue)
    #endif
}

/// Runs inside a signal handler: nothing here may allocate or lock.
private func giveUp() {
    let line: StaticString = "crypto: the deadline passed while writing or waiting; raise --deadline\n"
    // stderr may be the very pipe that nobody reads: then the status has to say it all.
    var place = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
    if poll(&place, 1, 0) == 1, place.revents & Int16(POLLOUT) != 0 {
        _ = write(2, line.utf8Start, line.utf8CodeUnitCount)
    }
    _exit(75)
}
