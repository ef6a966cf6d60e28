import JSONReader
import Platform
import Transport

/// WazirX, an Indian exchange: all its markets come in one answer, so every job is one request.
///
/// Protocol: docs.wazirx.com, `GET /sapi/v1/tickers/24hr`.
extension MarketProvider {
    static let wazirx = MarketProvider(
        name: "wazirx", jobs: [.list, .price], key: .none, host: "https://api.wazirx.com",
        limits: "1 request a second", summary: "an exchange with markets in INR, USDT, WRX and BTC",
        isOnlyNamed: true, currencies: ["INR", "USDT", "WRX", "BTC"], make: { WazirX(settings: $0).client })
}

struct WazirX: Sendable {
    /// What it quotes in when nobody chose a currency, best first.
    static let ownCurrencies = [Currency.inr, .usdt]

    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(
            provider: "wazirx", http: settings.http, base: settings.base ?? MarketProvider.wazirx.host,
            now: settings.time.now, readError: Self.readError)
    }

    var client: MarketClient {
        let markets = ExchangeMarkets(provider: "wazirx", ownCurrencies: Self.ownCurrencies) {
            () throws(ProviderFailure) in
            try await endpoint.get(
                "/sapi/v1/tickers/24hr", [], decode: { try Self.tickers(&$0, fetched: endpoint.now()) })
        }
        return MarketClient(
            list: { query throws(ProviderFailure) in try await markets.list(query) },
            quotes: { await markets.quotes($0, $1) },
            now: endpoint.now)
    }

    private enum ErrorKey: String, CaseIterable {
        case message
        static let keys = JSONKeys<Self>()
    }

    /// `{"code":2098,"message":"…"}`
    @Sendable private static func readError(
        _ status: Int, _ reader: inout JSONReader
    ) throws -> ProviderFailure.Reason {
        var words: String?
        try reader.readObject(ErrorKey.keys) { _, reader in words = try reader.optionalText("message") }
        return .general(status, words: words)
    }
}

// MARK: - Rows

extension WazirX {
    /// The array of `/sapi/v1/tickers/24hr`, or the map of the older `/api/v2/tickers` that compatible hosts still serve.
    static func tickers(_ reader: inout JSONReader, fetched: Timestamp) throws -> ListAnswer {
        var rows = RowCollector<Quote>()
        if reader.next == .object {
            try reader.readMap { _, reader in
                try rows.read(&reader, name: name) { try legacyTicker(&$0, fetched: fetched) }
            }
        } else {
            try reader.readArray { reader in
                try rows.read(&reader, name: name) { try ticker(&$0, fetched: fetched) }
            }
        }
        return try rows.answer()
    }

    private enum Key: String, CaseIterable {
        case symbol, baseAsset, quoteAsset, openPrice, lowPrice, highPrice, lastPrice, bidPrice, askPrice, at
        static let keys = JSONKeys<Self>()
    }

    /// One row. `volume` is in base units, so the turnover is unknown; an exchange's price of 0 means none.
    static func ticker(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote {
        var row = ExchangeRow(provider: "wazirx", fetched: fetched)
        try reader.readObject(Key.keys) { key, reader in
            let field = key.rawValue
            switch key {
            case .symbol: row.market = try reader.optionalText(field)
            case .baseAsset: row.base = try reader.optionalText(field)
            case .quoteAsset: row.quoteCurrency = try reader.optionalText(field)
            case .openPrice: row.open = try reader.nonzeroNumber(field)
            case .lowPrice: row.low = try reader.nonzeroNumber(field)
            case .highPrice: row.high = try reader.nonzeroNumber(field)
            case .lastPrice: row.last = try reader.nonzeroNumber(field)
            case .bidPrice: row.bid = try reader.nonzeroNumber(field)
            case .askPrice: row.ask = try reader.nonzeroNumber(field)
            case .at: row.time = try reader.optionalTime(field, in: .milliseconds)
            }
        }
        return try row.quote()
    }

    private enum NameKey: String, CaseIterable {
        case symbol
        case base = "base_unit"
        case quote = "quote_unit"
        static let keys = JSONKeys<Self>()
    }

    /// The market's name, in either shape.
    private static func name(_ reader: inout JSONReader) throws -> RowName {
        var parts: [NameKey: String] = [:]
        try reader.readObject(NameKey.keys) { key, reader in parts[key] = try reader.optionalText(key.rawValue) }
        let legacy = parts[.base].flatMap { base in parts[.quote].map { base + $0 } }
        let market = parts[.symbol] ?? legacy
        return RowName(symbol: market, id: market)
    }

    private enum LegacyKey: String, CaseIterable {
        case base = "base_unit"
        case quote = "quote_unit"
        case open, low, high, last, buy, sell, at
        static let keys = JSONKeys<Self>()
    }

    private static func legacyTicker(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote {
        var row = ExchangeRow(provider: "wazirx", fetched: fetched)
        try reader.readObject(LegacyKey.keys) { key, reader in
            let field = key.rawValue
            switch key {
            case .base: row.base = try reader.optionalText(field)
            case .quote: row.quoteCurrency = try reader.optionalText(field)
            case .open: row.open = try reader.nonzeroNumber(field)
            case .low: row.low = try reader.nonzeroNumber(field)
            case .high: row.high = try reader.nonzeroNumber(field)
            case .last: row.last = try reader.nonzeroNumber(field)
            case .buy: row.bid = try reader.nonzeroNumber(field)
            case .sell: row.ask = try reader.nonzeroNumber(field)
            case .at: row.time = try reader.optionalTime(field, in: .seconds)
            }
        }
        row.market = try row.base.required("base_unit") + row.quoteCurrency.required("quote_unit")
        return try row.quote()
    }
}
