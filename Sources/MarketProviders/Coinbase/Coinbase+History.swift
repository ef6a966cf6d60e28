import Platform

/// `GET /products/{id}/candles`: rows of time in seconds, low, high, open, close, volume in units of the base, newest
/// first, 300 a request at most; a span without a trade has no row.
extension Coinbase {
    /// There is one of 6 hours too.
    static let candles = CandleRequest(
        widths: [.minute, .fiveMinutes, .quarter, .hour, .day], rows: 300,
        layout: CandleLayout(provider: name, unit: .seconds, open: 2, high: 1, low: 0), hasAll: false,
        path: { "/products/\($0.market.name)/candles" }
    ) {
        [
            ("granularity", "\($0.width.seconds)"), ("start", Timestamp(seconds: $0.from).description),
            ("end", Timestamp(seconds: $0.lastStart).description),
        ]
    }

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        let market = Self.names.market(of: query.symbol, query.currency)
        if let name = try? market.get().name, !name.isPathSegment {
            throw ProviderFailure(Coinbase.name, .unknownSymbol(query.symbol))
        }
        return try await Self.candles.candles(query, of: market, from: endpoint)
    }
}
