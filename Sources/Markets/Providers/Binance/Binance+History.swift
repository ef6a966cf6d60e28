import DecimalArithmetic
import JSONReader
import Platform

/// `GET /api/v3/klines`: rows of opening time in milliseconds, open, high, low, close, volume in units of the base, and
/// more; oldest first, 1000 a request at most.
extension Binance {
    private static let rowsARequest = 1000
    private static let layout = CandleLayout(provider: Binance.name, unit: .milliseconds)

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        let market = try BinanceMarkets.names.market(of: query.symbol, query.currency).get()
        var candles: [Candle] = []
        var start = query.from.seconds * 1000
        while true {
            let rows: [Candle] = try await endpoint.get(
                .history(to: query.to), "/api/v3/klines",
                [
                    ("symbol", market.name), ("interval", query.width.rawValue), ("startTime", "\(start)"),
                    ("endTime", "\(query.to.seconds * 1000)"), ("limit", "\(Self.rowsARequest)"),
                ],
                decode: { try $0.readCandles(Self.layout, of: market) })
            candles += rows
            guard rows.count == Self.rowsARequest, let last = rows.last else { break }
            let next = (last.time.seconds + query.width.seconds) * 1000
            // The same page again would be one without end.
            guard next > start else {
                throw ProviderFailure(Binance.name, .invalidData("candles that are not in order"))
            }
            start = next
        }
        return query.pick(from: candles, now: endpoint.now())
    }
}
