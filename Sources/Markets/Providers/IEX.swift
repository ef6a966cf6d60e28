import DecimalArithmetic
import JSONReader
import Platform
import Transport

/// IEX's stock quotes: one stock a request, and a list of symbols without prices.
///
/// Protocol: without a key the 1.0 interface that closed in 2019, `GET /1.0/stock/{symbol}/quote` and
/// `/1.0/ref-data/symbols`; with one IEX Cloud's of 2019 to 2024, the same below `/stable` with `token`. Errors are
/// plain text, or `{"error":"…"}` with 400. Both public hosts are gone, so somebody else's is named by
/// `CRYPTO_IEX_URL`.
extension MarketProvider {
    static let iex = MarketProvider(
        name: IEX.name, jobs: [.list, .price], kinds: [.stock], key: .optional, host: "https://cloud.iexapis.com",
        limits: "by the host",
        summary: "stocks from the host that CRYPTO_IEX_URL names, as IEX's own are gone; its list has no prices",
        isOnlyNamed: true, currencies: [], marketClient: { IEX(settings: $0).client })
}

struct IEX: Sendable {
    static let name = "iex"
    let endpoint: Endpoint
    /// What stands before every path.
    let version: String
    /// Whether a host is configured; without one no request is sent.
    let hasHost: Bool

    init(settings: ProviderSettings) {
        version = settings.key == nil ? "/1.0" : "/stable"
        hasHost = settings.base != nil
        endpoint = Endpoint(
            .iex, settings, secret: settings.key.map { .query(name: "token", value: $0) }, errors: Self.errors)
    }

    var client: MarketClient {
        let stocks = StockQuotes(provider: IEX.name) { name throws(ProviderFailure) in try await quote(of: name) }
        let symbols = ExchangeMarkets(.iex) { () throws(ProviderFailure) in
            try checkHost()
            return try await endpoint.get(
                version + "/ref-data/symbols", [], decode: { try Self.symbols(&$0, fetched: endpoint.now()) })
        }
        return MarketClient(
            list: { query throws(ProviderFailure) in try await symbols.list(query) },
            quotes: { await stocks.quotes($0, $1) },
            now: endpoint.now)
    }

    private func quote(of name: String) async throws(ProviderFailure) -> Quote {
        try checkHost()
        return try await endpoint.get(
            version + "/stock/\(name)/quote", [], decode: { try Self.quote(&$0, fetched: endpoint.now()) })
    }

    private func checkHost() throws(ProviderFailure) {
        if !hasHost { throw ProviderFailure(IEX.name, .noHost) }
    }

    /// Plain text with 404 and 403, `{"error":"…"}` with 400.
    static let errors = ErrorShape(
        ["error": .failure],
        meanings: [(.unknownSymbol, ["unknown symbol"]), (.wrongKey, ["the api key provided is not valid"])])
}

// MARK: - Quote

extension IEX {
    private enum Key: String, CaseIterable {
        case symbol, companyName, primaryExchange, currency, latestPrice, latestUpdate, high, low, change, changePercent
        case marketCap
        case bid = "iexBidPrice"
        case ask = "iexAskPrice"
        static let keys = JSONKeys<Self>()
    }

    /// A quote, in dollars where it says nothing else. `changePercent` is a fraction; `latestVolume` is in
    /// shares.
    static func quote(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote {
        var texts: [Key: String] = [:]
        var numbers: [Key: Number] = [:]
        var time: Timestamp?
        try reader.readObject(Key.keys) { key, reader in
            let field = key.rawValue
            switch key {
            case .symbol, .currency: texts[key] = try reader.optionalText(field)
            case .companyName, .primaryExchange: texts[key] = try reader.textIfSound()
            case .latestPrice: numbers[key] = try reader.optionalPrice(field)
            case .change, .changePercent: numbers[key] = try reader.numberIfSound()
            case .high, .low, .bid, .ask, .marketCap: numbers[key] = try reader.positiveNumber()
            case .latestUpdate: time = try reader.optionalTime(field, in: .milliseconds)
            }
        }
        var quote = try stock(texts[.symbol], in: texts[.currency], at: time ?? fetched)
        quote.name = texts[.companyName]
        quote.market = texts[.primaryExchange]
        quote.price = numbers[.latestPrice]
        (quote.high, quote.low) = (numbers[.high], numbers[.low])
        (quote.bid, quote.ask) = (numbers[.bid], numbers[.ask])
        quote.marketCap = numbers[.marketCap]
        if quote.price != nil {
            quote.setChange(amount: numbers[.change], percent: numbers[.changePercent]?.hundredfold)
        }
        return quote
    }

    private static func stock(_ symbol: String?, in currency: String?, at time: Timestamp) throws -> Quote {
        let symbol = try symbol.required("symbol")
        guard let currency = currency.map({ Currency($0) }) ?? .usd else {
            throw RowProblem(description: "currency is no currency")
        }
        var quote = Quote(time: time, symbol: symbol.uppercased(), currency: currency, provider: IEX.name)
        quote.id = symbol
        quote.kind = .stock
        return quote
    }
}

// MARK: - Symbols

extension IEX {
    private enum SymbolKey: String, CaseIterable {
        case symbol, name, exchange, currency
        static let keys = JSONKeys<Self>()
    }

    /// All symbols, without prices.
    static func symbols(_ reader: inout JSONReader, fetched: Timestamp) throws -> ListAnswer {
        try reader.readRows(name: rowNames.read) { reader in
            var parts: [SymbolKey: String] = [:]
            try reader.readObject(SymbolKey.keys) { key, reader in
                switch key {
                case .symbol, .currency: parts[key] = try reader.optionalText(key.rawValue)
                case .name, .exchange: parts[key] = try reader.textIfSound()
                }
            }
            var quote = try stock(parts[.symbol], in: parts[.currency], at: fetched)
            quote.name = parts[.name]
            quote.market = parts[.exchange]
            return quote
        }.answer()
    }

    private static let rowNames = RowNameMembers(symbol: "symbol", id: "symbol")
}

extension Number {
    /// A hundred times it, as a fraction is in percent.
    fileprivate var hundredfold: Number? { (try? value * 100).map(Number.init) }
}
