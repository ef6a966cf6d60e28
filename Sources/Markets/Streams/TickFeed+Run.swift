import Platform
import Transport

extension TickFeed {
    /// Streams until no symbol is left and `close` was called, or the task is cancelled. May be called once.
    public func run(into receiver: any TickReceiver) async {
        var loop = FeedLoop(feed: self, receiver: receiver)
        await withTaskCancellationHandler {
            for await message in messages {
                loop.take(message)
                if loop.isOver { break }
            }
        } onCancel: {
            mailbox.finish()
        }
        await loop.stop()
    }
}

/// What the feed knows while it runs; all of it changes in one place, one message after the other.
struct FeedLoop {
    /// A symbol on its way along the chain.
    struct Track {
        let symbol: Symbol
        /// Where its ticks come from, or are about to.
        var link: Int?
        var market: TickMarket?
        /// Whether a market in one of the provider's own currencies was asked for, for want of one in that wanted.
        var isOwn = false
        var failures: [Int: ProviderFailure] = [:]
        /// Set once its ticks will not come.
        var end: ProviderFailure?
        /// Waits for another walk.
        var isWaiting = false
    }

    let feed: TickFeed
    let receiver: any TickReceiver
    var tracks: [Track] = []
    var sessions: [Int: TickSession] = [:]
    var tasks: [Task<Void, Never>] = []
    /// Sessions that are closing their connections.
    var closing: [Task<Void, Never>] = []
    var walk = 0
    var isWalkPending = false
    var isClosed = false
    var isSuspended = false

    init(feed: TickFeed, receiver: any TickReceiver) {
        self.feed = feed
        self.receiver = receiver
    }

    var isOver: Bool { isClosed && tracks.allSatisfy { $0.end != nil } }

    /// Closes every connection, and returns when they are closed.
    mutating func stop() async {
        for task in tasks { task.cancel() }
        let closing = sessions.values.compactMap { $0.stop() } + closing
        for task in closing { await task.value }
    }

    mutating func take(_ message: TickFeed.Message) {
        switch message {
        case .add(let symbols): add(symbols)
        case .list(let quotes, let provider): add(quotes, listedBy: provider)
        case .remove(let symbols): remove(symbols)
        case .close: isClosed = true
        case .suspend(let closed): suspend(closed)
        case .resume:
            guard isSuspended else { return }
            isSuspended = false
            for session in sessions.values { session.start() }
        case .resolved(let results, let link): settle(results, link)
        case .refused(let market, let failure, let link): refuse(market, failure, link)
        case .ended(let failure, let hadTicks, let link): end(failure, hadTicks, link)
        case .silent(let markets, let link): doubt(markets, link)
        case .walk:
            isWalkPending = false
            walkAgain()
        }
    }
}

// MARK: - Symbols

extension FeedLoop {
    private mutating func suspend(_ closed: AsyncStream<Void>.Continuation) {
        isSuspended = true
        let stopped = sessions.values.compactMap { $0.pause() }
        closing += stopped
        Task {
            for task in stopped { await task.value }
            closed.finish()
        }
    }

    private mutating func add(_ symbols: [Symbol]) {
        let known = Set(tracks.filter { $0.end == nil }.map(\.symbol))
        let new = symbols.filter { !known.contains($0) }
        tracks.removeAll { new.contains($0.symbol) }
        let begin = tracks.count
        for symbol in new where !tracks[begin...].contains(where: { $0.symbol == symbol }) {
            tracks.append(Track(symbol: symbol))
        }
        for (link, indices) in byLink(Array(tracks.indices[begin...]), after: -1) { resolve(indices, link) }
    }

    /// What a provider lists itself is streamed by it under the list's own names; others resolve the symbols.
    private mutating func add(_ quotes: [Quote], listedBy provider: String) {
        let symbols = quotes.compactMap { try? Symbol($0.symbol) }
        guard let link = feed.links.firstIndex(where: { $0.name == provider }) else { return add(symbols) }
        let markets = feed.links[link].source.listed(quotes)
        let new = markets.compactMap { market in
            (try? Symbol(market.symbol)).map { (symbol: $0, market: market) }
        }.filter { pair in !tracks.contains { $0.symbol == pair.symbol && $0.end == nil } }
        guard !new.isEmpty else { return }
        tracks.removeAll { track in new.contains { $0.symbol == track.symbol } }
        tracks += new.map { Track(symbol: $0.symbol, link: link) }
        admit(new.map { ($0.symbol, .success($0.market)) }, link)
    }

    private mutating func remove(_ symbols: [Symbol]) {
        let gone = tracks.filter { symbols.contains($0.symbol) }
        tracks.removeAll { symbols.contains($0.symbol) }
        release(gone)
        for track in gone { feed.forget(track.symbol) }
        for link in sessions.keys { endIfIdle(link) }
    }

    /// Asks no longer for the markets of tracks that are gone, unless other symbols' ticks come from them too: in one
    /// message, since exchanges take only some a second.
    private func release(_ gone: [Track]) {
        for (link, session) in sessions {
            let shared = tracks.filter { $0.link == link && $0.end == nil }.compactMap(\.market?.name)
            let names = gone.filter { $0.link == link }.compactMap(\.market?.name)
            session.subscriptions.remove(Set(names).subtracting(shared))
        }
    }

    /// The links to ask next, in order, and the tracks for each; an id is asked of the first only.
    func byLink(_ indices: [Int], after link: Int) -> [(link: Int, indices: [Int])] {
        var groups: [Int: [Int]] = [:]
        for index in indices {
            guard let next = next(for: tracks[index], after: link) else { continue }
            groups[next, default: []].append(index)
        }
        return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func next(for track: Track, after link: Int) -> Int? {
        let able = feed.links.indices.filter { feed.links[$0].takes(track.symbol) }
        let asked = track.symbol.isID ? able.prefix(1) : able[...]
        return asked.first { $0 > link && track.failures[$0]?.isPassedOver != true }
    }
}

// MARK: - Markets

extension FeedLoop {
    mutating func resolve(_ indices: [Int], _ link: Int) {
        for index in indices {
            (tracks[index].link, tracks[index].isWaiting, tracks[index].isOwn) = (link, false, false)
        }
        let symbols = indices.map { tracks[$0].symbol }
        let source = feed.links[link].source
        let choice = feed.choice
        perform { [feed] in
            var results: [Result<TickMarket, ProviderFailure>] = []
            for (currency, group) in Dictionary(grouping: symbols, by: { $0.quote ?? choice.currency }) {
                let answers = await source.markets(group, currency)
                for (symbol, answer) in zip(group, answers) {
                    results.append(await feed.admitted(answer, symbol))
                }
                feed.mailbox.yield(
                    .resolved(Array(zip(group, results.suffix(group.count))).map { ($0, $1) }, link: link))
            }
        }
    }

    /// Asks for a market in another currency, whose ticks are then converted.
    mutating func resolve(_ index: Int, _ link: Int, inOwn currency: Currency) {
        (tracks[index].market, tracks[index].isOwn) = (nil, true)
        let symbol = tracks[index].symbol
        let source = feed.links[link].source
        perform { [feed] in
            for answer in await source.markets([symbol.withoutQuote], currency) {
                feed.mailbox.yield(.resolved([(symbol, await feed.admitted(answer, symbol))], link: link))
            }
        }
    }

    private mutating func admit(_ markets: [(Symbol, Result<TickMarket, ProviderFailure>)], _ link: Int) {
        perform { [feed] in
            var results: [(symbol: Symbol, market: Result<TickMarket, ProviderFailure>)] = []
            for (symbol, market) in markets { results.append((symbol, await feed.admitted(market, symbol))) }
            feed.mailbox.yield(.resolved(results, link: link))
        }
    }

    mutating func perform(_ work: @escaping @Sendable () async -> Void) {
        tasks.removeAll(where: \.isCancelled)
        tasks.append(Task { await work() })
    }

    private mutating func settle(
        _ results: [(symbol: Symbol, market: Result<TickMarket, ProviderFailure>)], _ link: Int
    ) {
        var markets: [TickMarket] = []
        var failed: [(Int, ProviderFailure)] = []
        for (symbol, result) in results {
            guard let index = tracks.firstIndex(where: { $0.symbol == symbol && $0.link == link && $0.end == nil })
            else {
                continue
            }
            switch result {
            case .success(let market):
                tracks[index].market = market
                markets.append(market)
            case .failure(let failure): failed.append((index, failure))
            }
        }
        if !markets.isEmpty { session(link).add(markets, starting: !isSuspended) }
        pass(failed, link)
        endIfIdle(link)
    }

    mutating func session(_ link: Int) -> TickSession {
        if let session = sessions[link] { return session }
        let session = TickSession(feed: feed, link: link, receiver: receiver)
        sessions[link] = session
        return session
    }
}

extension TickFeed {
    fileprivate func admitted(
        _ market: Result<TickMarket, ProviderFailure>, _ symbol: Symbol
    ) async -> Result<TickMarket, ProviderFailure> {
        guard case .success(let found) = market else { return market }
        return await admit(found, symbol)
    }
}
