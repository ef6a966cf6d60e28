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
    private struct Track {
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

    private let feed: TickFeed
    private let receiver: any TickReceiver
    private var tracks: [Track] = []
    private var sessions: [Int: TickSession] = [:]
    private var tasks: [Task<Void, Never>] = []
    /// Sessions that are closing their connections.
    private var closing: [Task<Void, Never>] = []
    private var walk = 0
    private var isWalkPending = false
    private var isClosed = false
    private var isSuspended = false

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
    private func byLink(_ indices: [Int], after link: Int) -> [(link: Int, indices: [Int])] {
        var groups: [Int: [Int]] = [:]
        for index in indices {
            guard let next = next(for: tracks[index], after: link) else { continue }
            groups[next, default: []].append(index)
        }
        return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func next(for track: Track, after link: Int) -> Int? {
        let able = feed.links.indices.filter { feed.links[$0].takes(track.symbol) }
        let asked = track.symbol.isID ? able.prefix(1) : able[...]
        return asked.first { $0 > link && track.failures[$0]?.isPassedOver != true }
    }
}

// MARK: - Markets

extension FeedLoop {
    private mutating func resolve(_ indices: [Int], _ link: Int) {
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
    private mutating func resolve(_ index: Int, _ link: Int, inOwn currency: Currency) {
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

    private mutating func perform(_ work: @escaping @Sendable () async -> Void) {
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

    private mutating func session(_ link: Int) -> TickSession {
        if let session = sessions[link] { return session }
        let session = TickSession(feed: feed, link: link, receiver: receiver)
        sessions[link] = session
        return session
    }
}

// MARK: - Failures

extension FeedLoop {
    /// What a link could not do goes on to the next one, to another walk, or ends.
    private mutating func pass(_ failed: [(index: Int, failure: ProviderFailure)], _ link: Int) {
        guard !failed.isEmpty else { return }
        for (index, failure) in failed {
            tracks[index].failures[link] = failure
            (tracks[index].market, tracks[index].link) = (nil, nil)
        }
        let groups = byLink(failed.map(\.index), after: link)
        for (next, indices) in groups {
            if let failure = tracks[indices[0]].failures[link] {
                feed.observe(.step(failure, next: feed.links[next].name, walk: walk))
            }
            resolve(indices, next)
        }
        let passed = Set(groups.flatMap(\.indices))
        for (index, _) in failed where !passed.contains(index) { exhaust(index) }
        scheduleWalk()
    }

    /// Nobody is left to ask on this walk: another one follows where everybody that could know failed for a passing
    /// reason.
    private mutating func exhaust(_ index: Int) {
        let told = tracks[index].failures.values.filter { !$0.isPassedOver }
        if !told.isEmpty, told.allSatisfy(\.isPassing) {
            tracks[index].isWaiting = true
        } else {
            giveUp(index)
        }
    }

    private mutating func giveUp(_ index: Int) {
        let track = tracks[index]
        let failures = feed.links.indices.compactMap { track.failures[$0] }
        guard let failure = failures.last(where: { !$0.isPassedOver }) ?? failures.first else { return }
        tracks[index].end = failure
        tracks[index].isWaiting = false
        feed.forget(track.symbol)
        feed.observe(.gaveUp(track.symbol, failure))
    }

    private mutating func scheduleWalk() {
        let waiting = tracks.indices.filter { tracks[$0].isWaiting }
        guard !waiting.isEmpty, !isWalkPending else { return }
        let asked = waiting.flatMap { tracks[$0].failures.values }.compactMap(\.retryAfter).min()
        let remaining = feed.policy.deadline.remaining(at: feed.time.elapsed())
        guard
            case .pause(let pause) = feed.policy.retry.step(
                after: walk, retryAfter: asked, remaining: remaining, unit: feed.random())
        else {
            for index in waiting { giveUp(index) }
            return
        }
        isWalkPending = true
        feed.observe(.pause(pause))
        perform { [feed] in
            if (try? await feed.time.sleep(pause)) != nil { feed.mailbox.yield(.walk) }
        }
    }

    private mutating func walkAgain() {
        walk += 1
        let waiting = tracks.indices.filter { tracks[$0].isWaiting }
        for (link, indices) in byLink(waiting, after: -1) { resolve(indices, link) }
    }

    private mutating func refuse(_ market: String?, _ failure: ProviderFailure, _ link: Int) {
        let refused = tracks.indices.filter { index in
            tracks[index].link == link && tracks[index].end == nil
                && (market == nil || tracks[index].market?.name == market)
        }
        let names = Set(refused.compactMap { tracks[$0].market?.name })
        sessions[link]?.subscriptions.remove(names)
        var failed: [Int] = []
        for index in refused {
            if failure.isPassedOver, market != nil, let own = ownCurrency(for: tracks[index], link) {
                resolve(index, link, inOwn: own)
            } else {
                failed.append(index)
            }
        }
        pass(failed.map { ($0, failure.about(tracks[$0].symbol)) }, link)
        endIfIdle(link)
    }

    /// What to ask for where a provider has no market of a symbol in the currency wanted; nil where that was done.
    private func ownCurrency(for track: Track, _ link: Int) -> Currency? {
        guard !track.isOwn, !track.symbol.isID, let market = track.market,
            let own = feed.links[link].ownCurrencies.first, own != market.currency
        else { return nil }
        return own
    }

    /// A session without subscriptions has nothing to wait for, unless a market's name is being found out.
    private mutating func endIfIdle(_ link: Int) {
        guard let session = sessions[link], session.subscriptions.markets.isEmpty,
            !tracks.contains(where: { $0.link == link && $0.market == nil && $0.end == nil })
        else { return }
        closing += [session.stop()].compactMap(\.self)
        sessions[link] = nil
    }

    private mutating func end(_ failure: ProviderFailure, _ hadTicks: Bool, _ link: Int) {
        sessions[link] = nil
        let concerned = tracks.indices.filter { tracks[$0].link == link && tracks[$0].end == nil }
        guard hadTicks else { return pass(concerned.map { ($0, failure.about(tracks[$0].symbol)) }, link) }
        for index in concerned {
            tracks[index].failures = [link: failure]
            giveUp(index)
        }
    }

    /// Asks whether markets that stay silent exist, where the provider would not say by itself.
    private mutating func doubt(_ markets: [TickMarket], _ link: Int) {
        let names = Set(markets.map(\.name))
        let asked = tracks.compactMap { track -> (symbol: Symbol, market: TickMarket)? in
            guard track.link == link, let market = track.market, names.contains(market.name) else { return nil }
            return (track.symbol.withoutQuote, market)
        }
        guard !asked.isEmpty else { return }
        perform { [feed] in
            let link = (index: link, quotes: feed.links[link].quotes)
            for (currency, group) in Dictionary(grouping: asked, by: \.market.currency) {
                let answers = await link.quotes(group.map(\.symbol), CurrencyChoice(currency, ownIsFine: true))
                for (market, answer) in zip(group.map(\.market), answers) {
                    guard let failure = market.doubt(by: answer) else { continue }
                    feed.mailbox.yield(.refused(market: market.name, failure, link: link.index))
                }
            }
        }
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

extension TickMarket {
    /// Why its ticks will not come, as a quote of its symbol shows: nobody knows it, or only in another currency.
    fileprivate func doubt(by quote: Result<Quote, ProviderFailure>) -> ProviderFailure? {
        switch quote {
        case .success(let quote) where quote.currency != currency: ProviderFailure(provider, .cannotQuote(currency))
        case .failure(let failure) where failure.isPassedOver: failure
        default: nil
        }
    }
}
