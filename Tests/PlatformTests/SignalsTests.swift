import Platform
import Synchronization
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Signals are sent to the waiting thread alone: the main thread of a test process is not ours.
@Suite("Signals", .timeLimit(.minutes(2)))
struct SignalsTests {
    @Test("each signal is handed on, and the process ends only when the handler says so")
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

    @Test("without a handler a signal does what it does by default")
    func byDefault() async {
        await #expect(processExitsWith: .signal(SIGHUP)) {
            let signals = Signals()
            raise(SIGWINCH)
            raise(SIGCONT)
            raise(SIGHUP)
            signals.wait()
        }
    }

    @Test("what was ignored when the process began is never seen")
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

    @Test("only these signals are blocked, whatever a parent had blocked")
    func mask() async {
        await #expect(processExitsWith: .exitCode(0)) {
            var mask = sigset_t()
            sigfillset(&mask)
            pthread_sigmask(SIG_SETMASK, &mask, nil)
            let signals = Signals()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            let blocked = (1..<32).filter { sigismember(&mask, $0) == 1 }
            let expected = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH].sorted()
            withExtendedLifetime(signals) { exit(blocked == expected ? 0 : 1) }
        }
    }
}
