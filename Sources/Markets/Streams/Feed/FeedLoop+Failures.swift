import Platform
import Transport

extension FeedLoop {
    /// What a link could not do goes on to the next one, to another walk, or ends.
    mutating func pass(_ failed: [(symbol: Symbol, failure: ProviderFailure)], _ link: Int) {
        guard !failed.isEmpty else { return }
        for (symbol, failure) in failed {
            tracks[symbol]?.failures[link] = failure
            tracks[symbol]?.market = nil
            tracks[symbol]?.link = nil
        }
        let groups = byLink(failed.map(\.symbol), after: link)
        for (next, symbols) in groups {
            if let failure = tracks[symbols[0]]?.failures[link] {
                feed.observe(.step(failure, next: feed.links[next].name, walk: walk))
            }
            resolve(symbols, next)
        }
        let passed = Set(groups.flatMap(\.symbols))
        for (symbol, _) in failed where !passed.contains(symbol) { exhaust(symbol) }
        scheduleWalk()
    }

    /// Nobody is left to ask on this walk: another one follows where everybody that could know failed for a passing
    /// reason.
    mutating func exhaust(_ symbol: Symbol) {
        let failures = (tracks[symbol]?.failures.values).map { $0.filter { !$0.isSkippable } } ?? []
        if !failures.isEmpty, failures.allSatisfy(\.isTransient) {
            tracks[symbol]?.isWaiting = true
        } else {
            giveUp(symbol)
        }
    }

    mutating func giveUp(_ symbol: Symbol) {
        guard let track = tracks[symbol] else { return }
        let failures = feed.links.indices.compactMap { track.failures[$0] }
        guard let failure = ProviderFailure(chain: failures) else { return }
        tracks[symbol] = nil
        feed.forget(symbol)
        feed.observe(.gaveUp(symbol, failure))
    }

    mutating func scheduleWalk() {
        guard tracks.hasWaiting, !isWalkPending else { return }
        let waiting = tracks.waiting
        guard
            let pause = feed.policy.pause(
                after: walk, waiting.flatMap(\.failures.values), at: feed.time.elapsed(), unit: feed.random())
        else {
            for track in waiting { giveUp(track.symbol) }
            return
        }
        isWalkPending = true
        feed.observe(.pause(pause))
        tasks.run { [feed] in
            if (try? await feed.time.sleep(pause)) != nil { feed.mailbox.post(.walk) }
        }
    }

    mutating func walkAgain() {
        walk += 1
        for (link, symbols) in byLink(tracks.waiting.map(\.symbol), after: -1) { resolve(symbols, link) }
    }

    mutating func refuse(_ market: String?, _ failure: ProviderFailure, _ link: Int) {
        let refused = market.map { tracks.tracks(of: $0, at: link) } ?? tracks.tracks(at: link)
        sessions[link]?.remove(Set(refused.compactMap { $0.market?.name }))
        var failed: [Symbol] = []
        for track in refused {
            if failure.isSkippable, market != nil, let own = ownCurrency(for: track, link) {
                resolve(track.symbol, link, inOwn: own)
            } else {
                failed.append(track.symbol)
            }
        }
        pass(failed.map { ($0, failure.about($0)) }, link)
        endIfIdle(link)
    }

    /// What to ask for where a provider has no market of a symbol in the currency wanted; nil where that was done.
    func ownCurrency(for track: Track, _ link: Int) -> Currency? {
        guard !track.isOwn, !track.symbol.isID, let market = track.market,
            let own = feed.links[link].ownCurrencies.first, own != market.currency
        else { return nil }
        return own
    }

    /// A session without subscriptions has nothing to wait for, unless a market's name is being found out.
    mutating func endIfIdle(_ link: Int) {
        guard let session = sessions[link], session.subscriptions.isEmpty, !tracks.isResolving(at: link)
        else { return }
        close(session)
        sessions[link] = nil
    }

    mutating func end(_ failure: ProviderFailure, _ hadTicks: Bool, _ link: Int) {
        sessions[link] = nil
        let concerned = tracks.tracks(at: link).map(\.symbol)
        guard hadTicks else { return pass(concerned.map { ($0, failure.about($0)) }, link) }
        for symbol in concerned {
            tracks[symbol]?.failures = [link: failure]
            giveUp(symbol)
        }
    }

    /// Asks whether markets that stay silent exist, where the provider would not say by itself.
    mutating func verify(_ markets: [TickMarket], _ link: Int) {
        let asked = markets.flatMap { market in
            tracks.tracks(of: market.name, at: link).map {
                (symbol: $0.symbol.withoutQuote, market: $0.market ?? market)
            }
        }
        guard !asked.isEmpty else { return }
        tasks.run { [feed] in
            let link = (index: link, quotes: feed.links[link].quotes)
            for (currency, group) in Dictionary(grouping: asked, by: \.market.currency) {
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

extension TickMarket {
    /// Why its ticks will not come, as a quote of its symbol shows: nobody knows it, or only in another currency.
    fileprivate func verify(by quote: Result<Quote, ProviderFailure>) -> ProviderFailure? {
        switch quote {
        case .success(let quote) where quote.currency != currency: ProviderFailure(provider, .cannotQuote(currency))
        case .failure(let failure) where failure.isSkippable: failure
        default: nil
        }
    }
}
