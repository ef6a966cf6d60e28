import Markets
import Platform
import Rendering
import Transport

extension WatchRequest {
    /// Runs `crypto watch`.
    static func run(_ request: WatchRequest, _ environment: Environment) async throws(Failure) -> ExitStatus {
        let table = FieldTable<TickRow>.quotes(defaults: defaults)
        if let status = try HelpRows.print(table, job: .watch, request.common, environment) { return status }
        var request = request
        request.common.beStreaming(to: environment.console)
        let session = Session(request.common, environment, isStream: true)
        return try await WatchRun(request, session, table).run()
    }
}

extension CommonOptions {
    /// A stream's formats: objects a line when stdout is no terminal and nothing else was asked for; an array never ends.
    mutating func beStreaming(to console: Console) {
        if format == nil, template == nil { format = console.columns == nil ? .jsonl : .table }
        if format == .json { format = .jsonl }
    }
}

/// One run of `crypto watch`: ticks in, rows out, until something ends it.
struct WatchRun: Sendable {
    let request: WatchRequest
    let session: Session
    let printer: TickPrinter
    let feed: TickFeed
    let choice: CurrencyChoice
    private let end = StreamEnd()
    private let rates: TickRates
    private let log: FeedLog
    private let now: @Sendable () -> Timestamp

    init(_ request: WatchRequest, _ session: Session, _ table: FieldTable<TickRow>) throws(Failure) {
        self.request = request
        self.session = session
        let (environment, end) = (session.environment, end)
        let choice = try session.currency()
        let chain = try session.tickChain(poll: request.poll, choice)
        let output = try Output(request.common, table, environment)
        let rows = try RowStages(
            request.ends, table, writer: RowWriter(stream: output, environment.console), environment)
        let printer = TickPrinter(TickStages(request, rows: rows), now: chain.now, end: { end.end($0) })
        let rates = TickRates(session, choice, chain) { market, target, conversion in
            printer.perform { $0.convert(market, to: target, by: conversion, now: chain.now()) }
        }
        let log = FeedLog(session, providers: chain.links.map(\.name), end: { end.end($0) })
        feed = TickFeed(
            links: chain.links, choice: choice, policy: session.feedPolicy, time: environment.time,
            random: environment.random, admit: { await rates.admit($0, $1) }, observe: { log.take($0) })
        (self.printer, self.rates, self.log, self.choice, now) = (printer, rates, log, choice, chain.now)
    }

    func run() async throws(Failure) -> ExitStatus {
        session.environment.takeSignals { take($0) }
        feed.add(request.symbols)
        if request.top == nil, !request.readsInput { feed.close() }
        let ending = await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await feed.run(into: printer)
                end.end(.nothingLeft)
            }
            for chore in chores { group.addTask { await chore() } }
            let ending = await end.wait()
            group.cancelAll()
            return ending
        }
        return try finish(ending)
    }

    private func take(_ signal: Signals.Kind) {
        switch signal {
        case .end(let number): end.end(.signal(number))
        case .stop:
            feed.suspend()
            Signals.stopProcess()
        case .resume: feed.resume()
        case .resize: break
        }
    }

    private func finish(_ ending: StreamEnding) throws(Failure) -> ExitStatus {
        let failed = log.status(of: request.symbols)
        let isTimeUp = ending == .timeIsOver
        let count = try printer.finish(orNothing: { count in
            failed != nil || count == 0 && !(isTimeUp && request.ends.until != nil)
        })
        switch ending {
        case .done: return failed ?? .success
        case .nothingLeft: return failed ?? .success
        case .timeIsOver:
            if request.ends.until != nil { return failed ?? .noMatch }
            if count == 0, failed == nil { session.environment.console.say("no tick came in the time of --for") }
            return failed ?? (count == 0 ? .tryLater : .success)
        case .deadline:
            session.environment.console.say("the deadline passed while watching; raise --deadline")
            return .tryLater
        case .signal(let number): return .signal(number)
        case .failed(let failure): throw failure
        }
    }
}

// MARK: - Chores

extension WatchRun {
    /// What happens beside the ticks.
    private var chores: [@Sendable () async -> Void] {
        let time = session.environment.time
        var chores: [@Sendable () async -> Void] = [{ await repeating(TickRates.interval) { await rates.refresh() } }]
        if let duration = request.ends.duration {
            chores.append { if (try? await time.sleep(duration)) != nil { end.end(.timeIsOver) } }
        }
        if let rest = session.deadline.remaining(at: time.elapsed()) {
            chores.append { if (try? await time.sleep(rest)) != nil { end.end(.deadline) } }
        }
        if let interval = request.interval {
            chores.append { await repeating(interval) { printer.perform { $0.printConflated(now: now()) } } }
        }
        return chores
    }

    /// Does something every so often until the run ends.
    func repeating(_ interval: Duration, _ work: @Sendable () async -> Void) async {
        while (try? await session.environment.time.sleep(interval)) != nil { await work() }
    }
}
