import JSONReader
import Platform

/// `GET /sapi/v1/klines`: rows of time in seconds, open, high, low, close, volume in units of the base; 2000 a request at
/// most, from `startTime` to `endTime` in seconds.
extension WazirX {
    private static let rowsARequest: Int64 = 2000
    /// It has weeks too; on which day they begin is not documented, so that they are made of days.
    private static let widths: [CandleWidth] = [.minute, .fiveMinutes, .quarter, .hour, .fourHours, .day]

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        guard let width = query.width.source(among: Self.widths) else { throw query.notKept(by: WazirX.name) }
        let (base, currency) = try Self.pair(of: query.symbol, query.currency).get()
        let name = (base + currency.code).lowercased()
        var candles: [Candle] = []
        for page in query.pages(of: width, rows: Self.rowsARequest, now: endpoint.now()) {
            do throws(ProviderFailure) {
                candles += try await endpoint.get(
                    "/sapi/v1/klines",
                    [
                        ("symbol", name), ("interval", width.rawValue), ("limit", "\(Self.rowsARequest)"),
                        ("startTime", "\(page.lowerBound)"), ("endTime", "\(page.upperBound)"),
                    ], decode: { try $0.readCandles(Self.layout, base, currency) })
            } catch {
                throw error.about(query.symbol)
            }
        }
        return query.pick(from: candles, of: width, now: endpoint.now())
    }

    /// The assets of a symbol's market, the quote currency the first that the exchange has; those of an id are told apart
    /// by its end.
    private static func pair(
        of symbol: Symbol, _ choice: CurrencyChoice
    ) -> Result<(base: String, currency: Currency), ProviderFailure> {
        let unknown = ProviderFailure(WazirX.name, .unknownSymbol(symbol))
        switch symbol.name {
        case .stock: return .failure(unknown)
        case .id(let id):
            let name = id.uppercased()
            guard let code = quoteCurrencies.first(where: { name.hasSuffix($0) && name != $0 }),
                let currency = Currency(code)
            else { return .failure(unknown) }
            return .success((String(name.dropLast(code.count)), currency))
        case .ticker(let ticker):
            let wanted = choice.candidates(for: symbol, or: ownCurrencies)
            guard let currency = wanted.first(where: { quoteCurrencies.contains($0.code) }) else {
                return .failure(ProviderFailure(WazirX.name, .cannotQuote(wanted[0])))
            }
            return .success((ticker, currency))
        }
    }

    private static let layout = CandleLayout(provider: WazirX.name, unit: .seconds)
}
