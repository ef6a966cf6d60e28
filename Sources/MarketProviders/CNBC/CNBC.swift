import JSONReader
import Platform

/// The quotes of CNBC's pages, unofficial and without a key: many stocks a request.
///
/// Protocol as observed: `GET /quote-html-webservice/restQuote/symbolType/symbol` with the symbols in one item, each
/// answered by a row with its `symbol`, in any order. All values are text, as on a page. A symbol that is not known has
/// a row with `code` 1. Addresses that the service rejects get a page with status 403.
///
/// Terms: no words of attribution were found; every row has the provider's name.
extension Provider {
    /// The provider `cnbc`: see its `summary`.
    package static let cnbc = Provider(
        name: CNBC.name, jobs: [.price, .history], kinds: [.stock], host: "https://quote.cnbc.com",
        agent: .browser, standing: .unofficial, limits: "unknown; rejects some addresses",
        summary: "stocks, funds and indices of 24 countries, each in its own currency; history by day",
        isOnlyNamed: false,
        candlesARequest: HistoryQuery.unlimitedRows, makers: [.market { CNBC(settings: $0).client }])
}

struct CNBC: Sendable {
    static let name = "cnbc"
    /// The maximum number of symbols in a request; up to 58 were seen.
    private static let symbolsARequest = 40

    let endpoint: Endpoint
    /// The service of bars.
    let bars: Endpoint
    /// Whether quotes have the session, and trades outside of the regular hours.
    private let hasSession: Bool

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.cnbc, settings)
        hasSession = settings.extras.contains(.session)
        bars = Endpoint(
            provider: Self.name, settings, base: settings.base ?? "https://ts-api.cnbc.com", errors: Self.barErrors)
    }

    var client: MarketClient {
        MarketClient(
            list: { _ throws(ProviderFailure) in throw ProviderFailure(Self.name, .cannot(.list)) },
            quotes: { await $0.stocks($1, by: Self.name, askAll: quotes(of:)) }, now: endpoint.now, history: history)
    }

    private func quotes(of tickers: [String]) async -> [Result<Quote, ProviderFailure>] {
        let symbols = tickers.map(Self.symbol(of:))
        let known = symbols.compactMap(\.self)
        let batches = known.groups(of: Self.symbolsARequest)
        let answers = await batches.requestConcurrently { batch in
            await Result(asking: { () throws(ProviderFailure) in try await rows(of: batch) })
        }
        return zip(tickers, symbols).map { ticker, symbol in
            guard let symbol, let batch = batches.firstIndex(where: { $0.contains(symbol) }) else {
                return .failure(ProviderFailure(Self.name, .unknownSymbol(nil)))
            }
            return answers[batch].flatMap { Self.row(of: symbol, in: $0) }.map { row in
                var quote = row.quote
                quote.symbol = ticker.uppercased()
                return quote
            }
        }
    }

    func rows(of symbols: [String]) async throws(ProviderFailure) -> RowCollector<Row> {
        let asked = AskedNames(symbols, of: Self.name)
        return try await endpoint.get(
            .quotes, "/quote-html-webservice/restQuote/symbolType/symbol",
            [
                ("symbols", symbols.joined(separator: "|")), ("requestMethod", "itv"), ("noform", "1"),
                ("partnerId", "2"), ("fund", "1"), ("exthrs", "1"), ("output", "json"),
            ],
            decode: {
                let rows = try Self.rows(&$0, fetched: $1, hasSession: hasSession)
                for row in rows.rows { try asked.check(row.quote.id, "symbol") }
                return rows
            })
    }
}
