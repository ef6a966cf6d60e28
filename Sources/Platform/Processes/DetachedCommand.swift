#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Synchronization

/// A shell command whose output this process reads. It ends at a time limit, and with this process.
package enum DetachedCommand {
    /// The result of a command: how it ended, nil if it was ended at the time limit, and the first bytes of its stdout.
    package typealias Outcome = (ending: Spawn.Ending?, output: [UInt8])

    /// The longest output that is kept.
    private static let longestOutput = 64 << 10

    /// The process group of the running command; 0 if none is running.
    private static let running = Atomic<pid_t>(0)
    /// Held while a command runs: one runs after another, as each may ask a person something.
    private static let turn = Mutex(())

    /// Runs `/bin/sh -c command` and returns its output. It fails if it could not be started.
    ///
    /// Its stdin is /dev/null, its stderr is that of this process, and it inherits no other descriptor. It is in a
    /// session of its own, without a terminal: Ctrl-C does not reach it, but ends it with this process. All its
    /// processes are killed after the time that `limit` returns when its turn comes, or if the task is cancelled.
    package static func run(
        _ command: String, environment: [String], limit: @escaping @Sendable () -> Duration
    ) async -> Result<Outcome, SystemError.Failure> {
        let life = Life()
        return await withTaskCancellationHandler {
            await BlockingThread.result {
                turn.withLock { _ in
                    Result { () throws(SystemError.Failure) in
                        try runInTurn(command, environment: environment, limit: limit(), life)
                    }
                }
            }
        } onCancel: {
            life.end()
        }
    }

    /// The process of one command, which is killed if the task is cancelled.
    private final class Life: Sendable {
        private let state = Mutex<(process: pid_t, isOver: Bool)>((0, false))

        /// Takes the process that was started. It is killed at once if the task was cancelled before.
        func begin(_ process: pid_t) {
            state.withLock { state in
                if state.isOver { kill(-process, SIGKILL) } else { state.process = process }
            }
        }

        /// Kills the processes of the command, unless it has ended.
        func end() {
            state.withLock { state in
                if state.process > 0 { kill(-state.process, SIGKILL) }
                state = (0, true)
            }
        }

        /// Forgets the process, whose number may become that of another one.
        func hasEnded() { state.withLock { $0 = (0, true) } }
    }

    /// Initializes what `killRunning` uses, which must not happen in a signal handler.
    static func prepareKilling() { _ = running.load(ordering: .relaxed) }

    /// Kills the processes of the running command. It may be called in a signal handler.
    static func killRunning() {
        let group = running.load(ordering: .acquiring)
        if group > 0 { kill(-group, SIGKILL) }
    }

    private static func runInTurn(
        _ command: String, environment: [String], limit: Duration, _ life: Life
    ) throws(SystemError.Failure) -> Outcome {
        guard limit > .zero else { return (nil, []) }
        let ended = try WakeSignal()
        let text = Mutex<[UInt8]>([])
        let output = try CommandOutput { bytes in
            text.withLock { $0 += bytes.prefix(max(0, longestOutput - $0.count)) }
        }
        var process: pid_t = 0
        let code = Spawn.startShell(
            command, environment: environment, output: output.writeEnd, errors: 2, isDetached: true, process: &process)
        output.closeWriteEnd()
        guard code == 0 else { throw SystemError.Failure(number: code) }
        running.store(process, ordering: .releasing)
        life.begin(process)
        let isLate = try waitForEnd(of: process, signal: ended, within: limit)
        life.hasEnded()
        let ending = try Spawn.Ending(of: process)
        output.waitForEnd()
        return (isLate ? nil : ending, text.withLock(\.self))
    }

    /// Waits until a process has ended, but leaves its status, so that no other process gets its number. Kills its
    /// group at the time limit, and returns true then. Throws `SystemError.Failure`.
    private static func waitForEnd(
        of process: pid_t, signal: WakeSignal, within limit: Duration
    ) throws(SystemError.Failure) -> Bool {
        defer { running.store(0, ordering: .releasing) }
        let code = BlockingThread.start {
            var info = unsafe siginfo_t()
            while unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            signal.signal()
        }
        if code == 0, signal.isRaised(within: limit) { return false }
        kill(-process, SIGKILL)
        guard code == 0 else { throw SystemError.Failure(number: code) }
        _ = signal.isRaised(within: .seconds(1))
        return true
    }
}
