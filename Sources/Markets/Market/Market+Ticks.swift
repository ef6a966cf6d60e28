import Platform
public import ProviderKit
import Synchronization
import Transport

extension Market {
    /// Streams live ticks of symbols, each from the first provider that has it. A connection that breaks is opened again.
    ///
    /// The stream ends when no tick can come any more: after the failure of all symbols, which it throws, or at the end of
    /// the sample. It also ends with its task.
    ///
    /// - Parameters:
    ///   - symbols: Symbols, such as `BTC` or `BTC/EUR`.
    ///   - currency: The currency of the prices, except those of pairs. A provider that does not quote in it is not used.
    ///   - notice: Is called for each gap and failure, on any thread.
    /// - Returns: The ticks as quotes with what the provider sent in this message; other values are nil.
    public func ticks(
        _ symbols: [String], in currency: Currency = .usd,
        notice: @escaping @Sendable (StreamNotice) -> Void = { _ in }
    ) -> Ticks {
        Ticks(market: self, symbols: symbols, currency: currency, notice: notice)
    }
}

/// Something that happened to a stream besides its data.
public struct StreamNotice: Sendable, CustomStringConvertible {
    /// The kinds of notices. Later versions may have more.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        public let rawValue: String

        /// Creates a kind of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A provider failed, and another one or the same is tried.
        public static let failed = Kind(rawValue: "failed")
        /// A stream that broke sends data again: ticks of the time of `gap` are missing.
        public static let gap = Kind(rawValue: "gap")
        /// A message was invalid and is left out, or the ticks of a symbol did not come this time.
        public static let missed = Kind(rawValue: "missed")
        /// The ticks of `symbol` will not come.
        public static let gaveUp = Kind(rawValue: "gave-up")
        /// The reader was too slow, and `count` ticks were dropped before the next one.
        public static let dropped = Kind(rawValue: "dropped")
    }

    /// The kind.
    public let kind: Kind
    /// The name of the provider; empty for ticks that were dropped.
    public let provider: String
    /// The symbol of which ticks are missing; nil for all of the provider.
    public internal(set) var symbol: String?
    /// The time without data.
    public internal(set) var gap: Duration?
    /// The number of ticks that were dropped.
    public internal(set) var count: Int?
    /// The failure; nil without one.
    public internal(set) var failure: ProviderFailure?
    /// What happened, in English.
    public let description: String

    init(_ kind: Kind, _ provider: String, _ description: String) {
        (self.kind, self.provider, self.description) = (kind, provider, description)
    }

    init?(_ event: FeedEvent) {
        switch event {
        case .step(let failure, let next, _):
            self.init(.failed, failure.provider, "\(failure); trying \(next)")
            self.failure = failure
        case .pause(let pause, let failure), .lost(let failure, let pause), .polled(let failure, let pause):
            self.init(.failed, failure.provider, "\(failure); trying again in \(pause)")
            self.failure = failure
        case .back(let provider, let gap):
            self.init(.gap, provider, "\(provider): back after a gap of \(gap)")
            self.gap = gap
        case .dropped(let provider, let problem):
            self.init(.missed, provider, "\(provider): a message is left out: \(problem)")
        case .droppedMore(let provider, let count):
            self.init(.missed, provider, "\(provider): \(count) more messages are left out")
        case .missed(let symbol, let failure):
            self.init(.missed, failure.provider, "\(failure)")
            (self.symbol, self.failure) = (symbol.description, failure)
        case .opened, .live, .over, .gaveUp: return nil
        }
    }
}

/// A stream of live ticks. Each iteration opens connections of its own.
public struct Ticks: AsyncSequence, Sendable {
    /// A tick, as a quote.
    public typealias Element = Quote
    /// What ends a stream of which no symbol has ticks.
    public typealias Failure = ProviderFailure

    let market: Market
    let symbols: [String]
    let currency: Currency
    let notice: @Sendable (StreamNotice) -> Void

    /// The number of ticks that wait for a slow reader. More are dropped, the oldest first, with a notice.
    public static let capacity = 10_000

    /// Opens the connections.
    ///
    /// - Returns: The ticks from now on.
    public func makeAsyncIterator() -> Iterator {
        let (relay, results) = TickRelay.start(self)
        return Iterator(relay, results)
    }

    /// The ticks of one iteration. The connections are closed when it is gone.
    public struct Iterator: AsyncIteratorProtocol {
        private let relay: TickRelay
        private var results: AsyncStream<Result<Quote, ProviderFailure>>.Iterator

        fileprivate init(_ relay: TickRelay, _ results: AsyncStream<Result<Quote, ProviderFailure>>) {
            (self.relay, self.results) = (relay, results.makeAsyncIterator())
        }

        /// Waits for the next tick.
        ///
        /// - Parameter actor: The actor that waits.
        /// - Returns: The tick; nil at the end of the stream.
        /// - Throws: `ProviderFailure` if no symbol has ticks.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ProviderFailure) -> Quote? {
            let result = await results.next(isolation: actor)
            relay.tellDropped()
            return try result?.get()
        }
    }
}

/// Passes the ticks of a feed on to an iteration.
private final class TickRelay: TickReceiver {
    private struct State {
        var failed = 0
        var dropped = 0
        var last: ProviderFailure?
    }

    private let out: AsyncStream<Result<Quote, ProviderFailure>>.Continuation
    private let notice: @Sendable (StreamNotice) -> Void
    private let state = Mutex(State())

    private init(
        _ out: AsyncStream<Result<Quote, ProviderFailure>>.Continuation,
        _ notice: @escaping @Sendable (StreamNotice) -> Void
    ) {
        (self.out, self.notice) = (out, notice)
    }

    static func start(_ ticks: Ticks) -> (TickRelay, AsyncStream<Result<Quote, ProviderFailure>>) {
        let (results, out) = AsyncStream<Result<Quote, ProviderFailure>>.makeStream(
            bufferingPolicy: .bufferingNewest(Ticks.capacity))
        let relay = TickRelay(out, ticks.notice)
        let task = Task { await relay.run(ticks) }
        out.onTermination = { _ in task.cancel() }
        return (relay, results)
    }

    private func run(_ ticks: Ticks) async {
        var symbols: [Symbol] = []
        for text in ticks.symbols {
            switch ticks.market.parse(text) {
            case .success(let symbol): symbols.append(symbol)
            case .failure(let failure):
                giveUp(text, failure)
            }
        }
        let links = ticks.market.providers.compactMap { ticks.market.link(of: $0) }
        guard !links.isEmpty else {
            let name = ticks.market.providers[0].name
            return end(with: ProviderFailure(name, .cannot(.watch)))
        }
        let policy = StreamPolicy(
            retry: RetryPolicy(retries: ticks.market.options.retries), attempts: nil, deadline: .none, time: .live,
            random: { Double.random(in: 0...1) })
        let feed = TickFeed(
            links: links, choice: CurrencyChoice(ticks.currency), policy: policy,
            admit: { market, _ in .success(market) }, forget: { _ in }, observe: { [weak self] in self?.take($0) })
        feed.add(symbols)
        feed.close()
        await feed.run(into: self)
        let failure = state.withLock { $0.failed == ticks.symbols.count ? $0.last : nil }
        end(with: failure)
    }

    private func end(with failure: ProviderFailure?) {
        if let failure { out.yield(.failure(failure)) }
        out.finish()
    }

    private func take(_ event: FeedEvent) {
        if case .gaveUp(let symbol, let failure) = event { return giveUp(symbol.description, failure) }
        if let notice = StreamNotice(event) { self.notice(notice) }
    }

    private func giveUp(_ symbol: String, _ failure: ProviderFailure) {
        state.withLock { state in
            state.failed += 1
            state.last = failure
        }
        var notice = StreamNotice(.gaveUp, failure.provider, "\(failure)")
        (notice.symbol, notice.failure) = (symbol, failure)
        self.notice(notice)
    }

    func receive(_ ticks: ((inout Tick) -> Void) -> Void) {
        ticks { tick in
            if case .dropped = out.yield(.success(Quote(tick))) { state.withLock { $0.dropped += 1 } }
        }
    }

    /// Says how many ticks were dropped since the last time.
    func tellDropped() {
        let count = state.withLock { state in
            defer { state.dropped = 0 }
            return state.dropped
        }
        guard count > 0 else { return }
        var notice = StreamNotice(.dropped, "", "\(count) ticks are dropped: the reader is too slow")
        notice.count = count
        self.notice(notice)
    }
}

extension Market {
    /// The stream of a provider as a link of a feed; nil if it has none.
    fileprivate func link(of provider: MarketProvider) -> TickFeed.Link? {
        let settings = settings(of: provider, until: .none)
        guard let source = provider.makeTicks?(settings) else { return nil }
        return TickFeed.Link(name: provider.name, source: source, quotes: provider.make(settings).quotes)
    }
}

extension Quote {
    /// A copy of a tick.
    init(_ tick: borrowing Tick) {
        self = tick.market.quote
        time = tick.time.timestamp
        (price, open, high, low) = (tick.number(.price), tick.number(.open), tick.number(.high), tick.number(.low))
        (change, changePercent) = (tick.number(.change), tick.number(.changePercent))
        (volume, marketCap) = (tick.number(.volume), tick.number(.marketCap))
        (bid, ask) = (tick.number(.bid), tick.number(.ask))
    }
}
