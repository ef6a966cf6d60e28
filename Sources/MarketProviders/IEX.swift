import DecimalArithmetic
import JSONReader
import Platform
import Transport

/// IEX's stock quotes: one stock a request, and a list of symbols without prices.
///
/// Protocol: without a key the 1.0 interface that closed in 2019, `GET /1.0/stock/{symbol}/quote` and
/// `/1.0/ref-data/symbols`; with one IEX Cloud's of 2019 to 2024, the same below `/stable` with `token`. Errors are
/// plain text, or `{"error":"…"}` with 400. Both public hosts are closed, so another one is set by
/// `CRYPTO_IEX_URL`.
///
/// Terms: iextrading.com/developer and iexcloud.io asked for a text and a link while they were open.
extension Provider {
    /// The provider `iex`: see its `summary`.
    package static let iex = Provider(
        name: IEX.name, jobs: [.list, .price], kinds: [.stock], key: .optional,
        pathStart: PathStart(keyed: "/stable", keyless: "/1.0"), host: "https://cloud.iexapis.com", hostIsGone: true,
        limits: "set by the host",
        summary: "stocks from the host in CRYPTO_IEX_URL (the public hosts are closed); its list has no prices",
        isOnlyNamed: true,
        attribution: "Data provided for free by IEX (https://iextrading.com/api-exhibit-a), or by IEX Cloud "
            + "(https://iexcloud.io)", makers: [.market { IEX(settings: $0).client }])
}

struct IEX: Sendable {
    static let name = "iex"
    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.iex, settings, key: .query("token"), errors: Self.errors)
    }

    var client: MarketClient {
        let symbols = ExchangeMarkets(.iex) { _ throws(ProviderFailure) in
            try await endpoint.get(
                .metadata, "/ref-data/symbols", [], decode: { try Self.symbols(&$0, fetched: $1) })
        }
        return MarketClient(
            list: symbols.list, quotes: { await $0.stocks($1, by: IEX.name, ask: quote(of:)) }, now: endpoint.now)
    }

    /// The service names a class of shares with a point: `BRK.B`.
    private func quote(of ticker: String) async throws(ProviderFailure) -> Quote {
        let name = StockTicker(ticker)?.code(class: ".") ?? ticker
        let asked = AskedNames([name], of: Self.name)
        return try await endpoint.get(
            .quotes, "/stock/\(name)/quote", [], decode: { try asked.checked(Self.quote(&$0, fetched: $1)) })
    }

    /// Plain text with 404 and 403, `{"error":"…"}` with 400.
    static let errors = ErrorShape(
        ["error": .failure],
        meanings: [(.unknownSymbol, ["unknown symbol"]), (.wrongKey, ["the api key provided is not valid"])])
}

// MARK: - Quote

extension IEX {
    private static let columns: QuoteColumns = [
        "symbol": .symbol, "companyName": .name, "primaryExchange": .exchange, "currency": .currency,
        "latestPrice": .last, "latestUpdate": .time(.milliseconds), "high": .high, "low": .low, "change": .change,
        "changePercent": .changePercent, "marketCap": .marketCapAboveZero, "iexBidPrice": .bid, "iexAskPrice": .ask,
    ]

    /// A quote. `changePercent` is a fraction; `latestVolume` is in shares.
    static func quote(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote {
        var row = try QuoteBuilder(&reader, columns, provider: name, fetched: fetched)
        row.values.changePercent = row.values.price == nil ? nil : row.values.changePercent?.hundredfold
        if row.values.price == nil { row.values.change = nil }
        return try row.stockInDollars()
    }
}

// MARK: - Symbols

extension IEX {
    private static let symbolColumns: QuoteColumns = [
        "symbol": .symbol, "name": .name, "exchange": .exchange, "currency": .currency,
    ]

    /// All symbols, without prices.
    static func symbols(_ reader: inout JSONReader, fetched: Timestamp) throws -> ListAnswer {
        try reader.readRows(name: rowNames) { reader in
            try QuoteBuilder(&reader, symbolColumns, provider: name, fetched: fetched).stockInDollars()
        }.answer()
    }

    private static let rowNames = RowName.reader(symbol: "symbol", id: "symbol")
}

extension QuoteBuilder {
    /// The quote of a stock, in dollars unless the row has a currency.
    fileprivate consuming func stockInDollars() throws -> Quote {
        currency = currency ?? "USD"
        return try stock()
    }
}

extension Number {
    /// A hundred times it, as a fraction is in percent.
    fileprivate var hundredfold: Number? { (try? value * 100).map(Number.init) }
}
