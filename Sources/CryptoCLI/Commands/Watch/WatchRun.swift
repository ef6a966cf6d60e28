import Markets
import Platform
import ProviderKit
import Rendering
import Synchronization
import Transport

extension WatchRequest {
    /// Runs `crypto watch`.
    static func run(_ request: WatchRequest, _ environment: Environment) async throws(Failure) -> ExitStatus {
        var request = try request.withFavorites(environment)
        request.common.beStreaming(to: environment.console)
        try request.checkGaps()
        try request.checkTrend(on: environment)
        return try await WatchRun(request, environment).run()
    }

    /// Throws for gaps in a format whose readers have no use for them.
    private func checkGaps() throws(Failure) {
        let format = common.outputFormat
        guard gaps, ![.json, .jsonl, .csv, .tsv].contains(format) else { return }
        throw .option(
            "gaps",
            problem: "rows of gaps are for jsonl, json, csv and tsv, not for \(format.rawValue); add '--format jsonl'",
            common.origins)
    }

    /// Throws for a mini chart where there is no table to draw it in. A variable or a setting is for many command
    /// lines.
    private func checkTrend(on environment: Environment) throws(Failure) {
        guard trend, common.isTyped("trend"), !PictureFrame.fits(common, environment) else { return }
        let problem =
            if common.format != .rows(.table), environment.console.size() != nil {
                "a mini chart is for the table on a terminal, not for \(common.outputFormat.rawValue)"
            } else {
                "a mini chart needs a terminal"
                    + (environment.console.size() == nil ? "" : " that can draw, which TERM=dumb cannot")
            }
        throw .option("trend", problem: problem, common.origins)
    }
}

extension CommonOptions {
    /// Sets the format of a stream: by default one object per line, or a table on a terminal. A JSON array would
    /// never end.
    mutating func beStreaming(to console: Console) {
        if format == nil, template == nil { format = .rows(console.columns == nil ? .jsonl : .table) }
        if format == .rows(.json) { format = .rows(.jsonl) }
    }
}

/// One run of `crypto watch`: it prints rows of ticks until something ends it.
final class WatchRun: Sendable {
    let request: WatchRequest
    let context: RunContext
    let feed: TickFeed
    let choice: CurrencyChoice
    let host: StreamHost
    private let printer: TickPrinter
    private let listed = ListedSymbols()
    /// Raised when the list is to be requested before its time.
    private let reload = TaskSignal()
    private let rates: TickConversions
    /// The candles that are asked for.
    private let missed: MissedCandles?
    /// Prints how the run is going; nil without `--stats`.
    private let report: (@Sendable () -> Void)?
    /// The number of sources that may still add symbols: the operands, stdin and the first list. The feed does not end
    /// before them.
    private let sources: Mutex<Int>

    var end: StreamEnd { host.end }

    init(_ request: WatchRequest, _ environment: Environment) throws(Failure) {
        var environment = environment
        if request.readsInput {
            environment.console.readsLines = true
            // The answer of the terminal would be a line of stdin.
            environment.console.report = { nil }
        }
        let frame = PictureFrame(request.common, &environment)
        let context = RunContext(request.common, environment, isStream: true, isRepeated: true)
        let choice = try context.currency()
        var request = request
        if request.holdings { request.portfolio = LivePortfolio(request.owned, choice) }
        if request.common.favoritesFiles != nil, request.candles == nil {
            request.groups = request.saved.map { TickGroups($0, in: choice.currency) }
        }
        let gaps = request.gaps || request.stats ? GapLog(environment.time) : nil
        request.gapLog = request.gaps ? gaps : nil
        var pipeline = try TickPipeline(request, environment, isPicture: frame != nil)
        pipeline.notices = context.notices
        let chain = try context.tickChain(for: request, choice, fields: pipeline.maker.usedFields)
        let missed = request.candles.flatMap { MissedCandles(context, chain, $0) }
        (self.request, self.missed) = (request, missed)
        let portfolio = request.portfolio
        let end = StreamEnd()
        let printer = TickPrinter(pipeline, now: chain.now, end: end, change: frame?.change)
        let log = StreamLog(
            context, chain.names, dropped: "a message", idle: request.idleState, lost: { [reload] in reload.raise() },
            end: end)
        let rates = TickConversions(context, choice: choice, chain: chain, showsChange: request.showsChange) { paths in
            printer.perform { $0.open(paths, now: chain.now()) }
        }
        let providers = chain.names.compactMap { environment.providers.named($0, isOfAir: false) }
        feed = TickFeed(
            links: chain.links, choice: choice, policy: context.streamPolicy, verify: context.common.timeout,
            resolve: { [isGrouped = request.groups != nil] market, symbol in
                portfolio?.add(market, of: symbol)
                if isGrouped { printer.perform { $0.add(market, of: symbol) } }
                let wanted = CurrencyChoice(symbol.quote ?? choice.currency)
                if let last = await context.lastQuote(
                    of: symbol, among: [symbol], before: market.provider, of: providers, in: wanted)
                {
                    printer.perform { $0.compare(symbol, with: last) }
                }
                return await rates.resolve(market, symbol)
            },
            forget: { [isGrouped = request.groups != nil] symbol in
                if isGrouped { printer.perform { $0.remove(symbol) } }
                rates.forget(symbol)
            },
            observe: { [listed, symbols = request.symbols, isStrict = request.gaps && request.common.strict] event in
                if event.interrupts { printer.perform { $0.maker.note(event) } }
                gaps?.take(event)
                log.take(event, requested: symbols) {
                    listed.explain($1, of: $0, among: symbols, at: chain.links, context)
                }
                if isStrict, event.makesGap { log.endAtGap() }
            })
        printer.withPipeline { [feed] pipeline in
            guard let candles = pipeline.maker as? CandleRows else { return }
            candles.follow({ [weak feed] in feed?.lastHeard(by: $0) }, asking: missed)
        }
        gaps?.follow { [weak feed] in feed }
        if request.stats, let gaps {
            report = { [feed] in
                var figures = gaps.figures
                figures.silences = feed.silences
                printer.withPipeline { pipeline in
                    figures.rows = pipeline.maker.tally.shown
                    figures.longestSilence = pipeline.statistics?.longestSilence
                    figures.latencies = pipeline.statistics?.latencies ?? figures.latencies
                }
                context.environment.console.complain(figures.line)
            }
        } else {
            report = nil
        }
        host = StreamHost(
            context, request.ends, printer: printer.printer, log: log, frame: frame, report: report,
            rows: { count in
                let symbols = StatusLine.Part(
                    count.words(one: "symbol", many: "symbols"), importance: StreamStatus.rows)
                let total = portfolio.map { StatusLine.Part($0.summary, importance: StreamStatus.total) }
                return [symbols] + (total.map { [$0] } ?? [])
            })
        (self.context, self.rates, self.printer) = (context, rates, printer)
        sources = Mutex(1 + (request.readsInput ? 1 : 0) + (request.top == nil ? 0 : 1))
        self.choice = choice
    }

    func run() async throws(Failure) -> ExitStatus {
        if request.portfolio == nil {
            feed.add(request.symbols)
            endSource()
        }
        // Not one of the chores, because a read of stdin cannot be cancelled.
        if request.readsInput { Task(executorPreference: TaskThreads.executor) { await self.readLines() } }
        let ending = await host.run(
            dueEvery: request.ends.interval ?? request.candles.map { _ in .seconds(10) }, chores: chores,
            suspend: { [self] in
                await feed.suspend()
                printer.withPipeline { $0.maker.note(nil) }
            },
            resume: { [self] in
                feed.resume()
                reload.raise()
            }, feed: { [self] in await feed.run(into: printer) })
        let isOfWhole = request.candles != nil && request.common.append != nil
        let status = Result { () throws(Failure) in
            try host.finish(ending, nothing: "no \(isOfWhole ? "whole candle" : "tick") came in the time of --for")
        }
        report?()
        return try status.get()
    }
}

// MARK: - Chores

extension WatchRun {
    /// The other tasks of the run. Each of them ends with it.
    private var chores: [@Sendable () async -> Void] {
        var chores: [@Sendable () async -> Void] = [
            { [rates, request] in await rates.prepare(request.symbols) },
            { [host, rates] in await host.repeating(TickConversions.interval) { await rates.refresh() } },
        ]
        if let top = request.top { chores.append { await self.keepTop(top) } }
        if let portfolio = request.portfolio { chores.append { await self.keepConversions(of: portfolio) } }
        if let missed {
            let printer = host.printer
            chores.append { await missed.run { printer.perform { $0.printDue(now: printer.now()) } } }
        }
        return chores
    }

    /// Finds the conversions of costs and values before the stream is opened, and again as often as the rates of ticks.
    private func keepConversions(of portfolio: LivePortfolio) async {
        var isFirst = true
        do throws(Failure) {
            let (adjusted, unknown) = try await context.adjusted(portfolio.holdings)
            if let symbol = adjusted.map(\.symbol).first(where: { unknown[$0] != nil }), let failure = unknown[symbol] {
                throw failure
            }
            portfolio.set(adjusted)
            var book = try ConversionMemory(context, prices: context.providers.conversionPrices)
            while !Task.isCancelled {
                let (found, failures) = await book.find(portfolio.pairs)
                portfolio.set(found)
                if isFirst {
                    for failure in failures { host.log.add(failure) }
                    if context.notices.isAtTerminal, let notice = portfolio.noticeOfMissingCosts {
                        context.notices.say(notice)
                    }
                    feed.add(request.symbols)
                    endSource()
                    isFirst = false
                }
                await portfolio.change.wait(atMost: TickConversions.interval, context.environment.time)
                // With a test clock whose pauses take no time, other tasks must run too.
                await TaskThreads.yield()
            }
        } catch {
            end.set(.failed(error))
        }
    }

    /// Updates the feed with the list. If the first request fails, no stream is opened.
    private func keepTop(_ count: Int) async {
        var list: TopList
        do throws(Failure) {
            list = try TopList(context, count: count, choice: choice)
        } catch {
            end.set(.failed(error))
            return
        }
        var isFirst = true
        while !Task.isCancelled {
            switch await list.refresh() {
            case .success(let (added, removed, provider)):
                listed.add(added, of: provider)
                feed.add(added, listedBy: provider)
                feed.remove(removed.compactMap { try? Symbol($0.symbol) })
                // Not before: streams of added symbols may be over sooner than the list is here.
                if isFirst { endSource() }
                isFirst = false
            case .failure(let failure):
                if Task.isCancelled { return }
                guard !isFirst else {
                    end.set(.failed(failure))
                    return
                }
                context.notices.say("\(failure.message); the previous list is kept")
            }
            await reload.wait(atMost: TopList.interval, context.environment.time)
        }
    }

    /// Reads lines of stdin. At its end the stream continues with its symbols.
    private func readLines() async {
        await BlockingThread.result(of: { [self] in
            context.readChanges(isOver: { end.isSet }, fail: { host.log.add($0) }) { feed.change($0) }
        })
        endSource()
    }

    /// Ends a source. After the last one only the list of `--top` may add symbols.
    private func endSource() {
        let left = sources.withLock { count in
            count -= 1
            return count
        }
        guard left == 0 else { return }
        if request.top == nil { feed.close() } else { feed.closeBesideList() }
    }
}
