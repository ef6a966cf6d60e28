package import Platform

extension MarketClient {
    /// Returns the same market as it was on a day or at a time: a quote is the close of a candle, at the time of the
    /// candle.
    ///
    /// If a day has no candle, the symbol was unknown then. The list is today's.
    ///
    /// - Parameters:
    ///   - provider: The name of the provider, for failures.
    ///   - moment: The moment; the last one of a day for the close of the day.
    ///   - width: The width of the candle that contains the moment.
    /// - Returns: A client whose quotes are past ones.
    package func past(of provider: String, at moment: Timestamp, width: CandleWidth = .day) -> MarketClient {
        guard let history else { return .cannot(provider, now: now) }
        var past = self
        past.quotes = { symbols, choice in
            await symbols.requestConcurrently { symbol in
                let query = HistoryQuery(symbol: symbol, currency: choice, at: [moment], width: width)
                return await Result(asking: { () throws(ProviderFailure) in
                    guard let candle = try await history(query).last else {
                        guard width == .day else {
                            throw ProviderFailure(provider, .noCandles(symbol, from: query.from, to: query.to))
                        }
                        throw ProviderFailure(provider, .unknownSymbol(symbol))
                    }
                    var quote = candle.quote
                    if symbol.token != nil { quote.kind = .token }
                    return quote
                }).mapError { $0.about(symbol) }
            }
        }
        past.reusingAnswers = { [past] in past }
        return past
    }
}

extension RateClient {
    /// Returns the same rates as they were on a day: the last that were published on or before it, with their own date.
    /// A Sunday has the rates of Friday.
    ///
    /// - Parameters:
    ///   - provider: The name of the provider, for failures.
    ///   - day: The day.
    /// - Returns: A client whose latest rates are those of the day.
    package func past(of provider: String, on day: Timestamp) -> RateClient {
        var past = self
        let first = day.advanced(bySeconds: -10 * 86_400)
        past.latest = { [history, onDay] () throws(ProviderFailure) in
            if let onDay { return try await onDay(day) }
            guard let history else { throw ProviderFailure(provider, .cannot(.history)) }
            let tables = try await history(RatePeriod(from: first, to: day, currencies: [])).filter { $0.time <= day }
            guard let table = tables.max(by: { $0.time < $1.time }) else {
                throw ProviderFailure(provider, .invalidData("no rates of \(day) or of ten days before"))
            }
            return table
        }
        return past
    }
}
