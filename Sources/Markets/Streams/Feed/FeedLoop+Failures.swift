import Platform
import Synchronization
import Transport

extension FeedLoop {
    /// Moves failed symbols to the next link, to the next walk of the chain, or gives them up.
    mutating func pass(_ failed: [(symbol: Symbol, failure: ProviderFailure)], _ link: Int) {
        guard !failed.isEmpty else { return }
        for (symbol, failure) in failed {
            tracks[symbol]?.chain.note(failure, at: link)
            tracks[symbol]?.market = nil
            tracks[symbol]?.link = nil
        }
        let symbols = failed.map(\.symbol)
        for (next, symbols) in byLink(symbols, after: link) {
            if let failure = tracks[symbols[0]]?.chain.failures[link] {
                feed.observe(.step(failure, next: feed.links[next].name, walk: walk))
            }
            resolve(symbols, next)
        }
        for symbol in symbols where tracks[symbol]?.link == nil { exhaust(symbol) }
        scheduleWalk()
    }

    /// Lets a symbol without a further link on this walk wait for the next one, or gives it up.
    mutating func exhaust(_ symbol: Symbol) {
        guard let track = tracks[symbol] else { return }
        if step(of: track, after: feed.links.count) == .wait {
            tracks[symbol]?.isWaiting = true
        } else {
            giveUp(symbol)
        }
    }

    mutating func giveUp(_ symbol: Symbol) {
        guard let track = tracks[symbol] else { return }
        // No provider was asked for what none of them takes.
        let failure = track.chain.failure ?? ProviderFailure(feed.links[0].name, .unknownSymbol(symbol))
        feed.wanted.withLock { $0[symbol] = nil }
        leave(symbol, because: failure)
    }

    mutating func scheduleWalk() {
        let waiting = tracks.values.filter(\.isWaiting)
        guard !isWalkPending, let failure = waiting.first?.chain.failure else { return }
        guard let pause = feed.policy.pause(after: walk, waiting.flatMap(\.chain.failures.values)) else {
            for track in waiting { giveUp(track.symbol) }
            return
        }
        isWalkPending = true
        feed.observe(.pause(pause, after: failure))
        work.append { [feed] in
            if (try? await feed.policy.time.sleep(pause)) != nil { feed.mailbox.post(.walk) }
        }
    }

    mutating func walkAgain() {
        walk += 1
        for (link, symbols) in byLink(tracks.values.filter(\.isWaiting).map(\.symbol), after: -1) {
            resolve(symbols, link)
        }
    }

    mutating func refuse(_ market: String?, because failure: ProviderFailure, _ link: Int) {
        let refused = tracks(at: link, of: market.map { [$0] })
        var failed: [Symbol] = []
        for track in refused {
            if failure.isSkippable, market != nil, let own = ownCurrency(for: track, link) {
                resolve(track.symbol, link, inOwn: own)
            } else {
                failed.append(track.symbol)
            }
        }
        pass(failed.map { ($0, failure.about($0)) }, link)
    }

    /// Returns the currency to try if a provider has no market of a symbol in the requested one; nil if it was tried.
    func ownCurrency(for track: Track, _ link: Int) -> Currency? {
        guard !track.isOwn, !track.symbol.isID, let market = track.market,
            let own = feed.links[link].ownCurrencies.first, own != market.currency
        else { return nil }
        return own
    }

    mutating func end(_ link: Int, after failure: ProviderFailure, hadTicks: Bool) {
        let connection = connections.removeValue(forKey: link)
        // Providers close a connection on which nothing is requested. One is opened again for the first market.
        if let connection, connection.isUnused { return }
        let concerned = tracks(at: link).map(\.symbol)
        guard hadTicks else { return pass(concerned.map { ($0, failure.about($0)) }, link) }
        for symbol in concerned {
            tracks[symbol]?.chain = ChainProgress()
            tracks[symbol]?.chain.note(failure, at: link)
            giveUp(symbol)
        }
    }

    /// Requests quotes of silent markets, to find out whether they exist, if the provider does not report it.
    mutating func verify(_ markets: [TickMarket], _ link: Int) {
        let silent = tracks(at: link, of: Set(markets.map(\.name))).compactMap { track in
            track.market.map { (symbol: track.symbol.withoutQuote, market: $0) }
        }
        guard !silent.isEmpty else { return }
        work.append { [feed] in
            let link = (index: link, quotes: feed.links[link].quotes)
            for (currency, group) in Dictionary(grouping: silent, by: \.market.currency) {
                let answers = await link.quotes(
                    group.map(\.symbol), CurrencyChoice(currency, allowsOtherCurrency: true))
                for (market, answer) in zip(group.map(\.market), answers) {
                    guard let failure = market.verify(by: answer) else { continue }
                    feed.mailbox.post(.refused(market: market.name, failure, link: link.index))
                }
            }
        }
    }
}

// MARK: - Quiet markets

extension FeedLoop {
    /// The time that a tick may need to arrive after a quote has its price.
    private static let grace = Duration.seconds(2)

    /// Asks for quotes of markets that have become quiet. If one has another price than the last tick, and no tick
    /// comes, ticks are missing.
    mutating func check(_ markets: [(market: TickMarket, since: Duration)], _ link: Int) {
        let quiet = markets.flatMap { market, since in
            tracks(at: link, of: [market.name]).map {
                (symbol: $0.symbol, market: market, since: since, last: market.hearing.lastTick)
            }
        }
        work.append { [feed] in
            let time = feed.policy.time
            for (currency, group) in Dictionary(grouping: quiet, by: \.market.currency) {
                let answers = await feed.links[link].quotes(group.map(\.symbol.withoutQuote), CurrencyChoice(currency))
                let missing = zip(group, answers).filter { entry, answer in
                    guard let quote = try? answer.get(), quote.currency == currency, let price = quote.price,
                        let last = entry.market.hearing.lastPrice
                    else { return false }
                    return quote.time > time.moment(entry.since) && price.value != last.value
                }
                guard !missing.isEmpty, (try? await time.sleep(Self.grace)) != nil else { continue }
                for (entry, _) in missing where entry.market.hearing.lastTick == entry.last {
                    let (provider, name) = (entry.market.provider, entry.market.name)
                    feed.observe(
                        .quiet(entry.symbol, provider: provider, market: name, since: time.moment(entry.since)))
                }
            }
        }
    }
}

extension TickMarket {
    /// Returns why ticks will not arrive, according to a quote of the symbol: it is unknown, or has another currency.
    fileprivate func verify(by quote: Result<Quote, ProviderFailure>) -> ProviderFailure? {
        switch quote {
        case .success(let quote) where quote.currency != currency: ProviderFailure(provider, .cannotQuote(currency))
        case .failure(let failure) where failure.isSkippable: failure
        default: nil
        }
    }
}
