import Platform
import Synchronization
import Transport

extension TickFeed {
    /// Runs until it is closed and no more ticks are expected, or the task is cancelled. Call it once.
    package func run(into receiver: any TickReceiver) async {
        var loop = FeedLoop(feed: self, receiver: receiver)
        await withDiscardingTaskGroup { group in
            await withTaskCancellationHandler {
                for await _ in mailbox.arrivals {
                    let isOver = loop.takeAll(mailbox.take())
                    loop.begin(in: &group)
                    if isOver { break }
                }
            } onCancel: {
                mailbox.finish()
            }
            loop.takeRefusals(mailbox.take()[...])
            loop.stop()
            loop.begin(in: &group)
            group.cancelAll()
        }
    }
}

/// The state of a symbol in a feed's chain of providers.
struct Track {
    let symbol: Symbol
    /// The link that streams it, or of which it is requested.
    var link: Int?
    var market: TickMarket?
    /// True if a market in one of the provider's own currencies was requested, because there is none in the requested
    /// one.
    var isOwn = false
    var chain = ChainProgress()
    /// True if it waits for the next walk of the chain.
    var isWaiting = false
    /// True if its stream ended regularly.
    var isOver = false
}

/// The state of a running feed. It changes only here, by one message after the other. After that each connection gets
/// the markets that its symbols have now.
struct FeedLoop {
    let feed: TickFeed
    let receiver: any TickReceiver
    /// The symbols with ticks, or with ticks expected.
    var tracks = KeyedList<Symbol, Track>()
    var connections: [Int: TickConnection] = [:]
    /// The links whose streams are not served. Those that poll are used in their place.
    private var unserved: Set<Int> = []
    /// What has to be done beside the loop. It is cancelled at the end of the feed.
    var work: [Work] = []
    typealias Work = @Sendable () async -> Void
    /// The symbols that the feed has left since its connections got their markets, and why if they failed.
    var left: [(symbol: Symbol, failure: ProviderFailure?)] = []
    var walk = 0
    var isWalkPending = false
    /// Nil while any symbol may be added; then true if only a list may add some.
    var keepsList: Bool?
    var isSuspended = false

    init(feed: TickFeed, receiver: any TickReceiver) {
        self.feed = feed
        self.receiver = receiver
    }

    /// Begins what has to be done since the last call.
    mutating func begin(in group: inout DiscardingTaskGroup) {
        for work in work { group.addTask { await work() } }
        work = []
    }

    /// The links with symbols whose streams ended.
    private var linksOver: [Int] { Set(tracks.values.filter(\.isOver).compactMap(\.link)).sorted() }

    /// True if no more ticks are expected. A list may replace symbols that failed, but not those whose streams ended.
    private var isOver: Bool {
        keepsList.map { tracks.allSatisfy(\.isOver) && (!$0 || !linksOver.isEmpty) } ?? false
    }

    /// Returns the symbols of a link, those of some markets or all.
    func tracks(at link: Int, of markets: Set<String>? = nil) -> [Track] {
        tracks.values.filter { track in
            track.link == link && markets.map { track.market.map(\.name).map($0.contains) ?? false } ?? true
        }
    }

    /// Closes all connections.
    mutating func stop() {
        forget()
        for connection in connections.values { close(connection) }
    }

    mutating func close(_ connection: TickConnection) {
        if let task = connection.stop() { work.append { await task.value } }
    }

    /// Handles messages. Returns true at the end of the feed, which skips the remaining messages.
    mutating func takeAll(_ messages: [TickFeed.Message]) -> Bool {
        defer { updateConnections() }
        for (index, message) in messages.enumerated() {
            if Task.isCancelled {
                takeRefusals(messages[index...])
                return true
            }
            take(message)
            guard isOver else { continue }
            for link in linksOver { feed.observe(.over(provider: feed.links[link].name)) }
            return true
        }
        return Task.isCancelled
    }

    /// Lets each connection ask for the markets of its symbols, closes one without any, and forgets the symbols that
    /// the feed has left.
    private mutating func updateConnections() {
        let live = tracks.values.filter { $0.link != nil && !$0.isOver }
        for case (let link?, let own) in Dictionary(grouping: live, by: \.link) {
            let markets = own.compactMap(\.market)
            if !markets.isEmpty || connections[link] != nil { connection(link).want(markets) }
            if !markets.isEmpty, !isSuspended { connection(link).start() }
        }
        for (link, connection) in connections where !live.contains(where: { $0.link == link }) {
            connection.want([])
            close(connection)
            connections[link] = nil
        }
        forget()
    }

    /// Forgets the symbols that the feed has left, and then reports the failures: forgetting waits for ticks that are
    /// being read, so that what these say comes first.
    private mutating func forget() {
        for (symbol, _) in left { feed.forget(symbol) }
        for case (let symbol, let failure?) in left { feed.observe(.gaveUp(symbol, failure)) }
        left = []
    }

    /// Handles only the refusals among messages before the end, so that an unknown symbol is reported however soon
    /// the run ends.
    mutating func takeRefusals(_ messages: ArraySlice<TickFeed.Message>) {
        for case .refused(let market, let failure, let link) in messages { refuse(market, because: failure, link) }
    }

    private mutating func take(_ message: TickFeed.Message) {
        switch message {
        case .changed: follow()
        case .close(let keepsList): self.keepsList = keepsList
        case .suspend(let closed): suspend(closed)
        case .resume:
            guard isSuspended else { return }
            isSuspended = false
            for connection in connections.values { connection.start() }
        case .found(let link): if !isSuspended, !tracks(at: link).isEmpty { connection(link).start() }
        case .resolved(let results, let link): take(results, link)
        case .refused(let market, let failure, let link): refuse(market, because: failure, link)
        case .unserved(let failure, let hadTicks, let link): poll(link, after: failure, hadTicks: hadTicks)
        case .ended(let failure, let hadTicks, let link): end(link, after: failure, hadTicks: hadTicks)
        case .over(let markets, let link):
            // The symbols are kept, so that they can be removed.
            for track in tracks(at: link, of: Set(markets)) { tracks[track.symbol]?.isOver = true }
        case .silent(let markets, let link): verify(markets, link)
        case .quiet(let markets, let link): check(markets, link)
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
        work.append {
            for task in stopped { await task.value }
            closed.finish()
        }
    }

    /// Takes up the symbols that are wanted since the last look, and leaves those that no longer are.
    private mutating func follow() {
        let wanted = feed.wanted.withLock { $0 }
        let gone = tracks.keys.filter { wanted[$0] == nil }
        var new: [Symbol] = []
        var listed: [Int: [(Symbol, Result<TickMarket, ProviderFailure>)]] = [:]
        for symbol in wanted.keys where tracks[symbol] == nil {
            // A market of a list, if its provider streams; other providers resolve the symbol.
            let market = wanted[symbol] ?? nil
            let link = market.flatMap { market in feed.links.firstIndex { $0.name == market.provider } }
            if let market, let link, isUsed(link) {
                tracks[symbol] = Track(symbol: symbol, link: link)
                listed[link, default: []].append((symbol, .success(market)))
            } else {
                tracks[symbol] = Track(symbol: symbol)
                new.append(symbol)
            }
        }
        for (link, markets) in listed { work.append { [feed] in await feed.findConversions(of: markets, link) } }
        for (link, symbols) in byLink(new, after: -1) { resolve(symbols, link) }
        for symbol in new where tracks[symbol]?.link == nil { exhaust(symbol) }
        for symbol in gone { leave(symbol) }
    }

    /// Removes a symbol, because it is not wanted any more or has failed.
    mutating func leave(_ symbol: Symbol, because failure: ProviderFailure? = nil) {
        tracks[symbol] = nil
        left.append((symbol, failure))
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
        resolve(tracks(at: link).map(\.symbol), link + 1)
    }
}

// MARK: - Markets

extension FeedLoop {
    mutating func resolve(_ symbols: [Symbol], _ link: Int) {
        for symbol in symbols {
            tracks[symbol]?.link = link
            tracks[symbol]?.market = nil
            tracks[symbol]?.isWaiting = false
            tracks[symbol]?.isOwn = false
        }
        let (source, choice) = (feed.links[link].source, feed.choice)
        work.append { [feed] in
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
        work.append { [feed] in
            let answers = await source.markets([symbol.withoutQuote], currency)
            await feed.findConversions(of: answers.map { (symbol, $0) }, link)
        }
    }

    private mutating func take(
        _ results: [(symbol: Symbol, market: Result<TickMarket, ProviderFailure>)], _ link: Int
    ) {
        var failed: [(Symbol, ProviderFailure)] = []
        for (symbol, result) in results where tracks[symbol]?.link == link {
            switch result {
            case .success(let market): tracks[symbol]?.market = market
            case .failure(let failure): failed.append((symbol, failure))
            }
        }
        pass(failed, link)
    }

    private mutating func connection(_ link: Int) -> TickConnection {
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
