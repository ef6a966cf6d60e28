#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Synchronization

/// Receives the signals that end, stop, continue or resize a running command, all on the one thread that calls
/// `wait`.
///
/// No other thread may take them: a main thread that awaits in Swift concurrency sleeps in libdispatch's `sigsuspend`
/// with no signal blocked, so that the default action would end the process even if another thread waits for the
/// signal. A signal that was ignored at the start of the process (`nohup`) stays ignored.
package final class Signals: Sendable {
    /// The meaning of a signal.
    package enum Kind: Sendable, Equatable {
        /// INT, TERM, HUP, QUIT or USR1, by its number: clean up, then end with `ProcessEnd.raise`.
        case end(Int32)
        /// HUP: the terminal is gone, or a daemon is to open its files again.
        package static let hangup = Kind.end(SIGHUP)
        /// USR1: say how a run is going.
        package static let report = Kind.end(SIGUSR1)
        /// TSTP, sent by Ctrl-Z: clean up, then call `stopProcess`.
        case stop
        /// CONT: the process continues, also after a STOP, which cannot be handled.
        case resume
        /// WINCH: the size of the terminal changed.
        case resize
    }

    private static let kinds: [(number: Int32, kind: Kind)] = [
        (SIGINT, .end(SIGINT)), (SIGTERM, .end(SIGTERM)), (SIGHUP, .end(SIGHUP)), (SIGQUIT, .end(SIGQUIT)),
        (SIGUSR1, .end(SIGUSR1)),
        (SIGTSTP, .stop), (SIGCONT, .resume), (SIGWINCH, .resize),
    ]

    private let taken: sigset_t
    private let handler = Mutex<(@Sendable (Kind) -> Void)?>(nil)

    /// The signals that are to be received as soon as it matters; nil if they are already, and without any.
    private static let unneeded = Mutex<Signals?>(nil)

    /// Blocks these signals and XFSZ, and no others, in the calling thread and in all threads that it starts. Create it
    /// before the first thread.
    package init() {
        var taken = sigset_t()
        unsafe sigemptyset(&taken)
        for (number, _) in Self.kinds where !Self.isIgnored(number) { unsafe sigaddset(&taken, number) }
        self.taken = taken
        // POSIX does not say whether sigwait receives signals that are ignored by default, unless they have a
        // handler. These handlers never run.
        for number in [SIGCONT, SIGWINCH] where !Self.isIgnored(number) { handle(number, by: { _ in }) }
        // At a limit on the size of files, writing fails in place of ending the process.
        var blocked = taken
        unsafe sigaddset(&blocked, SIGXFSZ)
        unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil)
    }

    /// Passes all further signals to `handler` in place of their default action.
    ///
    /// The handler runs on the waiting thread and must not block: until it returns, no other signal is received.
    package func take(_ handler: @escaping @Sendable (Kind) -> Void) {
        self.handler.withLock { $0 = handler }
        Self.receive()
    }

    /// Receives signals until the process ends.
    package func wait() -> Never {
        var taken = taken
        while true {
            var number: Int32 = 0
            guard unsafe sigwait(&taken, &number) == 0, let (_, kind) = Self.kinds.first(where: { $0.number == number })
            else {
                continue
            }
            (handler.withLock { $0 } ?? Self.actByDefault)(kind)
        }
    }

    /// Gives the signals their default action again, where no thread is left that could wait for them.
    package func leaveToSystem() {
        var taken = taken
        unsafe pthread_sigmask(SIG_UNBLOCK, &taken, nil)
    }

    /// Leaves the signals to the system until a thread is started, a handler is set, or there is something to clean up
    /// before they act. Call it on the only thread of the process.
    func waitWhenNeeded() {
        Self.unneeded.withLock { $0 = self }
        leaveToSystem()
    }

    /// Receives the signals of `waitWhenNeeded` on a thread of their own, and lets tasks have more than one thread.
    /// Call it before what they must not reach as long as the system acts on them. Where no thread can be started, it
    /// does.
    static func receive() {
        guard let signals = unneeded.withLock({ $0.take() }) else { return }
        // Until now the calling thread is the only one; all others inherit its mask.
        var taken = signals.taken
        unsafe pthread_sigmask(SIG_BLOCK, &taken, nil)
        if BlockingThread.start({ signals.wait() }) != 0 { signals.leaveToSystem() }
        TaskThreads.start()
    }

    private static func actByDefault(_ kind: Kind) {
        switch kind {
        case .end(let number): ProcessEnd.raise(number)
        case .stop: stopProcess()
        case .resume, .resize: break
        }
    }

    /// Stops the process as Ctrl-Z does, and returns when it continues; a `.resume` follows. It can be called on any
    /// thread.
    ///
    /// It uses the default action of TSTP and not STOP: if no shell could continue the process (an orphaned process
    /// group, such as that of a terminal window or a container that runs nothing else), the system lets it continue
    /// at once.
    ///
    /// Locks that only spare other processes work are released before, because nobody knows how long it will stop.
    package static func stopProcess() {
        FileLock.yieldAll()
        Terminal.endAsking()
        var stop = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&stop)
        unsafe sigaddset(&stop, SIGTSTP)
        // Send it to this thread, because another one might run on for a moment. The process stops before the next
        // call returns.
        raise(SIGTSTP)
        unsafe pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        // A process that was not stopped gets no CONT either. If two are pending, one is received.
        kill(getpid(), SIGCONT)
    }
}

// MARK: - Dispositions

extension Signals {
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        unsafe sigaction(number, nil, &action)
        #if canImport(Darwin)
        let handler = unsafe action.__sigaction_u.__sa_handler
        #else
        let handler = unsafe action.__sigaction_handler.sa_handler
        #endif
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
