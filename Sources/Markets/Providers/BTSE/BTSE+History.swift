import DecimalArithmetic
import JSONReader
import Platform

/// `GET /public-api/market/v1/klines`: rows of time in seconds, open, high, low, close and turnover in the quote currency,
/// all as text; 300 a request at most, from `start` to `end` in seconds. In what order is not documented.
extension BTSE {
    private static let rowsARequest: Int64 = 300
    /// It has weeks too; on which day they begin is not documented, so that they are made of days.
    private static let widths: [CandleWidth] = [.minute, .fiveMinutes, .quarter, .hour, .fourHours, .day]

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        guard let width = query.width.source(among: Self.widths) else { throw query.notKept(by: BTSE.name) }
        let name = try Self.market(of: query.symbol, query.currency).get()
        guard let hyphen = name.lastIndex(of: "-"), let currency = Currency(name[name.index(after: hyphen)...]) else {
            throw ProviderFailure(BTSE.name, .unknownSymbol(query.symbol))
        }
        let symbol = name[..<hyphen].uppercased()
        var candles: [Candle] = []
        for page in query.pages(of: width, rows: Self.rowsARequest, now: endpoint.now()) {
            do throws(ProviderFailure) {
                candles += try await get(
                    "/public-api/market/v1/klines",
                    [
                        ("symbol", name), ("resolution", "\(width.seconds / 60)"), ("limit", "\(Self.rowsARequest)"),
                        ("start", "\(page.lowerBound)"), ("end", "\(page.upperBound)"),
                    ], decode: { try BTSEEnvelope.data(&$0) { try $0.readCandles(Self.layout, symbol, currency) } })
            } catch {
                throw error.about(query.symbol)
            }
        }
        return query.pick(from: candles, of: width, now: endpoint.now())
    }

    /// What was traded is told in the quote currency only, so that the volume is unknown.
    private static let layout = CandleLayout(provider: BTSE.name, unit: .seconds, volume: nil)
}
