import AirQuality
import CommandLineKit
import Platform
import Rendering
import Transport

/// One run of `crypto aqi --watch`: it prints rows of readings until something ends it.
struct AirWatch: Sendable {
    private let request: AirRequest
    private let host: StreamHost
    /// Used under the printer's lock only.
    private nonisolated(unsafe) let stages: AirStages
    private let feed: AirFeed

    init(_ request: AirRequest, _ environment: Environment) throws(Failure) {
        var (request, environment) = (request, environment)
        if !request.chart {
            request.common.beStreaming(to: environment.console)
        } else if request.common.format == nil, request.common.template == nil {
            request.common.format = .rows(.table)
        }
        self.request = request
        let frame = PictureFrame(request.common, &environment)
        if frame == nil { try request.checkEndOfCharts(on: environment) }
        let context = RunContext(request.common, environment, isStream: true, isRepeated: true)
        let providers = try context.providers.selection(for: .air(.air))[nil]
        let now = context.clock(of: providers)
        let end = StreamEnd()
        unsafe stages = try AirStages(request, environment, isPicture: frame != nil)
        let printer = unsafe StreamPrinter(stages, now: now, end: end, change: frame?.change)
        let sources = AirSource.all(
            of: providers, AirWish(places: request.places, scale: request.scale), time: environment.time,
            settings: { context.providers.settings(of: $0) },
            chain: { context.providers.chain(of: $0, for: .air) { $0.makeAir } })
        let log = StreamLog(context, sources.map(\.name), dropped: AirReading.droppedPart, end: end)
        feed = AirFeed(sources, policy: context.streamPolicy)
        host = StreamHost(
            context, request.ends, printer: printer, log: log, frame: frame,
            rows: { [StatusLine.Part($0.words(one: "city", many: "cities"), importance: StreamStatus.rows)] })
    }

    func run() async throws(Failure) -> ExitStatus {
        let ending = await host.run(
            dueEvery: request.ends.interval, chores: [], suspend: { await feed.suspend() }, resume: { feed.resume() },
            feed: {
                let receiver = AirReceiver(receive: receive) { event in
                    host.log.take(event, requested: request.places) { Failure($1, in: host.context.table) }
                }
                if let failure = await feed.run(into: receiver) {
                    host.log.add(Failure(failure, in: host.context.table))
                }
            })
        let status = try host.finish(ending, nothing: "no reading came in the time of --for")
        return status == .success && host.printer.withStages { _ in unsafe stages.hasNothingToDraw } ? .noMatch : status
    }
}

extension AirRequest {
    /// Throws if charts that are printed once, at the end of the stream, would never be printed.
    fileprivate func checkEndOfCharts(on environment: Environment) throws(Failure) {
        guard chart, !ends.hasEnd else { return }
        let end = "add --count <n>, --for <time> or --until <expr>"
        let need = environment.console.size() == nil ? "a terminal" : "a terminal that can draw, which TERM=dumb cannot"
        let problem: OptionProblem =
            common.format == .svg
            ? "\(option: "format", "svg") and \(option: "watch") draw once, at the end of the stream; \(end)"
            : "\(option: "watch") with \(option: "chart") needs \(need); for one chart at the end of the stream \(end)"
        throw Failure(problem, common.origins)
    }
}

// MARK: - What the feed sends

extension AirWatch {
    private func receive(_ readings: [AirReading]) {
        let (printer, notices) = (host.printer, host.context.notices)
        notices.say(about: readings)
        let now = now(with: readings)
        for reading in readings {
            guard
                let failure = notices.ambiguity(of: reading)
                    ?? notices.report(untimely: [reading], at: now).map({ Failure($0, in: notices.table) })
            else { continue }
            printer.end.set(.failed(failure))
            return
        }
        printer.perform { _ in unsafe stages.take(readings, now: now) }
    }

    /// Returns the time that the ages of readings are of. The clock of a made-up provider moves with its readings.
    private func now(with readings: [AirReading]) -> Timestamp {
        let isMadeUp =
            readings.first.flatMap { host.context.table.named($0.provider, isOfAir: true) }?.isMadeUp ?? false
        let times = isMadeUp ? readings.map(\.time) : []
        let now = host.printer.now()
        return max(now, times.max() ?? now)
    }
}

extension RunContext {
    /// Returns the clock for ages. A single simulated provider has its own.
    fileprivate func clock(of providers: [Provider]) -> @Sendable () -> Timestamp {
        providers.count == 1
            ? providers[0].makeAir(self.providers.settings(of: providers[0])).now : environment.time.now
    }
}
