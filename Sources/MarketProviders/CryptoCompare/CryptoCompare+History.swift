import JSONReader

/// `GET /data/v2/histoday`, `histohour` and `histominute`: candles up to `toTs`, one more than `limit`, which is 2000
/// at most, oldest first. What was before a coin's first trade is sent as zeros.
extension CryptoCompare {
    private static func path(_ width: CandleWidth) -> String {
        switch width {
        case .minute: "/data/v2/histominute"
        case .hour: "/data/v2/histohour"
        default: "/data/v2/histoday"
        }
    }

    /// `{"Response":"Success","Data":{"Data":[…]}}`, or the rows under the first `Data` at once, as version 1 sends
    /// them.
    static let candles = CandleRequest(
        widths: [.minute, .hour, .day], rows: 2001,
        layout: CandleLayout(
            provider: name, unit: .seconds,
            members: [
                "time": .time, "open": .open, "high": .high, "low": .low, "close": .close, "volumefrom": .volume,
            ], zeroIsNone: true), members: ["Data", "Data"], path: { path($0.width) }
    ) {
        [
            ("fsym", $0.market.name), ("tsym", $0.market.quote.code),
            ("limit", "\(max(1, ($0.to - $0.from) / $0.width.seconds))"), ("toTs", "\($0.to)"),
        ]
    }

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        guard let ticker = query.symbol.ticker else {
            throw ProviderFailure(CryptoCompare.name, .unknownSymbol(query.symbol))
        }
        let currency = query.symbol.quote ?? query.currency.currency
        let market = MarketNames.Market(name: ticker, base: ticker, quote: currency)
        do throws(ProviderFailure) {
            return try await Self.candles.candles(query, of: .success(market), from: endpoint)
        } catch {
            throw error.about(query.symbol, in: currency)
        }
    }
}
