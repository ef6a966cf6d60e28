import DecimalArithmetic
import JSONReader
import Platform

/// `GET /public-api/market/v1/klines`: rows of time in seconds, open, high, low, close and turnover in the quote
/// currency, all as text; 300 a request at most, from `start` to `end` in seconds. In what order is not documented.
extension BTSE {
    private static let rowsARequest: Int64 = 300
    /// It has weeks too; on which day they begin is not documented, so that they are made of days.
    private static let widths: [CandleWidth] = [.minute, .fiveMinutes, .quarter, .hour, .fourHours, .day]

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        let market = try Self.names.market(of: query.symbol, query.currency).get()
        return try await query.candles(from: endpoint, widths: Self.widths, rows: Self.rowsARequest) {
            width, page throws(ProviderFailure) in
            try await endpoint.get(
                .history(to: Timestamp(seconds: page.upperBound)), "/public-api/market/v1/klines",
                [
                    ("symbol", market.name), ("resolution", "\(width.seconds / 60)"), ("limit", "\(Self.rowsARequest)"),
                    ("start", "\(page.lowerBound)"), ("end", "\(page.upperBound)"),
                ],
                decode: { reader, _ in try BTSEEnvelope.data(&reader) { try $0.readCandles(Self.layout, of: market) } })
        }
    }

    /// The volume is sent in the quote currency only, so the volume in base units is unknown.
    private static let layout = CandleLayout(provider: BTSE.name, unit: .seconds, volume: nil)
}
