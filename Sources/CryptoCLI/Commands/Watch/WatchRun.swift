import Markets
import Platform
import Rendering
import Synchronization
import Transport

extension WatchRequest {
    /// Runs `crypto watch`.
    static func run(_ request: WatchRequest, _ environment: Environment) async throws(Failure) -> ExitStatus {
        let isHelp: ExitStatus?
        if request.candles == nil {
            isHelp = try HelpRows.print(
                FieldTable<TickRow>.quotes(defaults: defaults), job: .watch, request.common, environment)
        } else {
            isHelp = try HelpRows.print(FieldTable<Candle>.candles, job: .watch, request.common, environment)
        }
        if let isHelp { return isHelp }
        var request = request
        request.common.beStreaming(to: environment.console)
        return try await WatchRun(request, environment).run()
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
    let end = StreamEnd()
    let log: FeedLog
    /// Yields when the list is to be asked for before its time.
    let reloads: AsyncStream<Void>
    private let reload: AsyncStream<Void>.Continuation
    private let rates: TickRates
    private let view: LiveView?

    init(_ request: WatchRequest, _ environment: Environment) throws(Failure) {
        self.request = request
        var environment = environment
        let (console, notices, time) = (environment.console, Notices(), environment.time)
        let isPicture = request.common.format == .table && console.size() != nil
        if isPicture { environment.console = notices.console(before: console) }
        let session = Session(request.common, environment, isStream: true)
        let choice = try session.currency()
        let chain = try session.tickChain(poll: request.poll, choice)
        let end = end
        let printer = TickPrinter(
            try TickStages(request, environment, isPicture: isPicture), now: chain.now, end: { end.end($0) })
        let (reloads, reload) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let log = FeedLog(
            session, chain.links, end: { end.end($0) }, reload: { reload.yield() })
        let rates = TickRates(session, choice, chain) { paths in
            printer.perform { $0.open(paths, now: chain.now()) }
        }
        feed = TickFeed(
            links: chain.links, choice: choice, policy: session.feedPolicy, time: time, random: environment.random,
            admit: { await rates.admit($0, $1) }, forget: { rates.forget($0) }, observe: { log.take($0) })
        let begin = time.elapsed()
        view =
            isPicture
            ? LiveView(console, notices, printer, time: time, now: chain.now) { symbols in
                let rows = "\(symbols) symbol\(symbols == 1 ? "" : "s")"
                return [log.connections, rows, Duration.seconds((time.elapsed() - begin).components.seconds).shown]
                    .filter { !$0.isEmpty }
                    .joined(separator: " · ")
            } : nil
        (self.session, self.printer, self.rates, self.log) = (session, printer, rates, log)
        (self.choice, self.reloads, self.reload) = (choice, reloads, reload)
    }

    func run() async throws(Failure) -> ExitStatus {
        if let view { printer.show { view.touch() } }
        session.environment.takeSignals { take($0) }
        feed.add(request.symbols)
        if request.top == nil, !request.readsInput { feed.close() }
        // Not among the chores: nothing ends a read of stdin but stdin.
        if request.readsInput { Task { await readLines() } }
        let ending = await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await feed.run(into: printer)
                end.end(.nothingLeft)
            }
            for chore in chores { group.addTask { await chore() } }
            let ending = await end.wait()
            // A reader of stdout who neither reads nor leaves must not hold the end up.
            session.environment.armWatchdog(.seconds(5))
            group.cancelAll()
            return ending
        }
        view?.leave()
        if case .signal = ending { return try finish(ending) }
        await printer.withStages(\.commands)?.settle(within: .seconds(1), session.environment.time)
        return try finish(ending)
    }

    private func take(_ signal: Signals.Kind) {
        switch signal {
        case .end(let number):
            // Asked twice, the process ends however busy it is with ending.
            guard !end.end(.signal(number)) else { return endSoon(number) }
            session.environment.endHard(number)
        case .stop:
            Task {
                await feed.suspend()
                view?.leave()
                session.environment.stopProcess()
            }
        case .resume:
            view?.enter()
            feed.resume()
            reload.yield()
        case .resize: view?.touch()
        }
    }

    /// Ends the process by the signal where closing takes long, as when nobody reads stdout.
    private func endSoon(_ number: Int32) {
        let environment = session.environment
        Task { if (try? await environment.time.sleep(.seconds(1))) != nil { environment.endHard(number) } }
    }

    private func finish(_ ending: StreamEnding) throws(Failure) -> ExitStatus {
        let failed = log.status(of: request.symbols)
        let mayBeUnmet = ending == .timeIsOver && request.ends.until != nil
        let count = try printer.finish(orNothing: { failed != nil || $0 == 0 && !mayBeUnmet })
        switch ending {
        case .done, .nothingLeft: return failed ?? .success
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
    /// What happens beside the ticks, each until the run ends.
    private var chores: [@Sendable () async -> Void] {
        let time = session.environment.time
        var chores: [@Sendable () async -> Void] = [{ await repeating(TickRates.interval) { await rates.refresh() } }]
        if let duration = request.ends.duration {
            chores.append { if (try? await time.sleep(duration)) != nil { end.end(.timeIsOver) } }
        }
        if let rest = session.deadline.remaining(at: time.elapsed()) {
            chores.append { if (try? await time.sleep(rest)) != nil { end.end(.deadline) } }
        }
        if let interval = request.interval ?? request.candles.map({ _ in .seconds(1) }) {
            chores.append { await repeating(interval) { await printer.printDue(session.environment.console) } }
        }
        if let view {
            chores.append { if let failure = await view.run() { end.end(.failed(failure)) } }
        }
        if let top = request.top { chores.append { await keepTop(top) } }
        return chores
    }

    private func repeating(_ interval: Duration, _ work: @Sendable () async -> Void) async {
        while (try? await session.environment.time.sleep(interval)) != nil {
            await work()
            // A clock whose pauses take no time must not keep others from theirs.
            await Task.yield()
        }
    }

    /// Keeps the feed in step with the list. Where the first one cannot be had, no stream is opened (REQUIREMENTS W1).
    private func keepTop(_ count: Int) async {
        var list: TopList
        do throws(Failure) {
            list = try TopList(session, count, choice)
        } catch {
            end.end(.failed(error))
            return
        }
        var isFirst = true
        while !Task.isCancelled {
            switch await list.refresh() {
            case .success(let (changes, provider)):
                log.list(changes.added, by: provider)
                feed.add(changes.added, listedBy: provider)
                feed.remove(changes.removed.compactMap { try? Symbol($0.symbol) })
                isFirst = false
            case .failure(let failure):
                if Task.isCancelled { return }
                guard !isFirst else {
                    end.end(.failed(failure))
                    return
                }
                session.notice("\(failure.message); the list of before stands")
            }
            await waitForReload()
        }
    }

    private func waitForReload() async {
        // The minute's end is a reload too: whoever cancels a wait for a stream's next element ends the stream.
        let minute = Task { [reload, time = session.environment.time] in
            if (try? await time.sleep(TopList.interval)) != nil { reload.yield() }
        }
        defer { minute.cancel() }
        for await _ in reloads { return }
    }

    /// Takes lines of stdin; at its end the stream goes on with what it has.
    private func readLines() async {
        await BlockingThread.result(of: {
            SymbolLines.read(session, isOver: { end.isOver }, fail: { log.add($0) }) { change in
                switch change {
                case .add(let symbols): feed.add(symbols)
                case .remove(let symbols): feed.remove(symbols)
                }
            }
        })
        if request.top == nil { feed.close() }
    }
}
