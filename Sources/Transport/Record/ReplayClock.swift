import Platform
import Synchronization

/// The clock of a run that is read from a record, and the order in which things happen in it.
///
/// What the run waits for (an answer, the next frames of a connection, the end of a pause) waits here, and happens one
/// after the other in the order of the record. No time passes in between: a pause is over as soon as nothing of the
/// record comes before its end. The wall clock shows the time of the last answer or frame, as while the record was
/// made.
final class ReplayClock: Sendable {
    /// What is waited for.
    fileprivate struct Waiter {
        /// When it happens, by the monotonic clock of the run.
        var due: Duration
        /// When it happened; nil for the end of a pause.
        var moment: RecordTime?
        var order: Int
        /// Continues the task with true, or with false if it was cancelled; nil for a thread that asks again.
        var task: CheckedContinuation<Bool, Never>?
    }

    private struct State {
        var elapsed = Duration.zero
        var wall: RecordTime
        var waiters: [Int: Waiter] = [:]
        /// The connections whose threads work on what has happened.
        var busy: Set<Int> = []
        var connections: Set<Int> = []
        var cancelled: Set<Int> = []
        var count = 0
        /// The turns so far, and the one in which something happened for a task or a task began to wait.
        var turn = 0
        var changed = 0
        /// The exchanges that no request has asked for, by their beginnings, the next one last.
        var open: [(began: RecordTime, order: Int)]
        var claimed: Set<Int> = []
        /// False once something was not asked for as in the record.
        var isFaithful: Bool
        /// Whether turns are counted.
        var hasDriver = false

        /// The first of what is waited for.
        var next: (id: Int, waiter: Waiter)? {
            var next: (id: Int, waiter: Waiter)?
            for (id, waiter) in waiters {
                if let next, (next.waiter.due, next.waiter.order, next.id) < (waiter.due, waiter.order, id) { continue }
                next = (id, waiter)
            }
            return next
        }
    }

    // How long the run gets to go on is counted in turns: pauses of a millisecond, each of which ends only when the
    // threads of the run's tasks get to it. So a run gets as much to do on a busy machine as on an idle one, in more
    // time.

    /// A turn lasts this long or longer, in real time.
    private static let turn = Duration.milliseconds(1)
    /// The turns that tasks get to go on after something happened, before the next thing happens.
    private static let rest = 2
    /// The turns that the run gets to ask for what was asked for at this point of the record.
    private static let patience = 1000
    /// The same in a run that is known to be another one.
    private static let haste = 20
    /// The rest before a pause ends if nothing of the record is left.
    private static let lastRest = 50

    private let start: RecordTime
    private let state: Mutex<State>

    /// Creates a clock at the beginning of a run. `exchanges` are the beginnings of all exchanges by their order; a run
    /// that `isKnown` asks for them as in the record unless the command is another one.
    init(start: RecordTime, exchanges: [(began: RecordTime, order: Int)], isKnown: Bool) {
        self.start = start
        let open = exchanges.sorted { ($0.began, $0.order) > ($1.began, $1.order) }
        state = Mutex(State(wall: start, open: open, isFaithful: isKnown))
    }

    /// The clock for the run.
    var source: TimeSource {
        TimeSource(
            now: { [self] in state.withLock(\.wall).timestamp }, elapsed: { [self] in state.withLock(\.elapsed) },
            sleep: { [self] duration in
                guard await wait(until: { $0.elapsed + max(duration, .zero) }, moment: nil, order: .max) else {
                    throw CancellationError()
                }
            })
    }

    /// Records that an exchange is asked for. Returns the difference between the record's clock and that of the run.
    func claim(_ order: Int, began: RecordTime) -> Duration {
        state.withLock { state in
            state.claimed.insert(order)
            while let last = state.open.last, state.claimed.contains(last.order) { state.open.removeLast() }
            state.changed = state.turn
            // A gap in which the run did not wait is none of its time.
            let offset = began - start
            let gap = offset - state.elapsed
            return gap > .seconds(1) ? gap - .seconds(1) : gap < .seconds(-1) ? gap : .zero
        }
    }

    /// Waits until an answer arrives that arrived at a moment of the record. Returns false if the task was cancelled.
    func arrival(at moment: RecordTime, order: Int, skew: Duration) async -> Bool {
        await wait(until: { [start] _ in moment - start - skew }, moment: moment, order: order)
    }

    private func wait(
        until due: @escaping @Sendable (borrowing State) -> Duration, moment: RecordTime?, order: Int
    ) async -> Bool {
        let id = makeID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return true }
                    state.waiters[id] = Waiter(due: due(state), moment: moment, order: order, task: continuation)
                    state.changed = state.turn
                    return false
                }
                if isCancelled { continuation.resume(returning: false) } else { drive() }
            }
        } onCancel: {
            let task = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: id)
                if waiter == nil { state.cancelled.insert(id) }
                return waiter?.task
            }
            task?.resume(returning: false)
        }
    }

    private func makeID() -> Int {
        state.withLock { state in
            state.count += 1
            return state.count
        }
    }

    /// Counts turns, in each of which something can happen, until nothing is left to wait for.
    private func drive() {
        let isDriven = state.withLock { state in
            defer { state.hasDriver = true }
            return state.hasDriver
        }
        if isDriven { return }
        Task(executorPreference: TaskThreads.executor) { [self] in
            while step() { try? await TimeSource.live.sleep(Self.turn) }
        }
    }

    /// Lets the next thing happen, if its time has come. Returns false if nothing is left to wait for.
    private func step() -> Bool {
        let (task, continues) = state.withLock { state -> (CheckedContinuation<Bool, Never>?, Bool) in
            state.turn += 1
            if state.waiters.isEmpty, state.connections.isEmpty {
                state.hasDriver = false
                return (nil, false)
            }
            guard let (id, next) = state.next, next.task != nil, mayHappen(next, &state) else { return (nil, true) }
            state.waiters[id] = nil
            happen(next, &state)
            state.changed = state.turn
            return (next.task, true)
        }
        task?.resume(returning: true)
        return continues
    }

    private func happen(_ waiter: Waiter, _ state: inout State) {
        state.elapsed = max(state.elapsed, waiter.due)
        if let moment = waiter.moment { state.wall = max(state.wall, moment) }
    }

    /// Returns whether the time has come for something to happen.
    private func mayHappen(_ waiter: Waiter, _ state: inout State) -> Bool {
        guard state.busy.isEmpty else { return false }
        // What was asked for before this is asked for first.
        let moment = waiter.moment ?? start + waiter.due.milliseconds
        var rest = Self.rest
        if let first = state.open.last, first.began < moment {
            rest = state.isFaithful ? Self.patience : Self.haste
        } else if waiter.moment == nil, state.open.isEmpty, state.connections.isEmpty {
            rest = Self.lastRest
        }
        guard state.turn - state.changed >= rest else { return false }
        while let first = state.open.last, first.began < moment {
            state.isFaithful = false
            state.open.removeLast()
        }
        return true
    }
}

// MARK: - Connections

extension ReplayClock {
    /// Adds a connection, which something happens on until `remove`. Returns its name.
    func addConnection() -> Int {
        let id = makeID()
        state.withLock { state in
            state.connections.insert(id)
            state.busy.insert(id)
        }
        drive()
        return id
    }

    /// Removes a connection.
    func removeConnection(_ id: Int) {
        state.withLock { state in
            state.connections.remove(id)
            state.busy.remove(id)
            state.waiters[id] = nil
            state.changed = state.turn
        }
    }

    /// Announces the next step on a connection. Returns whether it happens now; then nothing else happens until the
    /// next call. Otherwise the connection asks again, see `pause`.
    func arrive(_ id: Int, at moment: RecordTime, order: Int, skew: Duration) -> Bool {
        let due = moment - start - skew
        return state.withLock { state in
            state.busy.remove(id)
            let waiter = Waiter(due: due, moment: moment, order: order)
            if state.waiters[id]?.due != due { state.waiters[id] = waiter }
            guard state.next?.id == id, mayHappen(waiter, &state) else { return false }
            state.waiters[id] = nil
            state.busy.insert(id)
            happen(waiter, &state)
            return true
        }
    }

    /// The real time after which a connection asks again.
    static let pause = turn

    /// Announces that a connection waits for its run to send something. Returns the turn.
    func pauseConnection(_ id: Int) -> Int {
        state.withLock { state in
            state.busy.remove(id)
            return state.turn
        }
    }

    /// The turns that a run gets to do what it did in the record.
    var patience: Int { state.withLock { $0.isFaithful ? Self.patience : Self.haste } }

    /// Records that the run does not do what it did in the record.
    func beUnfaithful() { state.withLock { $0.isFaithful = false } }
}
