import Markets

/// What is too old, whichever command it is for: a notice once a run, or under `--strict` the failure that is returned.
extension Session {
    /// Of the rates of a conversion those that are too old.
    func staleness(of legs: [Conversion.Leg]) -> ProviderFailure? {
        told(
            legs.map { leg in
                ProviderFailure(
                    leg.provider,
                    .staleRate(from: leg.from.code, to: leg.to.code, of: leg.time, isOldAnswer: leg.stale))
            })
    }

    /// Of a quote the rates that it was converted by; else that it is an old answer.
    func staleness(of quote: Quote) -> ProviderFailure? {
        guard quote.stale, quote.staleLegs.isEmpty else { return staleness(of: quote.staleLegs) }
        return told([ProviderFailure(quote.provider, .staleAnswer(symbol: quote.symbol))])
    }

    /// Of candles the rates that they were converted by; else that they are an old answer.
    func staleness(of candles: [Candle]) -> ProviderFailure? {
        let stale = candles.filter(\.stale)
        // Candles of one day's rates share their legs: each is looked at once.
        var legs: [Conversion.Leg] = []
        for candle in stale where candle.staleLegs != legs.suffix(candle.staleLegs.count) { legs += candle.staleLegs }
        if let failure = staleness(of: legs) { return failure }
        guard let answer = stale.first(where: \.staleLegs.isEmpty) else { return nil }
        return told([ProviderFailure(answer.provider, .staleAnswer(symbol: answer.symbol))])
    }

    /// The quote, or the failure that its age is.
    func sound(_ quote: Quote) -> Result<Quote, ProviderFailure> {
        staleness(of: quote).map(Result.failure) ?? .success(quote)
    }

    private func told(_ failures: [ProviderFailure]) -> ProviderFailure? {
        if common.strict { return failures.first }
        for failure in failures { noticeOnce(Failure.fact(of: failure)) }
        return nil
    }
}
