#if os(Linux)
import CExecutor
import Glibc

/// The threads that run the jobs of tasks, now or at a moment. All of them wait at one condition, and a thread is
/// started when more jobs wait than threads.
@safe
final class TaskPool: @unchecked Sendable {
    static let shared = TaskPool()

    /// What a thread runs without waiting.
    @safe
    enum Job: @unchecked Sendable {
        /// A part of a task.
        case task(OpaquePointer)
        /// The end of a pause.
        case end(Promise<Bool>)

        func run() {
            switch self {
            case .task(let pointer): unsafe cexecutor_run(pointer)
            case .end(let isOver): isOver.set(true)
            }
        }
    }

    /// The longest wait in nanoseconds. The waits of the system do not count the time in which the machine sleeps.
    private static let longestWait: Int64 = 10_000_000_000

    /// The most threads. What blocks has a thread of its own.
    private static let limit = min(max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8)

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let mask: sigset_t

    // All that follows is read and changed with the mutex locked.

    /// The jobs that can run: the oldest of `ready` is the last one, and all of `added` are younger.
    private var (ready, added): ([Job], [Job]) = ([], [])
    /// The jobs that are to run later, the first of them first, by nanoseconds of `now`.
    private var later: [(moment: Int64, job: Job)] = []
    private var threads = 0
    /// The number of threads that wait.
    private var waiting = 0
    /// Whether a waiting thread wakes at the moment of the first of `later`.
    private var isTimeKept = false
    /// Whether the one thread that joined runs all jobs.
    private var isOfOneThread = false

    private init() {
        var mask = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
        self.mask = mask
        unsafe pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        // A clock that cannot be set.
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
    }

    /// Starts no thread for jobs until `startThreads`: the one that joins runs them all.
    func useOneThread() { change { isOfOneThread = true } }

    /// Starts a thread if a job waits for one.
    func startThreads() { change { isOfOneThread = false } }

    func add(_ job: Job) { change { added.append(job) } }

    /// Adds a job that is to run after a duration.
    func add(_ job: Job, after duration: Duration) {
        let (seconds, attoseconds) = duration.components
        // Longer than any run.
        let nanoseconds = min(max(0, seconds), 1_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
        let moment = Self.now() + nanoseconds
        change {
            let index = later.lastIndex { $0.moment <= moment }.map { $0 + 1 } ?? 0
            later.insert((moment, job), at: index)
            // The thread that waits for the first moment waits too long.
            if index == 0, isTimeKept { unsafe pthread_cond_broadcast(condition) }
        }
    }

    /// Makes the calling thread one of the pool.
    func join() -> Never {
        locked { threads += 1 }
        work()
    }

    private func work() -> Never {
        while true { change { next() }.run() }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Changes the jobs, and gets threads for those that wait.
    private func change<Result>(_ body: () -> Result) -> Result {
        let (result, isStarting) = locked { (body(), getHelp()) }
        if isStarting { startThread() }
        return result
    }

    /// Waits for a job and takes it.
    private func next() -> Job {
        while true {
            let now = later.isEmpty ? 0 : Self.now()
            let due = later.firstIndex { $0.moment > now } ?? later.count
            added += later[..<due].map(\.job)
            later.removeSubrange(..<due)
            if ready.isEmpty {
                (ready, added) = (added, ready)
                ready.reverse()
            }
            if let job = ready.popLast() { return job }
            waiting += 1
            if let first = later.first, !isTimeKept {
                isTimeKept = true
                wait(nanoseconds: min(first.moment - now, Self.longestWait))
                isTimeKept = false
            } else {
                unsafe pthread_cond_wait(condition, mutex)
            }
            waiting -= 1
        }
    }

    private func wait(nanoseconds: Int64) {
        var end = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &end)
        let sum = Int64(end.tv_nsec) + nanoseconds
        end.tv_sec += Int(sum / 1_000_000_000)
        end.tv_nsec = Int(sum % 1_000_000_000)
        unsafe pthread_cond_timedwait(condition, mutex, &end)
    }

    /// Wakes a thread if a job has none, or the next moment; it does the same for the others. Returns whether one must
    /// be started in its place. A thread must wait for the next moment even while all others run long jobs.
    private func getHelp() -> Bool {
        let needed = ready.count + added.count + (later.isEmpty || isTimeKept ? 0 : 1)
        if needed == 0 { return false }
        // Of the threads that wait, one may be the one that keeps the time. It hands that on.
        if waiting > 0 { unsafe pthread_cond_signal(condition) }
        guard waiting < needed, !isOfOneThread, threads < Self.limit else { return false }
        threads += 1
        return true
    }

    private func startThread() {
        let code = BlockingThread.start { [self] in
            // The thread that adds a job may block other signals.
            var mask = mask
            unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
            work()
        }
        // The threads that there are run the job when they are done.
        if code != 0 { locked { threads -= 1 } }
    }

    /// Nanoseconds since the system started, also those in which it slept.
    private static func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
#endif
