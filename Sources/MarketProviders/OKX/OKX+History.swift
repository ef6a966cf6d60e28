/// `GET /api/v5/market/candles`: rows of time in milliseconds, open, high, low, close, volume in units of the base and
/// more, newest first, those before `after`; `/api/v5/market/history-candles` has those that are older than the newest
/// 1440.
extension OKX {
    private static let rowsKept: Int64 = 1440
    /// How many of the older ones are in an answer.
    static let oldRowsARequest: Int64 = 100
    /// Days are those of UTC; those of `1D` begin at 16:00. On which day a week begins is not documented, so that weeks
    /// are made of days.
    private static let bars: [CandleWidth: String] = [
        .minute: "1m", .fiveMinutes: "5m", .quarter: "15m", .hour: "1H", .fourHours: "4H", .day: "1Dutc",
    ]

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        let widths = Array(Self.bars.keys)
        let span = (query.width.source(among: widths) ?? query.width).seconds * Self.rowsKept
        let firstKept = endpoint.now().seconds - span
        // An answer with older candles holds fewer.
        let rows: Int64 = query.width.start(of: query.from) < firstKept ? Self.oldRowsARequest : 300
        let request = CandleRequest(
            widths: widths, rows: rows, layout: CandleLayout(provider: Self.name, unit: .milliseconds),
            members: ["data"],
            path: { "/api/v5/market/\($0.from < firstKept ? "history-candles" : "candles")" }
        ) {
            [
                ("instId", $0.market.name), ("bar", Self.bars[$0.width] ?? ""), ("limit", "\(rows)"),
                ("after", "\(($0.to + 1) * 1000)"),
            ]
        }
        return try await request.candles(
            query, of: Self.names.market(of: query.symbol, query.currency), from: endpoint)
    }
}
