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
    func reviewed(
        _ conversion: Conversion, at moment: Timestamp, isPast: Bool
    ) -> Result<Conversion, ProviderFailure> {
        attribute(conversion.providers)
        return report(conversion.staleLegs(at: moment, isPast: isPast)).map(Result.failure) ?? .success(conversion)
    }

    /// Reviews a quote at a time of its provider's clock: the answer that it is of, the rates of its conversion, its
    /// age.
    func review(_ quote: Quote, at now: Timestamp) -> ProviderFailure? {
        // The price of a currency may be as old as its rates, which were reported.
        let isOld = quote.isOld(at: now) && (quote.kind != .fiat || quote.staleLegs.isEmpty)
        return reviewAnswer(of: quote) ?? (isOld ? report(oldPrices: [quote], at: now) : nil)
    }

    /// Reports the prices of a provider that are older than they should be, and those that are ahead of the clock.
    func report(oldPrices quotes: [Quote], at now: Timestamp) -> ProviderFailure? {
        let days = quotes.map(\.kind.daysUntilStale).min() ?? 0
        return report(
            quotes.map { ($0.symbol, $0.provider, $0.time) }, at: now,
            hours: days * 24, as: ProviderFailure.Reason.oldPrices)
    }

    /// Reports the current readings of air that are older than they should be, and those that are ahead of the clock.
    func report(untimely readings: [AirReading], at now: Timestamp) -> ProviderFailure? {
        report(
            readings.filter { $0.ageFault(at: now) != nil }.map {
                ($0.city, $0.provider, $0.issued ?? $0.time)
            }, at: now, hours: AirReading.hoursUntilStale, as: ProviderFailure.Reason.oldReadings)
    }

    /// Reports a tick whose time is ahead of the clock, once for each provider.
    func report(_ market: TickMarket, ahead time: Timestamp, at now: Timestamp) -> ProviderFailure? {
        report(
            [(market.symbol, market.provider, time)], at: now, hours: 0, as: ProviderFailure.Reason.oldPrices)
    }

    /// Reports the old values, then those ahead of the clock: these once for each provider, since the clock that is
    /// wrong is that of the provider or of this machine.
    private func report(
        _ values: [(name: String, provider: String, time: Timestamp)], at now: Timestamp, hours: Int,
        as reason: (_ names: [String], _ since: Timestamp, AgeFault) -> ProviderFailure.Reason
    ) -> ProviderFailure? {
        let (old, ahead) = (values.filter { $0.time <= now }, values.filter { $0.time > now })
        var failures: [ProviderFailure] = []
        if let oldest = old.min(by: { $0.time < $1.time }) {
            failures.append(
                ProviderFailure(oldest.provider, reason(old.map(\.name), oldest.time, .olderThan(hours: hours))))
        }
        if let latest = ahead.max(by: { $0.time < $1.time }),
            common.strict || reportedAhead.insert(latest.provider)
        {
            let seconds = -now.wholeSeconds(since: latest.time)
            failures.append(
                ProviderFailure(latest.provider, reason(ahead.map(\.name), latest.time, .ahead(seconds: seconds))))
        }
        return report(failures)
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
        for rename in Set(candles.compactMap(\.rename)) { sayOnce(rename.wordsOfPrice) }
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

    /// Reviews readings at a time of their provider's clock: the answers that they are of, and their ages. Of several
    /// hours only the forecasts have one that counts.
    func review(_ readings: [AirReading], at now: Timestamp, areHours: Bool) -> ProviderFailure? {
        report(readings.filter(\.stale).map { staleAnswer(of: $0.provider) })
            ?? report(untimely: areHours ? readings.filter { $0.issued != nil } : readings, at: now)
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
        if table.named(provider, isOfAir: false) != nil { attribute([provider]) }
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
                        from: leg.from.code, to: leg.to.code, of: leg.time, leg.stale ? nil : leg.ageFault))
            })
    }

    private func staleAnswer(of provider: String) -> ProviderFailure {
        ProviderFailure(provider, .staleAnswer(isUsed: !common.strict))
    }

    private func report(_ failures: [ProviderFailure]) -> ProviderFailure? {
        if common.strict { return failures.first }
        for failure in failures { sayOnce(Failure.fact(of: failure, in: table)) }
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
