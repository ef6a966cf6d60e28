import Markets
import Platform
import ProviderKit
import Synchronization

/// The gaps of a stream: the times in which ticks may be missing, and why.
final class GapLog: Sendable {
    fileprivate struct Open {
        let from: Timestamp
        let symbols: [String]
        let reason: String
        /// Whether the provider is polled from now on, so that no connection of it will be back.
        var isPolled = false
    }

    fileprivate struct State {
        /// By provider.
        var open: [String: Open] = [:]
        /// Markets of which a poll brought no price, or that are quiet, by their names.
        var missed: [String: (provider: String, gap: Open)] = [:]
        /// Those that are over, but not printed.
        var finished: [StreamGap] = []
        var figures = StreamFigures()

        /// Whether the next tick may have a gap before it.
        var concernsTicks: Bool { !finished.isEmpty || !missed.isEmpty }

        mutating func finish(_ gap: StreamGap) {
            finished.append(gap)
            figures.gaps += 1
            figures.lost += gap.to.duration(since: gap.from)
        }
    }

    private let time: TimeSource
    private let feed = Mutex<(@Sendable () -> TickFeed?)>({ nil })
    private let state = Mutex(State())
    private let isPending = Atomic(false)

    /// Creates a log without gaps.
    init(_ time: TimeSource) { self.time = time }

    /// Lets the log ask the feed which symbols a gap concerns.
    func follow(_ feed: @escaping @Sendable () -> TickFeed?) { self.feed.withLock { $0 = feed } }

    /// Whether gaps may have to be printed before the next tick.
    var concernsTicks: Bool { isPending.load(ordering: .relaxed) }

    /// What the gaps so far add up to.
    var figures: StreamFigures { state.withLock(\.figures) }

    /// Takes an event of the feed.
    func take(_ event: FeedEvent) {
        let feed = feed.withLock { $0() }
        let now = time.now()
        state.withLock { state in
            switch event {
            case .lost(let failure, _):
                state.figures.reconnects[failure.reasonOfGap, default: 0] += 1
                state.begin(failure, at: feed?.missingSince(at: failure.provider).map(time.moment) ?? now, feed)
            case .polled(let failure, _): state.begin(failure, at: now, feed, isPolled: true)
            case .back(let provider, let gap, let ended):
                let end = time.moment(ended)
                let open = state.open.removeValue(forKey: provider)
                // Without a failure it was the process that stopped.
                state.finish(
                    StreamGap(
                        provider: provider, from: end.advanced(by: .zero - gap), to: end,
                        symbols: open?.symbols ?? feed?.symbols(at: provider) ?? [], reason: open?.reason ?? "stopped"))
            case .live(let provider):
                guard let open = state.open[provider], open.isPolled else { break }
                state.open[provider] = nil
                state.finish(StreamGap(open, provider, to: now))
            case .skipped(let provider, let symbol, let count, let from, let to):
                state.finish(
                    StreamGap(
                        provider: provider, from: from, to: to, symbols: [symbol], reason: "lost", missed: count))
            case .missed(let symbol, let failure):
                let gap = Open(from: now, symbols: [symbol.bare], reason: "missed")
                if state.missed[symbol.description] == nil {
                    state.missed[symbol.description] = (failure.provider, gap)
                }
            case .quiet(let symbol, let provider, let market, let since):
                if state.missed[market] == nil {
                    state.missed[market] = (provider, Open(from: since, symbols: [symbol.bare], reason: "silent"))
                }
            default: break
            }
            isPending.store(state.concernsTicks, ordering: .relaxed)
        }
    }

    /// Removes and returns the gaps to print before a tick that was received now.
    func take(before tick: borrowing Tick, now: Timestamp) -> [StreamGap] {
        let market = tick.market
        return state.withLock { state in
            if let (provider, open) = state.missed.removeValue(forKey: market.name) {
                state.finish(StreamGap(open, provider, to: now))
            }
            return takeFinished(&state)
        }
    }

    /// Ends all gaps, and removes and returns those that are not printed.
    func takeAll() -> [StreamGap] {
        let now = time.now()
        return state.withLock { state in
            let gaps = state.open.map { (name: $0, provider: $0, gap: $1) }.sorted { $0.name < $1.name }
            let missed = state.missed.map { (name: $0, provider: $1.provider, gap: $1.gap) }.sorted {
                $0.name < $1.name
            }
            for (_, provider, gap) in gaps + missed { state.finish(StreamGap(gap, provider, to: now)) }
            (state.open, state.missed) = ([:], [:])
            return takeFinished(&state)
        }
    }

    private func takeFinished(_ state: inout State) -> [StreamGap] {
        defer {
            state.finished = []
            isPending.store(state.concernsTicks, ordering: .relaxed)
        }
        return state.finished
    }
}

extension GapLog.State {
    /// Begins a gap of a provider, unless attempts within one fail.
    fileprivate mutating func begin(
        _ failure: ProviderFailure, at from: Timestamp, _ feed: TickFeed?, isPolled: Bool = false
    ) {
        if open[failure.provider] != nil {
            if isPolled { open[failure.provider]?.isPolled = true }
            return
        }
        open[failure.provider] = GapLog.Open(
            from: from, symbols: feed?.symbols(at: failure.provider) ?? [], reason: failure.reasonOfGap,
            isPolled: isPolled)
    }
}

extension StreamGap {
    fileprivate init(_ open: GapLog.Open, _ provider: String, to end: Timestamp) {
        self.init(
            provider: provider, from: min(open.from, end), to: end, symbols: open.symbols, reason: open.reason)
    }
}
