import DecimalArithmetic
import JSONReader
import Platform
import Transport

/// Yahoo Finance's chart service, unofficial and without a key: one stock a request.
///
/// Protocol as observed: `GET /v8/finance/chart/{symbol}`; what a quote needs is in `meta`, so bars, which may have gaps,
/// are passed over. Errors come as JSON under `chart` or `finance`, 429 as plain text.
extension MarketProvider {
    static let yahoo = MarketProvider(
        name: "yahoo", jobs: [.list, .price, .history], kinds: [.stock], key: .none,
        host: "https://query1.finance.yahoo.com",
        limits: "unknown; refuses many requests from one address",
        summary:
            "stocks, funds and indices of the world's exchanges, each in its own currency; unofficial; no list, but a search",
        isOnlyNamed: false, currencies: [], listsBySearch: true, make: { Yahoo(settings: $0).client })
}

struct Yahoo: Sendable {
    /// What prices of some exchanges come in: a hundredth of a currency, told from it by a letter's case alone.
    static let hundredths = ["GBp": "GBP", "GBX": "GBP", "ILA": "ILS", "ZAc": "ZAR"]

    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(
            provider: "yahoo", http: settings.http, base: settings.base ?? MarketProvider.yahoo.host,
            now: settings.time.now, readError: Self.readError)
    }

    var client: MarketClient {
        let stocks = StockQuotes(provider: "yahoo") { name throws(ProviderFailure) in try await quote(of: name) }
        return MarketClient(
            list: { query throws(ProviderFailure) in try await list(query) },
            quotes: { await stocks.quotes($0, $1) },
            now: endpoint.now, history: { query throws(ProviderFailure) in try await history(query) })
    }

    private func quote(of name: String) async throws(ProviderFailure) -> Quote {
        try await endpoint.get(
            "/v8/finance/chart/\(name)", [("range", "1d"), ("interval", "1d")],
            decode: { try Self.quote(&$0, fetched: endpoint.now()) })
    }
}

// MARK: - Envelope

extension Yahoo {
    private enum EnvelopeKey: String, CaseIterable {
        case chart, finance
        static let keys = JSONKeys<Self>()
    }

    private enum ChartKey: String, CaseIterable {
        case result, error
        static let keys = JSONKeys<Self>()
    }

    private enum ResultKey: String, CaseIterable {
        case meta
        static let keys = JSONKeys<Self>()
    }

    /// `{"chart":{"result":[{"meta":{…}}],"error":null}}`
    static func quote(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote {
        var quote: Quote?
        try readResult(&reader) { reader in
            try reader.readObject(ResultKey.keys) { _, reader in quote = try meta(&reader, fetched: fetched) }
        }
        return try quote.required("meta")
    }

    /// Reads the result of an answer of status 200, which may be an error all the same.
    static func readResult(_ reader: inout JSONReader, _ read: (inout JSONReader) throws -> Void) throws {
        var refusal: ProviderFailure.Reason?
        try reader.readObject(EnvelopeKey.keys) { _, reader in
            try reader.readObject(ChartKey.keys) { key, reader in
                guard try !reader.takeNull() else { return }
                switch key {
                case .error: refusal = try reason(200, &reader)
                case .result: try reader.readArray(read)
                }
            }
        }
        if let refusal { throw refusal }
    }

    @Sendable private static func readError(
        _ status: Int, _ reader: inout JSONReader
    ) throws -> ProviderFailure.Reason {
        var refusal: ProviderFailure.Reason?
        try reader.readObject(EnvelopeKey.keys) { _, reader in
            try reader.readObject(ChartKey.keys) { key, reader in
                if try key == .error && !reader.takeNull() { refusal = try reason(status, &reader) }
            }
        }
        return refusal ?? .general(status, words: nil)
    }

    private enum ErrorKey: String, CaseIterable {
        case code, description
        static let keys = JSONKeys<Self>()
    }

    /// `{"code":"Not Found","description":"No data found, symbol may be delisted"}`
    private static func reason(_ status: Int, _ reader: inout JSONReader) throws -> ProviderFailure.Reason {
        var words: [ErrorKey: String] = [:]
        try reader.readObject(ErrorKey.keys) { key, reader in words[key] = try reader.optionalText(key.rawValue) }
        guard words[.code] != "Not Found" else { return .unknownSymbol(nil) }
        return .general(status, words: words[.description] ?? words[.code])
    }
}

// MARK: - Meta

extension Yahoo {
    private enum MetaKey: String, CaseIterable {
        case currency, symbol, longName, shortName, fullExchangeName, exchangeName, previousClose, chartPreviousClose
        case price = "regularMarketPrice"
        case time = "regularMarketTime"
        case high = "regularMarketDayHigh"
        case low = "regularMarketDayLow"
        static let keys = JSONKeys<Self>()
    }

    /// The change is counted from the close of the day before. `regularMarketVolume` is in shares.
    private static func meta(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote {
        var texts: [MetaKey: String] = [:]
        var numbers: [MetaKey: Number] = [:]
        var time: Timestamp?
        try reader.readObject(MetaKey.keys) { key, reader in
            let field = key.rawValue
            switch key {
            case .currency, .symbol, .longName, .shortName, .fullExchangeName, .exchangeName:
                texts[key] = try reader.optionalText(field)
            case .price: numbers[key] = try reader.optionalPrice(field)
            case .high, .low, .previousClose, .chartPreviousClose: numbers[key] = try reader.positiveNumber(field)
            case .time: time = try reader.optionalTime(field, in: .seconds)
            }
        }
        let code = try texts[.currency].required("currency")
        let isHundredth = hundredths[code] != nil
        guard let currency = Currency(hundredths[code] ?? code) else {
            throw RowProblem(description: "currency is no currency")
        }
        let symbol = try texts[.symbol].required("symbol")
        var quote = Quote(time: time ?? fetched, symbol: symbol.uppercased(), currency: currency, provider: "yahoo")
        quote.kind = .stock
        quote.id = symbol
        quote.name = texts[.longName] ?? texts[.shortName]
        quote.market = texts[.fullExchangeName] ?? texts[.exchangeName]
        let amounts = isHundredth ? numbers.compactMapValues(\.hundredth) : numbers
        quote.price = amounts[.price]
        (quote.high, quote.low) = (amounts[.high], amounts[.low])
        quote.setChange(fromOpen: amounts[.previousClose] ?? amounts[.chartPreviousClose])
        return quote
    }
}

extension Number {
    /// A hundredth of it, rounded once where it has over 34 digits.
    var hundredth: Number? { (try? value.divided(by: 100)).map(Number.init) }
}
