import JSONReader
import Platform

/// `GET /api/v5/market/candles`: rows of time in milliseconds, open, high, low, close, volume in units of the base and
/// more, newest first, those before `after`; `/api/v5/market/history-candles` has those that are older than the newest
/// 1440.
extension OKX {
    private static let rowsKept: Int64 = 1440
    /// In an answer with recent candles, and in one with older ones.
    private static let (rows, oldRows): (Int64, Int64) = (300, 100)
    private static let layout = CandleLayout(provider: OKX.name, unit: .milliseconds)
    /// Days are those of UTC; those of `1D` begin at 16:00. On which day a week begins is not documented, so that weeks
    /// are made of days.
    private static let bars: [CandleWidth: String] = [
        .minute: "1m", .fiveMinutes: "5m", .quarter: "15m", .hour: "1H", .fourHours: "4H", .day: "1Dutc",
    ]

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        let market = try Self.names.market(of: query.symbol, query.currency).get()
        let widths = Array(Self.bars.keys)
        let span = (query.width.source(among: widths) ?? query.width).seconds * Self.rowsKept
        let firstKept = endpoint.now().seconds - span
        let rows = query.width.start(of: query.from) < firstKept ? Self.oldRows : Self.rows
        return try await query.candles(from: endpoint, widths: widths, rows: rows) {
            width, page throws(ProviderFailure) in
            try await endpoint.get(
                .history(to: Timestamp(seconds: page.upperBound)),
                "/api/v5/market/\(page.lowerBound < firstKept ? "history-candles" : "candles")",
                [
                    ("instId", market.name), ("bar", Self.bars[width] ?? ""), ("limit", "\(rows)"),
                    ("after", "\((page.upperBound + 1) * 1000)"),
                ], decode: { try $0.readMember("data") { try $0.readCandles(Self.layout, of: market) } })
        }
    }
}
