import Platform

/// `GET /api/v3/klines`: rows of opening time in milliseconds, open, high, low, close, volume in units of the base, and
/// more; oldest first, 1000 a request at most. Time in which there was no market has no rows, so that a page begins
/// behind the last row of the one before.
extension Binance {
    static let candles = CandleRequest(
        widths: CandleWidth.allCases, rows: 1000, layout: CandleLayout(provider: name, unit: .milliseconds),
        path: { _ in "/api/v3/klines" }
    ) {
        [
            ("symbol", $0.market.name), ("interval", $0.width.rawValue), ("startTime", "\($0.from * 1000)"),
            ("endTime", "\($0.to * 1000)"), ("limit", "1000"),
        ]
    }

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        let market = try BinanceMarkets.names.market(of: query.symbol, query.currency).get()
        var page = CandlePage(
            market: market, width: query.width, from: query.from.seconds, to: query.to.seconds)
        var candles: [Candle] = []
        while true {
            let rows = try await Self.candles.candles(of: page, from: endpoint)
            candles += rows
            guard rows.count == Self.candles.rows, let last = rows.last else { break }
            let next = last.time.seconds + query.width.seconds
            // The same page again would be one without end.
            guard next > page.from else {
                throw ProviderFailure(Binance.name, .invalidData("candles that are not in order"))
            }
            page.from = next
        }
        return try query.pick(from: candles, of: query.width, hasAll: true, now: endpoint.now())
    }
}
