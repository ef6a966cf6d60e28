import Platform
import ProviderKit
import Rendering
import Transport

/// A terminal that a stream's picture is drawn on, and the lines for stderr that wait for room there.
struct PictureFrame: Sendable {
    let console: Console
    let notices = Notices()

    /// Nil where rows are written instead; else the environment's lines for stderr wait from now on.
    init?(_ common: CommonOptions, _ environment: inout Environment) {
        guard common.format == .rows(.table), environment.console.size() != nil else { return nil }
        console = environment.console
        environment.console = notices.console(before: console)
    }
}

/// What a streaming command does beside its data: it minds signals, draws its picture, and ends in time.
struct StreamHost<Stages: StreamStages>: Sendable {
    let session: Session
    let ends: StreamEnds
    let end: StreamEnd
    let printer: StreamPrinter<Stages>
    private let view: LiveView<Stages>?

    private var time: TimeSource { session.environment.time }

    /// A host; the last line of a picture says what the connections do, and how many rows there are.
    init(
        _ session: Session, _ ends: StreamEnds, _ end: StreamEnd, _ printer: StreamPrinter<Stages>,
        frame: PictureFrame?, now: @escaping @Sendable () -> Timestamp, connections: @escaping @Sendable () -> String,
        rows: @escaping @Sendable (Int) -> String
    ) {
        (self.session, self.ends, self.end, self.printer) = (session, ends, end, printer)
        let time = session.environment.time
        let begin = time.elapsed()
        view = frame.map { frame in
            LiveView(frame, printer, time: time, now: now) { count in
                let age = Duration.seconds((time.elapsed() - begin).components.seconds).shown
                return [connections(), rows(count), age].filter { !$0.isEmpty }.joined(separator: " · ")
            }
        }
    }

    /// Runs until something ends the stream: `feed` brings the data, `chores` go on beside it, and what is due by time is
    /// printed in this interval, or as soon as it is known to be.
    func run(
        dueEvery interval: Duration?, chores: [@Sendable () async -> Void],
        suspend: @escaping @Sendable () async -> Void,
        resume: @escaping @Sendable () -> Void, feed: @escaping @Sendable () async -> Void
    ) async -> StreamEnding {
        if let view { printer.show { view.touch() } }
        session.environment.takeSignals { take($0, suspend, resume) }
        let ending = await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await feed()
                end.end(.nothingLeft)
            }
            for chore in timed(interval) + chores { group.addTask { await chore() } }
            let ending = await end.wait()
            // A reader of stdout who neither reads nor leaves must not hold the end up.
            session.environment.armWatchdog(.seconds(5))
            group.cancelAll()
            return ending
        }
        view?.end()
        if case .signal = ending { return ending }
        await printer.withStages { $0.rows.commands }?.settle(within: .seconds(1), time)
        return ending
    }

    /// Ends the output. `failed` is the code of what went wrong on the way, `over` are the providers whose streams are over,
    /// `nothing` is said where `--for` is over and nothing came.
    func finish(
        _ ending: StreamEnding, failed: ExitStatus?, over: [String], nothing: String
    ) throws(Failure) -> ExitStatus {
        let isOver = ending == .timeIsOver || ending == .nothingLeft
        // What an interval holds back is not held back at the end.
        if isOver { printer.perform { $0.printDue(now: printer.now()) } }
        let isUnmet = isOver && ends.until != nil
        let tally = try printer.finish(orNothing: { failed != nil || $0.isEmpty && !isUnmet })
        switch ending {
        case .done: return failed ?? .success
        case .nothingLeft:
            for provider in over { session.notice("\(provider): the stream is over") }
            return failed ?? (isUnmet || tally.isUnmatched ? .noMatch : .success)
        case .timeIsOver:
            if isUnmet || tally.isUnmatched { return failed ?? .noMatch }
            if tally.isEmpty, failed == nil { session.environment.console.say(nothing) }
            return failed ?? (tally.isEmpty ? .tryLater : .success)
        case .deadline:
            session.environment.console.say("the deadline passed while watching; raise --deadline")
            return .tryLater
        case .signal(let number): return .signal(number)
        case .failed(let failure): throw failure
        }
    }

    /// Does something again and again until the run ends.
    func repeating(
        _ interval: @autoclosure @Sendable () -> Duration, _ work: @Sendable () async -> Void
    ) async {
        while (try? await time.sleep(interval())) != nil {
            await work()
            // A clock whose pauses take no time must not keep others from theirs.
            await Task.yield()
        }
    }

    private func timed(_ interval: Duration?) -> [@Sendable () async -> Void] {
        var chores: [@Sendable () async -> Void] = []
        if let duration = ends.duration {
            chores.append { if (try? await time.sleep(duration)) != nil { end.end(.timeIsOver) } }
        }
        if let rest = session.deadline.remaining(at: time.elapsed()) {
            chores.append { if (try? await time.sleep(rest)) != nil { end.end(.deadline) } }
        }
        if let interval {
            chores.append {
                await repeating(min(interval, max(printer.withStages(\.rest) ?? interval, .seconds(1)))) {
                    await printer.printDue(session.environment.console)
                }
            }
        }
        if let view {
            chores.append { if let failure = await view.run() { end.end(.failed(failure)) } }
        }
        return chores
    }
}

// MARK: - Signals

extension StreamHost {
    private func take(
        _ signal: Signals.Kind, _ suspend: @escaping @Sendable () async -> Void, _ resume: @Sendable () -> Void
    ) {
        switch signal {
        case .end(let number):
            // Asked twice, the process ends however busy it is with ending.
            guard !end.end(.signal(number)) else { return endSoon(number) }
            session.environment.endHard(number)
        case .stop:
            Task {
                await suspend()
                view?.leave()
                session.environment.stopProcess()
            }
        case .resume:
            view?.enter()
            resume()
        case .resize: view?.touch()
        }
    }

    /// Ends the process by the signal where closing takes long, as when nobody reads stdout.
    private func endSoon(_ number: Int32) {
        let environment = session.environment
        Task { if (try? await environment.time.sleep(.seconds(1))) != nil { environment.endHard(number) } }
    }
}

extension Session {
    /// The retry and reconnect settings of a feed.
    var streamPolicy: StreamPolicy {
        StreamPolicy(
            retry: RetryPolicy(retries: common.retries ?? CommonOptions.defaultRetries), attempts: common.retries,
            deadline: deadline)
    }
}
