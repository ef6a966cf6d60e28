import Platform
import Transport

extension TickFeed {
    /// Runs until it is closed and no more ticks are expected, or the task is cancelled. Call it once.
    package func run(into receiver: any TickReceiver) async {
        var loop = FeedLoop(feed: self, receiver: receiver)
        await withTaskCancellationHandler {
            for await _ in mailbox.arrivals {
                if loop.takeAll(mailbox.take()) { break }
            }
        } onCancel: {
            mailbox.finish()
        }
        loop.takeRefusals(mailbox.take()[...])
        await loop.stop()
    }
}

/// The state of a running feed. It changes only here, by one message after the other.
struct FeedLoop {
    let feed: TickFeed
    let receiver: any TickReceiver
    /// The symbols with ticks, or with ticks expected.
    var tracks = TrackTable()
    var connections: [Int: TickConnection] = [:]
    /// The links whose streams are not served. Those that poll are used in their place.
    private var unserved: Set<Int> = []
    let tasks = TaskBag()
    /// The tasks that wait for connections to close.
    let closing = TaskBag()
    var walk = 0
    var isWalkPending = false
    /// Nil while any symbol may be added; then true if only a list may add some.
    var keepsList: Bool?
    var isSuspended = false

    init(feed: TickFeed, receiver: any TickReceiver) {
        self.feed = feed
        self.receiver = receiver
    }

    /// True if no more ticks are expected. A list may replace symbols that failed, but not those whose streams ended.
    var isOver: Bool {
        keepsList.map { tracks.areOver && (!$0 || !tracks.linksOver.isEmpty) } ?? false
    }

    /// Closes all connections, and returns when they are closed.
    func stop() async {
        tasks.cancel()
        for connection in connections.values { close(connection) }
        await closing.wait()
    }

    func close(_ connection: TickConnection) {
        if let task = connection.stop() { closing.run { await task.value } }
    }

    /// Handles messages. Returns true at the end of the feed, which skips the remaining messages.
    mutating func takeAll(_ messages: [TickFeed.Message]) -> Bool {
        for (index, message) in messages.enumerated() {
            if Task.isCancelled {
                takeRefusals(messages[index...])
                return true
            }
            take(message)
            guard isOver else { continue }
            for link in tracks.linksOver { feed.observe(.over(provider: feed.links[link].name)) }
            return true
        }
        return Task.isCancelled
    }

    /// Handles only the refusals among messages before the end, so that an unknown symbol is reported however soon
    /// the run ends.
    mutating func takeRefusals(_ messages: ArraySlice<TickFeed.Message>) {
        for case .refused(let market, let failure, let link) in messages { refuse(market, because: failure, link) }
    }

    private mutating func take(_ message: TickFeed.Message) {
        switch message {
        case .change(let changes):
            // Additions first, so that a connection that is still needed is not closed.
            add(changes.added)
            remove(changes.removed)
        case .list(let symbols, let markets, let link): add(symbols, markets, listedBy: link)
        case .close(let keepsList): self.keepsList = keepsList
        case .suspend(let closed): suspend(closed)
        case .resume:
            guard isSuspended else { return }
            isSuspended = false
            for connection in connections.values { connection.start() }
        case .found(let link): connect(link)
        case .resolved(let results, let link): take(results, link)
        case .refused(let market, let failure, let link): refuse(market, because: failure, link)
        case .unserved(let failure, let hadTicks, let link): poll(link, after: failure, hadTicks: hadTicks)
        case .ended(let failure, let hadTicks, let link): end(link, after: failure, hadTicks: hadTicks)
        case .over(let markets, let link): finish(markets, link)
        case .silent(let markets, let link): verify(markets, link)
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
        let stopped = connections.values.compactMap { $0.pause() }
        closing.run {
            for task in stopped { await task.value }
            closed.finish()
        }
    }

    private mutating func add(_ symbols: [Symbol]) {
        let new = symbols.filter { tracks[$0] == nil }
        for symbol in new { tracks[symbol] = Track(symbol: symbol) }
        for (link, symbols) in byLink(new, after: -1) { resolve(symbols, link) }
        for symbol in new where tracks[symbol]?.link == nil { exhaust(symbol) }
    }

    /// Adds listed markets by the names of the list if their provider streams; other providers resolve the symbols.
    private mutating func add(_ symbols: [Symbol], _ markets: [TickMarket], listedBy link: Int) {
        guard isUsed(link) else { return add(symbols) }
        let new = markets.compactMap { market in
            (try? Symbol(market.symbol)).map { (symbol: $0, market: market) }
        }.filter { tracks[$0.symbol] == nil }
        guard !new.isEmpty else { return }
        for (symbol, _) in new { tracks[symbol] = Track(symbol: symbol, link: link) }
        prepare(new.map { ($0.symbol, .success($0.market)) }, link)
    }

    private mutating func remove(_ symbols: [Symbol]) {
        guard !symbols.isEmpty else { return }
        let gone = symbols.compactMap { tracks[$0] }
        for track in gone { tracks[track.symbol] = nil }
        release(gone)
        for track in gone { feed.forget(track.symbol) }
        for link in connections.keys { endIfIdle(link) }
    }

    /// Unsubscribes from the markets of removed tracks, unless other symbols need them: in one message, because
    /// exchanges limit the messages per second.
    private func release(_ gone: [Track]) {
        for (link, connection) in connections {
            let names = gone.filter { $0.link == link }.compactMap(\.market?.name)
            connection.remove(Set(names.filter { !tracks.isWanted($0, at: link) }))
        }
    }

    /// Returns the next links to ask, in order, with the symbols for each. An id is requested from the first link only.
    func byLink(_ symbols: [Symbol], after link: Int) -> [(link: Int, symbols: [Symbol])] {
        var groups: [Int: [Symbol]] = [:]
        for symbol in symbols {
            guard let track = tracks[symbol], case .ask(let next) = step(of: track, after: link) else { continue }
            groups[next, default: []].append(symbol)
        }
        return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Returns what is done about a symbol after a link.
    func step(of track: Track, after link: Int) -> ChainProgress.Step {
        let able = feed.links.indices.filter { isUsed($0) && feed.links[$0].takes(track.symbol) }
        return track.chain.step(after: link, on: track.symbol.isID ? able.prefix(1) : able[...])
    }
}

// MARK: - Streams that are not served

extension FeedLoop {
    private func isUsed(_ link: Int) -> Bool {
        feed.links[link].interval == nil ? !unserved.contains(link) : unserved.contains(link - 1)
    }

    /// Moves all symbols of a link to the one that polls in its place.
    private mutating func poll(_ link: Int, after failure: ProviderFailure, hadTicks: Bool) {
        guard let connection = connections[link] else { return }
        close(connection)
        guard feed.links[link].polling != nil, let interval = feed.links[link + 1].interval else {
            return end(link, after: failure, hadTicks: hadTicks)
        }
        connections[link] = nil
        unserved.insert(link)
        feed.observe(.polled(failure, every: interval))
        resolve(tracks.tracks(at: link).map(\.symbol), link + 1)
    }
}

// MARK: - Markets

extension FeedLoop {
    mutating func resolve(_ symbols: [Symbol], _ link: Int) {
        for symbol in symbols {
            tracks[symbol]?.link = link
            tracks[symbol]?.isWaiting = false
            tracks[symbol]?.isOwn = false
        }
        let (source, choice) = (feed.links[link].source, feed.choice)
        tasks.run { [feed] in
            var together: [Symbol: Result<TickMarket, ProviderFailure>] = [:]
            // Markets are in money that lasts: for pence in pounds.
            let lasting = { [now = feed.policy.time.now()] (currency: Currency) in currency.lasting(at: now) }
            for (currency, group) in Dictionary(grouping: symbols, by: { lasting($0.quote ?? choice.currency) }) {
                let markets = zip(group, await source.markets(group.map { $0.requoted(in: lasting) }, currency))
                if source.rules.ends {
                    together.merge(markets) { $1 }
                } else {
                    await feed.findConversions(of: Array(markets), link)
                }
            }
            // A stream that ends starts with all markets, so that all symbols of a market get its ticks.
            if source.rules.ends {
                await feed.findConversions(of: symbols.compactMap { s in together[s].map { (s, $0) } }, link)
            }
        }
    }

    /// Requests a market in another currency. Its ticks are converted.
    mutating func resolve(_ symbol: Symbol, _ link: Int, inOwn currency: Currency) {
        tracks[symbol]?.market = nil
        tracks[symbol]?.isOwn = true
        let source = feed.links[link].source
        tasks.run { [feed] in
            let answers = await source.markets([symbol.withoutQuote], currency)
            await feed.findConversions(of: answers.map { (symbol, $0) }, link)
        }
    }

    private func prepare(_ markets: [(Symbol, Result<TickMarket, ProviderFailure>)], _ link: Int) {
        tasks.run { [feed] in await feed.findConversions(of: markets, link) }
    }

    private mutating func take(
        _ results: [(symbol: Symbol, market: Result<TickMarket, ProviderFailure>)], _ link: Int
    ) {
        var markets: [TickMarket] = []
        var failed: [(Symbol, ProviderFailure)] = []
        for (symbol, result) in results {
            guard tracks[symbol]?.link == link else { continue }
            switch result {
            case .success(let market):
                tracks[symbol]?.market = market
                markets.append(market)
            case .failure(let failure): failed.append((symbol, failure))
            }
        }
        if !markets.isEmpty { connection(link).add(markets, starting: !isSuspended) }
        pass(failed, link)
        endIfIdle(link)
    }

    /// Opens the connection of a link while its markets wait for rates.
    private mutating func connect(_ link: Int) {
        if !isSuspended, tracks.isResolving(at: link) { connection(link).start() }
    }

    /// Records that the ticks of these markets ended. Their symbols are kept, so that they can be removed.
    private mutating func finish(_ markets: [String], _ link: Int) {
        for track in markets.flatMap({ tracks.tracks(of: $0, at: link) }) { tracks[track.symbol]?.isOver = true }
        connections[link]?.remove(Set(markets))
        endIfIdle(link)
    }

    mutating func connection(_ link: Int) -> TickConnection {
        if let connection = connections[link] { return connection }
        let connection = TickConnection(feed: feed, link: link, receiver: receiver)
        connections[link] = connection
        return connection
    }
}

extension TickFeed {
    /// Posts the markets of symbols at a link, after they are resolved. Rates for a market in another currency are
    /// requested while the connection is opened.
    fileprivate func findConversions(of markets: [(Symbol, Result<TickMarket, ProviderFailure>)], _ link: Int) async {
        let needsRates = { [choice] (symbol: Symbol, market: Result<TickMarket, ProviderFailure>) in
            (try? market.get()).map { $0.currency != symbol.quote ?? choice.currency } ?? false
        }
        if markets.contains(where: needsRates) { mailbox.post(.found(link: link)) }
        var results: [(symbol: Symbol, market: Result<TickMarket, ProviderFailure>)] = []
        for (symbol, market) in markets {
            guard !Task.isCancelled else { return }
            if case .success(let found) = market {
                results.append((symbol, await resolve(found, symbol)))
            } else {
                results.append((symbol, market))
            }
        }
        mailbox.post(.resolved(results, link: link))
    }
}
