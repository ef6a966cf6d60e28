import Platform
import ProviderKit
import Transport

/// The quotes of Nasdaq's pages, unofficial and without a key: one stock a request, of the United States by its symbol,
/// of the Nordic and Baltic exchanges by the id of its order book.
///
/// Protocol as observed: errors come with status 200 as
/// `{"data":null,"status":{"rCode":400,"bCodeMessage":[{"code":1001,…`. Programs without a browser's User-Agent get a
/// page, or no answer.
///
/// Terms: no words of attribution were found; every row has the provider's name.
extension Provider {
    /// The provider `nasdaq`: see its `summary`.
    package static let nasdaq = Provider(
        name: Nasdaq.name, jobs: [.price, .history], kinds: [.stock], host: "https://api.nasdaq.com",
        agent: .browser, standing: .unofficial, limits: "unknown",
        summary: "stocks and funds of the United States, stocks of the Nordic and Baltic exchanges; history by day",
        isOnlyNamed: false, candlesARequest: Nasdaq.mostDays, makers: [.market { Nasdaq(settings: $0).client }])
}

struct Nasdaq: Sendable {
    static let name = "nasdaq"

    let endpoint: Endpoint
    /// Whether quotes have the session, and trades outside of the regular hours.
    let hasSession: Bool

    /// What most programs send that were seen to work in 2026, beside a browser's User-Agent: without a Referer some
    /// are refused.
    private static let headers = [
        HTTPHeader("Accept", "application/json"), HTTPHeader("Accept-Language", "en-US,en;q=0.9"),
        HTTPHeader("Origin", "https://www.nasdaq.com"), HTTPHeader("Referer", "https://www.nasdaq.com/"),
    ]

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.nasdaq, settings, headers: Self.headers, errors: Self.errors)
        hasSession = settings.extras.contains(.session)
    }

    var client: MarketClient {
        MarketClient(
            list: { _ throws(ProviderFailure) in throw ProviderFailure(Self.name, .cannot(.list)) },
            quotes: { await $0.stocks($1, by: Self.name, ask: quote(of:)) }, now: endpoint.now, history: history)
    }

    private func quote(of ticker: String) async throws(ProviderFailure) -> Quote {
        let (symbol, book) = try await listing(of: ticker)
        var quote = if let book { try await nordicQuote(of: book) } else { try await americanQuote(of: symbol) }
        quote.symbol = ticker.uppercased()
        quote.id = quote.symbol
        return quote
    }

    private func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        let ticker = query.symbol.stockTicker.uppercased()
        return try await query.candles(from: endpoint, widths: [.day], rows: Self.mostDays) {
            _, page throws(ProviderFailure) in
            let (symbol, book) = try await listing(of: ticker)
            try query.check(book?.currency ?? .usd, of: Self.name)
            // A period of a single day is an error, so it begins a day earlier.
            let days = [page.lowerBound - 86_400, page.upperBound].map { Timestamp(seconds: $0).day }
            let freshness = Freshness.history(to: Timestamp(seconds: page.upperBound))
            guard let book else { return try await americanDays(of: symbol, ticker, days, freshness) }
            // The days do not name their exchange.
            if Self.sharing(book.exchange) { _ = try await nordicQuote(of: book) }
            return try await nordicDays(of: book, ticker, days, freshness)
        }
    }

    /// `{"rCode":400,"bCodeMessage":[{"code":1001,"errorMessage":"Symbol not exists."}],"developerMessage":null}`
    static let errors = ErrorShape(
        [
            "status": .inside([
                "rCode": .status, "bCodeMessage": .failure(in: ["code": .code, "errorMessage": .words]),
                "developerMessage": .words,
            ])
        ],
        meanings: [
            (.unknownSymbol, [.code("1001"), .code("NO_INST_FOUND"), "instrument not found"]),
            (.unavailable, [.code("3004")]),
        ],
        isError: { $0.status != nil })
}

// MARK: - Listings

extension Nasdaq {
    /// An order book of a Nordic exchange: its id, its symbol, such as `VOLV B`, and the exchange by the ending of
    /// tickers.
    typealias OrderBook = (id: String, symbol: String, exchange: String, currency: Currency)

    /// The currencies of the Nordic and Baltic exchanges, and the words in their names, by their endings in tickers.
    private static let exchanges = [
        "ST": ("SEK", "Stockholm"), "CO": ("DKK", "Copenhagen"), "HE": ("EUR", "Helsinki"), "IC": ("ISK", "Iceland"),
        "TL": ("EUR", "Tallinn"), "RG": ("EUR", "Riga"), "VS": ("EUR", "Vilnius"),
    ]

    /// Whether another exchange has the currency of this one, so that a stock found by its currency may be listed
    /// there.
    private static func sharing(_ exchange: String) -> Bool {
        exchanges.contains { $0.key != exchange && $0.value.0 == exchanges[exchange]?.0 }
    }

    /// Whether the name of an exchange is that of another one than the ticker's.
    static func isOther(_ name: String, than exchange: String) -> Bool {
        exchanges.contains { $0.key != exchange && name.contains(bytes: $0.value.1) }
    }

    /// Returns the symbol of a ticker, and its order book if it is listed at a Nordic exchange, which is searched for
    /// it.
    private func listing(of ticker: String) async throws(ProviderFailure) -> (symbol: String, book: OrderBook?) {
        let unknown = ProviderFailure(Self.name, .unknownSymbol(nil))
        guard let stock = StockTicker(ticker) else { throw unknown }
        guard let exchange = stock.exchange else { return (stock.code(class: "."), nil) }
        guard let currency = Self.exchanges[exchange].flatMap({ Currency($0.0) }) else { throw unknown }
        let book = try await orderBook(of: stock.code(class: " "), at: exchange, in: currency)
        return (book.symbol, book)
    }
}
