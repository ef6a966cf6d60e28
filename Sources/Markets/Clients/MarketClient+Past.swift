public import Platform

extension MarketClient {
    /// The same provider's market as it stood at the end of a day or at a moment: a quote is the close of its day's candle,
    /// at the time that the candle has.
    ///
    /// A day without a candle is a coin that was not known then. Its list is today's.
    public func past(of provider: String, from: Timestamp, to: Timestamp) -> MarketClient {
        guard let history else { return .cannot(provider, now: now) }
        var past = self
        past.quotes = { symbols, choice in
            var results: [Result<Quote, ProviderFailure>] = []
            for symbol in symbols {
                let query = HistoryQuery(symbol: symbol, currency: choice, from: from, to: to, width: .day)
                do throws(ProviderFailure) {
                    guard let candle = try await history(query).last else {
                        throw ProviderFailure(provider, .unknownSymbol(symbol))
                    }
                    results.append(.success(candle.quote))
                } catch {
                    results.append(.failure(error.about(symbol)))
                }
            }
            return results
        }
        past.reusingAnswers = { [past] in past }
        return past
    }
}

extension RateClient {
    /// The same provider's rates as they stood on a day: the last that were published on or before it, with their own
    /// date, so that a weekend has Friday's (REQUIREMENTS C4).
    public func past(of provider: String, on day: Timestamp) -> RateClient {
        var past = self
        let first = day.advanced(bySeconds: -10 * 86_400)
        past.latest = { [history] () throws(ProviderFailure) in
            guard let history else { throw ProviderFailure(provider, .cannot(.history)) }
            let tables = try await history(first, day).filter { $0.time <= day }
            guard let table = tables.max(by: { $0.time < $1.time }) else {
                throw ProviderFailure(provider, .invalidData("no rates of \(day) or of ten days before"))
            }
            return table
        }
        return past
    }
}
