import DecimalArithmetic
import Platform

extension MarketClient {
    /// Returns the same market. The prices of a moment, or of a period that ends, before a coin got its ticker are
    /// those of the ticker of the time, or, if the market has none, those of today's ticker.
    func withFormerTickers() -> MarketClient {
        guard let history else { return self }
        var client = self
        client.history = { query throws(ProviderFailure) in
            guard let ticker = query.symbol.ticker,
                let rename = CoinRename(to: ticker, after: query.moments.first ?? query.to),
                let old = query.before(rename)
            else { return try await history(query) }
            var candles: [Candle] = []
            var mayHaveWider = false
            do throws(ProviderFailure) {
                candles = try await history(old).compactMap { try? $0.after(rename) }
            } catch {
                guard error.isSkippable else { throw error }
                mayHaveWider = error.has(.wider)
            }
            let since = query.moments.filter { $0 >= rename.start }
            guard candles.isEmpty || !since.isEmpty else { return candles }
            do throws(ProviderFailure) {
                return candles + (try await history(candles.isEmpty ? query : query.at(since)))
            } catch {
                guard error.isSkippable, !candles.isEmpty || mayHaveWider else { throw error }
                guard candles.isEmpty else { return candles }
                throw ProviderFailure(error.provider, .noCandles(query.symbol, from: query.from, to: query.to))
            }
        }
        return client
    }
}

extension HistoryQuery {
    /// The same period, or the moments before a rename, of the old ticker; nil if the symbol cannot have it.
    fileprivate func before(_ rename: CoinRename) -> HistoryQuery? {
        var old = moments.isEmpty ? self : at(moments.filter { $0 < rename.start })
        guard let symbol = try? Symbol(rename.old + (symbol.quote.map { "/\($0)" } ?? "")) else { return nil }
        old.symbol = symbol
        return old
    }

    fileprivate func at(_ moments: [Timestamp]) -> HistoryQuery {
        HistoryQuery(symbol: symbol, currency: currency, at: moments, width: width)
    }
}

extension Candle {
    /// The candle of an old ticker as one of the new ticker, in whose units it counts. Throws if a number overflows.
    fileprivate func after(_ rename: CoinRename) throws -> Candle {
        var candle = self
        (candle.symbol, candle.rename) = (rename.new, rename)
        guard let ratio = ExactDecimal(rename.ratio), ratio != 1 else { return candle }
        candle.close = Number(try close.value.divided(by: ratio))
        for price in [\Candle.open, \.high, \.low] {
            candle[keyPath: price] = try self[keyPath: price].map { Number(try $0.value.divided(by: ratio)) }
        }
        candle.volume = try volume.map { Number(try $0.value * ratio) }
        return candle
    }
}
