package import Platform
import Synchronization
package import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Dispatch

/// Time that passes only when nothing can run, for tests of what waits.
///
/// It is an executor with one thread, which runs the tasks of a test one after another, and a clock. It counts the
/// tasks that are ready and the threads that work for one. When there are none left, a thread goes on whose wait is
/// over, or else the next pause ends. So everything happens in the same order on any machine, and nobody waits.
///
/// A test moves the clock with `pass`. While it awaits anything else, such as the end of a run, the clock moves by
/// itself.
package final class VirtualTime: CountingExecutor {
    /// Something that happens when its time has come.
    private struct Alarm {
        let end: Duration
        let number: Int
        let ring: @Sendable (_ isCancelled: Bool) -> Void
    }

    /// A thread that waits until something is so.
    private struct Wait {
        let isOver: @Sendable () -> Bool
        let thread: DispatchSemaphore
    }

    private struct State {
        var jobs: [UnownedJob] = []
        /// The jobs that are ready or run, and the threads that work.
        var busy = 0
        var elapsed = Duration.zero
        /// The difference between the wall clock and the time that passed.
        var jumped: Int64 = 0
        var alarms: [Int: Alarm] = [:]
        var cancelled: Set<Int> = []
        var count = 0
        /// The threads that wait, the first one first.
        var waits: [Wait] = []
        var goal: (end: Duration, task: CheckedContinuation<Void, Never>)?
        var isOver = false
        var hasThread = true
        var servers: [UInt16: LoopbackServer] = [:]
        var ports: UInt16 = 0
    }

    /// What happens when nothing can run.
    private enum Step {
        case ring(Alarm)
        case wake(DispatchSemaphore)
        case arrive(CheckedContinuation<Void, Never>)
        case endThread
    }

    /// The time of the test that runs; nil for a test in real time.
    package static var current: VirtualTime? { TaskThreads.executor as? VirtualTime }

    private let start: Timestamp
    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)

    fileprivate init(start: Timestamp) throws {
        self.start = start
        try WorkerThread { [self] in work() }.detach()
    }

    /// The clock for the code under test.
    package var source: TimeSource {
        TimeSource(
            now: { [self] in now }, elapsed: { [self] in elapsed }, sleep: { [self] in try await sleep($0) })
    }

    /// A clock that is at a moment now.
    package func source(from moment: Timestamp) -> TimeSource {
        var source = source
        let begin = elapsed
        source.now = { [self] in Self.moment(elapsed - begin, after: moment) }
        return source
    }

    /// The time that has passed.
    package var elapsed: Duration { state.withLock(\.elapsed) }

    /// The wall clock's moment, to the millisecond unless that is a whole second.
    package var now: Timestamp {
        let (elapsed, jumped) = state.withLock { ($0.elapsed, $0.jumped) }
        return Self.moment(elapsed, after: start.advanced(bySeconds: jumped))
    }

    private static func moment(_ duration: Duration, after start: Timestamp) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = Int64(start.nanoseconds) + attoseconds / 1_000_000_000
        let carried = seconds + nanoseconds / 1_000_000_000
        let digits = attoseconds == 0 ? start.digits : max(start.digits, 3)
        return Timestamp(
            seconds: start.seconds + carried, nanoseconds: UInt32(nanoseconds % 1_000_000_000), digits: digits)
    }

    /// The remaining times of the pauses that have not ended, the shortest first.
    package var pauses: [Duration] {
        state.withLock { state in state.alarms.values.map { $0.end - state.elapsed }.sorted() }
    }

    /// Sets the wall clock forward or, with a negative value, backward. Measured time and pauses are not affected.
    package func setWallClock(ahead seconds: Int64) { state.withLock { $0.jumped += seconds } }

    /// Lets so much time pass: everything happens that can happen until then.
    package func pass(_ duration: Duration) async {
        await withCheckedContinuation { task in
            state.withLock { state in
                precondition(state.goal == nil, "two tasks move the clock")
                state.goal = (state.elapsed + duration, task)
            }
        }
    }

    /// Lets everything happen that can happen without time passing.
    package func settle() async { await pass(.zero) }

    private func sleep(_ duration: Duration) async throws {
        let number = makeNumber()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (task: CheckedContinuation<Void, any Error>) in
                let isCancelled = state.withLock { state in
                    if state.isOver || state.cancelled.remove(number) != nil { return true }
                    state.alarms[number] = Alarm(end: state.elapsed + max(duration, .zero), number: number) {
                        if $0 { task.resume(throwing: CancellationError()) } else { task.resume() }
                    }
                    return false
                }
                if isCancelled { task.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let alarm = state.withLock { state in
                let alarm = state.alarms.removeValue(forKey: number)
                if alarm == nil { state.cancelled.insert(number) }
                return alarm
            }
            alarm?.ring(true)
        }
    }

    private func makeNumber() -> Int {
        state.withLock { state in
            state.count += 1
            return state.count
        }
    }
}

// MARK: - The tasks

extension VirtualTime {
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let hasThread = state.withLock { state in
            if state.hasThread {
                state.jobs.append(job)
                state.busy += 1
            }
            return state.hasThread
        }
        if hasThread { signal.signal() } else { OwnThreads.shared.run(job) }
    }

    private func work() {
        while true {
            signal.wait()
            guard let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) else { return }
            job.runSynchronously(on: asUnownedTaskExecutor())
            end()
        }
    }

    package func begin() { state.withLock { $0.busy += 1 } }

    package func end() {
        var step = state.withLock { next(&$0) }
        while let now = step {
            switch now {
            case .ring(let alarm): alarm.ring(false)
            case .arrive(let task): task.resume()
            case .wake(let thread):
                thread.signal()
                return
            case .endThread:
                signal.signal()
                return
            }
            step = state.withLock { next(&$0) }
        }
    }

    /// Ends a piece of work. Returns what happens next, which is a piece of work too; nil while anything can run.
    private func next(_ state: inout State) -> Step? {
        state.busy -= 1
        guard state.busy == 0 else { return nil }
        if let index = state.waits.firstIndex(where: { $0.isOver() }) {
            state.busy = 1
            return .wake(state.waits.remove(at: index).thread)
        }
        let first = state.alarms.values.min { ($0.end, $0.number) < ($1.end, $1.number) }
        if let goal = state.goal, first.map({ $0.end > goal.end }) ?? true {
            (state.elapsed, state.goal, state.busy) = (max(state.elapsed, goal.end), nil, 1)
            return .arrive(goal.task)
        }
        guard let first else {
            guard state.isOver, state.hasThread, state.waits.isEmpty else { return nil }
            state.hasThread = false
            return .endThread
        }
        state.alarms[first.number] = nil
        (state.elapsed, state.busy) = (max(state.elapsed, first.end), 1)
        return .ring(first)
    }

    /// Ends the pauses that are left, and the thread when no task is left.
    fileprivate func stop() {
        let alarms = state.withLock { state in
            state.isOver = true
            state.busy += 1
            defer { state.alarms = [:] }
            return state.alarms
        }
        for alarm in alarms.values { alarm.ring(true) }
        end()
    }
}

// MARK: - Threads

extension VirtualTime {
    /// Blocks this thread, which works for a task, until something is so. It is looked at only when nothing else can
    /// run, and must not use this clock.
    package func wait(until isOver: @escaping @Sendable () -> Bool) {
        let thread = DispatchSemaphore(value: 0)
        state.withLock { $0.waits.append(Wait(isOver: isOver, thread: thread)) }
        end()
        thread.wait()
    }

    /// Calls `ring` after a duration, as a piece of work of its own. Returns the number for `cancelAlarm`.
    package func setAlarm(after duration: Duration, _ ring: @escaping @Sendable () -> Void) -> Int {
        let number = makeNumber()
        state.withLock { state in
            state.alarms[number] = Alarm(end: state.elapsed + max(duration, .zero), number: number) {
                if !$0 { ring() }
            }
        }
        return number
    }

    package func cancelAlarm(_ number: Int) { state.withLock { _ = $0.alarms.removeValue(forKey: number) } }
}

// MARK: - Servers

extension VirtualTime {
    /// Returns a port that no server of this time has had.
    func makePort() -> UInt16 {
        state.withLock { state in
            state.ports += 1
            return 9999 + state.ports
        }
    }

    func add(_ server: LoopbackServer) { state.withLock { $0.servers[server.port] = server } }

    func remove(_ server: LoopbackServer) { state.withLock { $0.servers[server.port] = nil } }

    /// The server at a port; nil if nothing listens there.
    package func server(at port: UInt16) -> LoopbackServer? { state.withLock { $0.servers[port] } }
}

/// Runs tests in virtual time: see `VirtualTime`.
package struct VirtualTimeTrait: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    @concurrent package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await withVirtualTime { _ in try await function() }
    }
}

extension Trait where Self == VirtualTimeTrait {
    /// Runs tests in virtual time: see `VirtualTime`.
    package static var virtualTime: Self { Self() }
}

/// Runs `body` in virtual time: in that of the test, or in one that begins at `start`, which is 2024-03-01T12:00:00Z
/// unless given. Servers that it starts have no sockets.
package func withVirtualTime<Result: Sendable>(
    start: Timestamp? = nil, _ body: (VirtualTime) async throws -> Result
) async throws -> Result {
    if start == nil, let time = VirtualTime.current { return try await body(time) }
    let start = start ?? Timestamp(seconds: 1_709_294_400)
    return try await Turns.take {
        let time = try VirtualTime(start: start)
        defer { time.stop() }
        return try await TaskThreads.$executor.withValue(time) {
            try await withTaskExecutorPreference(time) {
                // The executor has this task only from here on. Before, time would pass while it runs.
                await Task.yield()
                return try await body(time)
            }
        }
    }
}
