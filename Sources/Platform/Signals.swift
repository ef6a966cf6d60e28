#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Synchronization

/// The signals that end, stop, continue or resize a running command, all taken by the one thread that `wait`s.
///
/// That thread has to be the main thread: a main thread that awaits in Swift's concurrency sleeps in libdispatch's
/// `sigsuspend` with no signal blocked, so that the default action would end the process whatever other threads wait
/// for. A signal that was ignored when the process began (`nohup`) is left ignored.
public final class Signals: Sendable {
    /// What a signal says.
    public enum Kind: Sendable, Equatable {
        /// INT, TERM, HUP or QUIT, by its number: clean up, then end with `ProcessEnd.raise`.
        case end(Int32)
        /// TSTP, Ctrl-Z: clean up, then call `stopProcess`.
        case stop
        /// CONT: the process goes on, also after a STOP that nobody could see coming.
        case resume
        /// WINCH: the terminal has another size.
        case resize
    }

    private static let kinds: [(number: Int32, kind: Kind)] = [
        (SIGINT, .end(SIGINT)), (SIGTERM, .end(SIGTERM)), (SIGHUP, .end(SIGHUP)), (SIGQUIT, .end(SIGQUIT)),
        (SIGTSTP, .stop), (SIGCONT, .resume), (SIGWINCH, .resize),
    ]

    private let taken: sigset_t
    private let handler = Mutex<(@Sendable (Kind) -> Void)?>(nil)

    /// Blocks these signals, and no other, in the calling thread and all that it starts: to be made before the first.
    public init() {
        var taken = sigset_t()
        sigemptyset(&taken)
        for (number, _) in Self.kinds where !Self.isIgnored(number) { sigaddset(&taken, number) }
        self.taken = taken
        // POSIX leaves open whether sigwait gets what is ignored by default, unless there is a handler; none ever runs.
        for number in [SIGCONT, SIGWINCH] where !Self.isIgnored(number) { Self.install({ _ in }, for: number) }
        pthread_sigmask(SIG_SETMASK, &taken, nil)
    }

    /// Hands every signal from now on to `handler`, in place of its default action.
    ///
    /// The handler runs on the waiting thread and must not block: until it returns, no other signal is seen.
    public func take(_ handler: @escaping @Sendable (Kind) -> Void) {
        self.handler.withLock { $0 = handler }
    }

    /// Takes the signals for as long as the process lives.
    public func wait() -> Never {
        var taken = taken
        while true {
            var number: Int32 = 0
            guard sigwait(&taken, &number) == 0, let (_, kind) = Self.kinds.first(where: { $0.number == number }) else {
                continue
            }
            (handler.withLock { $0 } ?? Self.actByDefault)(kind)
        }
    }

    private static func actByDefault(_ kind: Kind) {
        switch kind {
        case .end(let number): ProcessEnd.raise(number)
        case .stop: stopProcess()
        case .resume, .resize: break
        }
    }

    /// Stops the process as Ctrl-Z does and returns when it goes on; a `.resume` follows. May be called on any thread.
    ///
    /// It is TSTP's own default action and not a STOP: where no shell could continue us (an orphaned process group, as
    /// of a terminal window or a container that runs nothing else), the system lets us go on at once.
    public static func stopProcess() {
        var stop = sigset_t()
        var before = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        // To this thread, since another might run on for a moment; it stops before the next call returns.
        raise(SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        // Whoever was not stopped was not continued either; of two that wait, one is taken.
        kill(getpid(), SIGCONT)
    }
}

// MARK: - Dispositions

extension Signals {
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        #if canImport(Darwin)
        let handler = action.__sigaction_u.__sa_handler
        #else
        let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func install(_ handler: @escaping @convention(c) (Int32) -> Void, for number: Int32) {
        #if canImport(Darwin)
        Darwin.signal(number, handler)
        #else
        Glibc.signal(number, handler)
        #endif
    }
}
