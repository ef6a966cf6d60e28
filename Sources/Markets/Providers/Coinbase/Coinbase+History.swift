import DecimalArithmetic
import JSONReader
import Platform

/// `GET /products/{id}/candles`: rows of time in seconds, low, high, open, close, volume in units of the base, newest first,
/// 300 a request at most; a span without a trade has no row.
extension Coinbase {
    private static let rowsARequest: Int64 = 300
    /// There is one of 6 hours too.
    private static let widths: [CandleWidth] = [.minute, .fiveMinutes, .quarter, .hour, .day]

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        let product = try Self.product(of: query.symbol, query.currency).get()
        let parts = product.split(separator: "-")
        guard parts.count == 2, let currency = Currency(parts[1]) else {
            throw ProviderFailure(Coinbase.name, .unknownSymbol(query.symbol))
        }
        guard let width = query.width.source(among: Self.widths) else { throw query.notKept(by: Coinbase.name) }
        var candles: [Candle] = []
        for page in query.pages(of: width, rows: Self.rowsARequest, now: endpoint.now()) {
            let last = page.lowerBound + (page.upperBound - page.lowerBound) / width.seconds * width.seconds
            candles += try await ask(
                product, width, page.lowerBound, last,
                decode: { try $0.readCandles(Self.layout, String(parts[0]), currency) },
                query.symbol)
        }
        return query.pick(from: candles, of: width, now: endpoint.now())
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

    private static let layout = CandleLayout(provider: Coinbase.name, unit: .seconds, open: 2, high: 1, low: 0)
}
