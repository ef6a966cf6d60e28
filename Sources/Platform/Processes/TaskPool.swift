#if os(Linux)
import CExecutor
import Dispatch
import Glibc
import Synchronization

/// A pool of threads that run jobs. Threads are started when jobs wait for one.
final class TaskPool: Sendable {
    static let shared = TaskPool()

    /// What a thread runs without waiting.
    @safe
    enum Job: @unchecked Sendable {
        /// A part of a task.
        case task(OpaquePointer)
        /// The end of a sleep.
        case end(Sleep)

        func run() {
            switch self {
            case .task(let pointer): unsafe cexecutor_run(pointer)
            case .end(let sleep): sleep.end()
            }
        }
    }

    /// What a thread of the pool does next.
    private enum Step {
        case run(Job)
        /// Waits for a job.
        case rest
        /// Waits so many nanoseconds for the first of the jobs that are to run later. One thread at most does.
        case keepTime(Int)
    }

    /// What makes other threads of the pool go on.
    private enum Help {
        case none, wake, wakeKeeper, start
    }

    private struct State {
        var ready = JobQueue<Job>()
        var later = LaterJobs<Job>()
        /// The number of threads.
        var threads = 0
        /// The number of threads that wait for a job.
        var resting = 0
        /// Whether a thread waits for the time.
        var isTimeKept = false
        /// Whether the one thread that joined runs all jobs.
        var isOfOneThread = false

        /// Returns the next step of the calling thread, and the help it needs from other threads.
        mutating func next(after step: Step?) -> (Step, Help) {
            switch step {
            case .rest: resting -= 1
            case .keepTime: isTimeKept = false
            case .run, nil: break
            }
            let now = later.first == nil ? 0 : TaskPool.now()
            while let job = later.take(dueAt: now) { ready.append(job) }
            if let job = ready.take() { return (.run(job), help()) }
            if let first = later.first, !isTimeKept {
                isTimeKept = true
                return (.keepTime(Int(min(first - now, TaskPool.longestWait))), .none)
            }
            resting += 1
            return (.rest, .none)
        }

        /// Returns how to get a thread for each job that none runs yet, and one that waits for the next timed job. A
        /// thread must wait for timed jobs even while all others run long ones. A resting thread was already woken for
        /// each job, as far as there were resting threads.
        mutating func help() -> Help {
            let needed = ready.count + (later.first != nil && !isTimeKept ? 1 : 0)
            if needed == 0 { return .none }
            if resting >= needed { return .wake }
            if !isOfOneThread, threads < TaskPool.limit {
                threads += 1
                return .start
            }
            return isTimeKept ? .wakeKeeper : .none
        }
    }

    /// The longest wait in nanoseconds. The waits of the system do not count the time in which the machine sleeps.
    private static let longestWait: Int64 = 10_000_000_000

    /// The most threads. What blocks has a thread of its own.
    private static let limit = min(max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8)
    private let mask: sigset_t
    private let jobs = DispatchSemaphore(value: 0)
    private let times = TimedSemaphore()
    private let state = Mutex(State())

    private init() {
        var mask = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
        self.mask = mask
    }

    /// Starts no thread for jobs until `startThreads`: the one that joins runs them all.
    func useOneThread() { state.withLock { $0.isOfOneThread = true } }

    /// Starts threads for the jobs that wait for one, and for later ones.
    func startThreads() {
        give(
            state.withLock { state in
                state.isOfOneThread = false
                return state.help()
            })
    }

    func add(_ job: Job) {
        give(
            state.withLock { state in
                state.ready.append(job)
                return state.help()
            })
    }

    /// Adds a job that is to run after a duration.
    func add(_ job: Job, after duration: Duration) {
        let (seconds, attoseconds) = duration.components
        // Longer than any run.
        let nanoseconds = min(max(0, seconds), 1_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
        let moment = Self.now() + nanoseconds
        give(
            state.withLock { state in
                let isFirst = state.later.insert(job, at: moment)
                return isFirst && state.isTimeKept ? .wakeKeeper : state.help()
            })
    }

    /// Makes the calling thread one of the pool.
    func join() -> Never {
        state.withLock { $0.threads += 1 }
        work()
    }

    private func work() -> Never {
        var step: Step?
        while true {
            let (next, help) = state.withLock { $0.next(after: step) }
            give(help)
            switch next {
            case .run(let job): job.run()
            case .rest: jobs.wait()
            case .keepTime(let wait): times.wait(nanoseconds: wait)
            }
            step = next
        }
    }

    private func give(_ help: Help) {
        switch help {
        case .none: break
        case .wake: jobs.signal()
        case .wakeKeeper: times.signal()
        case .start:
            let code = BlockingThread.start { [self] in
                // The thread that adds a job may block other signals.
                var mask = mask
                unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
                work()
            }
            guard code != 0 else { return }
            let isTimeKept = state.withLock { state in
                state.threads -= 1
                return state.isTimeKept
            }
            if isTimeKept { times.signal() }
        }
    }

    /// Nanoseconds since the system started, also those in which it slept.
    private static func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// A semaphore that is waited for during a time of the clock that cannot be set.
@safe
private final class TimedSemaphore: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// The signals that nothing has waited for yet.
    private var count = 0

    init() {
        unsafe pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    func signal() {
        unsafe pthread_mutex_lock(mutex)
        count += 1
        unsafe pthread_cond_signal(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Waits for a signal, or for so long.
    func wait(nanoseconds: Int) {
        var end = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &end)
        let sum = end.tv_nsec + nanoseconds
        end.tv_sec += sum / 1_000_000_000
        end.tv_nsec = sum % 1_000_000_000
        unsafe pthread_mutex_lock(mutex)
        var isOver = false
        while count == 0, !isOver { isOver = unsafe pthread_cond_timedwait(condition, mutex, &end) != 0 }
        if count > 0 { count -= 1 }
        unsafe pthread_mutex_unlock(mutex)
    }
}

/// Jobs that can run, the oldest first.
private struct JobQueue<Job> {
    private var jobs: [Job] = []
    private var taken = 0

    var count: Int { jobs.count - taken }

    mutating func append(_ job: Job) { jobs.append(job) }

    mutating func take() -> Job? {
        guard taken < jobs.count else { return nil }
        defer {
            taken += 1
            if taken == jobs.count || taken > 1000 {
                jobs.removeFirst(taken)
                taken = 0
            }
        }
        return jobs[taken]
    }
}

/// Jobs that are to run later: a heap with the earliest at the top.
private struct LaterJobs<Job> {
    private var entries: [(moment: Int64, job: Job)] = []

    /// The moment of the earliest job.
    var first: Int64? { entries.first?.moment }

    /// Adds a job. Returns whether it is the earliest one.
    mutating func insert(_ job: Job, at moment: Int64) -> Bool {
        entries.append((moment, job))
        var index = entries.count - 1
        while index > 0, entries[index].moment < entries[(index - 1) / 2].moment {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
        return index == 0
    }

    /// Removes the earliest job if its moment is not after `now`.
    mutating func take(dueAt now: Int64) -> Job? {
        guard let first = entries.first, first.moment <= now else { return nil }
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        var index = 0
        while 2 * index + 1 < entries.count {
            var child = 2 * index + 1
            if child + 1 < entries.count, entries[child + 1].moment < entries[child].moment { child += 1 }
            guard entries[child].moment < entries[index].moment else { break }
            entries.swapAt(index, child)
            index = child
        }
        return first.job
    }
}
#endif
