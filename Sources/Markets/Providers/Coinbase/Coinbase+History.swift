import DecimalArithmetic
import JSONReader
import Platform

/// `GET /products/{id}/candles`: rows of time in seconds, low, high, open, close, volume in units of the base, newest first,
/// 300 a request at most; a span without a trade has no row.
extension Coinbase {
    private static let rowsARequest: Int64 = 300

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        let product = try Self.product(of: query.symbol, query.currency).get()
        let parts = product.split(separator: "-")
        guard parts.count == 2, let currency = Currency(parts[1]) else {
            throw ProviderFailure("coinbase", .unknownSymbol(query.symbol))
        }
        let width = Self.width(for: query.width)
        var start = query.width.start(of: query.from)
        let end = min(query.to.seconds + query.width.seconds, endpoint.now().seconds)
        var candles: [Candle] = []
        while start <= end {
            let last = min(start + width.seconds * (Self.rowsARequest - 1), end)
            let rows: [Candle] = try await ask(
                product, width, start, last, decode: { try Self.candles(&$0, String(parts[0]), currency) }, query.symbol
            )
            candles += rows
            start = last + width.seconds
        }
        let sorted = candles.sorted { $0.time < $1.time }
        return query.pick(from: query.width == width ? sorted : query.width.joined(sorted), now: endpoint.now())
    }

    /// The service has candles of a minute, 5, 15, an hour, 6 and a day; the others are made of narrower ones.
    private static func width(for width: CandleWidth) -> CandleWidth {
        switch width {
        case .minute, .fiveMinutes, .quarter, .hour, .day: width
        case .fourHours: .hour
        case .week: .day
        }
    }

    private func ask(
        _ product: String, _ width: CandleWidth, _ start: Int64, _ last: Int64,
        decode: (inout JSONReader) throws -> [Candle], _ symbol: Symbol
    ) async throws(ProviderFailure) -> [Candle] {
        do throws(ProviderFailure) {
            return try await endpoint.get(
                "/products/\(product)/candles",
                [
                    ("granularity", "\(width.seconds)"), ("start", Timestamp(seconds: start).description),
                    ("end", Timestamp(seconds: last).description),
                ], decode: decode)
        } catch {
            throw error.about(symbol)
        }
    }

    static func candles(_ reader: inout JSONReader, _ symbol: String, _ currency: Currency) throws -> [Candle] {
        var candles: [Candle] = []
        try reader.readArray { reader in
            var time: Timestamp?
            let numbers = try reader.readCandleRow(of: 5) { time = try $0.optionalTime("time", in: .seconds) }
            candles.append(
                Candle(
                    time: try time.required("time"), symbol: symbol, open: numbers[2], high: numbers[1],
                    low: numbers[0], close: numbers[3], volume: numbers[4], currency: currency, provider: "coinbase"))
        }
        return candles
    }
}
