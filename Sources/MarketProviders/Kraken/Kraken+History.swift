import DecimalArithmetic
import JSONReader
import Platform

/// `GET /0/public/OHLC`: rows of time in seconds, open, high, low, close, average, volume in units of the base and
/// count, oldest first. Only the newest 720 are kept, the last of them unfinished, so that there is no second page.
extension Kraken {
    static let rowsKept: Int64 = 720
    /// Its weeks begin on Thursdays, as 1970 did, so that weeks are made of days.
    private static let widths: [CandleWidth] = [.minute, .fiveMinutes, .quarter, .hour, .fourHours, .day]

    func history(_ asked: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        var query = asked
        query.symbol = asked.symbol.outsideKraken
        guard let width = query.width.source(among: Self.widths) else {
            throw query.notKept(by: Kraken.name, from: Self.widths)
        }
        let market: MarketNames.Market
        let rows: [Candle]
        do throws(ProviderFailure) {
            market = try await self.market(of: query)
            rows = try await ask(market, width, since: query.width.start(of: query.from))
        } catch {
            throw error.about(asked.symbol)
        }
        if rows.count >= Self.rowsKept, let first = rows.first, first.time.seconds > query.width.start(of: query.from) {
            throw query.notKept(by: Kraken.name, before: first.time)
        }
        return try query.pick(from: rows, of: width, now: endpoint.now())
    }

    /// By the rule of names, or by the list of pairs for an id and a name that may be another pair's key.
    private func market(of query: HistoryQuery) async throws(ProviderFailure) -> MarketNames.Market {
        if !query.symbol.isID {
            let pair = try Self.names.market(of: query.symbol, query.currency).get()
            if pair.isClearAtKraken { return pair }
        }
        let quote = try await listedPairs.quotes([query.symbol], query.currency)[0].get()
        return MarketNames.Market(name: quote.market ?? quote.symbol, base: quote.symbol, quote: quote.currency)
    }

    /// Whether `since` itself is in the answer is not documented; a second earlier it is either way.
    private func ask(
        _ market: MarketNames.Market, _ width: CandleWidth, since: Int64
    ) async throws(ProviderFailure) -> [Candle] {
        let query = [
            ("pair", market.name), ("interval", "\(width.seconds / 60)"), ("since", "\(since - 1)"),
        ]
        return try await get(.history(to: endpoint.now()), "OHLC", query) { reader, _ in
            try Self.candles(&reader, of: market)
        }.get()
    }

    /// `{"XXBTZUSD":[[1616662740,"52591.9",…]],"last":1616662740}`: of one pair, under a name that may be another than
    /// was asked for.
    private static func candles(
        _ reader: inout JSONReader, of market: MarketNames.Market
    ) throws -> [Candle] {
        var candles: [Candle]?
        try reader.readMap { key, reader in
            guard key != "last" else { return try reader.skip() }
            guard candles == nil else { throw RowProblem(description: "candles of two pairs") }
            candles = try reader.readCandles(layout, of: market)
        }
        return try candles.required("the pair")
    }

    private static let layout = CandleLayout(provider: Kraken.name, unit: .seconds, volume: 5)
}
