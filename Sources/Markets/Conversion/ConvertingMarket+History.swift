import Platform
import Transport

extension ConvertingMarket {
    /// Returns the candles in the requested currency, each converted by the rates of its own day: the last ones
    /// published on or before it, so that a weekend has Friday's. Prices are converted; volumes are in units of the
    /// asset.
    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        try await translating(awaiting: await candles(query)) { (error: ProviderFailure) in error.ofPast }
    }

    private func candles(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        guard let ask = market.history else { throw ProviderFailure(provider.name, .cannot(.history)) }
        let query = provider.kinds.contains(.stock) ? query : query.sinceFirstCoin
        guard query.from <= query.to else { return [] }
        let target = query.target
        // Providers are asked in money that lasts: for pence in pounds.
        let lasting = query.lasting(at: min(query.to, market.now()))
        let coin = query.isAskedAhead(now: market.now()) ? provider.coinsNeeded(for: lasting.target).first : nil
        // Cancelled if no candle needs them.
        async let known = bridges(from: coin, to: lasting.target, query, ask)
        let candles = try await inAnyCurrency(lasting.currency, of: lasting.symbol) {
            choice, isOwn throws(ProviderFailure) in
            var own = lasting
            own.currency = choice
            if isOwn { own.symbol = own.symbol.withoutQuote }
            return try await ask(own)
        }
        guard let own = candles.first?.currency, own != target else { return candles }
        do throws(ProviderFailure) {
            // Of a long period the days with candles are known now, which may be few.
            let times = candles.map(\.time)
            let days = query.between(times.min() ?? query.from, times.max() ?? query.to)
            let bridges = own == coin ? await known : await bridges(from: own, to: lasting.target, days, ask)
            return try await converted(candles, to: target, by: try bridges.get(), days)
        } catch {
            guard query.mayStay, error.has(.noPath) else { throw error }
            return candles.map { candle in
                var own = candle
                own.isUnconverted = true
                return own
            }
        }
    }

    private typealias Ask = @Sendable (HistoryQuery) async throws(ProviderFailure) -> [Candle]

    private func converted(
        _ candles: [Candle], to target: Currency, by bridges: [Candle], _ query: HistoryQuery
    ) async throws(ProviderFailure) -> [Candle] {
        let fiat = Set(bridges.flatMap(\.fiatCurrencies) + [candles[0].currency, target].filter(\.isFiat))
        let period = RatePeriod(ofCandlesFrom: query.from, to: query.to, fiat)
        let last = target.lasting(at: query.to)
        let needsRates =
            !bridges.contains { $0.currency == last || $0.symbol == last.code } && period.currencies.count > 1
        let answer = needsRates ? await rates.history(period) : nil
        let paths = PastPaths(bridges: bridges, tables: answer?.tables ?? [])
        let converted = candles.map { try? paths.convert($0, to: target) }
        let isKnown = converted.contains { $0 != nil }
        // A period needs all rates. A moment without a rate does not concern the other moments.
        guard let place = converted.firstIndex(of: nil), !isKnown || query.moments.isEmpty else {
            return converted.compactMap(\.self)
        }
        if let failure = answer?.failure { throw failure }
        let own = candles[place].currency
        let hasPair = target.isFiat && (own.isFiat || !provider.bridges(of: [own]).isEmpty)
        guard isKnown || hasPair && answer?.missing.isEmpty != false else {
            throw ProviderFailure(provider.name, .cannotQuote(target))
        }
        throw candles[place].noRate(to: target, of: provider.name)
    }

    /// The candles of the provider's own pairs that lead from a coin it quotes in to a fiat currency; none without a
    /// currency.
    private func bridges(
        from currency: Currency?, to target: Currency, _ query: HistoryQuery, _ ask: Ask
    ) async -> Result<[Candle], ProviderFailure> {
        await Result(asking: { () throws(ProviderFailure) in
            guard let currency, !currency.isFiat || !target.isFiat else { return [] }
            var candles: [Candle] = []
            for pair in provider.bridges(of: [currency]) {
                var bridge = query
                bridge.symbol = pair
                candles += try await ask(bridge)
            }
            return candles
        })
    }
}

extension ClientChain<MarketClient> {
    /// Requests the rates of the past that candles of the first provider are known to need, together with those that
    /// the next ones need, so that the chain of rates is asked once. A failure is reported by the first conversion that
    /// needs a rate.
    ///
    /// - Parameters:
    ///   - rates: The rates that the markets of the chain share.
    ///   - query: The candles.
    package func prepare(_ rates: ExchangeRates, for query: HistoryQuery) async {
        let now = links[0].client.now()
        let needs = links.compactMap { link in
            link.provider?.ratesNeeded(for: query.target.lasting(at: now), of: query.symbol)
        }
        guard query.isAskedAhead(now: now), needs.first?.isEmpty == false else { return }
        // The candle that is not over is left out, unless it is the only one. Candles end with a minute, so that
        // symbols that are prepared in the same one share an answer.
        let end = Timestamp(seconds: CandleWidth.minute.start(of: now) - query.width.seconds)
        let last = max(query.from, min(query.to, end))
        let period = RatePeriod(ofCandlesFrom: query.from, to: last, needs.reduce([]) { $0.union($1) })
        let share = deadline.share(at: time.elapsed(), others: links.count - 1)
        _ = await Deadline.$ofTask.withValue(share) { await rates.prepareFirst(period) }
    }
}

extension HistoryQuery {
    /// Whether candles in the provider's own currency are an answer, too.
    fileprivate var mayStay: Bool { currency.allowsOtherCurrency && symbol.quote == nil }

    /// The currency of the candles.
    fileprivate var target: Currency { symbol.quote ?? currency.currency }

    /// The day of Bitcoin's first block, 2009-01-03: no coin has older candles, and the days since the year 1 are
    /// thousands of pages. All pages since then are requested, as a market may have been closed for years in between.
    private static let firstCoin = Timestamp(seconds: 1_230_940_800)

    /// The same query in the currency in use at a moment that its own is a fixed multiple of.
    fileprivate func lasting(at moment: Timestamp) -> HistoryQuery {
        var copy = self
        copy.currency.currency = currency.currency.lasting(at: moment)
        copy.symbol = symbol.requoted { $0.lasting(at: moment) }
        return copy
    }

    fileprivate var sinceFirstCoin: HistoryQuery { between(max(from, Self.firstCoin), to) }

    fileprivate func between(_ first: Timestamp, _ last: Timestamp) -> HistoryQuery {
        var copy = self
        (copy.from, copy.to) = (first, last)
        return copy
    }

    /// Whether what conversions of the candles need is requested at the same time as they are. Of more than a year
    /// there may be candles of a few days only, unless those of moments are asked for.
    fileprivate func isAskedAhead(now: Timestamp) -> Bool {
        let last = min(to, now)
        return last >= Self.firstCoin && (!moments.isEmpty || last.wholeSeconds(since: from) <= 366 * 86_400)
    }
}

extension ProviderFailure {
    /// The same failure for past prices: those in a coin need other pairs than current ones.
    fileprivate var ofPast: ProviderFailure {
        guard case .cannotQuote(let currency) = reason, !currency.isFiat else { return self }
        var copy = self
        copy.reason = .noPast(in: currency)
        return copy
    }
}

extension Candle {
    /// The fiat currencies that a pair leads from and to.
    fileprivate var fiatCurrencies: [Currency] { quote.fiatCurrencies }

    /// The failure of a conversion that has a path, but no rate on the day of the candle.
    fileprivate func noRate(to target: Currency, of provider: String) -> ProviderFailure {
        guard let pair = try? Symbol("\(currency)/\(target)") else {
            return ProviderFailure(provider, .cannotQuote(target))
        }
        let last = time.advanced(bySeconds: (width?.seconds ?? 1) - 1)
        return ProviderFailure(provider, .noCandles(pair, from: time, to: last))
    }

    /// The closing price as a quote.
    var quote: Quote {
        var quote = Quote(time: time, symbol: symbol, currency: currency, provider: provider)
        quote.market = rename?.old ?? symbol
        quote.price = close
        return quote
    }
}
