import DecimalArithmetic
import JSONReader
import Platform

/// `GET /products/{id}/candles`: rows of time in seconds, low, high, open, close, volume in units of the base, newest
/// first, 300 a request at most; a span without a trade has no row.
extension Coinbase {
    private static let rowsARequest: Int64 = 300
    /// There is one of 6 hours too.
    private static let widths: [CandleWidth] = [.minute, .fiveMinutes, .quarter, .hour, .day]

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        let market = try Self.names.market(of: query.symbol, query.currency).get()
        guard market.name.isPathSegment else { throw ProviderFailure(Coinbase.name, .unknownSymbol(query.symbol)) }
        return try await query.candles(from: endpoint, widths: Self.widths, rows: Self.rowsARequest) {
            width, page throws(ProviderFailure) in
            let last = page.lowerBound + (page.upperBound - page.lowerBound) / width.seconds * width.seconds
            return try await endpoint.get(
                .history(to: Timestamp(seconds: last)), "/products/\(market.name)/candles",
                [
                    ("granularity", "\(width.seconds)"), ("start", Timestamp(seconds: page.lowerBound).description),
                    ("end", Timestamp(seconds: last).description),
                ], decode: { try $0.readCandles(Self.layout, of: market) })
        }
    }

    private static let layout = CandleLayout(provider: Coinbase.name, unit: .seconds, open: 2, high: 1, low: 0)
}
