import CommandLineKit
import Platform
import ProviderKit
import Rendering
import Transport

/// The importance of the parts of the last line of a picture: where it is narrow, the lowest is left out first.
enum StreamStatus {
    static let keys = -1
    static let connections = 0
    static let rows = 1
    static let age = 2
    /// Connections that are not open or whose stream is over, or nothing else to show.
    static let trouble = 3
    static let total = 4
}

/// Runs a stream with what all streaming commands share: signals, the picture, and the ends.
struct StreamHost: Sendable {
    let context: RunContext
    let ends: StreamEnds
    let printer: StreamPrinter
    let log: StreamLog
    private let view: PictureLoop?
    /// Prints how the run is going, for USR1; nil if it is not asked for.
    private let report: (@Sendable () -> Void)?

    var end: StreamEnd { printer.end }
    private var time: TimeSource { context.environment.time }

    /// Creates a host. The last line of the picture shows the connections, and what `rows` says about the rows.
    init(
        _ context: RunContext, _ ends: StreamEnds, printer: StreamPrinter, log: StreamLog,
        frame: PictureFrame?, report: (@Sendable () -> Void)? = nil,
        rows: @escaping @Sendable (RowCount) -> [StatusLine.Part]
    ) {
        self.report = report
        (self.context, self.ends, self.printer, self.log) = (context, ends, printer, log)
        let time = context.environment.time
        let begin = time.elapsed()
        let unmet = "no row meets \(context.common.origins.label(of: "if")) yet"
        view = frame.map { frame in
            PictureLoop(frame, printer, time: time, quit: { printer.end.set(.quit) }) { count in
                let age = Duration.seconds((time.elapsed() - begin).components.seconds).shown
                let (connections, areOpen) = log.connections
                let isUsual = areOpen && log.over.isEmpty && !count.isEmpty
                let importance = isUsual ? StreamStatus.connections : StreamStatus.trouble
                return StatusLine(
                    [.init(connections, importance: importance)] + (count.isEmpty ? [] : rows(count))
                        + [
                            .init(count.isUnmatched ? unmet : "", importance: StreamStatus.trouble),
                            .init(age, importance: StreamStatus.age),
                        ])
            }
        }
    }

    /// Runs `feed` and `chores` until the stream ends. Rows that are due without new data are printed after each
    /// interval, or earlier if the time is known.
    func run(
        dueEvery interval: Duration?, chores: [@Sendable () async -> Void],
        suspend: @escaping @Sendable () async -> Void,
        resume: @escaping @Sendable () -> Void, feed: @escaping @Sendable () async -> Void
    ) async -> StreamEnding {
        context.environment.takeSignals { take($0, suspend: suspend, resume: resume) }
        let ending = await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await feed()
                end.set(.nothingLeft)
            }
            for chore in timed(interval) + chores { group.addTask { await chore() } }
            let ending = await end.value()
            // A blocked stdout must not delay the end.
            context.environment.armWatchdog(.seconds(5))
            group.cancelAll()
            return ending
        }
        await waitForCommands(after: ending)
        // The rows of the last interval are part of the last picture too.
        if ending == .timeIsOver || ending == .nothingLeft { printer.perform { $0.printDue(now: printer.now()) } }
        log.close()
        view?.leave(isEnd: true)
        return ending
    }

    /// Waits for the commands of the last rows, unless a signal ends the process.
    private func waitForCommands(after ending: StreamEnding) async {
        if case .signal = ending { return }
        await printer.withStages { $0.trigger }?.waitForCommands(within: .seconds(1))
    }

    /// Ends the output. `nothing` is the message if no data arrived within `--for`; the reason, if known, follows it.
    func finish(_ ending: StreamEnding, nothing: String) throws(Failure) -> ExitStatus {
        let failed = log.status
        let isOver = ending == .timeIsOver || ending == .nothingLeft
        let isUnmet = isOver && ends.until != nil
        let tally = try printer.withStages { stages in
            Result { () throws(Failure) in
                stages.printRest()
                try stages.finish(orNothing: failed != nil || stages.tally.isEmpty && !isUnmet)
                return stages.tally
            }
        }.get()
        switch ending {
        case .done: return failed ?? .success
        case .quit: return .success
        case .nothingLeft:
            // A picture that stays says so in its last line.
            if view == nil || printer.withStages({ $0.picture?.count.shown }) == 0 {
                for provider in log.over { context.notices.say("\(provider): the stream is over") }
            }
            return failed ?? (isUnmet || tally.isUnmatched ? noMatch(tally) : .success)
        case .timeIsOver:
            if isUnmet || tally.isUnmatched { return failed ?? noMatch(tally) }
            if tally.isEmpty, failed == nil {
                context.environment.console.say(nothing + (log.obstacle.map { ": \($0)" } ?? ""))
            }
            return failed ?? (tally.isEmpty ? .tryLater : .success)
        case .deadline:
            context.environment.console.say("the deadline passed while watching; raise --deadline")
            return .tryLater
        case .signal(let number): return .signal(number)
        case .failed(let failure): throw failure
        }
    }

    private func noMatch(_ tally: RowCount) -> ExitStatus {
        context.notices.noMatch(("if", tally.isUnmatched ? context.common.condition : nil), ("until", ends.until))
    }

    /// Repeats `work` after each interval until the run ends.
    func repeating(
        _ interval: @autoclosure @Sendable () -> Duration, _ work: @Sendable () async -> Void
    ) async {
        while (try? await time.sleep(interval())) != nil {
            await work()
            // With a test clock whose pauses take no time, other tasks must run too.
            await TaskThreads.yield()
        }
    }

    private func timed(_ interval: Duration?) -> [@Sendable () async -> Void] {
        var chores: [@Sendable () async -> Void] = []
        if let duration = ends.duration {
            chores.append { if (try? await time.sleep(duration)) != nil { end.set(.timeIsOver) } }
        }
        if let rest = context.deadline.remaining(at: time.elapsed()) {
            chores.append { if (try? await time.sleep(rest)) != nil { end.set(.deadline) } }
        }
        if let interval {
            chores.append {
                await repeating(min(interval, max(printer.withStages({ $0.rest }) ?? interval, .seconds(1)))) {
                    await printer.printDue(context.environment.console)
                }
            }
        }
        if let view {
            chores.append { if let failure = await view.run() { end.set(.failed(failure)) } }
        }
        return chores
    }
}

// MARK: - Signals

extension StreamHost {
    private func take(
        _ signal: Signals.Kind, suspend: @escaping @Sendable () async -> Void, resume: @Sendable () -> Void
    ) {
        if signal == .hangup, let reopen = context.environment.reopenRows {
            Task(executorPreference: TaskThreads.executor) {
                do throws(Failure) { try reopen() } catch { end.set(.failed(error)) }
            }
            return
        }
        if signal == .report, let report { return report() }
        switch signal {
        case .end(let number):
            // The second signal ends the process at once.
            guard !end.set(.signal(number)) else { return endSoon(number) }
            view?.releaseKeys()
            context.environment.endHard(number)
        case .stop:
            Task(executorPreference: TaskThreads.executor) {
                await suspend()
                view?.leave()
                context.environment.stopProcess()
            }
        case .resume:
            view?.enter()
            resume()
        case .resize: view?.touch()
        }
    }

    /// Ends the process by the signal if closing takes too long, for example because stdout is blocked.
    private func endSoon(_ number: Int32) {
        let environment = context.environment
        Task(executorPreference: TaskThreads.executor) {
            guard (try? await environment.time.sleep(.seconds(1))) != nil else { return }
            view?.releaseKeys()
            environment.endHard(number)
        }
    }
}

extension RunContext {
    /// The retry and reconnect settings of a feed.
    var streamPolicy: StreamPolicy {
        StreamPolicy(
            retry: RetryPolicy(retries: common.retries ?? CommonOptions.defaultRetries), attempts: common.retries,
            deadline: deadline, time: environment.time, random: environment.random)
    }
}
