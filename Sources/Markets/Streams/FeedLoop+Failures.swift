import Platform
import Transport

extension FeedLoop {
    /// What a link could not do goes on to the next one, to another walk, or ends.
    mutating func pass(_ failed: [(index: Int, failure: ProviderFailure)], _ link: Int) {
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
    mutating func exhaust(_ index: Int) {
        let told = tracks[index].failures.values.filter { !$0.isPassedOver }
        if !told.isEmpty, told.allSatisfy(\.isPassing) {
            tracks[index].isWaiting = true
        } else {
            giveUp(index)
        }
    }

    mutating func giveUp(_ index: Int) {
        let track = tracks[index]
        let failures = feed.links.indices.compactMap { track.failures[$0] }
        guard let failure = failures.last(where: { !$0.isPassedOver }) ?? failures.first else { return }
        tracks[index].end = failure
        tracks[index].isWaiting = false
        feed.forget(track.symbol)
        feed.observe(.gaveUp(track.symbol, failure))
    }

    mutating func scheduleWalk() {
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

    mutating func walkAgain() {
        walk += 1
        let waiting = tracks.indices.filter { tracks[$0].isWaiting }
        for (link, indices) in byLink(waiting, after: -1) { resolve(indices, link) }
    }

    mutating func refuse(_ market: String?, _ failure: ProviderFailure, _ link: Int) {
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
    func ownCurrency(for track: Track, _ link: Int) -> Currency? {
        guard !track.isOwn, !track.symbol.isID, let market = track.market,
            let own = feed.links[link].ownCurrencies.first, own != market.currency
        else { return nil }
        return own
    }

    /// A session without subscriptions has nothing to wait for, unless a market's name is being found out.
    mutating func endIfIdle(_ link: Int) {
        guard let session = sessions[link], session.subscriptions.markets.isEmpty,
            !tracks.contains(where: { $0.link == link && $0.market == nil && $0.end == nil })
        else { return }
        closing += [session.stop()].compactMap(\.self)
        sessions[link] = nil
    }

    mutating func end(_ failure: ProviderFailure, _ hadTicks: Bool, _ link: Int) {
        sessions[link] = nil
        let concerned = tracks.indices.filter { tracks[$0].link == link && tracks[$0].end == nil }
        guard hadTicks else { return pass(concerned.map { ($0, failure.about(tracks[$0].symbol)) }, link) }
        for index in concerned {
            tracks[index].failures = [link: failure]
            giveUp(index)
        }
    }

    /// Asks whether markets that stay silent exist, where the provider would not say by itself.
    mutating func doubt(_ markets: [TickMarket], _ link: Int) {
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
