import AirQuality
import Markets
import Platform

/// The notices about an answer, the same in all commands: the attribution of the providers of its prices and rates, and
/// what is stale. With `--strict` a stale answer is returned as a failure.
extension Notices {
    /// Reports that several coins have the ticker: prints a notice, or returns a failure with `--strict`.
    func ambiguity(of quote: Quote) -> Failure? {
        guard let line = quote.ambiguity else { return nil }
        if common.strict { return Failure(.unknownName, "ambiguous symbol: \(line)") }
        say(line)
        return nil
    }

    /// Returns a conversion after its rates were reviewed at a moment.
    func reviewed(_ conversion: Conversion, at moment: Timestamp) -> Result<Conversion, ProviderFailure> {
        attribute(conversion.providers)
        return report(conversion.staleLegs(at: moment)).map(Result.failure) ?? .success(conversion)
    }

    /// Reviews a quote at a time of its provider's clock: the answer that it is of, the rates of its conversion, its
    /// age.
    func review(_ quote: Quote, at now: Timestamp) -> ProviderFailure? {
        // The price of a currency may be as old as its rates, which were reported.
        let isOld = quote.isOld(at: now) && (quote.kind != .fiat || quote.staleLegs.isEmpty)
        return reviewAnswer(of: quote) ?? (isOld ? report(oldPrices: [quote]) : nil)
    }

    /// Reports the prices of a provider that are older than they should be.
    func report(oldPrices quotes: some Sequence<Quote>) -> ProviderFailure? {
        guard let oldest = quotes.min(by: { $0.time < $1.time }) else { return nil }
        let days = quotes.map(\.kind.daysUntilStale).min() ?? oldest.kind.daysUntilStale
        return report([
            ProviderFailure(oldest.provider, .oldPrices(of: quotes.map(\.symbol), since: oldest.time, days: days))
        ])
    }

    /// Reviews the quotes of a list except for their ages. Returns the places of those to be printed, and why others
    /// are not.
    func reviewAnswer(of quotes: [Quote]) -> (places: [Int], failures: [ProviderFailure]) {
        var (places, failures): ([Int], [ProviderFailure]) = ([], [])
        places.reserveCapacity(quotes.count)
        for index in quotes.indices {
            // Nearly all are of the providers of the one before. They are looked at in place, since to copy a quote
            // takes as long as to make it.
            let isNew = index == 0 || !quotes[index].hasProviders(of: quotes[index - 1])
            let isSpecial = quotes[index].stale || !quotes[index].staleLegs.isEmpty || quotes[index].isUnconverted
            if isNew || isSpecial, let failure = reviewAnswer(of: quotes[index]) {
                failures.append(failure)
            } else {
                places.append(index)
            }
        }
        return (places, failures)
    }

    /// Reviews a quote except for its age: it is stale itself, or by the rates of its conversion.
    private func reviewAnswer(of quote: Quote) -> ProviderFailure? {
        attribute([quote.provider])
        attribute(quote.rateProviders)
        if quote.isUnconverted { sayUnconverted(by: quote.provider, quote.currency) }
        guard quote.stale, quote.staleLegs.isEmpty else { return report(quote.staleLegs) }
        return report([staleAnswer(of: quote.provider)])
    }

    /// Reviews candles, which are stale themselves or by the rates of their conversion.
    func review(_ candles: [Candle]) -> ProviderFailure? {
        for names in Set(candles.lazy.map { [$0.provider] + $0.rateProviders }) { attribute(names) }
        if let own = candles.first(where: \.isUnconverted) { sayUnconverted(by: own.provider, own.currency) }
        let stale = candles.filter(\.stale)
        // Candles of one day have the same legs.
        var legs: [Conversion.Leg] = []
        for candle in stale where candle.staleLegs != legs.suffix(candle.staleLegs.count) { legs += candle.staleLegs }
        if let failure = report(legs) { return failure }
        guard let answer = stale.first(where: \.staleLegs.isEmpty) else { return nil }
        return report([staleAnswer(of: answer.provider)])
    }

    /// Reviews splits and dividends, which may be those of old answers.
    func review(_ events: [StockEvent]) -> ProviderFailure? {
        attribute(Set(events.map(\.provider)).sorted())
        return report(events.filter(\.stale).prefix(1).map { staleAnswer(of: $0.provider) })
    }

    /// Reviews readings, which may be those of old answers.
    func review(_ readings: [AirReading]) -> ProviderFailure? {
        report(readings.filter(\.stale).map { staleAnswer(of: $0.provider) })
    }

    /// Says that rows of the past begin later than asked for, and by more than the gaps that are usual among them, in
    /// seconds. A provider that has less of the past answers with what it has.
    func reportStart(of rows: String, by provider: String, at first: Timestamp, askedFor: Timestamp, usualGap: Int64) {
        if first.wholeSeconds(since: askedFor) > usualGap { say("\(provider): no \(rows) before \(first.day)") }
    }

    /// Reports that the price of a moment is one of a span that is longer than an hour, or of a time as far away, and
    /// how many others of the symbol are.
    func reportWidth(of candle: Candle, at moment: Timestamp, others: Int = 0) {
        guard candle.isWide(at: moment) else { return }
        guard let width = candle.width else {
            let more = others > 0 ? ", and \(others) more are as far away" : ""
            return sayOnce("\(candle.symbol): the price nearest to \(moment) is of \(candle.time)\(more)")
        }
        reportWidth(of: candle.symbol, width, at: moment, others: others)
    }

    /// Reports that the price of a name at a moment is the close of a candle of a width.
    func reportWidth(of name: String, _ width: CandleWidth, at moment: Timestamp, others: Int = 0) {
        let more = others > 0 ? ", as of \(others) more" : ""
        sayOnce(
            "\(name): the finest candle at \(moment) is of \(width.rawValue)\(more); its close may be hours away")
    }

    /// Prints the attribution of a provider of prices, unless it was printed.
    func attributePrices(of provider: String) {
        if MarketProvider.named(provider) != nil { attribute([provider]) }
    }

    private func attribute(_ providers: [String]) {
        for name in providers where attributed.insert(name) { attribute(of: name) }
    }

    private func report(_ legs: [Conversion.Leg]) -> ProviderFailure? {
        report(
            legs.map { leg in
                ProviderFailure(
                    leg.provider,
                    .staleRate(
                        from: leg.from.code, to: leg.to.code, of: leg.time, days: leg.stale ? nil : leg.daysUntilStale))
            })
    }

    private func staleAnswer(of provider: String) -> ProviderFailure {
        ProviderFailure(provider, .staleAnswer(isUsed: !common.strict))
    }

    private func report(_ failures: [ProviderFailure]) -> ProviderFailure? {
        if common.strict { return failures.first }
        for failure in failures { sayOnce(Failure.fact(of: failure)) }
        return nil
    }
}

extension Candle {
    /// Whether its span is longer than an hour; for a single price, whether the moment is farther away.
    func isWide(at moment: Timestamp) -> Bool {
        (width?.seconds ?? abs(time.wholeSeconds(since: moment))) > CandleWidth.hour.seconds
    }
}

extension Quote {
    @inline(__always)
    fileprivate func hasProviders(of other: Quote) -> Bool {
        provider == other.provider && rateProviders == other.rateProviders
    }
}
