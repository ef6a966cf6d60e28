import Platform
import ProviderKit
import Synchronization

/// Reports the events of a feed on stderr, and keeps the state of its connections and its failures.
final class StreamLog: Sendable {
    private enum Connection {
        case opening, live
        /// Over by itself.
        case ended
        /// No longer used, because the run has ended.
        case closed
        /// Without data since this moment of the monotonic clock.
        case lost(since: Duration)
    }

    private struct State {
        /// By provider.
        var connections: [String: Connection] = [:]
        /// The provider that is connected to before any connection is open.
        var next: String?
        /// The number of invalid messages or elements.
        var dropped = 0
        var over: [String] = []
        /// The failures of requested subjects by their places, and the first of all.
        var failures: [Int: Failure] = [:]
        var first: Failure?
        /// The most recent failures on stderr, so that one that concerns many subjects is reported once.
        var reported: [Failure] = []
        var other: ExitStatus?
        /// Why no connection is open, if none could be opened.
        var obstacle: ProviderFailure?
        /// The notices about providers that failed before any connection had data.
        var steps: [String] = []

        /// Whether a connection has or had data.
        var hasData: Bool { connections.values.contains { if case .opening = $0 { false } else { true } } }
    }

    private static var reportedDrops: Int { 5 }
    private static var rememberedReports: Int { 50 }

    private let context: RunContext
    private let providers: [String]
    private let dropped: String
    private let idle: String?
    private let lost: @Sendable () -> Void
    private let end: StreamEnd
    private let state = Mutex(State())

    /// Creates a log. `dropped` is the word for an invalid part of the data; `idle` says what the run waits for before
    /// it connects, unless it connects at once. `lost` is called when a running stream breaks.
    init(
        _ context: RunContext, _ providers: [String], dropped: String, idle: String? = nil,
        lost: @escaping @Sendable () -> Void = {}, end: StreamEnd
    ) {
        (self.context, self.providers, self.dropped, self.idle) = (context, providers, dropped, idle)
        (self.lost, self.end) = (lost, end)
    }

    /// Reports an event. `explain` makes the failure of a subject, or returns nil if it has reported the problem
    /// itself.
    func take<Subject>(
        _ event: StreamEvent<Subject>, requested: [Subject], explain: (Subject, ProviderFailure) -> Failure?
    ) {
        let (console, isVerbose) = (context.environment.console, context.common.verbose)
        switch event {
        case .step(let failure, let next, let walk):
            state.withLock { state in
                state.next = next
                if case .opening = state.connections[failure.provider] { state.connections[failure.provider] = nil }
            }
            let line = Failure.line(of: failure, next: next, in: context.table)
            if isVerbose {
                context.notices.say(line)
            } else if walk == 0 {
                // If all providers fail, the error of the command names them.
                state.withLock { $0.steps.append(line) }
                if state.withLock(\.hasData) { printSteps() }
            }
        case .pause(let pause, let failure):
            state.withLock { $0.obstacle = failure }
            if isVerbose { console.say("trying again in \(pause.shown)") }
        case .opened(let provider):
            open(provider)
            if isVerbose { console.say("\(provider): the stream is open") }
        case .live(let provider):
            set(.live, of: provider)
            printSteps()
            context.notices.attributePrices(of: provider)
        case .lost(let failure, let pause):
            let isFirst = lose(failure.provider)
            context.notices.say("\(Failure.fact(of: failure, in: context.table)); connecting again in \(pause.shown)")
            // Attempts that fail after it belong to the same outage.
            if isFirst { lost() }
        case .back(let provider, let gap, _):
            set(.live, of: provider)
            context.notices.say("\(provider): back after a gap of \(gap.shown)")
        case .skipped(let provider, let subject, let count, let from, let to):
            context.notices.say("\(provider): \(count) trades of \(subject) between \(from) and \(to) did not arrive")
        case .quiet(let subject, let provider, _, let since):
            context.notices.say(
                "\(provider): no tick of \(subject) since \(since), though its price has changed; ticks are missing")
        case .polled(let failure, let interval):
            state.withLock { $0.connections[failure.provider] = .opening }
            context.notices.say(
                "\(Failure.fact(of: failure, in: context.table)); its prices are requested every \(interval.shown) instead"
            )
        case .dropped(let provider, let problem): drop(provider, problem)
        case .droppedMore: break  // Only the first few are reported.
        case .gaveUp(let subject, let failure):
            if let failure = explain(subject, failure) { add(failure, at: requested.firstIndex(of: subject)) }
        case .missed(let subject, let failure):
            context.notices.say(
                "\(Failure.fact(of: failure, in: context.table)); \(subject) is asked for again with the others")
        case .over(let provider):
            // A run that has ended before closes it.
            if end.isSet { break }
            set(.ended, of: provider)
            state.withLock { if !$0.over.contains(provider) { $0.over.append(provider) } }
        }
    }

    /// Records that no connection is used any more, for the last drawing of a view, which stays.
    func close() {
        printSteps()
        state.withLock { state in
            for (provider, connection) in state.connections {
                if case .ended = connection { continue }
                state.connections[provider] = .closed
            }
        }
    }

    /// Reports why the data of a subject will not arrive, or the data of all. `place` is where the subject was
    /// requested.
    func add(_ failure: Failure, at place: Int? = nil) {
        // It names the providers of the steps.
        let isNew = state.withLock { state in
            if !state.hasData { state.steps = [] }
            state.first = state.first ?? failure
            if let place, state.failures[place] == nil { state.failures[place] = failure }
            guard !state.reported.contains(failure) else { return false }
            state.reported.append(failure)
            if state.reported.count > Self.rememberedReports { state.reported.removeFirst() }
            return true
        }
        if isNew { context.environment.console.say(failure) }
        if context.common.strict { end.set(.nothingLeft) }
    }

    /// Records the status of a problem that was reported elsewhere.
    func add(_ status: ExitStatus) {
        state.withLock { $0.other = $0.other ?? status }
    }

    /// Ends the run at a gap, which `--strict` does not accept.
    func endAtGap() {
        if end.isSet { return }
        add(.tryLater)
        guard end.set(.nothingLeft) else { return }
        context.environment.console.say("the stream ends at its first gap, as --strict asks")
    }

    private func drop(_ provider: String, _ problem: String) {
        let count = state.withLock { state in
            state.dropped += 1
            return state.dropped
        }
        if count <= Self.reportedDrops { context.notices.say("\(provider): skipped \(dropped): \(problem)") }
        if count == Self.reportedDrops { context.notices.say("\(provider): further skipped messages are not reported") }
    }

    private func set(_ connection: Connection, of provider: String) {
        state.withLock { $0.connections[provider] = connection }
    }

    private func printSteps() {
        let lines = state.withLock { state in
            defer { state.steps = [] }
            return state.steps
        }
        for line in lines { context.notices.sayBesideRows(line) }
    }

    /// Records an open connection. One that broke counts as lost until it has data.
    private func open(_ provider: String) {
        state.withLock { state in
            state.obstacle = nil
            if case .lost = state.connections[provider] { return }
            state.connections[provider] = .opening
        }
    }

    /// Records that a connection broke. Returns false if it has had no data since it last broke.
    private func lose(_ provider: String) -> Bool {
        let now = context.environment.time.elapsed()
        return state.withLock { state in
            if case .lost = state.connections[provider] { return false }
            defer { state.connections[provider] = .lost(since: now) }
            if case .live = state.connections[provider] { return true }
            return false
        }
    }
}

extension StreamLog {
    /// The state of the connections: `coinbase live, kraken: reconnecting for 12 s`; at the end `coinbase ended` if
    /// the stream was over, otherwise `coinbase closed`. The second value is false while one is opened.
    var connections: (text: String, areOpen: Bool) {
        let (states, next) = state.withLock { ($0.connections, $0.next) }
        let now = context.environment.time.elapsed()
        if states.isEmpty {
            return (next == nil ? idle ?? connecting(to: providers.first) : connecting(to: next), false)
        }
        let areOpen = states.values.allSatisfy { state in
            switch state {
            case .opening, .lost: false
            case .live, .ended, .closed: true
            }
        }
        let words = providers.compactMap { name in
            switch states[name] {
            case .opening: connecting(to: name)
            case .live: "\(name) live"
            case .ended: "\(name) ended"
            case .closed: "\(name) closed"
            case .lost(let begin):
                "\(name): reconnecting for \(Duration.seconds((now - begin).components.seconds).shown)"
            case nil: nil
            }
        }
        return (words.joined(separator: ", "), areOpen)
    }

    private func connecting(to provider: String?) -> String { provider.map { "connecting to \($0)" } ?? "" }

    /// The providers whose streams ended regularly, and the run with them.
    var over: [String] { state.withLock(\.over) }

    /// The last failure of all providers, in words, if no connection was opened after it.
    var obstacle: String? { state.withLock(\.obstacle).map { Failure.fact(of: $0, in: context.table) } }

    /// The exit status of the first requested subject, in order, whose data did not arrive.
    var status: ExitStatus? {
        state.withLock { state in
            (state.failures.min { $0.key < $1.key }?.value ?? state.first)?.status ?? state.other
        }
    }
}
