import JSONReader
import Platform

/// `GET /sapi/v1/klines`: rows of time in seconds, open, high, low, close, volume in units of the base; 2000 a request
/// at most, from `startTime` to `endTime` in seconds.
extension WazirX {
    private static let rowsARequest: Int64 = 2000
    /// It has weeks too; on which day they begin is not documented, so that they are made of days.
    private static let widths: [CandleWidth] = [.minute, .fiveMinutes, .quarter, .hour, .fourHours, .day]

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        let market = try Self.names.market(of: query.symbol, query.currency).get()
        return try await query.candles(from: endpoint, widths: Self.widths, rows: Self.rowsARequest) {
            width, page throws(ProviderFailure) in
            try await endpoint.get(
                .history(to: Timestamp(seconds: page.upperBound)), "/sapi/v1/klines",
                [
                    ("symbol", market.name.lowercased()), ("interval", width.rawValue),
                    ("limit", "\(Self.rowsARequest)"), ("startTime", "\(page.lowerBound)"),
                    ("endTime", "\(page.upperBound)"),
                ], decode: { try $0.readCandles(Self.layout, of: market) })
        }
    }

    private static let layout = CandleLayout(provider: WazirX.name, unit: .seconds)
}
