import Platform
import Synchronization
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The tests send signals only to the waiting thread, because the main thread belongs to the test runner.
@Suite("Signals", .quick, .endsHang)
struct SignalsTests {
    @Test("The handler gets each signal, and the process ends only when the handler ends it")
    func kinds() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            let signals = Signals()
            let seen = Mutex<[Signals.Kind]>([])
            signals.take { kind in
                let count = seen.withLock {
                    $0.append(kind)
                    return $0.count
                }
                let next = [SIGCONT, SIGHUP, SIGQUIT, SIGINT, SIGWINCH, SIGTERM]
                if count <= next.count { return _ = raise(next[count - 1]) }
                let expected: [Signals.Kind] = [
                    .resize, .resume, .end(SIGHUP), .end(SIGQUIT), .end(SIGINT), .resize, .end(SIGTERM),
                ]
                if seen.withLock({ $0 }) != expected { exit(1) }
                ProcessEnd.raise(SIGTERM)
            }
            raise(SIGWINCH)
            signals.wait()
        }
    }

    @Test("A signal without a handler has its default action")
    func byDefault() async {
        await #expect(processExitsWith: .signal(SIGHUP)) {
            let signals = Signals()
            raise(SIGWINCH)
            raise(SIGCONT)
            raise(SIGHUP)
            signals.wait()
        }
    }

    @Test("The handler does not get a signal that was ignored at the start of the process")
    func ignored() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            signal(SIGHUP, SIG_IGN)
            signal(SIGWINCH, SIG_IGN)
            let signals = Signals()
            signals.take { kind in
                if kind == .end(SIGTERM) { ProcessEnd.raise(SIGTERM) }
                exit(1)
            }
            raise(SIGHUP)
            raise(SIGWINCH)
            raise(SIGTERM)
            signals.wait()
        }
    }

    @Test("Only the handled signals and XFSZ are blocked, whatever the parent process had blocked")
    func mask() async {
        await #expect(processExitsWith: .exitCode(0)) {
            var mask = sigset_t()
            sigfillset(&mask)
            pthread_sigmask(SIG_SETMASK, &mask, nil)
            let signals = Signals()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            let blocked = (1..<32).filter { sigismember(&mask, $0) == 1 }
            let expected = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGTSTP, SIGCONT, SIGWINCH, SIGXFSZ].sorted()
            withExtendedLifetime(signals) { exit(blocked == expected ? 0 : 1) }
        }
    }
}
