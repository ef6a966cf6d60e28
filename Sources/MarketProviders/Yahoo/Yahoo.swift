import JSONReader
import Platform
import Transport

/// Yahoo Finance's chart service, unofficial and without a key: one stock a request.
///
/// Protocol as observed: `GET /v8/finance/chart/{symbol}`, at two hosts; what a quote needs is in `meta`, so bars,
/// which may have gaps, are passed over. Errors come as JSON under `chart` or `finance`, 429 as plain text, which every
/// User-Agent gets that is not of a browser's shape.
///
/// Terms: none are published for this service; those of Yahoo's official interfaces ask for a picture with a link,
/// which a terminal cannot show.
extension Provider {
    /// The provider `yahoo`: see its `summary`.
    package static let yahoo = Provider(
        name: Yahoo.name, jobs: [.list, .price, .history], kinds: [.stock],
        host: "https://query2.finance.yahoo.com", spareHost: "https://query1.finance.yahoo.com", agent: .browser,
        standing: .unofficial, limits: "unknown; rejects many requests from one address",
        summary: "stocks, funds and indices worldwide, each in its own currency; it has a search instead of a list",
        isOnlyNamed: false, listsBySearch: true, hasEvents: true,
        candlesARequest: Yahoo.minutesARequest, makers: [.market { Yahoo(settings: $0).client }])
}

struct Yahoo: Sendable {
    static let name = "yahoo"
    let endpoint: Endpoint
    /// Whether quotes have the session, and trades outside of the regular hours.
    private let hasSession: Bool

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.yahoo, settings, errors: Self.errors)
        hasSession = settings.extras.contains(.session)
    }

    var client: MarketClient {
        MarketClient(
            list: list, quotes: { await $0.stocks($1, by: Yahoo.name, ask: quote(of:)) }, now: endpoint.now,
            history: history, events: events, search: found)
    }

    private func quote(of name: String) async throws(ProviderFailure) -> Quote {
        let asked = AskedNames([name], of: Self.name)
        // Only minutes have trades outside of the regular hours.
        let query =
            hasSession
            ? [("range", "1d"), ("interval", "1m"), ("includePrePost", "true")] : [("range", "1d"), ("interval", "1d")]
        return try await endpoint.get(
            .quotes, "/v8/finance/chart/\(name)", query,
            decode: { reader, fetched in
                var again = reader
                var quote = try asked.checked(Self.quote(&reader, fetched: fetched))
                if hasSession { try quote.setSession(Self.hours(&again), at: fetched) }
                return quote
            })
    }
}

// MARK: - Envelope

extension Yahoo {
    /// `{"chart":{"result":[{"meta":{…}}],"error":null}}`
    static func quote(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote {
        var quote: Quote?
        try readResult(&reader) { reader in quote = try reader.readMember("meta") { try meta(&$0, fetched: fetched) } }
        return try quote.required("meta")
    }

    private static let envelope = JSONKeys("chart", "finance")
    private static let result = JSONKeys("result")

    /// Reads the result of an answer.
    static func readResult(_ reader: inout JSONReader, _ read: (inout JSONReader) throws -> Void) throws {
        try reader.readObject(envelope) { _, reader in
            try reader.readObject(result) { _, reader in
                if try !reader.takeNull() { try reader.readArray(read) }
            }
        }
    }

    /// `{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found, symbol may be delisted"}}}`,
    /// the same under `finance`. `Edge: Too Many Requests` is plain text, sent to programs and addresses that the
    /// service does not serve, however seldom they ask.
    static let errors = ErrorShape(
        ["chart": .inside(refusal), "finance": .inside(refusal)],
        meanings: [
            (.unknownSymbol, [.code("Not Found")]), (.wrongKey, [.code("Unauthorized")]), (.blocked, ["edge:"]),
        ],
        isError: { $0.kind != nil })

    private static let refusal: ErrorMembers = ["error": .failure(in: ["code": .kind, "description": .words])]
}

// MARK: - Meta

extension Yahoo {
    private static let columns: QuoteColumns = [
        "currency": .currency, "symbol": .symbol, "longName": .name, "fullExchangeName": .exchange,
        "previousClose": .open, "regularMarketPrice": .signed(.last), "regularMarketTime": .time(.seconds),
        "regularMarketDayHigh": .signed(.high), "regularMarketDayLow": .signed(.low), "instrumentType": .other,
    ]
    private static let substitutes: QuoteColumns = [
        "shortName": .name, "exchangeName": .exchange, "chartPreviousClose": .open,
    ]

    /// The change is counted from the close of the day before. `regularMarketVolume` is in shares.
    private static func meta(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote {
        var again = reader
        var type: String?
        var row = try QuoteBuilder(&reader, columns, provider: name, fetched: fetched) { _, _, reader in
            type = try reader.textIfSound()
        }
        var other = try QuoteBuilder(&again, substitutes, provider: name, fetched: fetched)
        row.takeNames(of: other)
        let unit = try PriceUnit(code: row.currency.required("currency"))
        row.convert(from: unit)
        other.convert(from: unit)
        var quote = try row.stock(isSigned: hasSignedPrices(row.symbol ?? "", type))
        if quote.open == nil { quote.setChange(fromOpen: other.values.open) }
        return quote
    }

    /// Whether prices may be below 0: those of futures and of indices, which are yields, too (`^TNX`).
    static func hasSignedPrices(_ symbol: String, _ type: String?) -> Bool {
        type.map { ["FUTURE", "INDEX"].contains($0) }
            ?? (symbol.uppercased().hasSuffix("=F") || symbol.hasPrefix("^"))
    }
}

extension QuoteBuilder {
    /// Takes the name and the exchange, if it has none, of the substitutes that Yahoo sends in other members.
    mutating func takeNames(of substitutes: borrowing QuoteBuilder) {
        values.name = values.name ?? substitutes.values.name
        exchange = exchange ?? substitutes.exchange
    }
}
